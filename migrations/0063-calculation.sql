-- The sum behind a due date: { startOn, steps: [{ count, unit }], endOn }. Null where the date is not the result of a sum.
alter table obligations add column calculation jsonb;
