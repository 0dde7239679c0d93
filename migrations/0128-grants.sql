-- Grants: a trustee or an inspector reads schemes of a firm for a period. People without an account of a firm have one in the tenant
-- 'guests', with the lowest role and no member: alone it includes no record.

-- The policies below call app.in_schemes.
\ir functions/01-access.sql

-- Row-level security would refuse a new tenant without a scope.
alter table tenants no force row level security;
insert into tenants (id, name, search_key, settings)
  values ('guests', 'Trustees and inspectors', 'trustees and inspectors', '{"secondFactorRequiredFor": ["Member"]}');
alter table tenants force row level security;

do $$
declare
  name text;
begin
  -- Only accounts of guests have the role of members without being the account of a member.
  select c.conname into strict name from pg_constraint c
   where c.conrelid = 'users'::regclass and c.contype = 'c' and pg_get_constraintdef(c.oid) like '%member_id IS NOT NULL%';
  execute format('alter table users drop constraint %I', name);
end $$;
alter table users add constraint users_of_members check (case when tenant_id = 'guests'
  then role = 'Member' and employer_id is null and member_id is null
  else (member_id is not null) = (role = 'Member') end);

create table grants (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  capability text not null check (capability in ('TRUSTEE', 'INSPECTOR')),
  trustee_id text,
  person_name text not null,
  email text not null,
  user_tenant_id text not null,
  user_id text not null,
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  revoked_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, trustee_id) references trustees (tenant_id, id),
  foreign key (user_tenant_id, user_id) references users (tenant_id, id),
  check ((trustee_id is not null) = (capability = 'TRUSTEE')),
  check (capability <> 'INSPECTOR' or ends_on is not null)
);
create index grants_by_id on grants (id);
create index grants_by_user on grants (user_id);
create index grants_by_age on grants (tenant_id, created_at desc, id desc);
create index grants_by_scheme on grants (tenant_id, scheme_id);
create index grants_by_trustee on grants (tenant_id, trustee_id);
alter table grants enable row level security, force row level security;
create policy reach on grants to pcs_app using (app.reaches(tenant_id, null, null));
create policy within_schemes on grants as restrictive to pcs_app using (app.in_schemes(scheme_id));
create policy definer_reads on grants for select to pcs_owner using (true);
create policy definer_removes_the_example on grants for delete to pcs_owner using (true);
grant select, insert, update on grants to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('grant', 'grants');

-- The first answer to a command and the acknowledgement of a policy can be of a person with a grant, whose account is not of the firm.
alter table idempotency_keys drop constraint idempotency_keys_tenant_id_user_id_fkey;
alter table policy_acknowledgements drop constraint policy_acknowledgements_tenant_id_user_id_fkey;

-- A paper that the firm puts to the trustees of a scheme: an own-risk assessment, a policy, minutes or a document.
create table trustee_reviews (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  subject_kind text not null check (subject_kind in ('OWN_RISK_ASSESSMENT', 'POLICY', 'MINUTES', 'DOCUMENT')),
  subject_id text not null,
  -- The decisions are on this version of the record.
  subject_version integer not null,
  title text not null,
  note text,
  due_on date,
  approvals_required integer not null check (approvals_required > 0),
  status text not null default 'OPEN' check (status in ('OPEN', 'APPROVED', 'RETURNED', 'WITHDRAWN')),
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  check ((status = 'OPEN') = (closed_at is null))
);
create index trustee_reviews_by_id on trustee_reviews (id);
create index trustee_reviews_by_age on trustee_reviews (tenant_id, created_at desc, id desc);
create index trustee_reviews_by_scheme on trustee_reviews (tenant_id, scheme_id, created_at desc, id desc);
create unique index trustee_reviews_open on trustee_reviews (tenant_id, subject_kind, subject_id) where status = 'OPEN';
alter table trustee_reviews enable row level security, force row level security;
create policy reach on trustee_reviews to pcs_app using (app.reaches(tenant_id, null, null));
create policy within_schemes on trustee_reviews as restrictive to pcs_app using (app.in_schemes(scheme_id));
create policy definer_reads on trustee_reviews for select to pcs_owner using (true);
create policy definer_removes_the_example on trustee_reviews for delete to pcs_owner using (true);
grant select, insert, update on trustee_reviews to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('trusteeReview', 'trustee_reviews');

-- One row for each trustee who was in office when the paper was put to the trustees.
create table trustee_review_responses (
  tenant_id text not null,
  id text not null,
  review_id text not null,
  scheme_id text not null,
  trustee_id text not null,
  user_id text,
  read_at timestamptz,
  decision text check (decision in ('APPROVED', 'RETURNED')),
  reason text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, review_id, trustee_id),
  foreign key (tenant_id, review_id) references trustee_reviews (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, trustee_id) references trustees (tenant_id, id),
  check ((decision is null) = (decided_at is null))
);
create index trustee_review_responses_by_trustee on trustee_review_responses (tenant_id, trustee_id);
alter table trustee_review_responses enable row level security, force row level security;
create policy reach on trustee_review_responses to pcs_app using (app.reaches(tenant_id, null, null));
create policy within_schemes on trustee_review_responses as restrictive to pcs_app using (app.in_schemes(scheme_id));
create policy definer_reads on trustee_review_responses for select to pcs_owner using (true);
create policy definer_removes_the_example on trustee_review_responses for delete to pcs_owner using (true);
grant select, insert, update on trustee_review_responses to pcs_app;

-- A trustee reads documents that the firm shares, and those that were put to the trustees; an inspector every document of the scheme.
create policy shared_with_trustees on documents as restrictive for select to pcs_app
  using (coalesce(current_setting('app.capability', true), '') <> 'TRUSTEE' or visibility <> 'BROKER'
         or created_by = current_setting('app.user', true)
         or exists (select from trustee_reviews v where v.tenant_id = documents.tenant_id and v.status <> 'WITHDRAWN'
              and (v.subject_kind = 'DOCUMENT' and v.subject_id = documents.id
                or v.subject_kind = 'MINUTES' and exists (select from trustee_meetings m
                     where m.tenant_id = v.tenant_id and m.id = v.subject_id and m.minutes_document_id = documents.id))));
