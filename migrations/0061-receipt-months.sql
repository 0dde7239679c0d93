-- PA s.59(1)(aa): the money of a trust RAC is invested within ten days of the end of each month in which money was received. A batch states
-- these months with the date of investment of each: [{ month, lastReceivedOn, investedOn }].
alter table contribution_batches add column receipt_months jsonb not null default '[]';
-- Paid by the member to the trustees, not deducted from pay: no part of what the employer owes.
alter table contribution_receipts add column is_direct boolean not null default false;

-- The update policy of the table is for the service; the owner migrates.
alter table contribution_batches no force row level security;
alter table contribution_receipts no force row level security;
-- Money that went back is taken from the latest receipts, as in src/contract/receipt-months.ts.
update contribution_batches b set receipt_months = m.months
  from (select tenant_id, batch_id,
               json_agg(json_build_object('month', month, 'lastReceivedOn', last_received_on, 'investedOn', null) order by month)::jsonb as months
          from (select tenant_id, batch_id, month, last_received_on,
                       min(total) over (partition by tenant_id, batch_id order by month rows between current row and unbounded following)
                         - (total - cents) as kept
                  from (select tenant_id, batch_id, to_char(received_on, 'YYYY-MM') as month, sum(amount_cents) as cents,
                               max(received_on) filter (where amount_cents > 0) as last_received_on,
                               sum(sum(amount_cents)) over (partition by tenant_id, batch_id order by to_char(received_on, 'YYYY-MM')) as total
                          from contribution_receipts group by tenant_id, batch_id, to_char(received_on, 'YYYY-MM')) by_month) kept_by_month
         where kept > 0 group by tenant_id, batch_id) m
 where m.tenant_id = b.tenant_id and m.batch_id = b.id;
alter table contribution_receipts force row level security;
alter table contribution_batches force row level security;
