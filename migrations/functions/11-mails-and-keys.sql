-- The mail outbox and the key checks: tables that the role of the service reads and writes only by these functions.

create or replace function app.enqueue_mail(p_id text, p_sealed text, p_delay_ms integer, p_keep_minutes integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into app.mail_outbox (id, firm, sealed, due_at, turn_at, send_until)
      select p_id, f.firm, p_sealed, clock_timestamp() + p_delay_ms * interval '1 millisecond',
             greatest(clock_timestamp(), (select max(m.turn_at) + interval '1 second' from app.mail_outbox m where m.firm = f.firm and m.given_up_at is null)),
             clock_timestamp() + p_keep_minutes * interval '1 minute'
        from (select coalesce(current_setting('app.tenant', true), '') as firm) f
$$;

-- Takes the due mail whose turn it is and leases it for so many seconds: if its sender stops, another one takes it after that.
create or replace function app.take_mail(p_lease_seconds integer) returns table (id text, sealed text, attempts integer, is_expired boolean)
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set attempts = m.attempts + 1, due_at = clock_timestamp() + p_lease_seconds * interval '1 second'
     where current_setting('app.scope', true) = 'platform'
       and m.id = (select o.id from app.mail_outbox o where o.given_up_at is null and o.due_at <= clock_timestamp()
                    order by o.turn_at, o.id limit 1 for update skip locked)
    returning m.id, m.sealed, m.attempts, m.send_until < clock_timestamp()
$$;

-- Replaces a request for a mail by the mail.
create or replace function app.write_mail(p_id text, p_sealed text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set sealed = p_sealed where m.id = p_id and m.given_up_at is null
$$;

create or replace function app.delay_mail(p_id text, p_delay_ms integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set due_at = clock_timestamp() + p_delay_ms * interval '1 millisecond'
     where m.id = p_id and current_setting('app.scope', true) = 'platform'
$$;

create or replace function app.remove_mail(p_id text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from app.mail_outbox m where m.id = p_id and current_setting('app.scope', true) = 'platform'
$$;

-- True if the value is the stored one. The first value is stored; another one replaces it while no data depends on the key.
create or replace function app.check_key(p_name text, p_value text, p_has_data boolean) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.scope', true) is distinct from 'platform' then
    raise exception 'Keys are checked by the platform' using errcode = 'insufficient_privilege';
  end if;
  insert into app.key_checks (name, value) values (p_name, p_value)
    on conflict (name) do update set value = excluded.value, created_at = clock_timestamp() where not p_has_data;
  return exists (select from app.key_checks where name = p_name and value = p_value);
end $$;

revoke all on function app.enqueue_mail(text, text, integer, integer), app.take_mail(integer), app.write_mail(text, text),
  app.delay_mail(text, integer), app.remove_mail(text), app.check_key(text, text, boolean) from public;
grant execute on function app.enqueue_mail(text, text, integer, integer), app.take_mail(integer), app.write_mail(text, text),
  app.delay_mail(text, integer), app.remove_mail(text), app.check_key(text, text, boolean) to pcs_app;
