-- Where a period runs in hours, what was done later on the same day is late: the instant at which a register says it was done.
alter table obligations add column completed_at timestamptz;

drop function app.obligation_status(text, date, date, date, integer);
create function app.obligation_status(state text, due_on date, due_at timestamptz, legal_end_on date, completed_on date,
    completed_at timestamptz, soon_days integer) returns text
  language sql stable parallel safe
  return case
    when state = 'DONE' then case when completed_on > greatest(due_on, legal_end_on) or completed_at > due_at then 'DONE_LATE' else 'DONE' end
    when state <> 'OPEN' then state
    when greatest(due_on, legal_end_on) < app.today() then 'OVERDUE'
    when due_on <= app.today() + soon_days then 'DUE_SOON'
    else 'UPCOMING' end;
revoke all on function app.obligation_status(text, date, timestamptz, date, date, timestamptz, integer) from public;
grant execute on function app.obligation_status(text, date, timestamptz, date, date, timestamptz, integer) to pcs_app;
