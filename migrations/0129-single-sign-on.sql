-- Single sign-on: the users of a firm sign in through the OpenID Connect provider of the firm.

create table single_sign_ons (
  tenant_id text not null references tenants (id),
  id text not null,
  issuer text not null,
  client_id text not null,
  -- Sealed with the id of the row (src/server/platform/sealed-text.ts).
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

-- States of sign-ins that came back from the provider, as SHA-256: each is accepted once (app.consume_sign_in_state).
create table app.sign_in_states (
  state_hash text primary key,
  expires_at timestamptz not null
);
create index sign_in_states_by_age on app.sign_in_states (expires_at);
alter table app.sign_in_states enable row level security, force row level security;
create policy definer_only on app.sign_in_states to pcs_owner using (true) with check (true);

alter table single_sign_ons enable row level security, force row level security;
alter table single_sign_on_domains enable row level security, force row level security;
alter table single_sign_on_links enable row level security, force row level security;

create policy reach on single_sign_ons to pcs_app using (app.reaches(tenant_id, null, null));
create policy reach on single_sign_on_domains to pcs_app using (app.reaches(tenant_id, null, null));
-- A user of any role is linked by the own sign-in.
create policy reach on single_sign_on_links to pcs_app using (app.reaches(tenant_id, null, null)
  or (user_id = current_setting('app.user', true) and app.writes_in(tenant_id)));
create policy within_schemes on single_sign_ons as restrictive to pcs_app using (app.in_schemes(null));
create policy within_schemes on single_sign_on_domains as restrictive to pcs_app using (app.in_schemes(null));
create policy within_schemes on single_sign_on_links as restrictive to pcs_app using (app.in_schemes(null));
create policy definer_reads on single_sign_ons for select to pcs_owner using (true);
create policy definer_reads on single_sign_on_domains for select to pcs_owner using (true);
create policy definer_reads on single_sign_on_links for select to pcs_owner using (true);

grant select, insert, update, delete on single_sign_ons, single_sign_on_domains to pcs_app;
grant select, insert, delete on single_sign_on_links to pcs_app;

-- The last step of a sign-in may be the provider.
do $$
declare
  name text;
begin
  select c.conname into strict name from pg_constraint c
   where c.conrelid = 'sessions'::regclass and c.contype = 'c' and pg_get_constraintdef(c.oid) like '%RECOVERY_CODE%';
  execute format('alter table sessions drop constraint %I', name);
end $$;
alter table sessions add constraint sessions_method_check
  check (method in ('PASSWORD', 'APP', 'PASSKEY', 'RECOVERY_CODE', 'SINGLE_SIGN_ON'));

-- It also returns whether the password of the account is refused (functions/03-accounts.sql).
drop function if exists app.credentials(text, boolean);
