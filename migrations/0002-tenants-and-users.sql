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
  name text not null,
  search_key text not null collate "C",
  role text not null check (role in ('SuperAdmin', 'BrokerAdmin', 'BrokerUser', 'EmployerAdmin', 'EmployerUser', 'Member')),
  employer_id text,
  member_id text,
  status text not null default 'INVITED' check (status in ('INVITED', 'ACTIVE', 'DEACTIVATED')),
  password_hash text,
  password_set boolean generated always as (password_hash is not null) stored,
  -- Made by the demo, whatever its address is now: it does not exist in production (Spec 5.12).
  is_development boolean not null default false,
  session_version integer not null default 1,
  last_sign_in_at timestamptz,
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
create unique index users_email on users (email);
create index users_by_id on users (id);
create index users_by_name on users (tenant_id, search_key, id);

-- Reset and invitation links: only the SHA-256 of the token is kept (Spec 2.8).
create table password_tokens (
  tenant_id text not null,
  id text not null,
  user_id text not null,
  purpose text not null check (purpose in ('RESET', 'INVITATION')),
  token_hash text not null,
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

-- The first answer to a POST, kept for 24 hours (docs/decisions/0006).
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

-- The house of the platform itself: SuperAdmins and jobs belong to it, and it is no broker firm.
insert into tenants (id, name, search_key, settings) values ('platform', 'Platform', 'platform', '{}');

alter table tenants enable row level security;
alter table tenants force row level security;
alter table employers enable row level security;
alter table employers force row level security;
alter table users enable row level security;
alter table users force row level security;
alter table password_tokens enable row level security;
alter table password_tokens force row level security;
alter table revoked_sessions enable row level security;
alter table revoked_sessions force row level security;
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;

-- Everybody signed in may read the name of their own firm.
create policy reach on tenants to pcs_app using (app.writes_in(id)) with check (app.reaches(id, null, null));
-- The people of an employer and members read records; only those of the firm write them.
create policy reach on employers to pcs_app
  using (app.reaches(tenant_id, id, null)) with check (app.reaches(tenant_id, null, null));
-- A person always reaches their own account.
create policy reach on users to pcs_app
  using (app.reaches(tenant_id, employer_id, member_id)
         or (id = current_setting('app.user', true) and app.writes_in(tenant_id)));
-- A token is reached by whoever reaches its user; the policy of users applies to the look-up.
create policy reach on password_tokens to pcs_app
  using (exists (select from users u where u.tenant_id = password_tokens.tenant_id and u.id = password_tokens.user_id));
create policy reach on revoked_sessions to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));
create policy reach on idempotency_keys to pcs_app
  using (user_id = current_setting('app.user', true) and app.writes_in(tenant_id));

-- The definer functions below read as pcs_owner, which FORCE subjects to policies too: it may read, not write.
create policy definer_reads on tenants for select to pcs_owner using (true);
create policy definer_reads on employers for select to pcs_owner using (true);
create policy definer_reads on users for select to pcs_owner using (true);
create policy definer_reads on password_tokens for select to pcs_owner using (true);
create policy definer_reads on revoked_sessions for select to pcs_owner using (true);
create policy definer_expires_sessions on revoked_sessions for delete to pcs_owner using (true);
create policy definer_expires on idempotency_keys to pcs_owner using (true);
create policy definer_expires on password_tokens for delete to pcs_owner using (true);

grant select, insert, update on tenants, employers to pcs_app;
-- The password hash can be written and never read by the application's role; see app.credentials.
grant select (tenant_id, id, email, name, search_key, role, employer_id, member_id, status, password_set, session_version,
              last_sign_in_at, version, created_at, updated_at, created_by) on users to pcs_app;
grant insert, update on users to pcs_app;
grant select, insert, update on password_tokens, idempotency_keys to pcs_app;
grant select, insert on revoked_sessions to pcs_app;

-- Each of these functions names pg_temp last: where it is not named it is searched first, and a temporary table of the
-- caller would stand in for a real one.

-- Begins the work of a signed-in person: checks the session against the user's row and sets the reach from that
-- row, never from the token. Answers the status of the firm, or null when the session has ended, in which case
-- no reach is set and every table is empty. p_refuse_development: in production those accounts do not exist (Spec 5.12).
create function app.enter(p_user text, p_session_version integer, p_session text, p_refuse_development boolean) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_user record;
begin
  select u.tenant_id, u.employer_id, u.member_id, u.role, t.status,
         case u.role when 'SuperAdmin' then 'platform' when 'BrokerAdmin' then 'tenant' when 'BrokerUser' then 'tenant'
                     when 'Member' then 'member' else 'employer' end as scope
    into found_user
    from users u join tenants t on t.id = u.tenant_id
   where u.id = p_user and u.session_version = p_session_version and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
     and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
     and not exists (select from revoked_sessions s where s.tenant_id = u.tenant_id and s.session_id = p_session);
  if not found then
    perform set_config('app.scope', '', true);
    return null;
  end if;
  perform set_config('app.scope', found_user.scope, true), set_config('app.tenant', found_user.tenant_id, true),
          set_config('app.employer', coalesce(found_user.employer_id, ''), true),
          set_config('app.member', coalesce(found_user.member_id, ''), true), set_config('app.user', p_user, true), set_config('app.role', found_user.role, true);
  return found_user.status;
end $$;

-- What sign-in needs, by address. The one way to a password hash.
create function app.credentials(p_email text, p_refuse_development boolean)
  returns table (id text, tenant_id text, role text, employer_id text, member_id text, status text, password_hash text,
                 session_version integer, tenant_status text, email text, name text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select u.id, u.tenant_id, u.role, u.employer_id, u.member_id, u.status, u.password_hash, u.session_version,
           t.status, u.email, u.name
      from users u join tenants t on t.id = u.tenant_id
     where u.email = p_email and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- Whose token is this? Answers only tokens that can still be used.
create function app.token_owner(p_token_hash text, p_refuse_development boolean)
  returns table (token_id text, purpose text, id text, tenant_id text, role text, email text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select k.id, k.purpose, u.id, u.tenant_id, u.role, u.email, u.status
      from password_tokens k
      join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      join tenants t on t.id = u.tenant_id
     where k.token_hash = p_token_hash and k.used_at is null and k.invalidated_at is null
       and k.expires_at > clock_timestamp() and u.status <> 'DEACTIVATED' and t.status = 'ACTIVE'
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- What housekeeping may delete, and nothing else.
create function app.expire_keys_and_tokens() returns table (idempotency_keys bigint, password_tokens bigint, revoked_sessions bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from idempotency_keys k where k.created_at < clock_timestamp() - interval '24 hours';
  get diagnostics idempotency_keys = row_count;
  delete from password_tokens k where k.expires_at < clock_timestamp() - interval '30 days';
  get diagnostics password_tokens = row_count;
  -- No token lives longer than its 90 days.
  delete from revoked_sessions s where s.revoked_at < clock_timestamp() - interval '91 days';
  get diagnostics revoked_sessions = row_count;
  return next;
end $$;

revoke all on all functions in schema app from public;
grant execute on all functions in schema app to pcs_app;
