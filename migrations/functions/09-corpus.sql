-- The search index of legal sources.

-- The tokeniser of passages and of questions. A change of it needs the index to be built again (npm run ingest).
create or replace function app.corpus_words(words text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('english', regexp_replace(words, '[^A-Za-z0-9]+', ' ', 'g'));

-- The term that a passage defines, from its citation: `Article 6 “beneficiary”`. A question about the meaning of a word finds the
-- definition by it, however often the word occurs elsewhere. The index corpus_chunks_by_defined_term must be built again when this changes.
create or replace function app.defined_term(citation text) returns text language sql immutable strict parallel safe
return trim(lower(regexp_replace(substring(citation from '“(.+)”$'), '[^A-Za-z0-9]+', ' ', 'g')));

-- Adds the column for vectors if pgvector is there; returns whether vectors can be stored. A column that was dropped with its extension
-- left rows without a vector: they are deleted.
create or replace function app.make_room_for_vectors() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regtype('public.vector') is null then return false; end if;
  if not exists (select from pg_attribute where attrelid = 'public.corpus_embeddings'::regclass and attname = 'embedding' and not attisdropped) then
    truncate public.corpus_embeddings;
    alter table public.corpus_embeddings add column embedding public.vector not null;
  end if;
  return true;
end $$;

-- Builds an approximate index over the vectors of one embedder, which all have the same length; false if the index exists.
create or replace function app.index_vectors(p_embedder integer, p_dimensions integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_embedder constant text := 'corpus_embeddings_near_' || p_embedder;
begin
  if to_regclass('public.' || of_embedder) is not null then return false; end if;
  execute format('create index %I on public.corpus_embeddings using hnsw ((embedding::vector(%s)) vector_cosine_ops) where embedder_id = %s',
    of_embedder, p_dimensions, p_embedder);
  return true;
end $$;

revoke all on function app.corpus_words(text), app.defined_term(text), app.make_room_for_vectors(), app.index_vectors(integer, integer)
  from public;
grant execute on function app.corpus_words(text), app.defined_term(text), app.make_room_for_vectors(), app.index_vectors(integer, integer)
  to pcs_app;
