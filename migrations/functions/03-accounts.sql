-- Sign-in, mailed tokens, and the deletion of what has expired: before a user is signed in, only these functions read accounts.
-- p_refuse_development: in production development accounts do not exist (Spec 5.12).

-- Whether the firm requires single sign-on of the user, so that the password is refused. Administrators who have a second factor in the
-- service keep theirs, as emergency access for when the provider fails.
create or replace function app.is_password_refused(p_user users) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select not (p_user.role = 'BrokerAdmin' and p_user.has_second_factor)
       and exists (select from single_sign_ons s
             join single_sign_on_domains d on d.tenant_id = s.tenant_id
            where s.tenant_id = p_user.tenant_id and s.is_on and s.is_required and d.domain = split_part(p_user.email, '@', 2))
$$;

-- The same for a user of the firm of this transaction, whose invitation then leads to the sign-in.
create or replace function app.needs_single_sign_on(p_user text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select app.is_password_refused(u) from users u where u.id = p_user and app.writes_in(u.tenant_id)
$$;

-- The account of an address, for sign-in. Only this function returns a password hash.
create or replace function app.credentials(p_email text, p_refuse_development boolean)
  returns table (id text, tenant_id text, role text, employer_id text, member_id text, status text, password_hash text,
                 session_version integer, tenant_status text, email text, name text, is_password_refused boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select u.id, u.tenant_id, u.role, u.employer_id, u.member_id, u.status, u.password_hash, u.session_version,
           t.status, u.email, u.name, app.is_password_refused(u)
      from users u join tenants t on t.id = u.tenant_id
     where u.email = p_email and not u.awaits_address
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- The account whose password a token sets, if the token can still be used. In a closed firm too, where users can still sign in.
create or replace function app.token_owner(p_token_hash text, p_refuse_development boolean)
  returns table (token_id text, purpose text, id text, tenant_id text, role text, email text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select k.id, k.purpose, u.id, u.tenant_id, u.role, u.email, u.status
      from password_tokens k
      join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      join tenants t on t.id = u.tenant_id
     where k.token_hash = p_token_hash and k.used_at is null and k.invalidated_at is null and k.purpose <> 'EMAIL'
       and k.expires_at > clock_timestamp() and u.status <> 'DEACTIVATED' and t.status <> 'SUSPENDED' and not u.awaits_address
       and not app.is_password_refused(u)
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- The account whose new address a token confirms, if the token can still be used.
create or replace function app.address_token_owner(p_token_hash text, p_refuse_development boolean)
  returns table (token_id text, id text, tenant_id text, role text, email text, new_email text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select k.id, u.id, u.tenant_id, u.role, u.email, k.new_email, u.status
      from password_tokens k
      join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      join tenants t on t.id = u.tenant_id
     where k.token_hash = p_token_hash and k.used_at is null and k.invalidated_at is null and k.purpose = 'EMAIL'
       and k.expires_at > clock_timestamp() and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- Whether an address belongs to an account of another firm. An invitation asks; no response shows the result.
create or replace function app.is_address_taken(p_email text, p_tenant text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from users u where u.email = p_email and u.tenant_id <> p_tenant and not u.awaits_address)
$$;

-- Deletes expired keys, tokens and sign-outs: the only rows that housekeeping may delete.
create or replace function app.expire_keys_and_tokens() returns table (idempotency_keys bigint, password_tokens bigint, revoked_sessions bigint)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from idempotency_keys k where k.created_at < clock_timestamp() - interval '24 hours';
  get diagnostics idempotency_keys = row_count;
  delete from password_tokens k where k.expires_at < clock_timestamp() - interval '30 days';
  get diagnostics password_tokens = row_count;
  -- No session lasts longer than 90 days.
  delete from revoked_sessions s where s.revoked_at < clock_timestamp() - interval '91 days';
  get diagnostics revoked_sessions = row_count;
  return next;
end $$;

revoke all on function app.is_password_refused(users), app.needs_single_sign_on(text), app.credentials(text, boolean), app.token_owner(text, boolean), app.address_token_owner(text, boolean),
  app.is_address_taken(text, text), app.expire_keys_and_tokens() from public;
grant execute on function app.needs_single_sign_on(text), app.credentials(text, boolean), app.token_owner(text, boolean), app.address_token_owner(text, boolean),
  app.is_address_taken(text, text), app.expire_keys_and_tokens() to pcs_app;
