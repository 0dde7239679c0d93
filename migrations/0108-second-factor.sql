-- Second factor of accounts, and the list of their sessions. A session stays valid by its signed token (Spec 5.1): the list describes it.

alter table users add column has_second_factor boolean not null default false;
-- Four eyes: one administrator requests the removal of a second factor, another one carries it out.
alter table users add column factor_reset_requested_by text;
alter table users add column factor_reset_requested_at timestamptz;
alter table users add check ((factor_reset_requested_by is null) = (factor_reset_requested_at is null));
grant select (has_second_factor, factor_reset_requested_by, factor_reset_requested_at) on users to pcs_app;

-- The days of grace of a firm begin here: with this migration, or with the creation of the firm.
alter table tenants add column second_factor_from timestamptz not null default clock_timestamp();

-- The authenticator app of an account. The secret is sealed (src/server/platform/sealed-text.ts); without confirmed_at it is not in use.
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
  method text not null check (method in ('PASSWORD', 'APP', 'PASSKEY', 'RECOVERY_CODE')),
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

alter table authenticator_apps enable row level security, force row level security;
alter table passkeys enable row level security, force row level security;
alter table recovery_codes enable row level security, force row level security;
alter table factor_challenges enable row level security, force row level security;
alter table sessions enable row level security, force row level security;

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
