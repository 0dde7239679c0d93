-- An obligation that fell due before its scheme was added, and of which nothing is recorded, is TO_CONFIRM until a person answers.
alter table obligations
  drop constraint obligations_state_check,
  add constraint obligations_state_check
    check (state in ('OPEN', 'TO_CONFIRM', 'DONE', 'WAIVED', 'NOT_APPLICABLE', 'DATA_GAP', 'CANNOT_TELL')),
  add column confirmation text check (confirmation in ('DONE', 'NOT_DONE', 'NOT_APPLICABLE')),
  add column confirmed_by text;
create index obligations_to_confirm on obligations (tenant_id, scheme_id, due_on) where state = 'TO_CONFIRM';

-- OVERDUE and DONE_LATE begin after the last day that the law gives.
drop function app.obligation_status(text, date, date, integer);
create function app.obligation_status(state text, due_on date, legal_end_on date, completed_on date, soon_days integer) returns text
  language sql stable parallel safe
  return case
    when state = 'DONE' then case when completed_on > greatest(due_on, legal_end_on) then 'DONE_LATE' else 'DONE' end
    when state <> 'OPEN' then state
    when greatest(due_on, legal_end_on) < app.today() then 'OVERDUE'
    when due_on <= app.today() + soon_days then 'DUE_SOON'
    else 'UPCOMING' end;
revoke all on function app.obligation_status(text, date, date, date, integer) from public;
grant execute on function app.obligation_status(text, date, date, date, integer) to pcs_app;
