-- The compliance calendar and its feeds.

-- The status of an obligation today. OVERDUE and DONE_LATE begin after the last day that the law gives; where a period runs in hours, DONE_LATE
-- begins after its last instant.
create or replace function app.obligation_status(state text, due_on date, due_at timestamptz, legal_end_on date, completed_on date,
    completed_at timestamptz, soon_days integer, today date) returns text
  language sql stable parallel safe
  return case
    when state = 'DONE' then case when completed_on > greatest(due_on, legal_end_on) or completed_at > due_at then 'DONE_LATE' else 'DONE' end
    when state <> 'OPEN' then state
    when greatest(due_on, legal_end_on) < today then 'OVERDUE'
    when due_on <= today + soon_days then 'DUE_SOON'
    else 'UPCOMING' end;

-- The same of today. A statement about many obligations passes (select app.today()), which is evaluated once.
create or replace function app.obligation_status(state text, due_on date, due_at timestamptz, legal_end_on date, completed_on date,
    completed_at timestamptz, soon_days integer) returns text
  language sql stable parallel safe
  return app.obligation_status(state, due_on, due_at, legal_end_on, completed_on, completed_at, soon_days, app.today());

-- The open obligations of the firm of a feed's owner, while the feed and the account are active; null for any other token. Obligations of
-- wound-up schemes are included: those that fell due before they were wound up stay open.
-- Obligations about breaches that are restricted from the owner are left out.
create or replace function app.duties_of_feed(p_token_hash text) returns json
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((select json_agg(json_build_object('id', o.id, 'title', o.title, 'scheme', s.name, 'rule', o.rule_id, 'who', o.who,
             'due', o.due_on, 'source', o.source, 'ruling', o.ruling, 'updated', app.instant(o.updated_at)) order by o.due_on, o.id)
           from obligations o join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id
          where o.tenant_id = f.tenant_id and o.state = 'OPEN'
            and o.due_on <= app.today() + 400
            and not exists (select from breaches b where b.tenant_id = o.tenant_id and b.id = o.breach_id
                  and b.is_restricted and u.role <> 'BrokerAdmin' and b.created_by is distinct from u.id)), '[]')
    from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id join tenants t on t.id = f.tenant_id
   where f.token_hash = p_token_hash and f.revoked_at is null and u.status = 'ACTIVE' and t.status <> 'SUSPENDED'
     and u.role in ('BrokerUser', 'BrokerAdmin')
$$;

-- Whether a feed can be read. In production the feed of a development account cannot (Spec 5.12).
create or replace function app.feed_is_open(p_token_hash text, p_refuse_development boolean) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
     where f.token_hash = p_token_hash and f.revoked_at is null and f.session_version = u.session_version
       and not (p_refuse_development and (u.is_development or u.email like '%@dev.local')))
$$;

revoke all on function app.obligation_status(text, date, timestamptz, date, date, timestamptz, integer, date),
  app.obligation_status(text, date, timestamptz, date, date, timestamptz, integer), app.duties_of_feed(text), app.feed_is_open(text, boolean)
  from public;
grant execute on function app.obligation_status(text, date, timestamptz, date, date, timestamptz, integer, date),
  app.obligation_status(text, date, timestamptz, date, date, timestamptz, integer), app.duties_of_feed(text), app.feed_is_open(text, boolean)
  to pcs_app;
