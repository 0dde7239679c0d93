-- Content checklists of pension benefit statements: one for a document, about one version of it. Broker roles read and write them.
create table statement_checklists (
  tenant_id text not null,
  id text not null,
  document_id text not null,
  -- The version of the document that was checked.
  document_number integer not null,
  -- Null: not recorded.
  uses_scenarios boolean,
  -- [{ item, answer, reason }]
  answers jsonb not null,
  recorded_by text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  constraint statement_checklists_of_document unique (tenant_id, document_id),
  -- A document that may be removed takes its checklist with it.
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade
);
alter table statement_checklists enable row level security, force row level security;
create policy reach on statement_checklists to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on statement_checklists for select to pcs_owner using (true);
grant select, insert, update on statement_checklists to pcs_app;
