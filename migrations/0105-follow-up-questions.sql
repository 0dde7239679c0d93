-- A question that refers back is answered with the subject of the question before; null where the question stands alone.
alter table assistant_answers add column read_as text;
