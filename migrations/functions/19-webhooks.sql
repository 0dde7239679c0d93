-- Events of webhooks. They are stored in the transaction of the change and sent afterwards (areas/firm/webhooks). A firm without an active
-- webhook pays for one look-up in the statements that write its changes anyway.

-- Stores the events for each active webhook of the firm that wants their type: an array of
-- { type, entityType, entityId, schemeId, status, previousStatus }.
create or replace function app.store_webhook_events(p_tenant text, p_events jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into webhook_deliveries (tenant_id, id, webhook_id, event_type, entity_type, entity_id, scheme_id, entity_status, previous_entity_status)
    select w.tenant_id, 'w' || left(replace(gen_random_uuid()::text, '-', ''), 23), w.id, e.value ->> 'type', e.value ->> 'entityType',
           e.value ->> 'entityId', e.value ->> 'schemeId', e.value ->> 'status', e.value ->> 'previousStatus'
      from jsonb_array_elements(p_events) with ordinality as e (value, place)
      join webhooks w on w.tenant_id = p_tenant and w.status = 'ACTIVE' and e.value ->> 'type' = any (w.event_types)
     order by e.place, w.id
$$;

-- After each statement that writes obligations: an event for each new obligation, and for each one whose status changed. Obligations about
-- a restricted breach have no events: only administrators and the author know of it.
create or replace function app.note_obligation_events() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant text := (select n.tenant_id from new_rows n limit 1);
  v_events jsonb;
begin
  if v_tenant is null or not exists (select from webhooks w where w.tenant_id = v_tenant and w.status = 'ACTIVE'
                                        and w.event_types && array['obligation.created', 'obligation.status-changed']) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('type', 'obligation.created', 'entityType', 'obligation', 'entityId', n.id, 'schemeId', n.scheme_id,
             'status', app.obligation_status(n.state, n.due_on, n.due_at, n.legal_end_on, n.completed_on, n.completed_at, n.soon_days))
             order by n.due_on, n.id)
      into v_events from new_rows n
     where not exists (select from breaches b where b.tenant_id = n.tenant_id and b.id = n.breach_id and b.is_restricted);
  else
    select jsonb_agg(jsonb_build_object('type', 'obligation.status-changed', 'entityType', 'obligation', 'entityId', c.id, 'schemeId', c.scheme_id,
             'status', c.status, 'previousStatus', c.previous_status) order by c.due_on, c.id)
      into v_events
      from (select n.tenant_id, n.id, n.scheme_id, n.due_on, n.breach_id,
                   app.obligation_status(n.state, n.due_on, n.due_at, n.legal_end_on, n.completed_on, n.completed_at, n.soon_days) as status,
                   app.obligation_status(o.state, o.due_on, o.due_at, o.legal_end_on, o.completed_on, o.completed_at, o.soon_days) as previous_status
              from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id) c
     where c.status <> c.previous_status
       and not exists (select from breaches b where b.tenant_id = c.tenant_id and b.id = c.breach_id and b.is_restricted);
  end if;
  if v_events is not null then
    perform app.store_webhook_events(v_tenant, v_events);
  end if;
  return null;
end $$;

-- The status of an open obligation on a day; app.obligation_status has it for today.
create or replace function app.open_status_on(p_day date, due_on date, legal_end_on date, soon_days integer) returns text
  language sql immutable parallel safe
  return case when greatest(due_on, legal_end_on) < p_day then 'OVERDUE' when due_on <= p_day + soon_days then 'DUE_SOON' else 'UPCOMING' end;

-- Stores an event for each open obligation of the firm whose status has changed because days have passed since the last run; returns their
-- number. It is part of the daily job, and a second run on a day stores no event.
create or replace function app.note_due_obligations(p_tenant text) returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_stored bigint;
begin
  if not app.writes_in(p_tenant) then
    raise exception 'Events are stored in the own firm' using errcode = 'insufficient_privilege';
  end if;
  insert into webhook_deliveries (tenant_id, id, webhook_id, event_type, entity_type, entity_id, scheme_id, entity_status, previous_entity_status)
    select c.tenant_id, 'w' || left(replace(gen_random_uuid()::text, '-', ''), 23), c.webhook_id, 'obligation.status-changed', 'obligation', c.id,
           c.scheme_id, c.status, c.previous_status
      from (select o.tenant_id, w.id as webhook_id, o.id, o.scheme_id, o.due_on,
                   app.open_status_on(app.today(), o.due_on, o.legal_end_on, o.soon_days) as status,
                   app.open_status_on(w.followed_on, o.due_on, o.legal_end_on, o.soon_days) as previous_status
              from webhooks w join obligations o on o.tenant_id = w.tenant_id and o.state = 'OPEN'
             where w.tenant_id = p_tenant and w.status = 'ACTIVE' and w.followed_on < app.today() and 'obligation.status-changed' = any (w.event_types)
               and not exists (select from breaches b where b.tenant_id = o.tenant_id and b.id = o.breach_id and b.is_restricted)) c
     where c.status <> c.previous_status
     order by c.due_on, c.id, c.webhook_id;
  get diagnostics v_stored = row_count;
  update webhooks w set followed_on = app.today() where w.tenant_id = p_tenant and w.followed_on < app.today();
  return v_stored;
end $$;

-- Takes the active webhook that has waited longest of those with a due delivery, for so many seconds, and returns its oldest due delivery.
-- No other instance sends to it until then or until it is released. At most so many webhooks of a firm are busy, so that a slow receiver
-- delays its own firm only. It reads with the scope of the caller: the platform's.
create or replace function app.take_webhook(p_now timestamptz, p_claim text, p_lease_seconds integer, p_most_of_firm integer)
  returns table (tenant_id text, webhook_id text, url text, sealed_secret text, previous_sealed_secret text, delivery_id text, event_type text,
    entity_type text, entity_id text, scheme_id text, entity_status text, previous_entity_status text, attempts integer, created_at text)
  language sql volatile as $$
    with taken as (
      update webhooks w set claim = p_claim, busy_until = p_now + p_lease_seconds * interval '1 second', served_at = p_now
       where w.id = (
         select c.id from webhooks c join tenants t on t.id = c.tenant_id
          where c.status = 'ACTIVE' and t.status <> 'SUSPENDED' and (c.busy_until is null or c.busy_until <= p_now)
            and exists (select from webhook_deliveries d where d.tenant_id = c.tenant_id and d.webhook_id = c.id and d.status = 'PENDING'
                          and (d.next_attempt_at is null or d.next_attempt_at <= p_now))
            and (select count(*) from webhooks b where b.tenant_id = c.tenant_id and b.busy_until > p_now) < p_most_of_firm
          order by c.served_at nulls first, c.id limit 1 for update of c skip locked)
      returning w.tenant_id, w.id, w.url, w.sealed_secret, w.previous_sealed_secret, w.previous_secret_until
    )
    select w.tenant_id, w.id, w.url, w.sealed_secret, case when w.previous_secret_until > p_now then w.previous_sealed_secret end,
           d.id, d.event_type, d.entity_type, d.entity_id, d.scheme_id, d.entity_status, d.previous_entity_status, d.attempts, app.instant(d.created_at)
      from taken w cross join lateral (
        select o.id, o.event_type, o.entity_type, o.entity_id, o.scheme_id, o.entity_status, o.previous_entity_status, o.attempts, o.created_at
          from webhook_deliveries o
         where o.tenant_id = w.tenant_id and o.webhook_id = w.id and o.status = 'PENDING' and (o.next_attempt_at is null or o.next_attempt_at <= p_now)
         order by o.created_at, o.id limit 1) d
$$;

-- Deletes deliveries that are 30 days old.
create or replace function app.expire_webhook_deliveries() returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_deleted bigint;
begin
  delete from webhook_deliveries d where d.created_at < clock_timestamp() - interval '30 days';
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;

revoke all on function app.store_webhook_events(text, jsonb), app.note_obligation_events(), app.open_status_on(date, date, date, integer),
  app.note_due_obligations(text), app.take_webhook(timestamptz, text, integer, integer), app.expire_webhook_deliveries() from public;
grant execute on function app.open_status_on(date, date, date, integer), app.note_due_obligations(text),
  app.take_webhook(timestamptz, text, integer, integer), app.expire_webhook_deliveries() to pcs_app;
