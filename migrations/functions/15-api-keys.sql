-- Calls with an API key.

-- Whether the key can be used on this day. The body is a text: with a parsed body, PostgreSQL refuses to add a column with a default to
-- the table.
create or replace function app.is_usable(p_key api_keys, p_today date) returns boolean
  language sql immutable parallel safe as $$ select p_key.revoked_at is null and p_key.expires_on >= p_today $$;

-- The key with this hash and the user that it calls as, for the checks before a body is read; no row where the key cannot be used. The last
-- use is noted at most every ten minutes.
create or replace function app.find_api_key(p_hash text, p_today date)
  returns table (id text, prefix text, operations text[], user_id text, role text, tenant_id text, employer_id text, session_version integer)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update api_keys k set last_used_at = clock_timestamp()
   where k.secret_hash = p_hash and app.is_usable(k, p_today) and coalesce(k.last_used_at, '-infinity') < clock_timestamp() - interval '10 minutes';
  return query
    select k.id, k.prefix, k.operations, u.id, u.role, u.tenant_id, u.employer_id, u.session_version
      from api_keys k join users u on u.tenant_id = k.tenant_id and u.id = k.owner_id
     where k.secret_hash = p_hash and app.is_usable(k, p_today) and u.role <> 'SuperAdmin';
end $$;

-- Begins a transaction with an API key: as app.enter for its owner, within the schemes of the key. Null when the key cannot be used any
-- more, or its owner cannot sign in.
create or replace function app.enter_with_key(p_user text, p_session_version integer, p_key text, p_today date, p_refuse_development boolean)
  returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_schemes text;
begin
  perform set_config('app.scope', '', true);
  select coalesce(k.scheme_ids::text, '') into v_schemes from api_keys k where k.id = p_key and k.owner_id = p_user and app.is_usable(k, p_today);
  if not found then
    return null;
  end if;
  perform set_config('app.schemes', v_schemes, true);
  return app.enter(p_user, p_session_version, null, p_refuse_development);
end $$;

revoke all on function app.is_usable(api_keys, date), app.find_api_key(text, date), app.enter_with_key(text, integer, text, date, boolean) from public;
grant execute on function app.find_api_key(text, date), app.enter_with_key(text, integer, text, date, boolean) to pcs_app;
