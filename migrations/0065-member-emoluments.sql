-- Emoluments of a member from the employer by year: what employer contributions to a PRSA are compared with (Finance Act 2024 s.12).
-- Broker roles read and write it.
create table member_emoluments (
  tenant_id text not null,
  id text not null,
  member_id text not null,
  year integer not null check (year between 1990 and 2199),
  -- Null: not recorded.
  emoluments_cents bigint check (emoluments_cents >= 0),
  reduced_by text check (reduced_by in ('NOT_REDUCED', 'SOCIAL_WELFARE_BENEFIT', 'UNPAID_LEAVE', 'SICK_LEAVE')),
  recorded_by text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  constraint member_emoluments_of_year unique (tenant_id, member_id, year),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
alter table member_emoluments enable row level security, force row level security;
create policy reach on member_emoluments to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on member_emoluments for select to pcs_owner using (true);
grant select, insert, update on member_emoluments to pcs_app;
