-- Imports of existing schemes from one workbook, with the records that each created: for its approval and for its undo.
create table scheme_imports (
  tenant_id text not null references tenants (id),
  id text not null,
  file_name text not null,
  status text not null default 'IMPORTED' check (status in ('IMPORTED', 'UNDONE')),
  employer_ids text[] not null,
  scheme_ids text[] not null,
  trustee_ids text[] not null,
  training_ids text[] not null,
  member_ids text[] not null,
  drafts integer not null,
  undone_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id)
);
create index scheme_imports_by_id on scheme_imports (id);
create index scheme_imports_by_age on scheme_imports (tenant_id, created_at desc, id desc);
alter table scheme_imports enable row level security, force row level security;
create policy reach on scheme_imports to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on scheme_imports for select to pcs_owner using (true);
grant select, insert, update on scheme_imports to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('schemeImport', 'scheme_imports');

-- The application cannot delete these records; app.delete_scheme_import deletes those of an import that are untouched.
do $$
declare
  name text;
begin
  foreach name in array array['employers', 'schemes', 'scheme_participations', 'trustees', 'trustee_trainings', 'members', 'obligations',
    'rule_decisions', 'compliance_snapshots'] loop
    execute format('create policy definer_undoes_imports on %I for delete to pcs_owner using (true)', name);
    if not exists (select from pg_policies where schemaname = 'public' and tablename = name and policyname = 'definer_reads') then
      execute format('create policy definer_reads on %I for select to pcs_owner using (true)', name);
    end if;
  end loop;
end $$;
