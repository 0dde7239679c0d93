-- Unfinished imports: a checked file with the decisions about it, so that the import can be continued on another day or device. The file is
-- stored as those of documents are; the options hold corrected cells, which may be personal data, and are encrypted under the same key.
create table import_drafts (
  tenant_id text not null references tenants (id),
  id text not null,
  kind text not null check (kind in ('SCHEMES', 'MEMBERS', 'CONTRIBUTIONS')),
  -- Of the user of an employer who began it; null: begun by the firm, and seen by the firm alone.
  employer_id text,
  scheme_id text,
  payroll_month text,
  file_name text not null,
  size_bytes integer not null,
  sha256 text not null,
  storage_key text not null,
  sealed_key text not null,
  key_fingerprint text not null,
  sealed_options text not null,
  row_count integer not null,
  rejected_count integer not null,
  expires_at timestamptz not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  unique (tenant_id, storage_key),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index import_drafts_by_id on import_drafts (id);
create index import_drafts_by_age on import_drafts (tenant_id, updated_at desc, id desc);
create index import_drafts_by_expiry on import_drafts (expires_at);
create index import_drafts_by_key on import_drafts (key_fingerprint);
alter table import_drafts enable row level security, force row level security;
create policy reach on import_drafts to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy definer_expires on import_drafts to pcs_owner using (true);
grant select, insert, update, delete on import_drafts to pcs_app;
