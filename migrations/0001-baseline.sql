-- The schema of version 0.1.0: tables, constraints, indexes, triggers, row-level policies, privileges and first rows. Functions are in
-- functions/*.sql, which are applied again when their text changes; \ir applies one here because a definition below uses it.
--
-- pcs_owner owns every object and cannot log in. Each transaction of the service takes the role pcs_app, which owns nothing, cannot
-- bypass row-level security and has DELETE on four tables only. Every key and every reference between records begins with tenant_id, so
-- that a record cannot refer to a record of another firm.

create schema app;
grant usage on schema app to pcs_app;
grant usage on schema public to pcs_app;

\ir functions/01-access.sql
\ir functions/02-dates.sql
\ir functions/04-audit-log.sql
\ir functions/06-documents.sql
\ir functions/07-approved-texts.sql
\ir functions/09-corpus.sql
\ir functions/10-ai-disclosures.sql
\ir functions/12-names.sql

-- Firms, employers and accounts ------------------------------------------------------------------------------------------------------

create table tenants (
  id text primary key,
  name text not null,
  search_key text not null collate "C",
  trading_name text,
  cbi_reference text,
  intermediary_types text[] not null default '{}',
  registered_administrator_number text,
  registered_administrator_expires_on date,
  data_protection_contact text,
  compliance_officer_user_id text,
  settings jsonb not null,
  -- When a former setting that sent whole questions to the provider was replaced by legal terms only: administrators see a notice.
  questions_reduced_on date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text
);

create table employers (
  tenant_id text not null references tenants (id),
  id text not null,
  legal_name text not null,
  search_key text not null collate "C",
  trading_name text,
  cro_number text,
  registered_number text,
  address text,
  eircode text,
  payroll_contact jsonb,
  pay_frequencies text[] not null default '{}',
  participation_on date,
  cessation_on date,
  group_name text,
  auto_enrolment_status text,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'IN_LIQUIDATION', 'CEASED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id)
);
create index employers_by_id on employers (id);
create index employers_by_name on employers (tenant_id, search_key, id);
create unique index employers_registered_number on employers (tenant_id, registered_number);

create table users (
  tenant_id text not null references tenants (id),
  id text not null,
  email text not null,
  -- The address belongs to an account of another firm: this account cannot be used, and is invited again once the address is free.
  awaits_address boolean not null default false,
  name text not null,
  name_keys text[] not null generated always as (app.name_keys(tenant_id, name)) stored,
  search_key text not null collate "C",
  role text not null check (role in ('SuperAdmin', 'BrokerAdmin', 'BrokerUser', 'EmployerAdmin', 'EmployerUser', 'Member')),
  employer_id text,
  member_id text,
  status text not null default 'INVITED' check (status in ('INVITED', 'ACTIVE', 'DEACTIVATED')),
  password_hash text,
  password_set boolean generated always as (password_hash is not null) stored,
  -- Created by the demo, whatever its address is now: the account does not exist in production (Spec 5.12).
  is_development boolean not null default false,
  session_version integer not null default 1,
  last_sign_in_at timestamptz,
  wants_digest boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  check ((employer_id is not null) = (role in ('EmployerAdmin', 'EmployerUser'))),
  check ((member_id is not null) = (role = 'Member')),
  check ((tenant_id = 'platform') = (role = 'SuperAdmin'))
);
alter table tenants add foreign key (id, compliance_officer_user_id) references users (tenant_id, id);
create unique index users_email on users (email) where not awaits_address;
create unique index users_email_of_firm on users (tenant_id, email);
create index users_by_id on users (id);
create index users_by_name on users (tenant_id, search_key, id);
create index users_by_name_key on users using gin (name_keys);

-- Links in mails that reset a password, invite a person or confirm an address. Only the SHA-256 of the token is stored (Spec 2.8).
create table password_tokens (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  purpose text not null check (purpose in ('RESET', 'INVITATION', 'EMAIL')),
  token_hash text not null,
  new_email text check ((purpose = 'EMAIL') = (new_email is not null)),
  expires_at timestamptz not null,
  used_at timestamptz,
  invalidated_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index password_tokens_hash on password_tokens (token_hash);
create index password_tokens_by_user on password_tokens (tenant_id, user_id) where used_at is null and invalidated_at is null;

-- Sessions that were signed out before they expired (docs/decisions/0011).
create table revoked_sessions (
  tenant_id text not null,
  session_id text not null,
  user_id text not null,
  revoked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, session_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index revoked_sessions_by_age on revoked_sessions (revoked_at);

-- The first response to a POST, stored for 24 hours (docs/decisions/0006).
create table idempotency_keys (
  tenant_id text not null references tenants (id),
  user_id text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer text,
  location text,
  etag text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, key),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- SuperAdmins and jobs belong to the platform, which is not a broker firm.
insert into tenants (id, name, search_key, settings) values ('platform', 'Platform', 'platform', '{}');

-- Every user reads the name of their own firm.
create policy reach on tenants to pcs_app using (app.writes_in(id)) with check (app.reaches(id, null, null));
-- EmployerAdmins, EmployerUsers and Members read employers; only broker roles write them.
create policy reach on employers to pcs_app
  using (app.reaches(tenant_id, id, null)) with check (app.reaches(tenant_id, null, null));
-- Every user can access their own account.
create policy reach on users to pcs_app
  using (app.reaches(tenant_id, employer_id, member_id)
         or (id = current_setting('app.user', true) and app.writes_in(tenant_id)));
-- A user who can access an account can access its tokens: the policy of users applies to the look-up.
create policy reach on password_tokens to pcs_app
  using (exists (select from users u where u.tenant_id = password_tokens.tenant_id and u.id = password_tokens.user_id));
create policy reach on revoked_sessions to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));
create policy reach on idempotency_keys to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));

-- SECURITY DEFINER functions run as pcs_owner, which FORCE ROW LEVEL SECURITY subjects to policies as well.
create policy definer_reads on tenants for select to pcs_owner using (true);
create policy definer_reads on employers for select to pcs_owner using (true);
create policy definer_reads on users for select to pcs_owner using (true);
create policy definer_reads on password_tokens for select to pcs_owner using (true);
create policy definer_reads on revoked_sessions for select to pcs_owner using (true);
create policy definer_expires_sessions on revoked_sessions for delete to pcs_owner using (true);
create policy definer_expires on idempotency_keys to pcs_owner using (true);
create policy definer_expires on password_tokens for delete to pcs_owner using (true);

grant select, insert, update on tenants, employers to pcs_app;
-- pcs_app can write a password hash and cannot read one: app.credentials returns it for sign-in.
grant select (tenant_id, id, email, name, search_key, role, employer_id, member_id, status, password_set, session_version,
              last_sign_in_at, version, created_at, updated_at, created_by, wants_digest, awaits_address, name_keys) on users to pcs_app;
grant insert, update on users to pcs_app;
grant select, insert, update on password_tokens, idempotency_keys to pcs_app;
grant select, insert on revoked_sessions to pcs_app;

-- Audit log --------------------------------------------------------------------------------------------------------------------------

-- Append-only, one hash chain for each firm (Spec 2.6). app.append_audit_entries locks the end of the chain, so that numbers have no gap.
create table audit_chains (
  tenant_id text primary key references tenants (id),
  sequence bigint not null default 0,
  hash text not null
);
create trigger audit_chain_advances before update on audit_chains
  for each row execute function app.advance_by_one();
create trigger audit_chains_are_kept before delete on audit_chains
  for each row execute function app.refuse_change();
create trigger audit_chains_are_never_emptied before truncate on audit_chains
  for each statement execute function app.refuse_change();

create table audit_log (
  tenant_id text not null references tenants (id),
  sequence bigint not null,
  id text not null,
  actor_id text not null,
  actor_type text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  previous_state jsonb,
  new_state jsonb,
  ip_address text,
  user_agent text,
  timestamp timestamptz not null,
  previous_hash text not null,
  hash text not null,
  primary key (tenant_id, sequence)
);
create index audit_log_by_entity on audit_log (tenant_id, entity_type, entity_id, sequence);
create index audit_log_by_time on audit_log (timestamp, id);
create index audit_log_by_actor on audit_log (tenant_id, actor_id, sequence);
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function app.refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function app.refuse_change();

-- The hash that a chain had at a sequence number, signed. The same lines are appended to a file outside the database
-- (docs/decisions/0018).
create table audit_checkpoints (
  tenant_id text not null references tenants (id),
  sequence bigint not null check (sequence > 0),
  hash text not null,
  sealed_at timestamptz not null,
  public_key text not null,
  signature text not null,
  primary key (tenant_id, sequence)
);
create trigger audit_checkpoints_are_append_only before update or delete on audit_checkpoints
  for each row execute function app.refuse_change_of_checkpoint();
create trigger audit_checkpoints_are_never_emptied before truncate on audit_checkpoints
  for each statement execute function app.refuse_change_of_checkpoint();

-- SuperAdmins read the log of every firm, BrokerAdmins of their own (Spec 2.6 rule 4). pcs_app appends by app.append_audit_entries only.
create policy reads on audit_log for select to pcs_app
  using (app.reaches(tenant_id, null, null) and current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin'));
create policy definer_reads on audit_log for select to pcs_owner using (true);
create policy definer_appends on audit_log for insert to pcs_owner with check (true);
create policy reads on audit_chains for select to pcs_app using (app.writes_in(tenant_id));
create policy definer_moves on audit_chains to pcs_owner using (true);
create policy reads on audit_checkpoints for select to pcs_app
  using (app.reaches(tenant_id, null, null) and current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin'));
-- Only the platform's job adds a checkpoint.
create policy seals on audit_checkpoints for insert to pcs_app
  with check (app.reaches(tenant_id, null, null) and current_setting('app.scope', true) = 'platform');
grant select on audit_log, audit_chains to pcs_app;
grant select, insert on audit_checkpoints to pcs_app;

-- Schemes, trustees and members ------------------------------------------------------------------------------------------------------

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
  -- [{ month, day, effectiveFrom }], oldest first; null stands for "from the beginning".
  scheme_year_ends jsonb not null default '[]',
  normal_retirement_age integer,
  benefit_basis text,
  contribution_basis jsonb,
  joining text not null default 'AUTOMATIC' check (joining in ('AUTOMATIC', 'BY_CHOICE')),
  member_counts jsonb,
  -- Counts stated by hand, oldest first: a rule asks for the count of the date in its law.
  member_count_history jsonb not null default '[]',
  -- Members of the whole trust, where the scheme is a section of a master trust: DORA counts per trust.
  trust_member_count integer check (trust_member_count >= 0),
  trustee_body jsonb,
  registered_administrator_name text,
  is_funded boolean not null default true,
  is_master_trust boolean not null default false,
  is_cross_border boolean not null default false,
  -- Facts of the scheme: null where not recorded, which is never read as "no".
  is_regulatory_own_funds boolean,
  has_authorised_trade_union boolean,
  considers_esg boolean,
  has_depositary boolean,
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

-- Employers that take part in a scheme, and from when until when. Contributions are expected of each employer for its own months.
create table scheme_participations (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  employer_id text not null,
  -- Null: since the scheme began; for another employer than the scheme's own, since its first contribution.
  from_on date,
  until_on date,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  check (until_on >= from_on)
);
create index scheme_participations_by_employer on scheme_participations (tenant_id, employer_id);
create index scheme_participations_by_scheme on scheme_participations (tenant_id, scheme_id, employer_id);
-- Of two users who add the same employer at the same time, one succeeds.
create unique index scheme_participations_running on scheme_participations (tenant_id, scheme_id, employer_id) where until_on is null;

create table trustees (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  person_name text not null,
  name_keys text[] not null generated always as (app.name_keys(tenant_id, person_name)) stored,
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
  -- The user who recorded the assessment, because another one must approve (four eyes). Null: not recorded.
  assessment_recorded_by text,
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
create index trustees_by_scheme on trustees (tenant_id, scheme_id, search_key, id);
create index trustees_by_name_key on trustees using gin (name_keys);

create table members (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  employer_id text not null,
  first_name text not null,
  middle_name text,
  last_name text not null,
  name_keys text[] not null
    generated always as (app.name_keys(tenant_id, first_name || ' ' || coalesce(middle_name || ' ', '') || last_name)) stored,
  search_key text not null collate "C",
  date_of_birth date,
  -- base64 of IV (12) + tag (16) + ciphertext, AES-256-GCM (Spec 2.7)
  pps_number_encrypted text,
  -- HMAC-SHA-256 of the normalised number under a key of its own: finds duplicates without decrypting
  pps_number_hash text,
  -- HMAC that binds the ciphertext to this row: a value copied from another member is refused
  pps_number_binding text,
  -- first 8 bytes of SHA-256 of the key, in hexadecimal: counts the rows that a key rotation has not reached
  pps_key_fingerprint text,
  email text,
  phone text,
  address text,
  sex text not null default 'UNKNOWN',
  status text not null default 'PROSPECTIVE'
    check (status in ('PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER', 'TRANSFERRED_OUT', 'REFUNDED', 'OPTED_OUT', 'DECEASED')),
  joined_employment_on date,
  joined_scheme_on date,
  left_service_on date,
  retired_on date,
  ended_on date,
  normal_retirement_on date,
  works_number text,
  pensionable_salary_cents bigint,
  employee_rate_percent numeric(7, 4),
  employer_rate_percent numeric(7, 4),
  additional_voluntary_percent numeric(7, 4),
  has_pension_adjustment_order boolean not null default false,
  ppsn_purpose text not null default 'PENSION_ADMINISTRATION',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  check ((pps_number_encrypted is null) = (pps_number_hash is null)
     and (pps_number_encrypted is null) = (pps_number_binding is null)
     and (pps_number_encrypted is null) = (pps_key_fingerprint is null))
);
create index members_by_id on members (id);
create index members_by_name on members (tenant_id, search_key, id);
create index members_by_scheme on members (tenant_id, scheme_id, search_key, id);
create index members_by_employer on members (tenant_id, employer_id);
create index members_by_name_key on members using gin (name_keys);
create index members_by_pps_hash on members (tenant_id, pps_number_hash);
create index members_by_pps_key on members (pps_key_fingerprint) where pps_key_fingerprint is not null;
create unique index members_pps_number on members (tenant_id, scheme_id, pps_number_hash);
create unique index members_works_number on members (tenant_id, employer_id, scheme_id, works_number);

alter table users add foreign key (tenant_id, member_id) references members (tenant_id, id);

-- EmployerAdmins, EmployerUsers and Members read; only broker roles write.
create policy reach on schemes to pcs_app
  using (app.reaches(tenant_id, employer_id, null)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on schemes for select to pcs_owner using (true);
create policy reach on members to pcs_app
  using (app.reaches(tenant_id, employer_id, id)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on members for select to pcs_owner using (true);
grant select, insert, update on schemes, members to pcs_app;

-- Contributions ----------------------------------------------------------------------------------------------------------------------

-- A payroll month of an employer in a scheme. The terms of the scheme are copied, so that a later change does not alter the month.
create table contribution_batches (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  scheme_name text not null,
  scheme_type text not null,
  legal_form text not null,
  benefit_basis text,
  employer_id text not null,
  payroll_month text not null check (payroll_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  status text not null check (status in ('EXPECTED', 'UPLOADED', 'VALIDATED', 'REJECTED', 'AWAITING_FUNDS', 'PART_FUNDED',
                                         'FUNDED', 'INVESTED', 'CLOSED', 'UNDONE')),
  source text not null check (source in ('CSV', 'XLSX', 'MANUAL', 'API')),
  file_name text not null,
  file_sha256 text not null,
  row_count integer not null,
  warning_count integer not null default 0,
  confirmed_warnings text[] not null default '{}',
  ee_cents bigint not null,
  er_cents bigint not null,
  avc_cents bigint not null,
  er_special_cents bigint not null,
  single_premium_cents bigint not null,
  total_cents bigint not null generated always as (ee_cents + er_cents + avc_cents + er_special_cents + single_premium_cents) stored,
  declared_total_cents bigint,
  received_cents bigint not null default 0,
  -- Deductions and the employer's money are due on the same day, and each is met separately (PA s.58A(1), (2)).
  first_received_on date,
  deductions_received_on date,
  employer_received_on date,
  received_on date,
  funded_on date,
  invested_on date,
  statement_issued_on date,
  due_on date not null,
  invest_by_on date,
  line_count integer not null default 0,
  undone_at timestamptz,
  undo_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  -- Lines, receipts and reports refer to the employer as well: the policies of a line need it without a look-up.
  unique (tenant_id, id, employer_id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index contribution_batches_by_id on contribution_batches (id);
create index contribution_batches_by_month on contribution_batches (tenant_id, payroll_month desc, id desc);
create index contribution_batches_by_employer on contribution_batches (tenant_id, employer_id, payroll_month);
create index contribution_batches_by_due_day on contribution_batches (tenant_id, due_on);
-- Of two users who upload the same month at the same time, one succeeds. A file that was rejected or undone can be uploaded again.
create unique index contribution_batches_month on contribution_batches (tenant_id, scheme_id, employer_id, payroll_month)
  where status not in ('REJECTED', 'UNDONE');
create unique index contribution_batches_file on contribution_batches (tenant_id, scheme_id, employer_id, file_sha256)
  where status not in ('REJECTED', 'UNDONE', 'EXPECTED');

-- Lines are written once and never changed. The key is the batch and a number, so that 20,000 lines need no id generator.
create table contribution_lines (
  tenant_id text not null,
  batch_id text not null,
  number integer not null,
  employer_id text not null,
  member_id text not null,
  row_number integer,
  kind text not null check (kind in ('REGULAR', 'SINGLE', 'TRANSFER_IN', 'CORRECTION')),
  corrects integer,
  pay_on date not null,
  period_start_on date,
  period_end_on date,
  pensionable_pay_cents bigint,
  ee_cents bigint not null,
  er_cents bigint not null,
  avc_cents bigint not null,
  er_special_cents bigint not null,
  single_premium_cents bigint not null,
  expected_ee_cents bigint,
  expected_er_cents bigint,
  flags text[] not null default '{}',
  note text,
  primary key (tenant_id, batch_id, number),
  foreign key (tenant_id, batch_id, employer_id) references contribution_batches (tenant_id, id, employer_id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, batch_id, corrects) references contribution_lines (tenant_id, batch_id, number),
  check ((kind = 'CORRECTION') = (row_number is null) or kind = 'CORRECTION')
);
create index contribution_lines_by_member on contribution_lines (tenant_id, member_id, pay_on desc);

create table contribution_receipts (
  tenant_id text not null,
  id text not null,
  batch_id text not null,
  employer_id text not null,
  received_on date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  employee_cents bigint,
  reference text,
  created_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, batch_id, employer_id) references contribution_batches (tenant_id, id, employer_id)
);
create index contribution_receipts_by_batch on contribution_receipts (tenant_id, batch_id, received_on);

-- Rows of a file with an issue, for the employer; PPS numbers are masked.
create table contribution_reports (
  tenant_id text not null,
  batch_id text not null,
  employer_id text not null,
  columns jsonb not null,
  rows jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, batch_id),
  foreign key (tenant_id, batch_id, employer_id) references contribution_batches (tenant_id, id, employer_id)
);

-- The column mapping of an employer's last import.
create table import_mappings (
  tenant_id text not null,
  scheme_id text not null,
  employer_id text not null,
  kind text not null check (kind in ('CONTRIBUTIONS', 'MEMBERS')),
  mapping jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text,
  primary key (tenant_id, scheme_id, employer_id, kind),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);

-- EmployerAdmins and EmployerUsers upload and read; only broker roles record money, correct and close.
create policy reads on contribution_batches for select to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy adds on contribution_batches for insert to pcs_app with check (app.reaches(tenant_id, employer_id, null));
create policy changes on contribution_batches for update to pcs_app
  using (app.reaches(tenant_id, null, null) or (status = 'EXPECTED' and app.reaches(tenant_id, employer_id, null)))
  with check (app.reaches(tenant_id, employer_id, null));
create policy definer_reads on contribution_batches for select to pcs_owner using (true);
create policy reads on contribution_lines for select to pcs_app using (app.reaches(tenant_id, employer_id, member_id));
create policy adds on contribution_lines for insert to pcs_app with check (app.reaches(tenant_id, employer_id, null));
create policy reads on contribution_receipts for select to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy adds on contribution_receipts for insert to pcs_app with check (app.reaches(tenant_id, null, null));
create policy reads on contribution_reports for select to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy adds on contribution_reports for insert to pcs_app with check (app.reaches(tenant_id, employer_id, null));
create policy reach on import_mappings to pcs_app
  using (app.reaches(tenant_id, employer_id, null)) with check (app.reaches(tenant_id, employer_id, null));

grant select, insert on contribution_batches, contribution_lines, contribution_receipts, contribution_reports to pcs_app;
grant update on contribution_batches to pcs_app;
grant select, insert, update on import_mappings to pcs_app;

-- Documents --------------------------------------------------------------------------------------------------------------------------

-- The files are in the file store, encrypted, under the storage key of the version.
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
  -- A document that was final once is a record and cannot be removed, whatever its later versions.
  has_been_final boolean not null default false,
  current_version integer not null default 1,
  -- Uploaded by an EmployerAdmin or EmployerUser, who may add versions to it.
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
  -- The data key of the file, wrapped under the files key; and the first 8 bytes of SHA-256 of that key, in hexadecimal
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

-- Files that no record refers to: inserted before the file is stored, deleted with the insert of its record. After an hour a job
-- removes the file, so that a crash leaves no orphan.
create table unclaimed_files (
  tenant_id text not null references tenants (id),
  storage_key text not null,
  -- The job is removing the file: a record can no longer claim it.
  is_doomed boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, storage_key)
);
create index unclaimed_files_by_age on unclaimed_files (created_at);

create policy reads on documents for select to pcs_app
  using (app.reaches_document(tenant_id, employer_id, scheme_id, member_id, visibility));
create policy adds on documents for insert to pcs_app
  with check (app.reaches(tenant_id, case visibility when 'EMPLOYER' then employer_id end, null));
create policy changes on documents for update to pcs_app
  using (app.reaches(tenant_id, null, null) or (is_from_employer and app.reaches(tenant_id, employer_id, null)))
  with check (app.reaches(tenant_id, null, null) or (is_from_employer and app.reaches(tenant_id, employer_id, null)));
create policy removes on documents for delete to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on documents for select to pcs_owner using (true);
-- A user who can access a document can access its current version: the policies of documents apply to the look-up. Earlier versions
-- of a shared document are for the firm only; an employer keeps the versions of its own uploads.
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
grant select, insert, update, delete on documents, document_versions, unclaimed_files to pcs_app;

-- Governance -------------------------------------------------------------------------------------------------------------------------

-- Registers of the firm about its schemes (Directive 2016/2341 arts 20-32; Pensions Act 1990 Part VIB). Only broker roles see them.

create table service_providers (
  tenant_id text not null references tenants (id),
  id text not null,
  name text not null,
  search_key text not null collate "C",
  kinds text[] not null default '{}',
  cro_number text,
  regulatory_reference text,
  registration_ends_on date,
  contact_name text,
  name_keys text[] not null generated always as (app.name_keys(tenant_id, coalesce(contact_name, ''))) stored,
  contact_email text,
  contact_phone text,
  notes text,
  ended_on date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'ENDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id)
);
create index service_providers_by_name on service_providers (tenant_id, search_key, id);
create index service_providers_by_name_key on service_providers using gin (name_keys);

create table outsourcing_arrangements (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  provider_id text not null,
  activity text not null,
  is_management boolean not null default false,
  is_critical_ict boolean not null default false,
  agreement_document_id text,
  signed_on date,
  in_force_from date,
  notice_days integer check (notice_days >= 0),
  authority_notified_on date,
  authority_reference text,
  -- [{ name, activity }]
  sub_outsourcing jsonb not null default '[]',
  -- Important developments to notify to the Authority: [{ number, occurredOn, description, notifiedOn, reference }]
  developments jsonb not null default '[]',
  review_due_on date,
  reviewed_on date,
  performance_measures text,
  exit_plan text,
  ended_on date,
  end_reason text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'IN_FORCE', 'ENDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, provider_id) references service_providers (tenant_id, id),
  foreign key (tenant_id, agreement_document_id) references documents (tenant_id, id)
);
create index outsourcing_arrangements_by_provider on outsourcing_arrangements (tenant_id, provider_id);

create table key_function_holders (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  function text not null check (function in ('RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'ACTUARIAL', 'COMPLIANCE')),
  is_deputy boolean not null default false,
  holder_kind text not null check (holder_kind in ('INDIVIDUAL', 'FIRM')),
  holder_name text not null,
  search_key text not null collate "C",
  responsible_person text,
  name_keys text[] not null
    generated always as (app.name_keys(tenant_id, case holder_kind when 'INDIVIDUAL' then holder_name else coalesce(responsible_person, '') end)) stored,
  organisation text,
  email text,
  relationship text not null,
  holds_same_function_for_employer boolean not null default false,
  conflict_protocol_document_id text,
  is_outsourced boolean not null default false,
  outsourcing_arrangement_id text,
  -- Fit and proper (Directive art. 22(1))
  qualifications_ok boolean,
  professional_qualification text,
  experience_years integer check (experience_years >= 0),
  repute_declaration_document_id text,
  assessed_on date,
  assessed_by text,
  -- The user who recorded the assessment, because another one must approve (four eyes). Null: not recorded.
  assessment_recorded_by text,
  assessment_outcome text check (assessment_outcome in ('PASS', 'FAIL', 'CONDITIONAL')),
  next_review_on date,
  proposed_on date not null,
  board_resolution_on date,
  minutes_document_id text,
  effective_from date,
  term_ends_on date,
  ended_on date,
  end_reason text,
  authority_notified_on date,
  authority_reference text,
  status text not null default 'PROPOSED' check (status in ('PROPOSED', 'FIT_PROPER_OK', 'FAILED', 'NOTIFIED', 'APPOINTED', 'ENDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, outsourcing_arrangement_id) references outsourcing_arrangements (tenant_id, id),
  foreign key (tenant_id, conflict_protocol_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, repute_declaration_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id)
);
create unique index key_function_holders_appointed on key_function_holders (tenant_id, scheme_id, function)
  where status = 'APPOINTED' and not is_deputy;
create index key_function_holders_by_name_key on key_function_holders using gin (name_keys);

create table key_function_reports (
  tenant_id text not null,
  id text not null,
  holder_id text not null,
  number integer not null,
  scheme_id text not null,
  period_ends_on date not null,
  received_on date not null,
  document_id text,
  has_material_findings boolean not null default false,
  findings text,
  trustee_decision text,
  decided_on date,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, holder_id) references key_function_holders (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create unique index key_function_reports_by_holder on key_function_reports (tenant_id, holder_id, number);

-- An event of a scheme that obligations follow from: a change of the risk profile, an amendment of the rules, a notice.
create table scheme_events (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  kind text not null,
  occurred_on date not null,
  -- The date of the certificate, period, transfer or reduction that the event is about.
  relevant_on date,
  aware_at timestamptz,
  is_significant boolean,
  extended_on date,
  extension_reason text,
  title text not null,
  search_key text not null collate "C",
  details text,
  document_id text,
  withdrawn_on date,
  withdrawn_reason text,
  status text not null default 'RECORDED' check (status in ('RECORDED', 'WITHDRAWN')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  constraint scheme_events_extension check ((extended_on is null) = (extension_reason is null))
);

create table own_risk_assessments (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  cycle_number integer not null,
  scope text not null check (scope in ('WHOLE_IORP', 'SINGLE_SCHEME')),
  trigger text not null check (trigger in ('INITIAL', 'TRIENNIAL', 'SIGNIFICANT_CHANGE', 'AUTHORITY_REQUEST')),
  trigger_event_id text,
  as_of_on date not null,
  methodology text,
  risk_function_opinion text,
  -- { a: { text, notApplicableReason } … h, m, s }
  sections jsonb not null default '{}',
  started_on date,
  sent_to_trustees_on date,
  -- The user who sent it to the trustees, because another one must approve (four eyes). Null: not recorded.
  sent_to_trustees_by text,
  returned_on date,
  return_reason text,
  approved_on date,
  minutes_document_id text,
  report_document_id text,
  authority_requested_on date,
  authority_submitted_on date,
  authority_reference text,
  supersedes_id text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW', 'APPROVED', 'SUBMITTED', 'SUPERSEDED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, scheme_id, cycle_number),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, trigger_event_id) references scheme_events (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, report_document_id) references documents (tenant_id, id),
  foreign key (tenant_id, supersedes_id) references own_risk_assessments (tenant_id, id)
);

create table risk_items (
  tenant_id text not null,
  id text not null,
  assessment_id text not null,
  scheme_id text not null,
  area text not null,
  description text not null,
  inherent_likelihood integer not null check (inherent_likelihood between 1 and 5),
  inherent_impact integer not null check (inherent_impact between 1 and 5),
  controls text,
  residual_likelihood integer not null check (residual_likelihood between 1 and 5),
  residual_impact integer not null check (residual_impact between 1 and 5),
  owner text,
  appetite text not null default 'WITHIN' check (appetite in ('WITHIN', 'OUTSIDE')),
  action text,
  action_due_on date,
  -- The item of the previous assessment that this one continues.
  carried_from_id text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, assessment_id) references own_risk_assessments (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, carried_from_id) references risk_items (tenant_id, id)
);
create index risk_items_by_assessment on risk_items (tenant_id, assessment_id);
grant delete on risk_items to pcs_app;

create table written_policies (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  kind text not null,
  title text not null,
  search_key text not null collate "C",
  basis text not null check (basis in ('STATUTE', 'CODE', 'GOOD_PRACTICE')),
  review_interval_months integer not null check (review_interval_months between 1 and 36),
  is_publicly_disclosed boolean not null default false,
  public_url text,
  last_reviewed_on date,
  -- Copied from the version in force, for the calendar and the matrix.
  approved_on date,
  effective_from date,
  next_review_on date,
  in_force_version integer,
  latest_version integer not null default 1,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE', 'WITHDRAWN')),
  withdrawn_on date,
  withdrawn_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create unique index written_policies_one_a_kind on written_policies (tenant_id, scheme_id, kind) where status <> 'WITHDRAWN';

create table policy_versions (
  tenant_id text not null,
  policy_id text not null,
  number integer not null,
  id text not null,
  scheme_id text not null,
  content text not null,
  -- Fields of a statement of investment policy principles (Directive art. 30).
  statement jsonb,
  change_summary text,
  document_id text,
  drafted_by text not null default 'HUMAN' check (drafted_by in ('HUMAN', 'AI')),
  ai_draft_id text,
  submitted_by text,
  submitted_on date,
  approved_by text,
  approved_on date,
  minutes_document_id text,
  effective_from date,
  ended_on date,
  returned_reason text,
  sha256 text not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'IN_REVIEW', 'APPROVED', 'IN_FORCE', 'SUPERSEDED', 'WITHDRAWN')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, policy_id, number),
  foreign key (tenant_id, policy_id) references written_policies (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id)
);
create unique index policy_versions_by_id on policy_versions (tenant_id, id);
create unique index policy_versions_open on policy_versions (tenant_id, policy_id) where status in ('DRAFT', 'IN_REVIEW', 'APPROVED');
create unique index policy_versions_in_force on policy_versions (tenant_id, policy_id) where status = 'IN_FORCE';
create trigger keep_approved before update on policy_versions for each row execute function app.keep_approved_policies();

create table policy_acknowledgements (
  tenant_id text not null,
  policy_id text not null,
  number integer not null,
  user_id text not null,
  id text not null,
  sha256 text not null,
  acknowledged_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, policy_id, number, user_id),
  foreign key (tenant_id, policy_id, number) references policy_versions (tenant_id, policy_id, number),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create table trustee_trainings (
  tenant_id text not null,
  id text not null,
  trustee_id text not null,
  scheme_id text not null,
  completed_on date not null,
  topic text not null,
  provider text,
  hours numeric(5, 1),
  document_id text,
  withdrawn_on date,
  withdrawn_reason text,
  status text not null default 'RECORDED' check (status in ('RECORDED', 'WITHDRAWN')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, trustee_id) references trustees (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id)
);
create index trustee_trainings_by_trustee on trustee_trainings (tenant_id, trustee_id);

create table trustee_meetings (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  planned_for_on date not null,
  held_on date,
  -- The user who recorded the meeting as held, because another one must approve the minutes (four eyes). Null: not recorded.
  held_recorded_by text,
  title text not null,
  search_key text not null collate "C",
  location text,
  agenda text,
  attendees text[] not null default '{}',
  apologies text[] not null default '{}',
  quorum_met boolean,
  decisions text,
  minutes_document_id text,
  minutes_approved_on date,
  cancelled_reason text,
  status text not null default 'PLANNED' check (status in ('PLANNED', 'HELD', 'CANCELLED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, minutes_document_id) references documents (tenant_id, id)
);

create table meeting_actions (
  tenant_id text not null,
  id text not null,
  meeting_id text not null,
  scheme_id text not null,
  description text not null,
  owner text,
  due_on date,
  done_on date,
  outcome text,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'DROPPED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, meeting_id) references trustee_meetings (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index meeting_actions_by_meeting on meeting_actions (tenant_id, meeting_id);

-- Compliance calendar ----------------------------------------------------------------------------------------------------------------

-- Every obligation of every scheme, as the rules compute it from the facts. Rows are never deleted: an obligation that a change of facts
-- makes void is closed as NOT_APPLICABLE with its reason. UPCOMING, DUE_SOON and OVERDUE depend on the day and come from
-- app.obligation_status.
create table obligations (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  rule_id text not null,
  period_key text not null,
  -- Of the rule at the time when it made the obligation
  rule_version integer not null,
  title text not null,
  search_key text not null collate "C",
  who text not null,
  source text not null,
  citations text[] not null,
  ruling text,
  -- The record that the obligation is about, if it is not the scheme: { kind, id }
  subject jsonb,
  anchor_on date,
  due_on date,
  -- A period in hours ends at an instant; due_on is its day in Dublin.
  due_at timestamptz,
  -- The last day that the law gives, where it is later than due_on (Regulation 1182/71).
  legal_end_on date,
  soon_days integer not null,
  -- TO_CONFIRM: due before the scheme was added, and a user has not said whether it was met. CHECK: has a day, and is never due soon,
  -- overdue or late.
  state text not null
    check (state in ('OPEN', 'TO_CONFIRM', 'CHECK', 'DONE', 'WAIVED', 'NOT_APPLICABLE', 'DATA_GAP', 'CANNOT_TELL')),
  reason text not null,
  confirmation text check (confirmation in ('DONE', 'NOT_DONE', 'NOT_APPLICABLE')),
  confirmed_by text,
  -- The facts that it was computed from: [{ label, value }]
  facts jsonb not null default '[]',
  completed_on date,
  effective_on date,
  completion_note text,
  evidence_document_ids text[] not null default '{}',
  -- Completed or waived by a user, and not found in a register.
  is_by_hand boolean not null default false,
  completed_by text,
  waived_by text,
  waiver_reason text,
  severity text not null,
  confidence text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, scheme_id, rule_id, period_key),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index obligations_by_due on obligations (tenant_id, due_on, id);
-- Open obligations are a small part of all rows.
create index obligations_open on obligations (tenant_id, scheme_id, due_on) where state in ('OPEN', 'DATA_GAP');
create index obligations_open_by_due on obligations (tenant_id, due_on, id) where state = 'OPEN';
create index obligations_to_confirm on obligations (tenant_id, scheme_id, due_on) where state = 'TO_CONFIRM';

-- Whether a rule applies to a scheme, and why. A change of facts adds a row; former decisions stay.
create table rule_decisions (
  tenant_id text not null,
  scheme_id text not null,
  rule_id text not null,
  decided_at timestamptz not null default clock_timestamp(),
  id text not null,
  rule_version integer not null,
  applies text not null check (applies in ('YES', 'NO', 'CONFIRM', 'CANNOT_TELL')),
  reason text not null,
  is_current boolean not null default true,
  primary key (tenant_id, scheme_id, rule_id, decided_at),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create unique index rule_decisions_current on rule_decisions (tenant_id, scheme_id, rule_id) where is_current;

-- The compliance status of a scheme at the end of a day, as computed on that day; the as-at view must give the same.
create table compliance_snapshots (
  tenant_id text not null,
  scheme_id text not null,
  taken_on date not null,
  taken_at timestamptz not null,
  id text not null,
  rating text not null check (rating in ('RED', 'AMBER', 'GREEN', 'NOT_APPLICABLE')),
  overdue integer not null,
  due_soon integer not null,
  -- SHA-256 of the decisions of all rules: equals the digest that the as-at view computes from the audit log
  digest text not null,
  primary key (tenant_id, scheme_id, taken_on),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);

create table breaches (
  tenant_id text not null references tenants (id),
  id text not null,
  scheme_id text,
  employer_id text,
  source text not null check (source in ('CALENDAR', 'CONTRIBUTION', 'KFH', 'MANUAL', 'MEMBER_COMPLAINT')),
  category text not null,
  -- Rule and period, or batch and limb: a detector enters the same breach once.
  detection_key text,
  obligation_id text,
  contribution_id text,
  title text not null,
  search_key text not null collate "C",
  description text,
  occurred_on date not null,
  detected_on date not null,
  -- The moment of awareness, from which 72 hours run (GDPR art. 33(1)).
  aware_at timestamptz not null default clock_timestamp(),
  due_on date,
  resolved_on date,
  amount_cents bigint check (amount_cents >= 0),
  members_affected integer check (members_affected >= 0),
  -- Whether a personal-data breach is likely to result in a risk to people (GDPR arts 33(1), 34); null: not assessed.
  risk_to_people text check (risk_to_people in ('UNLIKELY', 'RISK', 'HIGH')),
  severity text not null check (severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  -- The suggestion of the rules, stored beside the decision of a user.
  suggested_severity text check (suggested_severity in ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
  suggested_reportability text not null default 'UNDECIDED',
  suggestion_reason text,
  root_cause text,
  remedial_action text,
  owner text,
  reportability text not null default 'UNDECIDED'
    check (reportability in ('UNDECIDED', 'NONE', 'VOLUNTARY_S84', 'COMPULSORY_S83', 'KFH_S64AH', 'GDPR_33', 'DORA_19')),
  reportability_reason text,
  reportability_citation text,
  -- Decisions with the suggestion of their day, oldest first.
  assessments jsonb not null default '[]',
  is_restricted boolean not null default false,
  assessed_on date,
  remediation_on date,
  reported_at timestamptz,
  report_reference text,
  closed_on date,
  closing_reason text,
  is_not_a_breach boolean not null default false,
  corrects_id text,
  status text not null default 'OPEN' check (status in ('OPEN', 'ASSESSED', 'REPORTABLE', 'REPORTED', 'REMEDIATION', 'CLOSED')),
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  foreign key (tenant_id, contribution_id) references contribution_batches (tenant_id, id),
  foreign key (tenant_id, corrects_id) references breaches (tenant_id, id),
  foreign key (tenant_id, obligation_id) references obligations (tenant_id, id)
);
create unique index breaches_once on breaches (tenant_id, detection_key) where detection_key is not null;
create unique index breaches_corrected_once on breaches (tenant_id, corrects_id) where corrects_id is not null;
create index breaches_by_detection on breaches (tenant_id, detected_on desc, id desc);
-- Restricted breaches (suspected misappropriation) are shown to administrators and to the user who recorded them.
create policy reach on breaches to pcs_app using (app.reaches(tenant_id, null, null)
  and (not is_restricted or created_by = current_setting('app.user', true)
       or current_setting('app.role', true) in ('BrokerAdmin', 'SuperAdmin')));
grant select, insert, update on breaches to pcs_app;

-- The address under which a calendar program reads the obligations of a firm. Only a hash of the token is stored.
create table calendar_feeds (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  token_hash text not null,
  -- Of the user when the feed was created: a feed ends with the sessions of its owner.
  session_version integer not null,
  revoked_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index calendar_feeds_by_token on calendar_feeds (token_hash);
create unique index calendar_feeds_live on calendar_feeds (tenant_id, user_id) where revoked_at is null;

-- Reminder mails, so that none is sent twice: inserted, then begun, then handed over, then marked.
create table sent_reminders (
  tenant_id text not null,
  id text not null,
  user_id text,
  -- The employer, if the mail goes to its contact, who has no account
  employer_id text,
  kind text not null check (kind in ('DIGEST', 'CHASER')),
  for_on date not null,
  items jsonb not null,
  -- The day, by the service's clock, on which handing over was begun
  begun_on date,
  handed_over_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create unique index sent_reminders_once on sent_reminders (tenant_id, kind, for_on, coalesce(user_id, ''), coalesce(employer_id, ''));

-- Legal sources ----------------------------------------------------------------------------------------------------------------------

-- Public texts and their search index. They belong to no firm: every broker role reads them, and only the platform writes them.

create table corpus_documents (
  id text primary key,
  -- The identifier of its publisher: EU-32016L2341.
  doc_id text not null unique,
  title text not null,
  kind text not null check (kind in ('EU_DIRECTIVE', 'EU_REGULATION', 'IE_ACT', 'IE_SI', 'REGULATOR_CODE', 'REGULATOR_GUIDANCE', 'TAX_MANUAL', 'DIGEST')),
  -- Other names that questions use: DORA, the Directive.
  aliases text[] not null default '{}',
  -- 1 is primary law of the subject; larger numbers rank below it when a question names no text.
  authority_rank integer not null,
  version_on date not null,
  in_force_from date,
  in_force_to date,
  -- The assistant does not answer from a withdrawn text on this day or later.
  withdrawn_on date,
  withdrawn_reason text,
  source_url text,
  licence text,
  attribution text,
  content_hash text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  check ((withdrawn_on is null) = (withdrawn_reason is null))
);

-- Each ingest of a text or a version of it, and each withdrawal. Passages refer to the ingest that added and the one that ended them, so
-- that a change can be shown with old and new words.
create table corpus_ingests (
  id text primary key,
  document_id text not null references corpus_documents (id),
  outcome text not null check (outcome in ('ADDED', 'CHANGED', 'WITHDRAWN')),
  version_before_on date,
  -- The changes hold from this day.
  version_on date not null,
  passages_added integer not null,
  passages_changed integer not null,
  passages_removed integer not null,
  reason text,
  created_at timestamptz not null default clock_timestamp(),
  created_by text
);
create index corpus_ingests_by_document on corpus_ingests (document_id, created_at desc);

-- The smallest provision that can be read alone. An amendment adds a row: the former row keeps its words and gets an end date.
create table corpus_chunks (
  id integer generated always as identity primary key,
  document_id text not null references corpus_documents (id),
  -- Names the place in the document; the same in every version.
  anchor text not null,
  ordinal integer not null,
  -- The citation in parts: ARTICLE 28, of it 2(d).
  unit_kind text not null,
  unit_number text,
  provisions text[] not null default '{}',
  -- Words that an amending act inserts into another text.
  is_of_another boolean not null default false,
  citation text not null,
  heading_path text[] not null,
  body text not null,
  -- Questions that it answers, according to an editor.
  questions text[] not null default '{}',
  -- Of a guidance note: its sources, the passages of them that the corpus has ([{docId, kind, number, provision}]), and its certainty.
  sources text[] not null default '{}',
  rests_on jsonb not null default '[]',
  confidence text check (confidence in ('H', 'M', 'L')),
  content_hash text not null,
  -- A question about a day is answered from the rows valid on it: from valid_from, and until the day before valid_to.
  valid_from date,
  valid_to date,
  entered_with text references corpus_ingests (id),
  ended_with text references corpus_ingests (id)
);
create unique index corpus_chunks_present on corpus_chunks (document_id, anchor) where valid_to is null;
create index corpus_chunks_by_place on corpus_chunks (document_id, ordinal);
create index corpus_chunks_by_unit on corpus_chunks (unit_kind, unit_number);
create index corpus_chunks_by_defined_term on corpus_chunks (app.defined_term(citation)) where citation like '%”';
create index corpus_chunks_entered on corpus_chunks (entered_with);
create index corpus_chunks_ended on corpus_chunks (ended_with) where ended_with is not null;

-- Search terms: a word, or a pair of neighbouring words, in one of the fields of a passage.
create table corpus_terms (
  id integer generated always as identity primary key,
  field text not null check (field in ('WORD', 'PAIR', 'HEADING', 'QUESTION')),
  lexeme text not null collate "C",
  -- Number of passages with the term.
  chunks integer not null,
  unique (lexeme, field)
);
-- The weight of a term in a passage, by BM25 without the rarity of the term, which the query adds.
-- Without foreign keys: they would cost as much as the index, which one function writes and nothing deletes from.
create table corpus_postings (
  term_id integer not null,
  chunk_id integer not null,
  weight real not null,
  primary key (term_id, chunk_id) include (weight)
);
-- The postings by passage. A query finds the most likely passages by its rarest terms and reads the weights of the other terms here,
-- instead of from the postings of every passage that has so frequent a term.
create table corpus_chunk_terms (
  chunk_id integer primary key references corpus_chunks (id),
  -- Two arrays of one length: the terms, and their weights as in the postings.
  term_ids integer[] not null,
  weights real[] not null,
  check (cardinality(term_ids) = cardinality(weights))
);
-- Passages with the field, terms in all of them, and the mean length that the weights were computed with.
create table corpus_fields (
  field text primary key,
  chunks integer not null,
  terms bigint not null,
  mean_length double precision not null
);

-- Vectors of passages, by the model that made them. The extension pgvector belongs to the server and may be absent: the column that holds
-- vectors is added where the extension is there, and without it search uses words alone.
create table corpus_embedders (
  id integer generated always as identity primary key,
  -- Provider and model: openai-compatible/text-embedding-3-small.
  model text not null unique,
  -- Numbers in a vector; null before the first vector.
  dimensions integer check (dimensions between 1 and 16000),
  -- Passages with a vector, so that they are not counted for each question.
  passages integer not null default 0,
  -- The last measurement (docs/evaluation.md): whether these vectors improve search, on which texts, and by how much.
  has_passed boolean,
  measured_on text,
  measured_at timestamptz,
  figures jsonb
);
create table corpus_embeddings (
  embedder_id integer not null references corpus_embedders (id),
  chunk_id integer not null references corpus_chunks (id),
  -- Of the words that the vector was made of.
  content_hash text not null,
  primary key (embedder_id, chunk_id)
);
select app.make_room_for_vectors();

do $$
declare
  name text;
begin
  -- The sub-select is evaluated once in a statement, and not for each of the thousands of postings that a question reads.
  foreach name in array array['corpus_documents', 'corpus_chunks', 'corpus_terms', 'corpus_postings', 'corpus_fields', 'corpus_chunk_terms'] loop
    execute format('create policy read_at_work on %I for select to pcs_app using ((select current_setting(''app.scope'', true) in (''tenant'', ''platform'')))', name);
    execute format('create policy entered_by_platform on %I for insert to pcs_app with check ((select current_setting(''app.scope'', true) = ''platform''))', name);
    execute format('create policy changed_by_platform on %I for update to pcs_app using ((select current_setting(''app.scope'', true) = ''platform''))', name);
    execute format('grant select, insert, update on %I to pcs_app', name);
  end loop;
  foreach name in array array['corpus_ingests', 'corpus_embedders', 'corpus_embeddings'] loop
    execute format('create policy read_at_work on %I for select to pcs_app using (current_setting(''app.scope'', true) in (''tenant'', ''platform''))', name);
    execute format('create policy written_by_platform on %I to pcs_app using (current_setting(''app.scope'', true) = ''platform'')', name);
    execute format('grant select, insert, update on %I to pcs_app', name);
  end loop;
end $$;

-- Assistant and drafts ---------------------------------------------------------------------------------------------------------------

-- Questions and answers, with the sources of each answer.
create table assistant_answers (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  question text not null,
  -- The answer gives the law of this day.
  on_day date not null,
  mode text not null check (mode in ('WRITTEN', 'EXTRACTS', 'REFUSED')),
  -- Of an answer that a model wrote: the model, and the question as it was sent.
  model text,
  sent_question text,
  reason text,
  reason_code text check (reason_code in ('OUTSIDE_CORPUS', 'OTHER_COUNTRY', 'PROVISION_NOT_HELD')),
  answer text not null,
  sentences jsonb not null,
  citations jsonb not null,
  notes text[] not null,
  rating text check (rating in ('HELPFUL', 'NOT_HELPFUL')),
  comment text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index assistant_answers_by_age on assistant_answers (tenant_id, created_at desc, id desc);

-- The AI disclosure log: the exact bytes sent to the provider. A row is inserted before a request is sent and completed when it ends;
-- after that it is never changed or deleted.
create table ai_disclosures (
  tenant_id text not null references tenants (id),
  id text not null,
  -- The user who asked; 'system' for a request of the service itself.
  user_id text not null,
  purpose text not null check (purpose in ('ANSWER', 'SECTION', 'EMBEDDING')),
  url text not null,
  model text not null,
  body text not null,
  sha256 text not null,
  began_at timestamptz not null,
  -- Null: the request is running, or the service stopped during it.
  ended_at timestamptz,
  -- Null: there was no response.
  status integer,
  input_tokens integer,
  output_tokens integer,
  -- US cents, with fractions; null: not known.
  cost_cents numeric,
  -- The provider's identifier of the request.
  provider_request text,
  primary key (tenant_id, id)
);
create index ai_disclosures_by_age on ai_disclosures (tenant_id, began_at desc, id desc);
create trigger disclosure_ends_once before update on ai_disclosures
  for each row execute function app.end_disclosure_once();
create trigger disclosures_are_kept before delete on ai_disclosures
  for each row execute function app.refuse_change();
create trigger disclosures_are_never_emptied before truncate on ai_disclosures
  for each statement execute function app.refuse_change();
create policy definer_reads on ai_disclosures for select to pcs_owner using (true);
-- Administrators read the log of their firm; the user who asked reads and ends their own entries.
create policy reads on ai_disclosures for select to pcs_app
  using (app.reaches(tenant_id, null, null)
    and (current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin') or user_id = current_setting('app.user', true)));
create policy begins on ai_disclosures for insert to pcs_app
  with check (app.writes_in(tenant_id) and user_id = current_setting('app.user', true));
create policy ends on ai_disclosures for update to pcs_app
  using (app.writes_in(tenant_id) and user_id = current_setting('app.user', true));
grant select, insert on ai_disclosures to pcs_app;
grant update (ended_at, status, input_tokens, output_tokens, cost_cents, provider_request) on ai_disclosures to pcs_app;

-- A text written for a scheme from a template. The draft and the approved text are stored separately; every version of the draft stays.
create table drafts (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  kind text not null,
  -- The record beside the scheme that it is about; the kind says of which table.
  subject_id text,
  title text not null,
  search_key text not null collate "C",
  text text not null,
  -- Number of unfilled placeholders
  open_places integer not null,
  latest_version integer not null default 1,
  last_edited_by text,
  -- Null: no model wrote any of it.
  model text,
  template_version integer not null,
  corpus_snapshot text not null,
  -- [{ section, docId, anchor, citation, sha256 }]
  passages jsonb not null,
  -- Of the prompts sent to the model
  prompt_sha256s text[] not null default '{}',
  -- [{ name, value }], [{ name, label, filledFrom }]
  facts jsonb not null,
  filled_places jsonb not null,
  status text not null default 'DRAFT' check (status in ('DRAFT', 'APPROVED', 'DISCARDED', 'WITHDRAWN')),
  approved_text text,
  approved_by text,
  approved_at timestamptz,
  -- The record made from it: { kind, id, versionNumber, filledSections, leftSections }
  applied_to jsonb,
  recalled_at timestamptz,
  ended_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  check ((status = 'APPROVED') = (approved_text is not null and approved_at is not null))
);
create index drafts_by_age on drafts (tenant_id, created_at desc, id desc);
create index drafts_by_scheme on drafts (tenant_id, scheme_id, created_at desc, id desc);
create index drafts_by_snapshot on drafts (tenant_id, corpus_snapshot);
create trigger keep_approved before update on drafts for each row execute function app.keep_approved_drafts();
-- The draft of a breach report is shown to users who can see the breach.
create policy reach on drafts to pcs_app using (app.reaches(tenant_id, null, null)
  and (kind <> 'BREACH_REPORT' or exists (select from breaches b where b.tenant_id = drafts.tenant_id and b.id = drafts.subject_id)));
grant select, insert, update on drafts to pcs_app;

create table draft_versions (
  tenant_id text not null,
  draft_id text not null,
  number integer not null,
  id text not null,
  origin text not null check (origin in ('COMPOSED', 'WRITTEN', 'EDITED')),
  text text not null,
  sha256 text not null,
  created_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, draft_id, number),
  foreign key (tenant_id, draft_id) references drafts (tenant_id, id)
);
create unique index draft_versions_by_id on draft_versions (tenant_id, id);
create policy reach on draft_versions to pcs_app using (app.reaches(tenant_id, null, null)
  and exists (select from drafts d where d.tenant_id = draft_versions.tenant_id and d.id = draft_versions.draft_id));
grant select, insert on draft_versions to pcs_app;

alter table policy_versions add foreign key (tenant_id, ai_draft_id) references drafts (tenant_id, id);

-- Notes on the file of a scheme. pcs_app has no UPDATE: a note is corrected by another note.
create table file_notes (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  -- Null where the note consists of an answer only.
  text text,
  -- A copy of the answer of the assistant that is filed: its question, the day of its law, who asked and when.
  answer_id text,
  question text,
  on_day date,
  asked_by text,
  asked_at timestamptz,
  sentences jsonb,
  citations jsonb,
  answer_notes text[],
  answer_model text,
  search_key text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, answer_id) references assistant_answers (tenant_id, id),
  check (text is not null or answer_id is not null),
  check ((answer_id is null) = (question is null) and (answer_id is null) = (sentences is null) and (answer_id is null) = (citations is null))
);
create index file_notes_by_scheme on file_notes (tenant_id, scheme_id, created_at desc, id desc);
create policy reach on file_notes to pcs_app using (app.reaches(tenant_id, null, null));
grant select, insert on file_notes to pcs_app;

-- Records of a firm that refer to words which a law change altered, until a user has reviewed them.
create table corpus_reviews (
  tenant_id text not null,
  id text not null,
  -- Of the public corpus, which belongs to no firm.
  document_id text not null,
  ingest_id text not null,
  -- The unit of the text: ARTICLE 28; the anchor where the unit has no number.
  place text not null,
  anchor text not null,
  citation text not null,
  what text not null check (what in ('CHANGED', 'REMOVED')),
  version_before_on date,
  version_on date not null,
  kind text not null check (kind in ('POLICY', 'OBLIGATION', 'FILE_NOTE', 'DRAFT')),
  record_id text not null,
  -- Groups records that need one review: the rule of a scheme, for all its open obligations.
  subject text not null,
  label text not null,
  scheme_id text,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE', 'NOT_AFFECTED')),
  closed_by text,
  closed_at timestamptz,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  check ((status = 'OPEN') = (closed_at is null))
);
create unique index corpus_reviews_once on corpus_reviews (tenant_id, ingest_id, place, kind, subject);
create index corpus_reviews_open on corpus_reviews (tenant_id, version_on desc) where status = 'OPEN';

-- Tables that only functions read and write ------------------------------------------------------------------------------------------

-- Kinds of records that belong to their firm alone, and their tables: app.owner_of finds the owner of such a record here.
create table app.kinds_of_firms (
  kind text primary key,
  relation text not null unique
);
create policy definer_reads on app.kinds_of_firms to pcs_owner using (true);
insert into app.kinds_of_firms (kind, relation) values
  ('trustee', 'trustees'),
  ('participation', 'scheme_participations'),
  ('serviceProvider', 'service_providers'),
  ('outsourcingArrangement', 'outsourcing_arrangements'),
  ('keyFunctionHolder', 'key_function_holders'),
  ('keyFunctionReport', 'key_function_reports'),
  ('schemeEvent', 'scheme_events'),
  ('ownRiskAssessment', 'own_risk_assessments'),
  ('riskItem', 'risk_items'),
  ('writtenPolicy', 'written_policies'),
  ('trusteeTraining', 'trustee_trainings'),
  ('trusteeMeeting', 'trustee_meetings'),
  ('meetingAction', 'meeting_actions'),
  ('breach', 'breaches'),
  ('obligation', 'obligations'),
  ('assistantAnswer', 'assistant_answers'),
  ('draft', 'drafts'),
  ('fileNote', 'file_notes'),
  ('corpusReview', 'corpus_reviews');

-- Mails to send, inserted in the transaction of the change that causes them. A row is deleted after its mail was handed over. Recipient
-- and text are sealed with a key outside the database.
create table app.mail_outbox (
  id text primary key,
  sealed text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- A mail with an expired link is not sent.
  send_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index mail_outbox_by_due on app.mail_outbox (due_at);
create policy definer_only on app.mail_outbox to pcs_owner using (true) with check (true);

-- A constant processed with each key of the installation, so that a start with another key is noticed before a record is written.
create table app.key_checks (
  name text primary key,
  value text not null,
  created_at timestamptz not null default clock_timestamp()
);
create policy definer_keeps on app.key_checks to pcs_owner using (true) with check (true);

-- Access to records that belong to a firm alone -------------------------------------------------------------------------------------

do $$
declare
  name text;
begin
  -- Broker roles read and write them.
  foreach name in array array['scheme_participations', 'trustees', 'service_providers', 'outsourcing_arrangements', 'key_function_holders',
    'key_function_reports', 'scheme_events', 'own_risk_assessments', 'risk_items', 'written_policies', 'policy_versions',
    'policy_acknowledgements', 'trustee_trainings', 'trustee_meetings', 'meeting_actions', 'obligations', 'rule_decisions',
    'compliance_snapshots', 'calendar_feeds', 'sent_reminders', 'assistant_answers', 'corpus_reviews'] loop
    execute format('create policy reach on %I to pcs_app using (app.reaches(tenant_id, null, null))', name);
    execute format('grant select, insert, update on %I to pcs_app', name);
  end loop;
  -- app.owner_of and other SECURITY DEFINER functions look them up by id.
  foreach name in array array['scheme_participations', 'trustees', 'service_providers', 'outsourcing_arrangements', 'key_function_holders',
    'key_function_reports', 'scheme_events', 'own_risk_assessments', 'risk_items', 'written_policies', 'trustee_trainings',
    'trustee_meetings', 'meeting_actions', 'breaches', 'obligations', 'calendar_feeds', 'assistant_answers', 'drafts', 'file_notes',
    'corpus_reviews'] loop
    execute format('create index %I on %I (id)', name || '_by_id', name);
    execute format('create policy definer_reads on %I for select to pcs_owner using (true)', name);
  end loop;
  -- Lists of a scheme and of the firm, newest first.
  foreach name in array array['outsourcing_arrangements', 'key_function_holders', 'scheme_events', 'own_risk_assessments',
    'written_policies', 'trustee_meetings', 'breaches'] loop
    execute format('create index %I on %I (tenant_id, scheme_id, created_at desc, id desc)', name || '_by_scheme', name);
    execute format('create index %I on %I (tenant_id, created_at desc, id desc)', name || '_by_age', name);
  end loop;
end $$;

-- Row-level security of every table, for its owner as well.
do $$
declare
  relation regclass;
begin
  for relation in select oid from pg_class
    where relkind = 'r' and relowner = 'pcs_owner'::regrole and relnamespace in ('public'::regnamespace, 'app'::regnamespace) loop
    execute format('alter table %s enable row level security', relation);
    execute format('alter table %s force row level security', relation);
  end loop;
end $$;
