-- An e-mail address changes once a link that was mailed to the new one is opened, and an invitation does not tell whether an address
-- belongs to an account of another firm.

-- The address belongs to an account of another firm: this account cannot be used, and is invited again once the address is free.
alter table users add column awaits_address boolean not null default false;
grant select (awaits_address) on users to pcs_app;
drop index users_email;
create unique index users_email on users (email) where not awaits_address;
create unique index users_email_of_firm on users (tenant_id, email);

alter table password_tokens drop constraint password_tokens_purpose_check;
alter table password_tokens add constraint password_tokens_purpose_check check (purpose in ('RESET', 'INVITATION', 'EMAIL'));
alter table password_tokens add column new_email text check ((purpose = 'EMAIL') = (new_email is not null));

-- Does this address belong to an account of another firm? Asked before an invitation; the answer is never shown.
create function app.is_address_taken(p_email text, p_tenant text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select exists (select from users u where u.email = p_email and u.tenant_id <> p_tenant and not u.awaits_address)
$$;

-- As before (migrations/0002), without accounts that cannot be used.
create or replace function app.credentials(p_email text, p_refuse_development boolean)
  returns table (id text, tenant_id text, role text, employer_id text, member_id text, status text, password_hash text,
                 session_version integer, tenant_status text, email text, name text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select u.id, u.tenant_id, u.role, u.employer_id, u.member_id, u.status, u.password_hash, u.session_version,
           t.status, u.email, u.name
      from users u join tenants t on t.id = u.tenant_id
     where u.email = p_email and not u.awaits_address
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- As before (migrations/0025), for tokens that set a password.
create or replace function app.token_owner(p_token_hash text, p_refuse_development boolean)
  returns table (token_id text, purpose text, id text, tenant_id text, role text, email text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select k.id, k.purpose, u.id, u.tenant_id, u.role, u.email, u.status
      from password_tokens k
      join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      join tenants t on t.id = u.tenant_id
     where k.token_hash = p_token_hash and k.used_at is null and k.invalidated_at is null and k.purpose <> 'EMAIL'
       and k.expires_at > clock_timestamp() and u.status <> 'DEACTIVATED' and t.status <> 'SUSPENDED' and not u.awaits_address
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

-- Whose new address is confirmed with this token? Answers only tokens that can still be used.
create function app.address_token_owner(p_token_hash text, p_refuse_development boolean)
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
revoke all on function app.is_address_taken(text, text), app.address_token_owner(text, boolean) from public;
grant execute on function app.is_address_taken(text, text), app.address_token_owner(text, boolean) to pcs_app;
