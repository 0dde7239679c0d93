-- Mails that are to be sent, stored in the transaction of the change that causes them. A row is deleted once its mail has left.
-- Recipient and text are sealed with a key outside the database. The application's role reads and writes rows only by the functions
-- below, and takes one only as the platform.

create table app.mail_outbox (
  id text primary key,
  sealed text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  -- A link that has expired is not worth sending.
  send_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp()
);
create index mail_outbox_by_due on app.mail_outbox (due_at);
alter table app.mail_outbox enable row level security;
alter table app.mail_outbox force row level security;
create policy definer_only on app.mail_outbox to pcs_owner using (true) with check (true);

create function app.enqueue_mail(p_id text, p_sealed text, p_delay_ms integer, p_keep_minutes integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into app.mail_outbox (id, sealed, due_at, send_until)
      values (p_id, p_sealed, clock_timestamp() + p_delay_ms * interval '1 millisecond', clock_timestamp() + p_keep_minutes * interval '1 minute')
$$;

-- Takes the mail that is due longest for so many seconds: if its sender dies, another one takes it after that.
create function app.take_mail(p_lease_seconds integer) returns table (id text, sealed text, attempts integer, is_expired boolean)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set attempts = m.attempts + 1, due_at = clock_timestamp() + p_lease_seconds * interval '1 second'
     where current_setting('app.scope', true) = 'platform'
       and m.id = (select o.id from app.mail_outbox o where o.due_at <= clock_timestamp() order by o.due_at, o.id limit 1 for update skip locked)
    returning m.id, m.sealed, m.attempts, m.send_until < clock_timestamp()
$$;

-- The mail was written in place of the request for it.
create function app.write_mail(p_id text, p_sealed text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set sealed = p_sealed where m.id = p_id
$$;

create function app.delay_mail(p_id text, p_delay_ms integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set due_at = clock_timestamp() + p_delay_ms * interval '1 millisecond'
     where m.id = p_id and current_setting('app.scope', true) = 'platform'
$$;

create function app.remove_mail(p_id text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from app.mail_outbox m where m.id = p_id and current_setting('app.scope', true) = 'platform'
$$;

-- Whose token is this? As before (migrations/0002), and also in a closed firm, whose people can still sign in.
create or replace function app.token_owner(p_token_hash text, p_refuse_development boolean)
  returns table (token_id text, purpose text, id text, tenant_id text, role text, email text, status text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select k.id, k.purpose, u.id, u.tenant_id, u.role, u.email, u.status
      from password_tokens k
      join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
      join tenants t on t.id = u.tenant_id
     where k.token_hash = p_token_hash and k.used_at is null and k.invalidated_at is null
       and k.expires_at > clock_timestamp() and u.status <> 'DEACTIVATED' and t.status <> 'SUSPENDED'
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local'))
$$;

revoke all on function app.enqueue_mail(text, text, integer, integer), app.take_mail(integer), app.write_mail(text, text),
  app.delay_mail(text, integer), app.remove_mail(text) from public;
grant execute on function app.enqueue_mail(text, text, integer, integer), app.take_mail(integer), app.write_mail(text, text),
  app.delay_mail(text, integer), app.remove_mail(text) to pcs_app;
