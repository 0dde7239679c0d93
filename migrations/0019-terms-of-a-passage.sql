-- What each passage is made of: the postings once more, by passage. A question finds the most likely passages by its rarest terms; how much
-- they have of the others is then read here, instead of from the postings of every passage that has so common a term.
create table corpus_chunk_terms (
  chunk_id integer primary key references corpus_chunks (id),
  -- One beside the other: the term, and its weight as in the posting.
  term_ids integer[] not null,
  weights real[] not null,
  check (cardinality(term_ids) = cardinality(weights))
);
-- The owner of the tables reads them like everybody else, by a policy that is not for the owner.
alter table corpus_postings no force row level security;
insert into corpus_chunk_terms
select chunk_id, array_agg(term_id order by term_id), array_agg(weight order by term_id) from corpus_postings group by 1 order by 1;
alter table corpus_postings force row level security;
-- Nothing asks for the postings of a passage any more.
drop index corpus_postings_by_chunk;

alter table corpus_chunk_terms enable row level security;
alter table corpus_chunk_terms force row level security;
create policy read_at_work on corpus_chunk_terms for select to pcs_app using ((select current_setting('app.scope', true) in ('tenant', 'platform')));
create policy entered_by_platform on corpus_chunk_terms for insert to pcs_app with check ((select current_setting('app.scope', true) = 'platform'));
create policy changed_by_platform on corpus_chunk_terms for update to pcs_app using ((select current_setting('app.scope', true) = 'platform'));
grant select, insert, update on corpus_chunk_terms to pcs_app;
