-- API keys: an integration calls named operations as the user who created the key, within the schemes that the key names.

-- The policies below call app.in_schemes.
\ir functions/01-access.sql

create table api_keys (
  tenant_id text not null,
  id text not null,
  owner_id text not null,
  name text not null check (length(name) between 1 and 100),
  prefix text not null,
  secret_hash text not null,
  operations text[] not null check (cardinality(operations) > 0),
  scheme_ids text[] check (cardinality(scheme_ids) > 0),
  expires_on date not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, owner_id) references users (tenant_id, id)
);
create index api_keys_by_id on api_keys (id);
create unique index api_keys_by_secret on api_keys (secret_hash);
create index api_keys_by_owner on api_keys (tenant_id, owner_id);
alter table api_keys enable row level security, force row level security;
create policy reach on api_keys to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on api_keys for select to pcs_owner using (true);
create policy definer_notes_use on api_keys for update to pcs_owner using (true);
grant select, insert, update on api_keys to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('apiKey', 'api_keys');

-- Where the scope names schemes, a row of another scheme is neither read nor written, and neither is a row of the whole firm that names
-- several schemes. Restrictive: these conditions are added to those of the firm, the employer and the member.
do $$
declare
  name text;
  part record;
begin
  foreach name in array array['breaches', 'comments', 'compliance_snapshots', 'compliance_statements', 'contribution_batches',
    'corpus_reviews', 'documents', 'drafts', 'file_notes', 'import_mappings', 'key_function_holders', 'key_function_reports',
    'meeting_actions', 'members', 'obligation_confirmations', 'obligations', 'outsourcing_arrangements', 'own_risk_assessments',
    'policy_versions', 'risk_items', 'rule_decisions', 'scheme_events', 'scheme_participations', 'trustee_meetings',
    'trustee_trainings', 'trustees', 'written_policies'] loop
    execute format('create policy within_schemes on %I as restrictive to pcs_app using (app.in_schemes(scheme_id))', name);
  end loop;
  create policy within_schemes on schemes as restrictive to pcs_app using (app.in_schemes(id));
  for part in select * from (values
      ('contribution_lines', 'contribution_batches', 'batch_id'), ('contribution_receipts', 'contribution_batches', 'batch_id'),
      ('contribution_reports', 'contribution_batches', 'batch_id'), ('member_emoluments', 'members', 'member_id'),
      ('member_pay', 'members', 'member_id'), ('document_versions', 'documents', 'document_id'),
      ('statement_checklists', 'documents', 'document_id'), ('draft_versions', 'drafts', 'draft_id'),
      ('policy_acknowledgements', 'written_policies', 'policy_id')) as p (name, whole, reference) loop
    execute format('create policy within_schemes on %1$I as restrictive to pcs_app using (app.in_schemes(null) or exists (
      select from %2$I w where w.tenant_id = %1$I.tenant_id and w.id = %1$I.%3$I))', part.name, part.whole, part.reference);
  end loop;
  create policy within_schemes on employers as restrictive to pcs_app using (app.in_schemes(null)
    or exists (select from schemes s where s.tenant_id = employers.tenant_id and s.employer_id = employers.id)
    or exists (select from scheme_participations p where p.tenant_id = employers.tenant_id and p.employer_id = employers.id));
  foreach name in array array['api_keys', 'assistant_answers', 'calendar_feeds', 'contribution_reminders', 'inbox_items', 'saved_views',
    'scheme_imports'] loop
    execute format('create policy within_schemes on %I as restrictive to pcs_app using (app.in_schemes(null))', name);
  end loop;
end $$;
