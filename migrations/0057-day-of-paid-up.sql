-- The last day for which a paid-up scheme expects contributions; null for schemes that became paid up before the day was recorded.
alter table schemes add column paid_up_on date;
-- Its result has another column from now on.
drop function if exists app.scheme_terms(text, text);
