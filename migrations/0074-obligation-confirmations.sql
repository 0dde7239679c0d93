-- Answers for many obligations to confirm at once: what was selected, how far the batches are, and which obligations to undo.
create table obligation_confirmations (
  tenant_id text not null references tenants (id),
  id text not null,
  status text not null check (status in ('RUNNING', 'COMPLETE', 'UNDOING', 'UNDONE')),
  answer text not null check (answer in ('DONE', 'NOT_DONE', 'NOT_APPLICABLE')),
  is_on_due_date boolean not null,
  completed_on date,
  reason text,
  rule_ids text[] not null,
  obligation_ids text[] not null,
  -- The filters of the selection.
  scheme_id text,
  employer_id text,
  due_before date,
  total integer not null,
  answered integer not null default 0,
  undone integer not null default 0,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index obligation_confirmations_by_id on obligation_confirmations (id);
create index obligation_confirmations_by_scheme on obligation_confirmations (tenant_id, scheme_id) where scheme_id is not null;
create index obligation_confirmations_by_employer on obligation_confirmations (tenant_id, employer_id) where employer_id is not null;
create index obligation_confirmations_by_age on obligation_confirmations (tenant_id, created_at desc, id desc);
alter table obligation_confirmations enable row level security, force row level security;
create policy reach on obligation_confirmations to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on obligation_confirmations for select to pcs_owner using (true);
grant select, insert, update on obligation_confirmations to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('obligationConfirmation', 'obligation_confirmations');

alter table obligations add column confirmation_id text,
  add foreign key (tenant_id, confirmation_id) references obligation_confirmations (tenant_id, id);
create index obligations_by_confirmation on obligations (tenant_id, confirmation_id) where confirmation_id is not null;
