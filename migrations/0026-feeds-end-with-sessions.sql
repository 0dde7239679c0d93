-- A calendar feed ends with the sessions of its owner: it is bound to the session version that it was made under.
alter table calendar_feeds add column session_version integer;
alter table calendar_feeds no force row level security;
alter table users no force row level security;
update calendar_feeds f set session_version = u.session_version from users u where u.tenant_id = f.tenant_id and u.id = f.user_id;
alter table users force row level security;
alter table calendar_feeds force row level security;
alter table calendar_feeds alter column session_version set not null;

-- May this feed be read? In production the feed of a development account may not (Spec 5.12).
create function app.feed_is_open(p_token_hash text, p_refuse_development boolean) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
     where f.token_hash = p_token_hash and f.revoked_at is null and f.session_version = u.session_version
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local')))
$$;
revoke all on function app.feed_is_open(text, boolean) from public;
grant execute on function app.feed_is_open(text, boolean) to pcs_app;
