-- Pay and contribution rates of a member by the day from which they are valid. The values of a member are those valid today.
create table member_pay (
  tenant_id text not null,
  id text not null,
  member_id text not null,
  employer_id text not null,
  -- Null: from the beginning of the membership.
  valid_from date,
  pensionable_salary_cents bigint,
  employee_rate_percent numeric(7, 4),
  employer_rate_percent numeric(7, 4),
  additional_voluntary_percent numeric(7, 4),
  -- Null: recorded before the source was.
  source text check (source in ('USER', 'IMPORT')),
  recorded_by text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create unique index member_pay_by_day on member_pay (tenant_id, member_id, valid_from) nulls not distinct;
create index member_pay_by_employer on member_pay (tenant_id, employer_id);

-- From which day the recorded values were valid is not known: they count from the beginning, as they did.
insert into member_pay (tenant_id, id, member_id, employer_id, pensionable_salary_cents, employee_rate_percent, employer_rate_percent,
    additional_voluntary_percent, recorded_by, created_at)
  select tenant_id, 'p' || left(md5('pay of ' || id), 23), id, employer_id, pensionable_salary_cents, employee_rate_percent,
         employer_rate_percent, additional_voluntary_percent, created_by, created_at
    from members
   where num_nonnulls(pensionable_salary_cents, employee_rate_percent, employer_rate_percent, additional_voluntary_percent) > 0;
alter table members
  drop column pensionable_salary_cents,
  drop column employee_rate_percent,
  drop column employer_rate_percent,
  drop column additional_voluntary_percent;

alter table member_pay enable row level security, force row level security;
create policy reach on member_pay to pcs_app
  using (app.reaches(tenant_id, employer_id, member_id)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on member_pay for select to pcs_owner using (true);
create policy definer_undoes_imports on member_pay for delete to pcs_owner using (true);
grant select, insert, update on member_pay to pcs_app;
