-- Vectors of the public passages, by the model that made them. They stand on the extension pgvector, which is the server's and may come
-- later or never: the column that holds them is made where it is there, and without it passages are found by their words alone.

create table corpus_embedders (
  id integer generated always as identity primary key,
  -- Provider and model: openai-compatible/text-embedding-3-small.
  model text not null unique,
  -- Numbers in a vector; null before the first.
  dimensions integer check (dimensions between 1 and 16000),
  -- Passages with a vector, so that they are not counted for each question.
  passages integer not null default 0,
  -- What the gate found last (docs/evaluation.md): whether these vectors gain, on which texts, and by how much.
  has_passed boolean,
  measured_on text,
  measured_at timestamptz,
  figures jsonb
);
create table corpus_embeddings (
  embedder_id integer not null references corpus_embedders (id),
  chunk_id integer not null references corpus_chunks (id),
  -- Of the words that the vector was made of.
  content_hash text not null,
  primary key (embedder_id, chunk_id)
);

do $$
declare
  name text;
begin
  foreach name in array array['corpus_embedders', 'corpus_embeddings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy read_at_work on %I for select to pcs_app using (current_setting(''app.scope'', true) in (''tenant'', ''platform''))', name);
    execute format('create policy written_by_platform on %I to pcs_app using (current_setting(''app.scope'', true) = ''platform'')', name);
    execute format('grant select, insert, update on %I to pcs_app', name);
  end loop;
end $$;

-- True where vectors can be kept. A column that went with its extension left rows without a vector behind: they go as well.
create function app.make_room_for_vectors() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regtype('public.vector') is null then return false; end if;
  if not exists (select from pg_attribute where attrelid = 'public.corpus_embeddings'::regclass and attname = 'embedding' and not attisdropped) then
    truncate public.corpus_embeddings;
    alter table public.corpus_embeddings add column embedding public.vector not null;
  end if;
  return true;
end $$;
revoke all on function app.make_room_for_vectors() from public;
grant execute on function app.make_room_for_vectors() to pcs_app;
select app.make_room_for_vectors();

-- An approximate index over the vectors of one embedder, each of which has a length of its own; false where it is there already.
create function app.index_vectors(p_embedder integer, p_dimensions integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  of_embedder constant text := 'corpus_embeddings_near_' || p_embedder;
begin
  if to_regclass('public.' || of_embedder) is not null then return false; end if;
  execute format('create index %I on public.corpus_embeddings using hnsw ((embedding::vector(%s)) vector_cosine_ops) where embedder_id = %s',
    of_embedder, p_dimensions, p_embedder);
  return true;
end $$;
revoke all on function app.index_vectors(integer, integer) from public;
grant execute on function app.index_vectors(integer, integer) to pcs_app;
