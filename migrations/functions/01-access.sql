-- The access scope of a transaction, and the owner of a record. The scope is in the settings app.scope, app.tenant, app.employer,
-- app.member, app.user and app.role, which app.enter sets, and in app.schemes where the caller is limited to schemes of the firm.
--
-- Every SECURITY DEFINER function names pg_temp last in its search_path: PostgreSQL searches pg_temp first where it is not named, and a
-- temporary table of the caller would then replace a real one.

-- Whether the scope of this transaction includes a row of this firm, employer and member. Without a scope it includes no row.
-- Plain SQL without SECURITY DEFINER or SET, so that the planner inlines it into each policy.
create or replace function app.reaches(tenant text, employer text, member text) returns boolean
  language sql stable parallel safe
  return case current_setting('app.scope', true)
    when 'tenant' then tenant = current_setting('app.tenant', true)
    when 'platform' then true
    when 'employer' then tenant = current_setting('app.tenant', true) and employer = current_setting('app.employer', true)
    when 'member' then tenant = current_setting('app.tenant', true) and member = current_setting('app.member', true)
    else false
  end;

-- The firm whose rows the scope of this transaction includes all; null where it includes some of a firm, or several firms. Policies compare it
-- before they call app.reaches, in a subquery, which is evaluated once for a statement.
create or replace function app.tenant_in_scope() returns text
  language sql stable parallel safe
  return case when current_setting('app.scope', true) = 'tenant' then current_setting('app.tenant', true) end;

-- Whether the scope of this transaction includes this scheme: every scheme unless app.schemes names some. No scheme (null) is included only
-- where none is named.
create or replace function app.in_schemes(scheme text) returns boolean
  language sql stable parallel safe
  return case when coalesce(current_setting('app.schemes', true), '') = '' then true
    else coalesce(scheme = any (current_setting('app.schemes')::text[]), false) end;

-- Whether this transaction may add bookkeeping rows (audit entries, tokens, idempotency keys) of this firm. Every signed-in user may in
-- their own firm, with any records they can read there.
create or replace function app.writes_in(tenant text) returns boolean
  language sql stable parallel safe
  return case current_setting('app.scope', true)
    when 'platform' then true
    when 'tenant' then tenant = current_setting('app.tenant', true)
    when 'employer' then tenant = current_setting('app.tenant', true)
    when 'member' then tenant = current_setting('app.tenant', true)
    else false
  end;

-- PostgreSQL keeps one plan of a prepared statement for all firms, and makes it for a firm of average size. In a firm with more than 200 schemes, and
-- for all firms together, such a plan can read and sort all records for one page: there each statement is planned with its values.
create or replace function app.plan_for_firm(p_scope text, p_tenant text) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('plan_cache_mode', case
    when p_scope = 'platform' or p_scope = 'tenant' and exists (select from schemes s where s.tenant_id = p_tenant offset 200)
    then 'force_custom_plan' else 'auto' end, true);
end $$;

-- Begins a transaction of a signed-in user: compares the session with the user's row and sets the scope from that row, never from the
-- token. Returns the status of the firm; null when the session has ended, and SECOND_FACTOR_REQUIRED when the days of grace of a user without
-- the required second factor have ended, unless the provider of the firm checks it. In both cases no scope is set and every table is empty.
-- p_refuse_development: in production development accounts do not exist (Spec 5.12).
-- p_may_lack_factor: the operation is one that sets up a second factor.
create or replace function app.enter(
  p_user text, p_session_version integer, p_session text, p_refuse_development boolean, p_may_lack_factor boolean default false
) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  found_user record;
begin
  select u.tenant_id, u.employer_id, u.member_id, u.role, t.status,
         case u.role when 'SuperAdmin' then 'platform' when 'BrokerAdmin' then 'tenant' when 'BrokerUser' then 'tenant'
                     when 'Member' then 'member' else 'employer' end as scope,
         not u.has_second_factor and app.second_factor_due_at(u, t) <= clock_timestamp() as lacks_factor
    into found_user
    from users u join tenants t on t.id = u.tenant_id
   where u.id = p_user and u.session_version = p_session_version and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
     and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
     and not exists (select from revoked_sessions s where s.tenant_id = u.tenant_id and s.session_id = p_session);
  if not found then
    perform set_config('app.scope', '', true);
    return null;
  end if;
  if found_user.lacks_factor and not p_may_lack_factor and not app.has_provider_factor(found_user.tenant_id, p_session) then
    perform set_config('app.scope', '', true);
    return 'SECOND_FACTOR_REQUIRED';
  end if;
  perform set_config('app.scope', found_user.scope, true), set_config('app.tenant', found_user.tenant_id, true),
          set_config('app.employer', coalesce(found_user.employer_id, ''), true),
          set_config('app.member', coalesce(found_user.member_id, ''), true), set_config('app.user', p_user, true), set_config('app.role', found_user.role, true);
  perform app.plan_for_firm(found_user.scope, found_user.tenant_id);
  return found_user.status;
end $$;

-- Whether the user may see a restricted breach (suspected misappropriation): administrators, and the user who recorded it.
create or replace function app.sees_restricted(entered_by text) returns boolean
  language sql stable parallel safe
  return coalesce(entered_by = current_setting('app.user', true), false)
    or coalesce(current_setting('app.role', true) in ('BrokerAdmin', 'SuperAdmin'), false);

-- The scheme of the member who is signed in; null for every other user.
create or replace function app.own_scheme() returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select m.scheme_id from members m where current_setting('app.scope', true) = 'member'
       and m.tenant_id = current_setting('app.tenant', true) and m.id = current_setting('app.member', true)
$$;

-- The name of the signed-in member's scheme. Null for every other user.
create or replace function app.name_of_own_scheme(p_scheme text) returns text
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select s.name from schemes s
      join members m on m.tenant_id = s.tenant_id and m.scheme_id = s.id
     where s.id = p_scheme and current_setting('app.scope', true) = 'member'
       and m.id = current_setting('app.member', true) and m.tenant_id = current_setting('app.tenant', true)
$$;

-- The fields of the firm and of the scheme that a member may read to know whom to ask. Null where the caller's scope does not include the
-- member; without the scheme where an employer does not see it.
create or replace function app.contacts_of_member(p_tenant text, p_member text) returns jsonb
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select jsonb_build_object(
             'firm', jsonb_build_object('name', t.name, 'enquiryName', t.enquiry_name, 'enquiryEmail', t.enquiry_email, 'enquiryPhone', t.enquiry_phone,
                                        'dataProtectionContact', t.data_protection_contact),
             'scheme', case when app.reaches(s.tenant_id, s.employer_id, m.id) then
               jsonb_build_object('name', s.name, 'type', s.type, 'normalRetirementAge', s.normal_retirement_age,
                                  'registeredAdministratorName', coalesce((select p.name from service_providers p where p.tenant_id = s.tenant_id
                                    and p.id = s.registered_administrator_id), s.registered_administrator_name),
                                  'enquiryName', s.enquiry_name, 'enquiryEmail', s.enquiry_email, 'enquiryPhone', s.enquiry_phone) end)
      from members m
      join tenants t on t.id = m.tenant_id
      join schemes s on s.tenant_id = m.tenant_id and s.id = m.scheme_id
     where m.tenant_id = p_tenant and m.id = p_member and app.reaches(m.tenant_id, m.employer_id, m.id)
$$;

-- The owner of a record. It searches across firms on purpose: another firm's record is refused (403), an absent one is not found (404).
-- It returns only the three ids that the guard compares and the version. A kind that belongs to its firm alone is a row of
-- app.kinds_of_firms.
create or replace function app.owner_of(p_kind text, p_id text)
  returns table (tenant_id text, employer_id text, member_id text, version integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_firm constant text := (select k.relation from app.kinds_of_firms k where k.kind = p_kind);
  relation constant text := coalesce(of_firm, case p_kind when 'contribution' then 'contribution_batches' else p_kind || 's' end);
  is_within boolean;
begin
  -- Where the caller is limited to schemes, a record of another scheme has an owner that no scope includes: it is refused (403).
  if not app.in_schemes(null) and p_kind <> 'tenant' then
    execute format('select app.in_schemes(case when $2 = ''schemes'' then r.id else to_jsonb(r) ->> ''scheme_id'' end)
      or $2 = ''employers'' and exists (select from schemes s where s.tenant_id = r.tenant_id and s.employer_id = r.id and app.in_schemes(s.id))
      from %I r where r.id = $1', relation) into is_within using p_id, relation;
    if not is_within then
      return query select ''::text, null::text, null::text, null::integer;
      return;
    end if;
  end if;
  if of_firm is not null then
    return query execute format('select r.tenant_id, null::text, null::text, r.version from %I r where r.id = $1', of_firm) using p_id;
    return;
  end if;
  case p_kind
    when 'scheme' then return query select r.tenant_id, r.employer_id, null::text, r.version from schemes r where r.id = p_id;
    when 'member' then return query select r.tenant_id, r.employer_id, r.id, r.version from members r where r.id = p_id;
    when 'employer' then return query select r.tenant_id, r.id, null::text, r.version from employers r where r.id = p_id;
    -- A person without a firm has the role of members, and no member (migration 0128).
    when 'user' then return query
      select r.tenant_id, r.employer_id, case when r.tenant_id = 'guests' then '' else r.member_id end, r.version from users r where r.id = p_id;
    when 'tenant' then return query select r.id, null::text, null::text, r.version from tenants r where r.id = p_id;
    when 'importDraft' then return query select r.tenant_id, r.employer_id, null::text, r.version from import_drafts r where r.id = p_id;
    when 'contribution' then return query select r.tenant_id, r.employer_id, null::text, r.version from contribution_batches r where r.id = p_id;
    -- A document belongs to the employer or the member that it is shared with; to a member also through their scheme.
    when 'document' then return query
      select r.tenant_id, case when r.visibility <> 'BROKER' then r.employer_id end,
             case when r.visibility = 'MEMBER' then
               case when r.member_id is not null then r.member_id
                    when r.scheme_id = app.own_scheme() then current_setting('app.member', true) end end,
             r.version
        from documents r where r.id = p_id;
    else raise exception 'Unknown kind of record';
  end case;
end $$;

-- Runs the transactions of a firm one after the other, from here to the commit: for work that reads much of a firm and writes what
-- follows from it. It is another lock than the end of the audit chain, so that a sign-in, which only appends an entry, does not wait.
create or replace function app.hold_firm(p_tenant text) returns void
  language sql volatile
  begin atomic
    select pg_advisory_xact_lock(hashtextextended('firm:' || p_tenant, 0));
  end;

revoke all on function app.plan_for_firm(text, text) from public;
revoke all on function app.reaches(text, text, text), app.tenant_in_scope(), app.in_schemes(text), app.writes_in(text), app.enter(text, integer, text, boolean, boolean),
  app.sees_restricted(text), app.own_scheme(), app.name_of_own_scheme(text), app.contacts_of_member(text, text), app.owner_of(text, text), app.hold_firm(text) from public;
grant execute on function app.reaches(text, text, text), app.tenant_in_scope(), app.in_schemes(text), app.writes_in(text), app.enter(text, integer, text, boolean, boolean),
  app.sees_restricted(text), app.own_scheme(), app.name_of_own_scheme(text), app.contacts_of_member(text, text), app.owner_of(text, text), app.hold_firm(text) to pcs_app;
