-- The part of an answer that comes from the compliance calendar: the sentence, and the obligations with their status at that time.
alter table assistant_answers add column calendar jsonb;
