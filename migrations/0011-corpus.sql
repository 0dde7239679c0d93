-- The public texts that the assistant answers from, and the index they are found by. They belong to no firm: whoever works in one
-- reads all of them, and only the platform itself writes. Nothing of a firm is ever kept here.

create table corpus_documents (
  id text primary key,
  -- As its source names it: EU-32016L2341.
  doc_id text not null unique,
  title text not null,
  kind text not null check (kind in ('EU_DIRECTIVE', 'EU_REGULATION', 'IE_ACT', 'IE_SI', 'REGULATOR_CODE', 'REGULATOR_GUIDANCE', 'TAX_MANUAL', 'DIGEST')),
  -- Other names it goes by in questions: DORA, the Directive.
  aliases text[] not null default '{}',
  -- 1 is primary law of the subject; what is larger stands behind it where a question names no text.
  authority_rank integer not null,
  version_on date not null,
  in_force_from date,
  in_force_to date,
  source_url text,
  licence text,
  attribution text,
  content_hash text not null,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text
);

-- The smallest provision that reads alone. Words that are amended are another row: this one keeps what it said, until when.
create table corpus_chunks (
  id integer generated always as identity primary key,
  document_id text not null references corpus_documents (id),
  -- Names the place in the document, and stays the same from version to version.
  anchor text not null,
  ordinal integer not null,
  -- What is cited, in parts: ARTICLE 28, of it 2(d).
  unit_kind text not null,
  unit_number text,
  provisions text[] not null default '{}',
  -- Its words become part of another text, which an amending act gives them to.
  is_of_another boolean not null default false,
  citation text not null,
  heading_path text[] not null,
  body text not null,
  -- Questions that an editor found it to answer.
  questions text[] not null default '{}',
  -- Of an editor's note: what it rests on, where a text here has it ([{docId, kind, number, provision}]), and how sure that is.
  sources text[] not null default '{}',
  rests_on jsonb not null default '[]',
  confidence text check (confidence in ('H', 'M', 'L')),
  content_hash text not null,
  -- Asked about a day, it is what held on it: from this day, and until the day before that one.
  valid_from date,
  valid_to date
);
create unique index corpus_chunks_present on corpus_chunks (document_id, anchor) where valid_to is null;
create index corpus_chunks_by_place on corpus_chunks (document_id, ordinal);
create index corpus_chunks_by_unit on corpus_chunks (unit_kind, unit_number);

-- One tokeniser for what is kept and for what is asked.
create function app.corpus_words(words text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('english', regexp_replace(words, '[^A-Za-z0-9]+', ' ', 'g'));

-- What can be looked for: a word, or a pair of words that follow one another, in one of the fields of a chunk.
create table corpus_terms (
  id integer generated always as identity primary key,
  field text not null check (field in ('WORD', 'PAIR', 'HEADING', 'QUESTION')),
  lexeme text not null collate "C",
  -- Chunks it stands in.
  chunks integer not null,
  unique (lexeme, field)
);
-- How much of a term a chunk has, by BM25 without the term's rarity, which is asked for with the question.
-- Without foreign keys: they would cost as much as the index, which one function writes and nothing deletes from.
create table corpus_postings (
  term_id integer not null,
  chunk_id integer not null,
  weight real not null,
  primary key (term_id, chunk_id) include (weight)
);
create index corpus_postings_by_chunk on corpus_postings (chunk_id);
-- How many chunks have the field, how long it is in all, and the mean length that the weights were made with.
create table corpus_fields (
  field text primary key,
  chunks integer not null,
  terms bigint not null,
  mean_length double precision not null
);

do $$
declare
  name text;
begin
  foreach name in array array['corpus_documents', 'corpus_chunks', 'corpus_terms', 'corpus_postings', 'corpus_fields'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy read_at_work on %I for select to pcs_app using (current_setting(''app.scope'', true) in (''tenant'', ''platform''))', name);
    execute format('create policy written_by_platform on %I to pcs_app using (current_setting(''app.scope'', true) = ''platform'')', name);
    execute format('grant select, insert, update on %I to pcs_app', name);
  end loop;
end $$;
