-- Single sign-on before a user is signed in: only these functions read the settings of firms and their accounts then.

-- The firm whose users of this e-mail domain sign in through a provider; no row if there is none. It reads no user.
create or replace function app.single_sign_on_of_domain(p_domain text)
  returns table (tenant_id text, firm_name text, is_required boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select s.tenant_id, coalesce(t.trading_name, t.name), s.is_required
      from single_sign_on_domains d
      join single_sign_ons s on s.tenant_id = d.tenant_id
      join tenants t on t.id = d.tenant_id
     where d.domain = p_domain and s.is_on and t.status <> 'SUSPENDED'
$$;

-- The settings of a firm whose single sign-on can be used. Only this function returns the sealed secret before a sign-in.
create or replace function app.single_sign_on_of_firm(p_tenant text)
  returns table (id text, issuer text, client_id text, sealed_client_secret text, trusts_addresses boolean, trusts_factor boolean, domains text[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select s.id, s.issuer, s.client_id, s.sealed_client_secret, s.trusts_addresses, s.trusts_factor,
           (select array_agg(d.domain order by d.domain) from single_sign_on_domains d where d.tenant_id = s.tenant_id)
      from single_sign_ons s
      join tenants t on t.id = s.tenant_id
     where s.tenant_id = p_tenant and s.is_on and t.status <> 'SUSPENDED'
$$;

-- The account of the firm that has this address, with the person at the provider to whom it is linked, and the account to which this person
-- is linked. p_refuse_development: in production development accounts do not exist (Spec 5.12).
create or replace function app.single_sign_on_account(p_tenant text, p_email text, p_issuer text, p_subject text, p_refuse_development boolean)
  returns table (id text, tenant_id text, role text, employer_id text, member_id text, status text, email text, session_version integer,
                 linked_subject text, linked_user text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select u.id, u.tenant_id, u.role, u.employer_id, u.member_id, u.status, u.email, u.session_version,
           (select k.subject from single_sign_on_links k where k.tenant_id = p_tenant and k.user_id = u.id and k.issuer = p_issuer),
           (select k.user_id from single_sign_on_links k where k.tenant_id = p_tenant and k.issuer = p_issuer and k.subject = p_subject)
      from users u
     where u.tenant_id = p_tenant and u.email = p_email and not u.awaits_address and u.role <> 'SuperAdmin'
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- Accepts a state once, also if two instances receive it at the same time. Returns false if it was accepted before.
create or replace function app.consume_sign_in_state(p_state_hash text, p_lifetime interval) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from app.sign_in_states s where s.expires_at < clock_timestamp();
  insert into app.sign_in_states (state_hash, expires_at) values (p_state_hash, clock_timestamp() + p_lifetime) on conflict do nothing;
  return found;
end $$;

-- Whether the provider of the firm has checked the second factor of this session, which the service then does not require.
create or replace function app.has_provider_factor(p_tenant text, p_session text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from sessions x
      join single_sign_ons s on s.tenant_id = x.tenant_id
     where x.tenant_id = p_tenant and x.id = p_session and x.method = 'SINGLE_SIGN_ON' and s.is_on and s.trusts_factor)
$$;

revoke all on function app.single_sign_on_of_domain(text), app.single_sign_on_of_firm(text),
  app.single_sign_on_account(text, text, text, text, boolean), app.consume_sign_in_state(text, interval),
  app.has_provider_factor(text, text) from public;
grant execute on function app.single_sign_on_of_domain(text), app.single_sign_on_of_firm(text),
  app.single_sign_on_account(text, text, text, text, boolean), app.consume_sign_in_state(text, interval),
  app.has_provider_factor(text, text) to pcs_app;
