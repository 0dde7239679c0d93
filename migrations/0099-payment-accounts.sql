-- Bank accounts to which the contributions of a scheme are paid: the account of the trustees or of the provider, not of a person. The
-- newest one is current; earlier ones stay, so that a change can be traced.
create table payment_accounts (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  employer_id text not null,
  account_name text not null,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  withdrawn_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index payment_accounts_by_id on payment_accounts (id);
create index payment_accounts_by_scheme on payment_accounts (tenant_id, scheme_id, created_at desc, id desc);
alter table payment_accounts enable row level security, force row level security;
create policy reach on payment_accounts to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy definer_reads on payment_accounts for select to pcs_owner using (true);
create policy definer_removes_the_example on payment_accounts for delete to pcs_owner using (true);
grant select, insert, update on payment_accounts to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('paymentAccount', 'payment_accounts');
