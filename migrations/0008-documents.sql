-- Documents and their versions. The files themselves stand in the file store, encrypted, under the storage key.

create table documents (
  tenant_id text not null references tenants (id),
  id text not null,
  scheme_id text,
  employer_id text,
  member_id text,
  kind text not null,
  title text not null,
  search_key text not null collate "C",
  status text not null check (status in ('UPLOADED', 'DRAFT', 'FINAL', 'SIGNED', 'FILED', 'SUPERSEDED', 'QUARANTINED')),
  visibility text not null check (visibility in ('BROKER', 'EMPLOYER', 'MEMBER')),
  period_end_on date,
  effective_on date,
  received_on date,
  signed_on date,
  signed_by text[] not null default '{}',
  filed_on date,
  retain_until_on date,
  superseded_by_id text,
  -- Once it has been final it is a record, whatever versions came after.
  has_been_final boolean not null default false,
  current_version integer not null default 1,
  -- Uploaded by the people of the employer: they may add versions to it.
  is_from_employer boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, superseded_by_id) references documents (tenant_id, id),
  check (visibility = 'BROKER' or employer_id is not null),
  check (visibility <> 'MEMBER' or scheme_id is not null or member_id is not null)
);
create index documents_by_id on documents (id);
create index documents_by_age on documents (tenant_id, created_at desc, id desc);
create index documents_by_scheme on documents (tenant_id, scheme_id, created_at desc, id desc);
create index documents_by_employer on documents (tenant_id, employer_id);
create index documents_by_member on documents (tenant_id, member_id) where member_id is not null;

create table document_versions (
  tenant_id text not null,
  document_id text not null,
  number integer not null,
  id text not null,
  file_name text not null,
  search_key text not null collate "C",
  mime_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  storage_key text not null,
  -- The data key of the file, wrapped under the files key; first 8 bytes of SHA-256 of that key in hexadecimal
  sealed_key text not null,
  key_fingerprint text not null,
  av_scan text not null check (av_scan in ('PENDING', 'CLEAN', 'INFECTED', 'NOT_SCANNED')),
  signature text,
  scanned_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, document_id, number),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create unique index document_versions_by_id on document_versions (tenant_id, id);
create unique index document_versions_storage on document_versions (tenant_id, storage_key);
create index document_versions_pending on document_versions (created_at) where av_scan = 'PENDING';
create index document_versions_by_file_key on document_versions (key_fingerprint);

-- Files that no record points at yet, or no longer: written down before the file is, struck out with the record that
-- claims it. What stands here for an hour is removed from the store, so that nothing is left behind by a crash.
create table unclaimed_files (
  tenant_id text not null references tenants (id),
  storage_key text not null,
  -- On its way out: it cannot be claimed any more.
  is_doomed boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, storage_key)
);
create index unclaimed_files_by_age on unclaimed_files (created_at);

alter table documents enable row level security;
alter table documents force row level security;
alter table document_versions enable row level security;
alter table document_versions force row level security;
alter table unclaimed_files enable row level security;
alter table unclaimed_files force row level security;

-- The scheme of the member who is signed in; null for everybody else.
create function app.own_scheme() returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  return (select m.scheme_id from members m where current_setting('app.scope', true) = 'member'
             and m.tenant_id = current_setting('app.tenant', true) and m.id = current_setting('app.member', true));

-- Does the reach of this transaction cover a document? The firm's people see every one of the firm, the people of an
-- employer what is shared with it, a member what is addressed to them or to all members of their scheme.
create function app.reaches_document(tenant text, employer text, scheme text, member text, visibility text) returns boolean
  language sql stable parallel safe
  return case current_setting('app.scope', true)
    when 'employer' then visibility in ('EMPLOYER', 'MEMBER') and app.reaches(tenant, employer, null)
    when 'member' then visibility = 'MEMBER' and tenant = current_setting('app.tenant', true)
      and case when member is null then scheme = app.own_scheme() else member = current_setting('app.member', true) end
    else app.reaches(tenant, null, null)
  end;

create policy reads on documents for select to pcs_app
  using (app.reaches_document(tenant_id, employer_id, scheme_id, member_id, visibility));
create policy adds on documents for insert to pcs_app
  with check (app.reaches(tenant_id, case visibility when 'EMPLOYER' then employer_id end, null));
create policy changes on documents for update to pcs_app
  using (app.reaches(tenant_id, null, null) or (is_from_employer and app.reaches(tenant_id, employer_id, null)))
  with check (app.reaches(tenant_id, null, null) or (is_from_employer and app.reaches(tenant_id, employer_id, null)));
create policy removes on documents for delete to pcs_app using (app.reaches(tenant_id, null, null));
-- A version is reached by whoever reaches its document; the policies of documents apply to the look-up. What stood before
-- the document was shared is the firm's alone; an employer keeps the versions of what is its own.
create policy reads on document_versions for select to pcs_app
  using (exists (select from documents d where d.tenant_id = document_versions.tenant_id and d.id = document_versions.document_id
                   and (app.reaches(d.tenant_id, null, null) or d.current_version = document_versions.number
                        or (d.is_from_employer and current_setting('app.scope', true) = 'employer'))));
create policy adds on document_versions for insert to pcs_app
  with check (app.reaches(tenant_id, null, null)
              or exists (select from documents d where d.tenant_id = document_versions.tenant_id
                           and d.id = document_versions.document_id and d.is_from_employer));
create policy changes on document_versions for update to pcs_app using (app.reaches(tenant_id, null, null));
create policy removes on document_versions for delete to pcs_app using (app.reaches(tenant_id, null, null));
create policy reach on unclaimed_files to pcs_app using (app.writes_in(tenant_id)) with check (app.writes_in(tenant_id));
create policy definer_reads on documents for select to pcs_owner using (true);

grant select, insert, update, delete on documents, document_versions to pcs_app;
grant select, insert, update, delete on unclaimed_files to pcs_app;
revoke all on function app.own_scheme(), app.reaches_document(text, text, text, text, text) from public;
grant execute on function app.own_scheme(), app.reaches_document(text, text, text, text, text) to pcs_app;
