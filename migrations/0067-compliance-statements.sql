-- Annual compliance statements (ACS): the trustees' yearly declaration on the code of practice. Broker roles read and write them.
create table compliance_statements (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  acs_year integer not null check (acs_year between 1990 and 2199),
  -- [{ ref, compliant, explanation }]
  answers jsonb not null,
  document_id text,
  first_signatory_id text,
  second_signatory_id text check (second_signatory_id <> first_signatory_id),
  completed_on date,
  provided_to_authority_on date check (provided_to_authority_on >= completed_on),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'COMPLETED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  constraint compliance_statements_of_year unique (tenant_id, scheme_id, acs_year),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, first_signatory_id) references trustees (tenant_id, id),
  foreign key (tenant_id, second_signatory_id) references trustees (tenant_id, id),
  constraint completed_with_signatories check (
    (status = 'COMPLETED') = (completed_on is not null and first_signatory_id is not null and second_signatory_id is not null))
);
create index compliance_statements_by_id on compliance_statements (id);
alter table compliance_statements enable row level security, force row level security;
create policy reach on compliance_statements to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on compliance_statements for select to pcs_owner using (true);
grant select, insert, update on compliance_statements to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('complianceStatement', 'compliance_statements');
