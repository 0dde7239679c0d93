-- The part of an answer that compares kinds of schemes, by the rules of the calendar on that day.
alter table assistant_answers add column comparison jsonb;
