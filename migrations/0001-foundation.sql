-- Who may do what in the database, and the one question every row-level policy asks.
--
-- pcs_owner owns every table and can log in nowhere; pcs_app is what each transaction of the service becomes.
-- pcs_app owns nothing, cannot bypass row-level security and has no DELETE or UPDATE where nothing may change.

create schema app;
grant usage on schema app to pcs_app;
grant usage on schema public to pcs_app;

-- Does the reach of this transaction cover a row of this firm, employer and member? No reach set: no row.
-- Plain SQL without SECURITY DEFINER or SET, so that the planner inlines it into each policy.
create function app.reaches(tenant text, employer text, member text) returns boolean
  language sql stable parallel safe
  return case current_setting('app.scope', true)
    when 'tenant' then tenant = current_setting('app.tenant', true)
    when 'platform' then true
    when 'employer' then tenant = current_setting('app.tenant', true) and employer = current_setting('app.employer', true)
    when 'member' then tenant = current_setting('app.tenant', true) and member = current_setting('app.member', true)
    else false
  end;

-- May this transaction leave traces (audit entries, tokens, idempotency keys) in this firm? Every signed-in
-- person may in their own, whatever they can read there.
create function app.writes_in(tenant text) returns boolean
  language sql stable parallel safe
  return case current_setting('app.scope', true)
    when 'platform' then true
    when 'tenant' then tenant = current_setting('app.tenant', true)
    when 'employer' then tenant = current_setting('app.tenant', true)
    when 'member' then tenant = current_setting('app.tenant', true)
    else false
  end;

-- RFC 3339, UTC, milliseconds: the one form in which instants leave the service.
create function app.instant(moment timestamptz) returns text
  language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
