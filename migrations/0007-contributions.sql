-- Contributions: a batch is a payroll month of an employer in a scheme; its lines are written once and never changed.

-- Today in Dublin, as the service counts it: each transaction is told (the clock of the service can be moved in tests).
create function app.today() returns date
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.today', true), '')::date, (clock_timestamp() at time zone 'Europe/Dublin')::date);

create table contribution_batches (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  scheme_name text not null,
  scheme_type text not null,
  legal_form text not null,
  benefit_basis text,
  employer_id text not null,
  payroll_month text not null check (payroll_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  status text not null check (status in ('EXPECTED', 'UPLOADED', 'VALIDATED', 'REJECTED', 'AWAITING_FUNDS', 'PART_FUNDED',
                                         'FUNDED', 'INVESTED', 'CLOSED', 'UNDONE')),
  source text not null check (source in ('CSV', 'XLSX', 'MANUAL', 'API')),
  file_name text not null,
  file_sha256 text not null,
  row_count integer not null,
  warning_count integer not null default 0,
  confirmed_warnings text[] not null default '{}',
  ee_cents bigint not null,
  er_cents bigint not null,
  avc_cents bigint not null,
  er_special_cents bigint not null,
  single_premium_cents bigint not null,
  total_cents bigint not null generated always as (ee_cents + er_cents + avc_cents + er_special_cents + single_premium_cents) stored,
  declared_total_cents bigint,
  received_cents bigint not null default 0,
  received_on date,
  funded_on date,
  invested_on date,
  statement_issued_on date,
  due_on date not null,
  invest_by_on date,
  line_count integer not null default 0,
  undone_at timestamptz,
  undo_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  -- What belongs to a batch belongs to its employer: the reach of a line is that of its batch.
  unique (tenant_id, id, employer_id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index contribution_batches_by_id on contribution_batches (id);
create index contribution_batches_by_month on contribution_batches (tenant_id, payroll_month desc, id desc);
create index contribution_batches_by_employer on contribution_batches (tenant_id, employer_id, payroll_month);
create index contribution_batches_by_due_day on contribution_batches (tenant_id, due_on);
-- Of two people who upload the same month at once, one wins; a file that was rejected or taken back stands in nobody's way.
create unique index contribution_batches_month on contribution_batches (tenant_id, scheme_id, employer_id, payroll_month)
  where status not in ('REJECTED', 'UNDONE');
create unique index contribution_batches_file on contribution_batches (tenant_id, scheme_id, employer_id, file_sha256)
  where status not in ('REJECTED', 'UNDONE', 'EXPECTED');

-- The id of a line is that of its batch and its number, so that twenty thousand of them need no generator.
create table contribution_lines (
  tenant_id text not null,
  batch_id text not null,
  number integer not null,
  employer_id text not null,
  member_id text not null,
  row_number integer,
  kind text not null check (kind in ('REGULAR', 'SINGLE', 'TRANSFER_IN', 'CORRECTION')),
  corrects integer,
  pay_on date not null,
  period_start_on date,
  period_end_on date,
  pensionable_pay_cents bigint,
  ee_cents bigint not null,
  er_cents bigint not null,
  avc_cents bigint not null,
  er_special_cents bigint not null,
  single_premium_cents bigint not null,
  expected_ee_cents bigint,
  expected_er_cents bigint,
  flags text[] not null default '{}',
  note text,
  primary key (tenant_id, batch_id, number),
  foreign key (tenant_id, batch_id, employer_id) references contribution_batches (tenant_id, id, employer_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, batch_id, corrects) references contribution_lines (tenant_id, batch_id, number),
  check ((kind = 'CORRECTION') = (row_number is null) or kind = 'CORRECTION')
);
create index contribution_lines_by_member on contribution_lines (tenant_id, member_id, pay_on desc);

create table contribution_receipts (
  tenant_id text not null,
  id text not null,
  batch_id text not null,
  employer_id text not null,
  received_on date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  employee_cents bigint,
  reference text,
  created_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id, employer_id) references contribution_batches (tenant_id, id, employer_id)
);
create index contribution_receipts_by_batch on contribution_receipts (tenant_id, batch_id, received_on);

-- What is to be told to the employer about a file: the rows with a problem, PPS numbers masked.
create table contribution_reports (
  tenant_id text not null,
  batch_id text not null,
  employer_id text not null,
  columns jsonb not null,
  rows jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, batch_id),
  foreign key (tenant_id, batch_id, employer_id) references contribution_batches (tenant_id, id, employer_id)
);

-- How the columns of an employer's file were read the last time.
create table import_mappings (
  tenant_id text not null,
  scheme_id text not null,
  employer_id text not null,
  kind text not null check (kind in ('CONTRIBUTIONS', 'MEMBERS')),
  mapping jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text,
  primary key (tenant_id, scheme_id, employer_id, kind),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);

alter table contribution_batches enable row level security;
alter table contribution_batches force row level security;
alter table contribution_lines enable row level security;
alter table contribution_lines force row level security;
alter table contribution_receipts enable row level security;
alter table contribution_receipts force row level security;
alter table contribution_reports enable row level security;
alter table contribution_reports force row level security;
alter table import_mappings enable row level security;
alter table import_mappings force row level security;

-- The people of an employer upload and read; only those of the firm record money, correct and close.
create policy reads on contribution_batches for select to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy adds on contribution_batches for insert to pcs_app with check (app.reaches(tenant_id, employer_id, null));
create policy changes on contribution_batches for update to pcs_app
  using (app.reaches(tenant_id, null, null) or (status = 'EXPECTED' and app.reaches(tenant_id, employer_id, null)))
  with check (app.reaches(tenant_id, employer_id, null));
create policy reads on contribution_lines for select to pcs_app using (app.reaches(tenant_id, employer_id, member_id));
create policy adds on contribution_lines for insert to pcs_app with check (app.reaches(tenant_id, employer_id, null));
create policy reads on contribution_receipts for select to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy adds on contribution_receipts for insert to pcs_app with check (app.reaches(tenant_id, null, null));
create policy reads on contribution_reports for select to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy adds on contribution_reports for insert to pcs_app with check (app.reaches(tenant_id, employer_id, null));
create policy reach on import_mappings to pcs_app
  using (app.reaches(tenant_id, employer_id, null)) with check (app.reaches(tenant_id, employer_id, null));
create policy definer_reads on contribution_batches for select to pcs_owner using (true);

grant select, insert on contribution_batches, contribution_lines, contribution_receipts, contribution_reports to pcs_app;
grant update on contribution_batches to pcs_app;
grant select, insert, update on import_mappings to pcs_app;

-- What an import needs to know of a scheme, for whoever may upload for this employer: also for the people of an employer
-- that takes part in another's scheme, who do not see the scheme itself. No row: the employer does not take part in it.
create function app.scheme_terms(p_scheme text, p_employer text)
  returns table (tenant_id text, name text, type text, legal_form text, status text, benefit_basis text, contribution_basis jsonb)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select s.tenant_id, s.name, s.type, s.legal_form, s.status, s.benefit_basis, s.contribution_basis
      from schemes s join employers e on e.tenant_id = s.tenant_id and e.id = p_employer
     where s.id = p_scheme and app.reaches(s.tenant_id, p_employer, null)
       and (s.employer_id = p_employer
            or ((s.is_master_trust or s.legal_form = 'MASTER_TRUST_SECTION')
                and exists (select from members m where m.tenant_id = s.tenant_id and m.scheme_id = s.id and m.employer_id = p_employer)))
$$;
-- What a member's contributions belong to: the month of a batch they do not see.
create function app.month_of_own_line(p_tenant text, p_batch text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select b.payroll_month from contribution_batches b
     where b.tenant_id = p_tenant and b.id = p_batch and b.status not in ('REJECTED', 'UNDONE')
       and (app.reaches(b.tenant_id, b.employer_id, null)
            or exists (select from members m where m.tenant_id = b.tenant_id and m.id = current_setting('app.member', true)
                        and m.tenant_id = current_setting('app.tenant', true) and current_setting('app.scope', true) = 'member'
                        and m.employer_id = b.employer_id and m.scheme_id = b.scheme_id))
$$;
revoke all on function app.today(), app.scheme_terms(text, text), app.month_of_own_line(text, text) from public;
grant execute on function app.today(), app.scheme_terms(text, text), app.month_of_own_line(text, text) to pcs_app;
