-- A check is no obligation: it has a day, and is never due soon, overdue or late.
alter table obligations
  drop constraint obligations_state_check,
  add constraint obligations_state_check
    check (state in ('OPEN', 'TO_CONFIRM', 'CHECK', 'DONE', 'WAIVED', 'NOT_APPLICABLE', 'DATA_GAP', 'CANNOT_TELL'));
