-- Definitions by the term that they define, as the citation of a passage names it: `Article 6 “beneficiary”`. Whoever asks what a word means
-- asks for these, however often the word stands elsewhere.
create function app.defined_term(citation text) returns text language sql immutable strict parallel safe
return trim(lower(regexp_replace(substring(citation from '“(.+)”$'), '[^A-Za-z0-9]+', ' ', 'g')));
create index corpus_chunks_by_defined_term on corpus_chunks (app.defined_term(citation)) where citation like '%”';
