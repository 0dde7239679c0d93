-- Second factors and the list of sessions: statements that the application's role may run only through a function.

-- The pending sign-in of a token, with its account, also when it has expired or was used: the refusal is recorded in the log of the firm.
-- p_refuse_development: in production development accounts do not exist (Spec 5.12).
create or replace function app.pending_sign_in(p_token_hash text, p_refuse_development boolean)
  returns table (challenge_id text, id text, tenant_id text, role text, employer_id text, member_id text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select c.id, u.id, u.tenant_id, u.role, u.employer_id, u.member_id, u.status
      from factor_challenges c
      join users u on u.tenant_id = c.tenant_id and u.id = c.user_id
      join tenants t on t.id = u.tenant_id
     where c.purpose = 'SIGN_IN' and c.bound_to = p_token_hash and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- The end of the days of grace, after which the user needs a second factor; null where the firm requires none for the role. The days count
-- from the latest of three times: the introduction of second factors, the creation of the firm, the creation of the account. Development
-- accounts never need one (Spec 5.12: they exist outside production only). The defaults are those of TenantSettings (contract/tenants.ts).
create or replace function app.second_factor_due_at(p_user users, p_tenant tenants) returns timestamptz
  language sql stable parallel safe as $$
  select case
    when p_user.is_development or p_user.email like '%@dev.local' then null
    when coalesce(p_tenant.settings -> 'secondFactorRequiredFor', '["BrokerUser", "BrokerAdmin", "SuperAdmin"]') ? p_user.role
      then greatest(p_tenant.second_factor_from, p_user.created_at)
             + make_interval(hours => 24 * coalesce((p_tenant.settings ->> 'secondFactorGraceDays')::integer, 30))
  end
$$;

-- The end of the days of grace of the user of this transaction; null where no second factor is required.
create or replace function app.own_second_factor_due_at() returns timestamptz
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select app.second_factor_due_at(u, t) from users u join tenants t on t.id = u.tenant_id
     where u.id = current_setting('app.user', true) and app.writes_in(u.tenant_id)
$$;

-- Removes the own authenticator app.
create or replace function app.remove_own_app() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_removed bigint;
begin
  delete from authenticator_apps a where a.user_id = current_setting('app.user', true) and app.writes_in(a.tenant_id);
  get diagnostics v_removed = row_count;
  return v_removed;
end $$;

-- Removes an own passkey.
create or replace function app.remove_own_passkey(p_id text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_removed bigint;
begin
  delete from passkeys k where k.id = p_id and k.user_id = current_setting('app.user', true) and app.writes_in(k.tenant_id);
  get diagnostics v_removed = row_count;
  return v_removed;
end $$;

-- Removes the own recovery codes: new ones replace them, and they go with the last factor.
create or replace function app.remove_own_recovery_codes() returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from recovery_codes r where r.user_id = current_setting('app.user', true) and app.writes_in(r.tenant_id)
$$;

-- Whether the removal of a second factor was requested and can still be carried out: within 7 days.
create or replace function app.has_reset_request(p_requested_at timestamptz) returns boolean
  language sql stable parallel safe
  return coalesce(p_requested_at > clock_timestamp() - interval '7 days', false);

-- Removes every factor of a user: only by an administrator, of an account whose reset another person requested in the last 7 days.
create or replace function app.reset_second_factor(p_user text) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant text;
begin
  select u.tenant_id into v_tenant from users u
   where u.id = p_user and app.reaches(u.tenant_id, null, null)
     and current_setting('app.role', true) in ('BrokerAdmin', 'SuperAdmin')
     and u.factor_reset_requested_by <> current_setting('app.user', true) and app.has_reset_request(u.factor_reset_requested_at);
  if not found then
    raise exception 'A reset needs two administrators' using errcode = '42501';
  end if;
  delete from authenticator_apps a where a.tenant_id = v_tenant and a.user_id = p_user;
  delete from passkeys k where k.tenant_id = v_tenant and k.user_id = p_user;
  delete from recovery_codes r where r.tenant_id = v_tenant and r.user_id = p_user;
  delete from factor_challenges c where c.tenant_id = v_tenant and c.user_id = p_user;
end $$;

-- Deletes challenges that have expired, and sessions past their longest lifetime (90 days).
create or replace function app.expire_sessions() returns table (factor_challenges bigint, sessions bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from factor_challenges c where c.expires_at < clock_timestamp() - interval '1 day';
  get diagnostics factor_challenges = row_count;
  delete from sessions s where s.signed_in_at < clock_timestamp() - interval '91 days';
  get diagnostics sessions = row_count;
  return next;
end $$;

revoke all on function app.pending_sign_in(text, boolean), app.second_factor_due_at(users, tenants), app.own_second_factor_due_at(),
  app.remove_own_app(), app.remove_own_passkey(text), app.remove_own_recovery_codes(), app.has_reset_request(timestamptz),
  app.reset_second_factor(text), app.expire_sessions() from public;
grant execute on function app.pending_sign_in(text, boolean), app.own_second_factor_due_at(), app.remove_own_app(), app.remove_own_passkey(text),
  app.remove_own_recovery_codes(), app.has_reset_request(timestamptz), app.reset_second_factor(text), app.expire_sessions() to pcs_app;
