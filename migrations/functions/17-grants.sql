-- Requests with a grant.

-- Whether a person can use the grant on this day: not revoked, within its days, the trustee in office, the firm not suspended. The administrators of
-- a firm can change the addresses of its accounts: an account of another firm must have the address to which the grant was given.
create or replace function app.is_in_force(p_grant grants, p_today date) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select p_grant.revoked_at is null and p_grant.starts_on <= p_today and coalesce(p_grant.ends_on >= p_today, true)
       and exists (select from tenants t where t.id = p_grant.tenant_id and t.status <> 'SUSPENDED')
       and (p_grant.trustee_id is null or exists (select from trustees e
             where e.tenant_id = p_grant.tenant_id and e.id = p_grant.trustee_id and e.status = 'APPOINTED'))
       and (p_grant.user_tenant_id in ('guests', p_grant.tenant_id)
            or exists (select from users u where u.tenant_id = p_grant.user_tenant_id and u.id = p_grant.user_id and u.email = p_grant.email))
$$;

-- Whether this session of the user of this transaction can use a grant of the firm: not one that the provider of another firm has opened, because
-- the administrators who set a provider can sign in as the users of that firm.
create or replace function app.may_use_grant_of(p_tenant text, p_session text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select current_setting('app.tenant', true) = p_tenant
        or not exists (select from sessions x where x.tenant_id = current_setting('app.tenant', true) and x.id = p_session and x.method = 'SINGLE_SIGN_ON')
$$;

-- Begins a transaction with a grant: app.enter checks the account and its session, then the scope is set from the grant. A trustee reads
-- every scheme of the firm that they have a grant in force for, an inspector the one of the grant. Null when the grant is not in force or
-- belongs to another account.
create or replace function app.enter_with_grant(p_user text, p_session_version integer, p_session text, p_grant text, p_today date,
                                                p_refuse_development boolean) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant text;
  v_capability text;
  v_schemes text[];
  v_status text;
begin
  v_status := app.enter(p_user, p_session_version, p_session, p_refuse_development);
  if v_status is null or v_status = 'SECOND_FACTOR_REQUIRED' then
    return v_status;
  end if;
  -- In one statement, because each statement sees what was committed before it: between two, the grant could be revoked. Without a scheme nothing
  -- is set, because an empty app.schemes means all of them.
  select g.tenant_id, g.capability, t.status, s.ids into v_tenant, v_capability, v_status, v_schemes
    from grants g
    join tenants t on t.id = g.tenant_id
    cross join lateral (select array_agg(distinct o.scheme_id) as ids from grants o
      where o.user_id = p_user and o.tenant_id = g.tenant_id and o.capability = g.capability
        and (o.id = p_grant or g.capability = 'TRUSTEE') and app.is_in_force(o, p_today)) s
   where g.id = p_grant and g.user_id = p_user and app.is_in_force(g, p_today) and app.may_use_grant_of(g.tenant_id, p_session);
  if v_schemes is null then
    perform set_config('app.scope', '', true);
    return null;
  end if;
  perform set_config('app.scope', 'tenant', true), set_config('app.tenant', v_tenant, true), set_config('app.employer', '', true),
          set_config('app.member', '', true), set_config('app.schemes', v_schemes::text, true),
          set_config('app.role', initcap(v_capability), true), set_config('app.capability', v_capability, true);
  perform app.plan_for_firm('tenant', v_tenant);
  return v_status;
end $$;

-- The grants in force of the user of this transaction, one for each firm of a trustee and one for each scheme of an inspector.
create or replace function app.own_grants()
  returns table (id text, capability text, tenant_id text, tenant_name text, tenant_logo text, scheme_names text[], trustee_ids text[], ends_on date)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select (array_agg(g.id order by g.ends_on desc nulls first, g.id))[1], g.capability, g.tenant_id, t.name, t.logo_sha256,
           array_agg(distinct s.name order by s.name),
           coalesce(array_agg(distinct g.trustee_id) filter (where g.trustee_id is not null), '{}'), nullif(max(coalesce(g.ends_on, 'infinity')), 'infinity')
      from grants g
      join tenants t on t.id = g.tenant_id
      join schemes s on s.tenant_id = g.tenant_id and s.id = g.scheme_id
     where g.user_id = current_setting('app.user', true) and current_setting('app.scope', true) <> ''
       and app.is_in_force(g, current_setting('app.today')::date)
     group by g.tenant_id, t.name, t.logo_sha256, g.capability, case g.capability when 'INSPECTOR' then g.id end
     order by t.name, g.capability
$$;

-- The account of an address in any firm; no row if there is none. A firm that grants access asks; no response shows the result.
create or replace function app.account_of_address(p_email text) returns table (id text, tenant_id text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select u.id, u.tenant_id, u.status from users u where u.email = p_email and not u.awaits_address
$$;

-- The trustee of the scheme whom the user of this transaction is, by a grant in force; null for every other user.
create or replace function app.own_trustee(p_scheme text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select g.trustee_id from grants g
     where g.user_id = current_setting('app.user', true) and g.tenant_id = current_setting('app.tenant', true) and g.scheme_id = p_scheme
       and current_setting('app.capability', true) = 'TRUSTEE' and app.is_in_force(g, current_setting('app.today')::date)
     order by g.id limit 1
$$;

-- The name of a person with a grant of the firm, for what they wrote.
create or replace function app.name_of_person(p_tenant text, p_user text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select coalesce((select u.name from users u where u.tenant_id = p_tenant and u.id = p_user),
                    (select g.person_name from grants g where g.tenant_id = p_tenant and g.user_id = p_user order by g.created_at desc limit 1))
     where app.writes_in(p_tenant)
$$;

revoke all on function app.is_in_force(grants, date), app.may_use_grant_of(text, text), app.enter_with_grant(text, integer, text, text, date, boolean), app.own_grants(),
  app.account_of_address(text), app.own_trustee(text), app.name_of_person(text, text) from public;
grant execute on function app.is_in_force(grants, date), app.may_use_grant_of(text, text), app.enter_with_grant(text, integer, text, text, date, boolean), app.own_grants(),
  app.account_of_address(text), app.own_trustee(text), app.name_of_person(text, text) to pcs_app;
