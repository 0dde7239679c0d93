create table schemes (
  tenant_id text not null,
  id text not null,
  employer_id text not null,
  name text not null,
  name_key text not null,
  search_key text not null collate "C",
  type text not null check (type in ('DB', 'DC', 'PRSA', 'RAC')),
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'CLOSED_TO_NEW', 'PAID_UP', 'WINDING_UP', 'WOUND_UP')),
  legal_form text not null,
  pensions_authority_number text,
  registration_pending boolean not null default false,
  revenue_approval_reference text,
  revenue_approval_on date,
  revenue_approval_status text not null default 'NOT_SOUGHT',
  established_on date,
  went_live_on date,
  closed_to_new_on date,
  wind_up_started_on date,
  wind_up_reason text,
  wound_up_on date,
  scheme_year_end jsonb,
  normal_retirement_age integer,
  benefit_basis text,
  contribution_basis jsonb,
  member_counts jsonb,
  trustee_body jsonb,
  registered_administrator_name text,
  is_funded boolean not null default true,
  is_regulatory_own_funds boolean not null default false,
  is_master_trust boolean not null default false,
  is_cross_border boolean not null default false,
  submitted_by text,
  submitted_at timestamptz,
  approved_by text,
  approved_at timestamptz,
  rejection_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index schemes_by_id on schemes (id);
create index schemes_by_name on schemes (tenant_id, search_key, id);
create index schemes_by_age on schemes (tenant_id, created_at desc, id desc);
create index schemes_by_employer on schemes (tenant_id, employer_id);
create unique index schemes_name on schemes (tenant_id, employer_id, name_key);
create unique index schemes_pensions_authority_number on schemes (tenant_id, pensions_authority_number);

create table trustees (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  person_name text not null,
  search_key text not null collate "C",
  role text not null,
  status text not null default 'PROPOSED'
    check (status in ('PROPOSED', 'FIT_PROPER_OK', 'APPOINTED', 'RETIRED', 'REMOVED', 'DECEASED', 'DISQUALIFIED')),
  is_professional boolean not null default false,
  is_remunerated boolean not null default false,
  has_trustee_qualification boolean not null default false,
  years_experience integer,
  conflicts_declared text,
  fit_proper_assessed_on date,
  fit_proper_next_review_on date,
  appointed_on date,
  ceased_on date,
  cease_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index trustees_by_id on trustees (id);
create index trustees_by_scheme on trustees (tenant_id, scheme_id, search_key, id);

alter table schemes enable row level security;
alter table schemes force row level security;
alter table trustees enable row level security;
alter table trustees force row level security;
create policy reach on schemes to pcs_app
  using (app.reaches(tenant_id, employer_id, null)) with check (app.reaches(tenant_id, null, null));
create policy reach on trustees to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on schemes for select to pcs_owner using (true);
create policy definer_reads on trustees for select to pcs_owner using (true);
grant select, insert, update on schemes, trustees to pcs_app;
