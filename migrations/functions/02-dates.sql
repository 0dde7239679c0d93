-- Dates and instants of the API.

-- RFC 3339, UTC, milliseconds: the form of every instant in a response.
create or replace function app.instant(moment timestamptz) returns text
  language sql stable parallel safe
  return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Today in Dublin. The service sets app.today in each transaction, because tests move its clock.
create or replace function app.today() returns date
  language sql stable parallel safe
  return coalesce(nullif(current_setting('app.today', true), '')::date, (clock_timestamp() at time zone 'Europe/Dublin')::date);

revoke all on function app.instant(timestamptz), app.today() from public;
grant execute on function app.instant(timestamptz), app.today() to pcs_app;
