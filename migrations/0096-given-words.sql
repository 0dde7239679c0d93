-- Words that an amending Act inserts into a section of another Act, or substitutes there: the Act, the section and its provisions
-- (levels joined by points; empty for the whole section). Null for the other passages.
alter table corpus_chunks
  add column given_act text,
  add column given_section text,
  add column given_provisions text[] not null default '{}',
  add column given_how text check (given_how in ('INSERTED', 'SUBSTITUTED'));
create index corpus_chunks_by_given_section on corpus_chunks (given_section) where given_section is not null;
