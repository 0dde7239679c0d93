-- The schema of version 0.1.0: tables, constraints, indexes, triggers, row-level policies, privileges and first rows. Functions are in
-- functions/*.sql, which are applied again when their text changes; \ir applies one here because a definition below uses it.
--
-- pcs_owner owns every object and cannot log in. Each transaction of the service takes the role pcs_app, which owns nothing, cannot
-- bypass row-level security and has DELETE on few tables. Every key and every reference between records begins with tenant_id, so
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
\ir functions/22-search.sql

-- Firms, employers and accounts -------------------------------------------------------------------------------------------------------

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
  -- Whom members ask.
  enquiry_name text,
  enquiry_email text,
  enquiry_phone text,
  compliance_officer_user_id text,
  settings jsonb not null,
  -- When a former setting that sent whole questions to the provider was replaced by legal terms only: administrators see a notice.
  questions_reduced_on date,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  -- The days of grace of a firm begin here.
  second_factor_from timestamptz not null default clock_timestamp(),
  -- The id of the last scheme that is recalculated after a change of the firm's settings: empty before the first scheme, null when no
  -- recalculation is pending. Only a firm with many schemes has one; elsewhere the transaction of the change recalculates.
  recalculated_up_to text,
  -- The logo: a file of the store, named by this record. All columns are null while the firm has none.
  logo_content_type text check (logo_content_type in ('image/png', 'image/jpeg')),
  logo_width_pixels integer,
  logo_height_pixels integer,
  logo_size_bytes integer,
  logo_sha256 text,
  logo_storage_key text,
  logo_sealed_key text,
  logo_key_fingerprint text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  constraint tenants_logo_is_whole check (
    num_nulls(logo_content_type, logo_width_pixels, logo_height_pixels, logo_size_bytes, logo_sha256, logo_storage_key,
              logo_sealed_key, logo_key_fingerprint) in (0, 8))
);
create index tenants_to_recalculate on tenants (id) where recalculated_up_to is not null;

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
  -- Access of excluded employees to a Standard PRSA (PA s.121(1)): what the employer arranged.
  prsa_provider text,
  prsa_designated_on date,
  prsa_notified_on date,
  -- The example of a firm: one employer with its schemes and their records, which the firm can remove as a whole. A scheme is of the
  -- example if its employer is.
  is_example boolean not null default false,
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
create index employers_of_the_example on employers (tenant_id) where is_example;
-- Search by parts of words (functions/22-search.sql).
create index employers_by_parts on employers using gin (app.search_keys(tenant_id, search_key));

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
  -- Whether Today shows the first steps to a user, until they are done.
  shows_first_steps boolean not null default true,
  has_second_factor boolean not null default false,
  -- Four eyes: one administrator requests the removal of a second factor, another one carries it out.
  factor_reset_requested_by text,
  factor_reset_requested_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  check ((employer_id is not null) = (role in ('EmployerAdmin', 'EmployerUser'))),
  -- Only accounts of guests have the role of members without being the account of a member.
  constraint users_of_members check (case when tenant_id = 'guests'
    then role = 'Member' and employer_id is null and member_id is null
    else (member_id is not null) = (role = 'Member') end),
  -- Named as in the databases of before the baseline.
  constraint users_check3 check ((factor_reset_requested_by is null) = (factor_reset_requested_at is null)),
  constraint users_check2 check ((tenant_id = 'platform') = (role = 'SuperAdmin'))
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
  -- Of a user of the firm, or of a person with a grant, whose account is not of the firm.
  user_id text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  answer text,
  location text,
  etag text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- SuperAdmins and jobs belong to the platform, which is not a broker firm.
-- People without an account of a firm, such as trustees with a grant, have one in the tenant 'guests', with the lowest role and no member:
-- alone it includes no record.
insert into tenants (id, name, search_key, settings) values
  ('platform', 'Platform', 'platform', '{}'),
  ('guests', 'Trustees and inspectors', 'trustees and inspectors', '{"secondFactorRequiredFor": ["Member"]}');

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
              last_sign_in_at, version, created_at, updated_at, created_by, wants_digest, awaits_address, name_keys,
              shows_first_steps, has_second_factor, factor_reset_requested_by, factor_reset_requested_at) on users to pcs_app;
grant insert, update on users to pcs_app;
grant select, insert, update on password_tokens, idempotency_keys to pcs_app;
grant select, insert on revoked_sessions to pcs_app;

-- Filters and order of a list that a user keeps under a name. Each user has their own.
create table saved_views (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  -- The address of the page with the list: /schemes.
  page text not null,
  name text not null,
  search jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index saved_views_by_id on saved_views (id);
create unique index saved_views_by_name on saved_views (tenant_id, user_id, page, lower(name));
create policy reach on saved_views to pcs_app
  using (app.reaches(tenant_id, null, null) and user_id = current_setting('app.user', true));
create policy definer_reads on saved_views for select to pcs_owner using (true);
grant select, insert, delete on saved_views to pcs_app;

-- The authenticator app of an account. The service encrypts the secret with the id of the row; without confirmed_at it is not in use.
create table authenticator_apps (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  sealed_secret text not null,
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: a code works once (RFC 6238, 5.2).
  last_step bigint,
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create table passkeys (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  name text not null,
  -- Id of the credential and its public key (COSE), both in base64url.
  credential text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null default '{}',
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create unique index passkeys_credential on passkeys (tenant_id, credential);
create unique index passkeys_name on passkeys (tenant_id, user_id, lower(name));

-- Codes for a person who has lost the other factors. 80 random bits each, so that a plain hash cannot be searched.
create table recovery_codes (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  code_hash text not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

-- What waits for a factor: a sign-in whose password was correct, a new passkey, a confirmation of a session. bound_to is the SHA-256 of the
-- token of the pending sign-in, or the id of the session.
create table factor_challenges (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  purpose text not null check (purpose in ('SIGN_IN', 'NEW_PASSKEY', 'CONFIRMATION')),
  bound_to text not null,
  -- Challenge for a passkey; used once.
  challenge text,
  session_version integer not null,
  failures integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, purpose, bound_to),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index factor_challenges_by_token on factor_challenges (bound_to);
create index factor_challenges_by_age on factor_challenges (expires_at);

-- The sign-ins of an account. id is the id in the token. The network is a part of the address, not the address.
create table sessions (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  session_version integer not null,
  method text not null check (method in ('PASSWORD', 'APP', 'PASSKEY', 'RECOVERY_CODE', 'SINGLE_SIGN_ON')),
  network text,
  browser text,
  system text,
  signed_in_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);
create index sessions_by_user on sessions (tenant_id, user_id, last_used_at desc);
create index sessions_by_age on sessions (signed_in_at);

-- Only the person: no administrator reads a secret or the devices of another user.
create policy reach on authenticator_apps to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));
create policy reach on passkeys to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));
create policy reach on recovery_codes to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));
create policy reach on factor_challenges to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));
create policy reach on sessions to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));

create policy definer_removes on authenticator_apps to pcs_owner using (true);
create policy definer_removes on passkeys to pcs_owner using (true);
create policy definer_removes on recovery_codes to pcs_owner using (true);
create policy definer_expires on factor_challenges to pcs_owner using (true);
create policy definer_expires on sessions to pcs_owner using (true);

grant select, insert, update on authenticator_apps, passkeys, recovery_codes, factor_challenges, sessions to pcs_app;

create table single_sign_ons (
  tenant_id text not null references tenants (id),
  id text not null,
  issuer text not null,
  client_id text not null,
  -- The service encrypts it with the id of the row.
  sealed_client_secret text not null,
  is_on boolean not null,
  is_required boolean not null,
  trusts_addresses boolean not null,
  trusts_factor boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id)
);

-- The e-mail domains whose users may sign in through the provider. A domain leads to one firm.
create table single_sign_on_domains (
  tenant_id text not null references tenants (id),
  id text not null,
  domain text not null check (domain = lower(domain)),
  primary key (tenant_id, id)
);
create unique index single_sign_on_domains_domain on single_sign_on_domains (domain);

-- The person at the provider whom a user is, from the first sign-in on. Only an administrator removes it.
create table single_sign_on_links (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  unique (tenant_id, issuer, subject),
  unique (tenant_id, user_id, issuer),
  foreign key (tenant_id, user_id) references users (tenant_id, id)
);

create policy reach on single_sign_ons to pcs_app using (app.reaches(tenant_id, null, null));
create policy reach on single_sign_on_domains to pcs_app using (app.reaches(tenant_id, null, null));
-- A user of any role is linked by the own sign-in.
create policy reach on single_sign_on_links to pcs_app using (app.reaches(tenant_id, null, null)
  or (user_id = current_setting('app.user', true) and app.writes_in(tenant_id)));
create policy definer_reads on single_sign_ons for select to pcs_owner using (true);
create policy definer_reads on single_sign_on_domains for select to pcs_owner using (true);
create policy definer_reads on single_sign_on_links for select to pcs_owner using (true);

grant select, insert, update, delete on single_sign_ons, single_sign_on_domains to pcs_app;
grant select, insert, delete on single_sign_on_links to pcs_app;

-- API keys: an integration calls named operations as the user who created the key, within the schemes that the key names.
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
create policy reach on api_keys to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on api_keys for select to pcs_owner using (true);
create policy definer_notes_use on api_keys for update to pcs_owner using (true);
grant select, insert, update on api_keys to pcs_app;

-- Webhooks: the service sends identifiers and statuses of changed records to an address of the firm.
create table webhooks (
  tenant_id text not null,
  id text not null,
  name text not null check (length(name) between 1 and 100),
  url text not null,
  host text not null,
  event_types text[] not null check (cardinality(event_types) > 0),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  pause_reason text check (pause_reason in ('USER', 'GONE')),
  sealed_secret text not null,
  -- Signs too until this time, after a rotation.
  previous_sealed_secret text,
  previous_secret_until timestamptz,
  -- Statuses of obligations that follow from the date were compared up to this day.
  followed_on date not null,
  -- The instance that sends to the webhook now, and until when it alone may do so.
  claim text,
  busy_until timestamptz,
  served_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants (id),
  check ((status = 'PAUSED') = (pause_reason is not null)),
  check ((previous_sealed_secret is null) = (previous_secret_until is null))
);
create index webhooks_by_id on webhooks (id);
create policy reach on webhooks to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on webhooks for select to pcs_owner using (true);
create policy definer_follows on webhooks for update to pcs_owner using (true);
grant select, insert, update, delete on webhooks to pcs_app;

-- One row for each event and webhook: what is sent, and what became of it.
create table webhook_deliveries (
  tenant_id text not null,
  id text not null,
  webhook_id text not null,
  event_type text not null,
  entity_type text not null,
  entity_id text not null,
  scheme_id text,
  entity_status text,
  previous_entity_status text,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  http_status integer,
  failure text check (failure in ('ADDRESS', 'CONNECTION', 'TIMEOUT', 'STATUS')),
  last_attempt_at timestamptz,
  -- Null while no attempt was made: as soon as possible.
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_id on webhook_deliveries (id);
create index webhook_deliveries_by_age on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, webhook_id, created_at, id) where status = 'PENDING';
create index webhook_deliveries_expiring on webhook_deliveries (created_at);
create policy reach on webhook_deliveries to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_adds on webhook_deliveries for insert to pcs_owner with check (true);
create policy definer_reads on webhook_deliveries for select to pcs_owner using (true);
create policy definer_expires on webhook_deliveries for delete to pcs_owner using (true);
grant select, insert, update on webhook_deliveries to pcs_app;

-- Audit log ---------------------------------------------------------------------------------------------------------------------------

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
create index audit_log_by_time_in_firm on audit_log (tenant_id, "timestamp", id);
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
  using (app.reaches(tenant_id, null, null) and (select current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin')));
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

-- Schemes, trustees and members -------------------------------------------------------------------------------------------------------

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
  -- The last day for which a paid-up scheme expects contributions; null: not recorded.
  paid_up_on date,
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
  -- Access of excluded employees to a Standard PRSA (PA s.121(1)): the terms of joining.
  limits_entry boolean,
  waiting_period_months integer check (waiting_period_months between 0 and 600),
  member_counts jsonb,
  -- Counts stated by hand, oldest first: a rule asks for the count of the date in its law.
  member_count_history jsonb not null default '[]',
  -- Members of the whole trust, where the scheme is a section of a master trust: DORA counts per trust.
  trust_member_count integer check (trust_member_count >= 0),
  trustee_body jsonb,
  -- The service providers. The name of the registered administrator stays, also for one that is not in the register.
  registered_administrator_name text,
  registered_administrator_id text,
  auditor_id text,
  actuary_id text,
  depositary_id text,
  -- Providers are ended and never deleted, so that an array needs no foreign key.
  investment_manager_ids text[] not null default '{}',
  -- Whom members ask, where the scheme has its own contact.
  enquiry_name text,
  enquiry_email text,
  enquiry_phone text,
  is_funded boolean not null default true,
  is_master_trust boolean not null default false,
  is_cross_border boolean not null default false,
  -- Facts of the scheme: null where not recorded, which is never read as "no".
  is_regulatory_own_funds boolean,
  has_authorised_trade_union boolean,
  considers_esg boolean,
  has_depositary boolean,
  -- Who wrote what waits for approval, since it was last returned: none of them approves it where the firm asks for a second person.
  edited_by text[] not null default '{}',
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
  foreign key (tenant_id, employer_id) references employers (tenant_id, id),
  -- Lists of waiting schemes show the time and are ordered by it.
  constraint schemes_submitted check (status <> 'PENDING_APPROVAL' or submitted_at is not null)
);
create index schemes_by_id on schemes (id);
create index schemes_by_name on schemes (tenant_id, search_key, id);
create index schemes_by_age on schemes (tenant_id, created_at desc, id desc);
create index schemes_by_employer on schemes (tenant_id, employer_id);
create unique index schemes_name on schemes (tenant_id, employer_id, name_key);
create unique index schemes_pensions_authority_number on schemes (tenant_id, pensions_authority_number);
-- Records that wait for a person: a small part of all records.
create index schemes_by_status on schemes (tenant_id, status, id);
create index schemes_by_change on schemes (tenant_id, updated_at desc, id desc);
-- Search by parts of words (functions/22-search.sql).
create index schemes_by_parts on schemes using gin (app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(pensions_authority_number, ''))));
-- A SuperAdmin lists the records of all firms.
create index schemes_of_all_firms on schemes (search_key, id);
-- Records that wait for a person: to be approved, or returned to their author. As the work queue of the dashboard.
create index schemes_waiting on schemes (tenant_id) where status = 'PENDING_APPROVAL' or (status = 'DRAFT' and rejection_reason is not null);

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
-- The grid of contributions reads the schemes of one employer after the other.
create index scheme_participations_of_employer on scheme_participations (tenant_id, employer_id, scheme_id);
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
create index trustees_appointed on trustees (tenant_id, scheme_id, role) where status = 'APPOINTED';
-- Appointments that wait for a decision: few of all. As the work queue of the dashboard.
create index trustees_waiting on trustees (tenant_id) where status = 'FIT_PROPER_OK';

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
  -- Erasure of the personal data of a member. The record itself stays: contribution lines refer to it.
  erased_on date,
  normal_retirement_on date,
  works_number text,
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
     and (pps_number_encrypted is null) = (pps_key_fingerprint is null)),
  -- An update or an import must not bring personal data back.
  constraint members_erased check (erased_on is null or (
    middle_name is null and date_of_birth is null and pps_number_encrypted is null and email is null and phone is null and address is null
    and works_number is null and joined_employment_on is null and normal_retirement_on is null and sex = 'UNKNOWN'))
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
create index members_by_end on members (tenant_id, ended_on) where ended_on is not null and erased_on is null;
create index members_by_age on members (tenant_id, created_at desc, id desc);
create index members_by_status on members (tenant_id, status, id);
create index members_by_joining on members (tenant_id, coalesce(joined_scheme_on, '-infinity') desc, id desc);
-- Search by parts of words (functions/22-search.sql).
create index members_by_parts on members using gin (app.search_keys(tenant_id, search_key || ' ' || lower(coalesce(works_number, ''))));
-- The command palette shows the first records by title.
create index members_by_title on members (tenant_id, (first_name || ' ' || last_name), id);
-- A SuperAdmin lists the records of all firms.
create index members_of_all_firms on members (search_key, id);
create index members_of_all_firms_by_title on members ((first_name || ' ' || last_name), id);
-- Counts of the dashboard. Without the id, PostgreSQL stores the rows of a status together, and reads 200 pages for 200,000 members.
create index members_counted on members (tenant_id, status);

alter table users add foreign key (tenant_id, member_id) references members (tenant_id, id);

-- EmployerAdmins, EmployerUsers and Members read; only broker roles write.
create policy reach on schemes to pcs_app
  using (app.reaches(tenant_id, employer_id, null)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on schemes for select to pcs_owner using (true);
create policy reach on members to pcs_app
  using (app.reaches(tenant_id, employer_id, id)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on members for select to pcs_owner using (true);
grant select, insert, update on schemes, members to pcs_app;

-- Pay and contribution rates of a member by the day from which they are valid. The values of a member are those valid today.
create table member_pay (
  tenant_id text not null,
  id text not null,
  member_id text not null,
  employer_id text not null,
  -- Null: from the beginning of the membership.
  valid_from date,
  pensionable_salary_cents bigint,
  employee_rate_percent numeric(7, 4),
  employer_rate_percent numeric(7, 4),
  additional_voluntary_percent numeric(7, 4),
  -- Null: recorded before the source was.
  source text check (source in ('USER', 'IMPORT')),
  recorded_by text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, member_id) references members (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create unique index member_pay_by_day on member_pay (tenant_id, member_id, valid_from) nulls not distinct;
create index member_pay_by_employer on member_pay (tenant_id, employer_id);
create policy reach on member_pay to pcs_app
  using (app.reaches(tenant_id, employer_id, member_id)) with check (app.reaches(tenant_id, null, null));
create policy definer_reads on member_pay for select to pcs_owner using (true);
create policy definer_undoes_imports on member_pay for delete to pcs_owner using (true);
grant select, insert, update on member_pay to pcs_app;

-- Emoluments of a member from the employer by year: what employer contributions to a PRSA are compared with (Finance Act 2024 s.12).
-- Broker roles read and write it.
create table member_emoluments (
  tenant_id text not null,
  id text not null,
  member_id text not null,
  year integer not null check (year between 1990 and 2199),
  -- Null: not recorded.
  emoluments_cents bigint check (emoluments_cents >= 0),
  reduced_by text check (reduced_by in ('NOT_REDUCED', 'SOCIAL_WELFARE_BENEFIT', 'UNPAID_LEAVE', 'SICK_LEAVE')),
  recorded_by text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  constraint member_emoluments_of_year unique (tenant_id, member_id, year),
  foreign key (tenant_id, member_id) references members (tenant_id, id)
);
create policy reach on member_emoluments to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on member_emoluments for select to pcs_owner using (true);
grant select, insert, update on member_emoluments to pcs_app;

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
create policy reach on scheme_imports to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on scheme_imports for select to pcs_owner using (true);
grant select, insert, update on scheme_imports to pcs_app;

-- Counts of the data-quality report for each scheme, so that ordering the schemes of a large firm by their faults does not read all of its members.
-- The nightly run stores them. A stored row counts until a member of the scheme changes (scheme_data_changes) or a date is reached from which
-- a count can be another (expires_on).
create table scheme_data_quality (
  tenant_id text not null,
  scheme_id text not null,
  member_count integer not null,
  pps_number_missing integer not null,
  birth_date_missing integer not null,
  birth_date_improbable integer not null,
  joining_date_missing integer not null,
  email_missing integer not null,
  pay_missing integer not null,
  expires_on date not null,
  primary key (tenant_id, scheme_id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id) on delete cascade
);

-- Schemes whose members have changed since their counts were stored. A transaction adds its own row and waits for no other transaction; the run
-- that stores counts deletes the rows that its snapshot sees, so that a change that it does not see stays marked.
create table scheme_data_changes (
  tenant_id text not null,
  scheme_id text not null,
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, scheme_id, changed_in),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id) on delete cascade
);
create policy reach on scheme_data_quality to pcs_app using (app.reaches(tenant_id, null, null));
create policy reach on scheme_data_changes to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on scheme_data_quality for select to pcs_owner using (true);
create policy definer_reads on scheme_data_changes for select to pcs_owner using (true);
create policy definer_marks on scheme_data_changes for insert to pcs_owner with check (true);
-- With a scheme that is deleted.
create policy definer_removes on scheme_data_quality for delete to pcs_owner using (true);
create policy definer_removes on scheme_data_changes for delete to pcs_owner using (true);
grant select, insert, update on scheme_data_quality to pcs_app;
grant select, delete on scheme_data_changes to pcs_app;

-- Contributions -----------------------------------------------------------------------------------------------------------------------

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
  status text not null check (status in ('EXPECTED', 'REJECTED', 'AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED', 'INVESTED',
                                         'CLOSED', 'UNDONE')),
  -- Null: waits for a file or for amounts. Amounts that were entered have no file.
  source text check (source in ('CSV', 'XLSX', 'MANUAL', 'API')),
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
  -- The ten days for investing apply to deductions of every scheme, and to the employer's own money of defined contribution schemes only
  -- (PA s.59(1)(a)): deductions of a DB scheme may be invested before the employer has paid.
  deductions_invested_on date,
  -- PA s.59(1)(aa): the money of a trust RAC is invested within ten days of the end of each month in which money was received:
  -- [{ month, lastReceivedOn, investedOn }].
  receipt_months jsonb not null default '[]',
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
  where status not in ('REJECTED', 'UNDONE', 'EXPECTED') and file_sha256 <> '';
create index contribution_batches_by_age on contribution_batches (tenant_id, created_at desc, id desc);
create index contribution_batches_by_day on contribution_batches (tenant_id, due_on, id);
create index contribution_batches_by_status on contribution_batches (tenant_id, status, payroll_month desc, id desc);
-- Money that has not arrived: a small part of all months. As isMoneyOutstanding() of the service.
create index contribution_batches_outstanding on contribution_batches (tenant_id, due_on)
  where status not in ('REJECTED', 'UNDONE') and (status = 'EXPECTED' or received_cents < total_cents);
-- A SuperAdmin lists the records of all firms.
create index contribution_batches_of_all_firms on contribution_batches (payroll_month desc, id desc);

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
  -- Null: the time of the batch is read instead.
  created_at timestamptz default clock_timestamp(),
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
  -- Paid by the member to the trustees, not deducted from pay: no part of what the employer owes.
  is_direct boolean not null default false,
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

-- Bank accounts to which the contributions of a scheme are paid: the account of the trustees or of the provider, not of a person. The
-- newest one is current; earlier ones stay, so that a change can be traced.
create table payment_accounts (
  tenant_id text not null,
  id text not null,
  scheme_id text not null,
  employer_id text not null,
  account_name text not null,
  iban text not null check (iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$'),
  bic text check (bic ~ '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$'),
  withdrawn_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index payment_accounts_by_id on payment_accounts (id);
create index payment_accounts_by_scheme on payment_accounts (tenant_id, scheme_id, created_at desc, id desc);
create policy reach on payment_accounts to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy definer_reads on payment_accounts for select to pcs_owner using (true);
grant select, insert, update on payment_accounts to pcs_app;

-- Reminders for contributions that a person recorded: a call, a mail, a letter. Broker roles read and write them.
create table contribution_reminders (
  tenant_id text not null,
  id text not null,
  employer_id text not null,
  payroll_month text not null,
  contacted_on date not null,
  channel text not null check (channel in ('PHONE', 'EMAIL', 'LETTER', 'IN_PERSON')),
  recipient text not null check (recipient in ('PAYROLL_CONTACT', 'EMPLOYER_USER', 'OTHER')),
  note text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, employer_id) references employers (tenant_id, id)
);
create index contribution_reminders_by_id on contribution_reminders (id);
create index contribution_reminders_by_employer on contribution_reminders (tenant_id, employer_id, payroll_month);
create index contribution_reminders_by_day on contribution_reminders (tenant_id, contacted_on desc, id desc);
create policy reach on contribution_reminders to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on contribution_reminders for select to pcs_owner using (true);
grant select, insert on contribution_reminders to pcs_app;

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
create policy reach on import_drafts to pcs_app using (app.reaches(tenant_id, employer_id, null));
create policy definer_expires on import_drafts to pcs_owner using (true);
grant select, insert, update, delete on import_drafts to pcs_app;

-- Documents ---------------------------------------------------------------------------------------------------------------------------

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
create index documents_by_title on documents (tenant_id, search_key, id);
create index documents_by_kind on documents (tenant_id, kind, id);
create index documents_by_status on documents (tenant_id, status, id);
create index documents_by_receipt on documents (tenant_id, coalesce(received_on, '-infinity') desc, id desc);
-- Search by parts of words (functions/22-search.sql).
create index documents_by_parts on documents using gin (app.search_keys(tenant_id, search_key));
-- A SuperAdmin lists the records of all firms.
create index documents_of_all_firms on documents (created_at desc, id desc);

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
-- Search by parts of words (functions/22-search.sql).
create index document_versions_by_parts on document_versions using gin (app.search_keys(tenant_id, search_key));

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
  using (tenant_id = (select app.tenant_in_scope()) or app.reaches_document(tenant_id, employer_id, scheme_id, member_id, visibility));
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
create policy reach on statement_checklists to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on statement_checklists for select to pcs_owner using (true);
grant select, insert, update on statement_checklists to pcs_app;

-- Governance --------------------------------------------------------------------------------------------------------------------------

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
alter table schemes
  add foreign key (tenant_id, registered_administrator_id) references service_providers (tenant_id, id),
  add foreign key (tenant_id, auditor_id) references service_providers (tenant_id, id),
  add foreign key (tenant_id, actuary_id) references service_providers (tenant_id, id),
  add foreign key (tenant_id, depositary_id) references service_providers (tenant_id, id);

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
  -- The day on which the protocol was agreed (Directive art. 24(3)); the document alone does not say it.
  conflict_protocol_on date,
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
create index key_function_holders_by_name on key_function_holders (tenant_id, search_key, id);
create index key_function_holders_by_review on key_function_holders (tenant_id, coalesce(next_review_on, 'infinity'), id);
-- Search by parts of words (functions/22-search.sql).
create index key_function_holders_by_parts on key_function_holders using gin (app.search_keys(tenant_id, search_key));
-- A SuperAdmin lists the records of all firms.
create index key_function_holders_of_all_firms on key_function_holders (created_at desc, id desc);
create index key_function_holders_waiting on key_function_holders (tenant_id) where status in ('FIT_PROPER_OK', 'NOTIFIED');

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
  -- Who wrote what waits for approval, since it was last returned: none of them approves it where the firm asks for a second person.
  edited_by text[] not null default '{}',
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
create index own_risk_assessments_in_review on own_risk_assessments (tenant_id) where status = 'TRUSTEE_REVIEW';
create index own_risk_assessments_waiting on own_risk_assessments (tenant_id)
  where status = 'TRUSTEE_REVIEW' or (status = 'DRAFTING' and return_reason is not null);

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
  assignee_id text,
  withdrawn_on date,
  withdrawn_reason text,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, assignee_id) references users (tenant_id, id)
);
create unique index written_policies_one_a_kind on written_policies (tenant_id, scheme_id, kind) where status <> 'WITHDRAWN';
create index written_policies_by_assignee on written_policies (tenant_id, assignee_id) where assignee_id is not null;
create index written_policies_by_title on written_policies (tenant_id, search_key, id);
create index written_policies_by_kind on written_policies (tenant_id, kind, id);
create index written_policies_by_status on written_policies (tenant_id, status, id);
create index written_policies_by_review on written_policies (tenant_id, coalesce(next_review_on, 'infinity'), id);
-- Search by parts of words (functions/22-search.sql).
create index written_policies_by_parts on written_policies using gin (app.search_keys(tenant_id, search_key));
-- A SuperAdmin lists the records of all firms.
create index written_policies_of_all_firms on written_policies (search_key, id);

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
  -- Who wrote what waits for approval, since it was last returned: none of them approves it where the firm asks for a second person.
  edited_by text[] not null default '{}',
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
create index policy_versions_in_review on policy_versions (tenant_id, policy_id) where status = 'IN_REVIEW';
create index policy_versions_waiting on policy_versions (tenant_id) where status = 'IN_REVIEW' or (status = 'DRAFT' and returned_reason is not null);
create trigger keep_approved before update on policy_versions for each row execute function app.keep_approved_policies();

create table policy_acknowledgements (
  tenant_id text not null,
  policy_id text not null,
  number integer not null,
  -- Of a user of the firm, or of a person with a grant, whose account is not of the firm.
  user_id text not null,
  id text not null,
  sha256 text not null,
  acknowledged_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, policy_id, number, user_id),
  foreign key (tenant_id, policy_id, number) references policy_versions (tenant_id, policy_id, number)
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
create index trustee_meetings_by_day on trustee_meetings (tenant_id, coalesce(held_on, planned_for_on), id);
-- A SuperAdmin lists the records of all firms.
create index trustee_meetings_of_all_firms on trustee_meetings (coalesce(held_on, planned_for_on), id);

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
create index meeting_actions_by_day on meeting_actions (tenant_id, coalesce(due_on, 'infinity'), id);
create index meeting_actions_by_age on meeting_actions (tenant_id, created_at desc, id desc);
-- A SuperAdmin lists the records of all firms.
create index meeting_actions_of_all_firms on meeting_actions (coalesce(due_on, 'infinity'), id);

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
create index compliance_statements_by_age on compliance_statements (tenant_id, created_at desc, id desc);
create policy reach on compliance_statements to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on compliance_statements for select to pcs_owner using (true);
grant select, insert, update on compliance_statements to pcs_app;

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
create policy reach on grants to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on grants for select to pcs_owner using (true);
grant select, insert, update on grants to pcs_app;

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
create policy reach on trustee_reviews to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on trustee_reviews for select to pcs_owner using (true);
grant select, insert, update on trustee_reviews to pcs_app;

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
  -- A decision that was given on paper: the signed document and its day, recorded by the firm.
  document_id text,
  decided_on date,
  recorded_by text,
  reason text,
  decided_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, review_id, trustee_id),
  foreign key (tenant_id, review_id) references trustee_reviews (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, trustee_id) references trustees (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  check ((decision is null) = (decided_at is null))
);
create index trustee_review_responses_by_trustee on trustee_review_responses (tenant_id, trustee_id);
create index trustee_review_responses_by_document on trustee_review_responses (tenant_id, document_id) where document_id is not null;
create policy reach on trustee_review_responses to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on trustee_review_responses for select to pcs_owner using (true);
grant select, insert, update on trustee_review_responses to pcs_app;

-- A trustee reads documents that the firm shares, and those that were put to the trustees; an inspector every document of the scheme.
create policy shared_with_trustees on documents as restrictive for select to pcs_app
  using (coalesce(current_setting('app.capability', true), '') <> 'TRUSTEE' or visibility <> 'BROKER'
         or created_by = current_setting('app.user', true)
         or exists (select from trustee_reviews v where v.tenant_id = documents.tenant_id and v.status <> 'WITHDRAWN'
              and (v.subject_kind = 'DOCUMENT' and v.subject_id = documents.id
                or v.subject_kind = 'MINUTES' and exists (select from trustee_meetings m
                     where m.tenant_id = v.tenant_id and m.id = v.subject_id and m.minutes_document_id = documents.id))));

-- Compliance calendar -----------------------------------------------------------------------------------------------------------------

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
  breach_id text generated always as (case when subject ->> 'kind' = 'breach' then subject ->> 'id' end) stored,
  anchor_on date,
  due_on date,
  -- A period in hours ends at an instant; due_on is its day in Dublin.
  due_at timestamptz,
  -- The last day that the law gives, where it is later than due_on (Regulation 1182/71).
  legal_end_on date,
  soon_days integer not null,
  -- The sum behind due_on: { startOn, steps: [{ count, unit }], endOn }. Null where the date is not the result of a sum.
  calculation jsonb,
  -- TO_CONFIRM: due before the scheme was added, and a user has not said whether it was met. CHECK: has a day, and is never due soon,
  -- overdue or late.
  state text not null
    check (state in ('OPEN', 'TO_CONFIRM', 'CHECK', 'DONE', 'WAIVED', 'NOT_APPLICABLE', 'DATA_GAP', 'CANNOT_TELL')),
  reason text not null,
  confirmation text check (confirmation in ('DONE', 'NOT_DONE', 'NOT_APPLICABLE')),
  confirmed_by text,
  confirmation_id text,
  -- The facts that it was computed from: [{ label, value }]
  facts jsonb not null default '[]',
  completed_on date,
  -- The instant at which a register says that it was met: where a period runs in hours, a completion later on the due day is late.
  completed_at timestamptz,
  effective_on date,
  completion_note text,
  evidence_document_ids text[] not null default '{}',
  -- Completed or waived by a user, and not found in a register.
  is_by_hand boolean not null default false,
  completed_by text,
  waived_by text,
  waiver_reason text,
  assignee_id text,
  severity text not null,
  confidence text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, scheme_id, rule_id, period_key),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id),
  foreign key (tenant_id, assignee_id) references users (tenant_id, id)
);
create index obligations_by_due on obligations (tenant_id, due_on, id);
create index obligations_open_by_due on obligations (tenant_id, due_on, id) where state = 'OPEN';
create index obligations_to_confirm on obligations (tenant_id, scheme_id, due_on) where state = 'TO_CONFIRM';
-- Open obligations are a small part of all rows.
-- Lists of a large firm by the compliance status of its schemes read the obligations that decide it from the first of these indexes alone: what is due by
-- a day, and what is not known. The second has the same columns in the order of the schemes.
create index obligations_open_by_day on obligations (tenant_id, state, due_on)
  include (scheme_id, legal_end_on, soon_days, confidence, rule_id, breach_id) where state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL');
create index obligations_open on obligations (tenant_id, scheme_id, due_on)
  include (state, legal_end_on, soon_days, confidence, rule_id, breach_id) where state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL');
create index obligations_by_assignee on obligations (tenant_id, assignee_id, due_on, id) where assignee_id is not null;
create index obligations_open_by_rule on obligations (tenant_id, rule_id, due_on, id) where state = 'OPEN';
create index obligations_in_hours on obligations (tenant_id, due_at) where state = 'OPEN' and due_at is not null;
create index obligations_by_day on obligations (tenant_id, coalesce(due_on, 'infinity'), id);
create index obligations_by_last_day on obligations (tenant_id, coalesce(due_on, '-infinity') desc, id desc);
create index obligations_by_rule on obligations (tenant_id, rule_id, coalesce(due_on, 'infinity'), id);
create index obligations_by_state on obligations (tenant_id, state, coalesce(due_on, 'infinity'), id);
-- A SuperAdmin lists the records of all firms.
create index obligations_of_all_firms on obligations (coalesce(due_on, 'infinity'), id);
-- A search of obligations compares each title of a firm once.
create index obligations_by_title on obligations (tenant_id, search_key);
create index obligations_by_confirmation on obligations (tenant_id, confirmation_id) where confirmation_id is not null;

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
  rating text not null check (rating in ('RED', 'AMBER', 'GREEN', 'WOUND_UP', 'NOT_APPLICABLE')),
  overdue integer not null,
  due_soon integer not null,
  -- SHA-256 of the decisions of all rules: equals the digest that the as-at view computes from the audit log
  digest text not null,
  primary key (tenant_id, scheme_id, taken_on),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index compliance_snapshots_by_day on compliance_snapshots (tenant_id, taken_on, rating);
-- Counts of a day without the table.
create index compliance_snapshots_by_rating on compliance_snapshots (tenant_id, taken_on, rating, scheme_id);

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
  assignee_id text,
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
  foreign key (tenant_id, obligation_id) references obligations (tenant_id, id),
  foreign key (tenant_id, assignee_id) references users (tenant_id, id)
);
create unique index breaches_once on breaches (tenant_id, detection_key) where detection_key is not null;
create unique index breaches_corrected_once on breaches (tenant_id, corrects_id) where corrects_id is not null;
create index breaches_by_detection on breaches (tenant_id, detected_on desc, id desc);
create index breaches_by_assignee on breaches (tenant_id, assignee_id) where assignee_id is not null;
-- Search by parts of words (functions/22-search.sql).
create index breaches_by_parts on breaches using gin (app.search_keys(tenant_id, search_key));
-- A SuperAdmin lists the records of all firms.
create index breaches_of_all_firms on breaches (detected_on desc, id desc);
-- Breaches that make a scheme red.
create index breaches_grave on breaches (tenant_id, scheme_id)
  where severity in ('HIGH', 'CRITICAL') and status <> 'CLOSED' and not is_not_a_breach and not is_restricted;
-- Breaches to report: few of all. As buildToReportCondition() of the service.
create index breaches_to_report on breaches (tenant_id) where status = 'REPORTABLE'
  or (status = 'OPEN' and reported_at is null and reportability = 'UNDECIDED' and suggested_reportability not in ('UNDECIDED', 'NONE'));
-- The command palette shows the first breaches by title.
create index breaches_by_title on breaches (tenant_id, search_key, id);
alter table obligations add foreign key (tenant_id, breach_id) references breaches (tenant_id, id);
-- Restricted breaches (suspected misappropriation) are shown to administrators and to the user who recorded them.
create policy reach on breaches to pcs_app using (app.reaches(tenant_id, null, null)
  and (not is_restricted or app.sees_restricted(created_by)));
grant select, insert, update on breaches to pcs_app;
-- An obligation about a restricted breach is shown to the users who can see the breach. A scalar subquery and no `exists`, for which
-- PostgreSQL may read all breaches of all firms into a hash table.
create policy reach on obligations to pcs_app using (app.reaches(tenant_id, null, null)
  and (breach_id is null or coalesce((select true from breaches b where b.tenant_id = obligations.tenant_id and b.id = obligations.breach_id), false)));
grant select, insert, update on obligations to pcs_app;

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
  -- Whose address the mail went to; null: not known.
  recipient text check (recipient in ('PAYROLL_CONTACT', 'EMPLOYER_USER')),
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
create policy reach on obligation_confirmations to pcs_app using (app.reaches(tenant_id, null, null));
create policy definer_reads on obligation_confirmations for select to pcs_owner using (true);
grant select, insert, update on obligation_confirmations to pcs_app;

alter table obligations add foreign key (tenant_id, confirmation_id) references obligation_confirmations (tenant_id, id);

-- Legal sources -----------------------------------------------------------------------------------------------------------------------

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
  -- Of words that an amending Act inserts into a section of another Act, or substitutes there: the Act, the section and its provisions
  -- (levels joined by points; empty for the whole section). Null for the other passages.
  given_act text,
  given_section text,
  given_provisions text[] not null default '{}',
  given_how text check (given_how in ('INSERTED', 'SUBSTITUTED')),
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
create index corpus_chunks_by_given_section on corpus_chunks (given_section) where given_section is not null;

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

-- Assistant and drafts ----------------------------------------------------------------------------------------------------------------

-- Questions and answers, with the sources of each answer.
create table assistant_answers (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  question text not null,
  -- A question that refers back is answered with the subject of the question before; null where the question is complete by itself.
  read_as text,
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
  -- The part that comes from the compliance calendar: the sentence, and the obligations with their status at that time.
  calendar jsonb,
  -- The part that compares kinds of schemes, by the rules of the calendar on that day.
  comparison jsonb,
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
  -- Who wrote what waits for approval, since it was last returned: none of them approves it where the firm asks for a second person.
  edited_by text[] not null default '{}',
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
  assignee_id text,
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
  foreign key (tenant_id, assignee_id) references users (tenant_id, id),
  check ((status = 'APPROVED') = (approved_text is not null and approved_at is not null))
);
create index drafts_by_age on drafts (tenant_id, created_at desc, id desc);
create index drafts_by_scheme on drafts (tenant_id, scheme_id, created_at desc, id desc);
create index drafts_by_snapshot on drafts (tenant_id, corpus_snapshot);
create index drafts_by_assignee on drafts (tenant_id, assignee_id) where assignee_id is not null;
create index drafts_to_approve on drafts (tenant_id) where status = 'DRAFT' and open_places = 0;
create index drafts_by_title on drafts (tenant_id, search_key, id);
create index drafts_by_change on drafts (tenant_id, updated_at desc, id desc);
-- Search by parts of words (functions/22-search.sql).
create index drafts_by_parts on drafts using gin (app.search_keys(tenant_id, search_key));
create trigger keep_approved before update on drafts for each row execute function app.keep_approved_drafts();
-- The draft of a breach report is shown to users who can see the breach.
create policy reach on drafts to pcs_app using (app.reaches(tenant_id, null, null)
  and (kind <> 'BREACH_REPORT'
       or coalesce((select true from breaches b where b.tenant_id = drafts.tenant_id and b.id = drafts.subject_id), false)));
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
create policy reach on corpus_reviews to pcs_app using (app.reaches(tenant_id, null, null)
  and (kind <> 'OBLIGATION'
       or exists (select from obligations o where o.tenant_id = corpus_reviews.tenant_id and o.id = corpus_reviews.record_id)));
grant select, insert, update on corpus_reviews to pcs_app;

-- Comments and inbox ------------------------------------------------------------------------------------------------------------------

\ir functions/13-inbox.sql

-- A comment is never changed; its author can remove it.
create table comments (
  tenant_id text not null,
  id text not null,
  -- The record, under the name that the audit log gives its kind.
  entity_type text not null check (entity_type in ('scheme', 'obligation', 'breach', 'writtenPolicy', 'draft')),
  entity_id text not null,
  -- Of the record; null for a breach without a scheme.
  scheme_id text,
  text text not null,
  mention_ids text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, scheme_id) references schemes (tenant_id, id)
);
create index comments_by_id on comments (id);
create index comments_by_record on comments (tenant_id, entity_type, entity_id, created_at desc, id desc);
create policy reach on comments for select to pcs_app
  using (app.reaches(tenant_id, null, null) and app.sees_record(tenant_id, entity_type, entity_id));
create policy writes on comments for insert to pcs_app
  with check (app.reaches(tenant_id, null, null) and app.sees_record(tenant_id, entity_type, entity_id)
    and created_by = current_setting('app.user', true));
create policy removes on comments for delete to pcs_app
  using (app.reaches(tenant_id, null, null) and created_by = current_setting('app.user', true));
create policy definer_reads on comments for select to pcs_owner using (true);
grant select, insert, delete on comments to pcs_app;

-- What a user should know of: a comment that mentions them, a record assigned to them, a record that an approver returned to them.
create table inbox_items (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  kind text not null check (kind in ('MENTION', 'ASSIGNMENT', 'RETURNED')),
  entity_type text not null,
  entity_id text not null,
  comment_id text,
  read_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, comment_id) references comments (tenant_id, id) on delete cascade,
  check ((kind = 'MENTION') = (comment_id is not null))
);
create index inbox_items_by_user on inbox_items (tenant_id, user_id, created_at desc, id desc);
create index inbox_items_unread on inbox_items (tenant_id, user_id) where read_at is null;
create index inbox_items_by_comment on inbox_items (tenant_id, comment_id) where comment_id is not null;
create policy reach on inbox_items for select to pcs_app
  using (app.reaches(tenant_id, null, null) and user_id = current_setting('app.user', true)
    and app.sees_record(tenant_id, entity_type, entity_id));
create policy reads on inbox_items for update to pcs_app
  using (app.reaches(tenant_id, null, null) and user_id = current_setting('app.user', true));
create policy notifies on inbox_items for insert to pcs_app
  with check (app.reaches(tenant_id, null, null) and app.sees_record(tenant_id, entity_type, entity_id));
create policy definer_expires on inbox_items to pcs_owner using (true);
grant select, insert, update on inbox_items to pcs_app;

-- Tables that only functions read and write -------------------------------------------------------------------------------------------

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
  ('corpusReview', 'corpus_reviews'),
  ('savedView', 'saved_views'),
  ('apiKey', 'api_keys'),
  ('webhook', 'webhooks'),
  ('webhookDelivery', 'webhook_deliveries'),
  ('schemeImport', 'scheme_imports'),
  ('paymentAccount', 'payment_accounts'),
  ('contributionReminder', 'contribution_reminders'),
  ('complianceStatement', 'compliance_statements'),
  ('grant', 'grants'),
  ('trusteeReview', 'trustee_reviews'),
  ('obligationConfirmation', 'obligation_confirmations'),
  ('comment', 'comments');

-- Mails to send, inserted in the transaction of the change that causes them. A row is deleted after its mail was handed over; of each mail
-- that was given up an emptied row stays. Recipient
-- and text are sealed with a key outside the database.
create table app.mail_outbox (
  id text primary key,
  -- Null: given up, and kept without recipient and text.
  sealed text,
  -- The firm of the change that causes the mail; empty for a change without a firm.
  firm text not null default '',
  -- Place in the order of sending: mails of one firm are a second apart, so that many of one firm do not delay those of the others.
  turn_at timestamptz not null default clock_timestamp(),
  given_up_at timestamptz,
  reason text check (reason in ('REFUSED_BY_RELAY', 'NOT_SENT_IN_TIME')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- A mail with an expired link is not sent.
  send_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  check ((given_up_at is null) = (sealed is not null) and (given_up_at is null) = (reason is null))
);
create index mail_outbox_by_turn on app.mail_outbox (turn_at, id) where given_up_at is null;
create index mail_outbox_by_firm on app.mail_outbox (firm, turn_at) where given_up_at is null;
create index mail_outbox_given_up on app.mail_outbox (given_up_at) where given_up_at is not null;
create policy definer_only on app.mail_outbox to pcs_owner using (true) with check (true);

-- A constant processed with each key of the installation, so that a start with another key is noticed before a record is written.
create table app.key_checks (
  name text primary key,
  value text not null,
  created_at timestamptz not null default clock_timestamp()
);
create policy definer_keeps on app.key_checks to pcs_owner using (true) with check (true);

-- The latest run of each job, for the scheduler and for administrators of the platform. The role of the service reads and writes it only by
-- functions. Times are those of the service's clock, which a development installation can move.
create table app.job_states (
  job text primary key,
  -- When the installation first knew the job.
  since_at timestamptz not null,
  -- The scheduled time of the latest complete run; null for a job without a schedule.
  slot_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- End of the latest run that reached its end, also if it failed in some firms.
  completed_at timestamptz,
  -- Of the latest run that ended.
  did jsonb not null default '{}',
  failed_firms integer not null default 0,
  -- Runs in a row that an error ended.
  failures integer not null default 0
);
create policy definer_only on app.job_states to pcs_owner using (true) with check (true);

-- Firms in which an interrupted run of a job is done, so that the next run of the same scheduled time continues with the others. A complete
-- run deletes its rows. The role of the service reads and writes it only by functions.
create table app.job_firms (
  job text not null,
  -- The scheduled time of the run.
  slot_at timestamptz not null,
  tenant_id text not null,
  did jsonb not null,
  primary key (job, tenant_id)
);
create policy definer_only on app.job_firms to pcs_owner using (true) with check (true);

-- States of sign-ins that came back from the provider, as SHA-256: each is accepted once (app.consume_sign_in_state).
create table app.sign_in_states (
  state_hash text primary key,
  expires_at timestamptz not null
);
create index sign_in_states_by_age on app.sign_in_states (expires_at);
create policy definer_only on app.sign_in_states to pcs_owner using (true) with check (true);

-- Access to records that belong to a firm alone ---------------------------------------------------------------------------------------

do $$
declare
  name text;
begin
  -- Broker roles read and write them.
  foreach name in array array['scheme_participations', 'trustees', 'service_providers', 'outsourcing_arrangements', 'key_function_holders',
    'key_function_reports', 'scheme_events', 'own_risk_assessments', 'risk_items', 'written_policies', 'policy_versions',
    'policy_acknowledgements', 'trustee_trainings', 'trustee_meetings', 'meeting_actions', 'rule_decisions', 'compliance_snapshots',
    'calendar_feeds', 'sent_reminders', 'assistant_answers'] loop
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

-- app.delete_example deletes the records of the example: those of the employer, and those that refer to them. The application itself
-- can delete none of these.
do $$
declare
  name text;
begin
  for name in
    with recursive referring as (
      select 'employers'::regclass::oid as relation
      union
      select c.conrelid from referring r join pg_constraint c on c.confrelid = r.relation and c.contype = 'f' and c.conrelid <> 'users'::regclass
    )
    -- The three that are left out have their own policy for deletion.
    select r.relation::regclass::text from referring r
     where r.relation::regclass::text not in ('import_drafts', 'scheme_data_quality', 'scheme_data_changes')
  loop
    execute format('create policy definer_removes_the_example on %s for delete to pcs_owner using (true)', name);
    if not exists (select from pg_policies where schemaname = 'public' and tablename = name and roles = '{pcs_owner}' and cmd in ('SELECT', 'ALL')) then
      execute format('create policy definer_reads_the_example on %s for select to pcs_owner using (true)', name);
    end if;
  end loop;
end $$;
create policy definer_releases_files on unclaimed_files for insert to pcs_owner with check (true);

-- Where the scope names schemes, a row of another scheme is neither read nor written, and neither is a row of the whole firm that names
-- several schemes. Restrictive: these conditions are added to those of the firm, the employer and the member.
do $$
declare
  name text;
  part record;
begin
  foreach name in array array['breaches', 'comments', 'compliance_snapshots', 'compliance_statements', 'contribution_batches',
    'corpus_reviews', 'documents', 'drafts', 'file_notes', 'grants', 'import_drafts', 'import_mappings', 'key_function_holders',
    'key_function_reports', 'meeting_actions', 'members', 'obligation_confirmations', 'obligations', 'outsourcing_arrangements',
    'own_risk_assessments', 'payment_accounts', 'policy_versions', 'risk_items', 'rule_decisions', 'scheme_data_changes',
    'scheme_data_quality', 'scheme_events', 'scheme_participations', 'trustee_meetings', 'trustee_reviews', 'trustee_review_responses',
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
    'scheme_imports', 'single_sign_ons', 'single_sign_on_domains', 'single_sign_on_links', 'webhooks', 'webhook_deliveries'] loop
    execute format('create policy within_schemes on %I as restrictive to pcs_app using (app.in_schemes(null))', name);
  end loop;
end $$;

-- Erasure of the personal data of a member.
create policy definer_erases on member_emoluments for delete to pcs_owner using (true);
create policy definer_erases on contribution_lines to pcs_owner using (true);
create policy definer_erases on contribution_reports to pcs_owner using (true);
create policy definer_erases on comments for delete to pcs_owner using (true);
create policy definer_erases on single_sign_on_links for delete to pcs_owner using (true);

-- Policies compare the scope once for a statement instead of once for each row: current_setting() for each of 200,000 rows takes longer than
-- reading them. A condition that a row of the caller's firm meets comes before the same condition as a function of the row, so that other
-- scopes are decided by the function. The policy of a table of a later migration states both itself.
do $$
declare
  p record;
begin
  for p in
    select schemaname, tablename, policyname, qual from pg_policies
     where schemaname = 'public' and roles = '{pcs_app}' and cmd in ('ALL', 'SELECT') and qual ~ 'app\.(reaches|in_schemes)\('
  loop
    execute format('alter policy %I on %I.%I using (%s)', p.policyname, p.schemaname, p.tablename,
      regexp_replace(regexp_replace(regexp_replace(p.qual,
        'app\.reaches\((\w+(?:\.\w+)?), [^()]+, [^()]+\)', '(\1 = (select app.tenant_in_scope()) or \&)', 'g'),
        'app\.in_schemes\(NULL::text\)', '(select app.in_schemes(null))', 'g'),
        'app\.in_schemes\((?!null\))\w+\)', '((select app.in_schemes(null)) or \&)', 'g'));
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

-- Triggers of obligations, members and pay, whose functions read tables above ---------------------------------------------------------

\ir functions/19-webhooks.sql
\ir functions/24-data-quality.sql

create trigger note_created after insert on obligations
  referencing new table as new_rows for each statement execute function app.note_obligation_events();
create trigger note_changed after update on obligations
  referencing old table as old_rows new table as new_rows for each statement execute function app.note_obligation_events();

create trigger mark_added after insert on members
  referencing new table as new_rows for each statement execute function app.mark_members();
create trigger mark_changed after update on members
  referencing old table as old_rows new table as new_rows for each statement execute function app.mark_members();
create trigger mark_deleted after delete on members
  referencing old table as old_rows for each statement execute function app.mark_members();
create trigger mark_added after insert on member_pay
  referencing new table as new_rows for each statement execute function app.mark_pay();
create trigger mark_changed after update on member_pay
  referencing new table as new_rows for each statement execute function app.mark_pay();
create trigger mark_deleted after delete on member_pay
  referencing old table as old_rows for each statement execute function app.mark_pay();
