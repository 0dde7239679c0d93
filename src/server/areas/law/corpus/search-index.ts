/**
 * Search index of passages: BM25 over four fields of a chunk, stored as postings by term and by chunk, so that one statement ranks on any
 * PostgreSQL without an extension. k1 is 0.9. b is 0.75, and 0.5 for headings, because their length says little.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database.ts'
import { MAY_TAKE_LONG } from '../../../platform/watched-client.ts'

/** Weights depend on the mean length of a field. If the mean drifts by more than this share, all weights are recalculated. */
const DRIFT = 0.1

/**
 * Counts the occurrences of each term in chunks, and the terms of each field. A pair is two adjacent words after stop words are removed.
 */
const buildOccurrences = (chunks: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  chunk as materialized (select c.id, c.body, array_to_string(c.heading_path, ' ') as headings, array_to_string(c.questions, ' ') as questions
                           from corpus_chunks c where ${chunks}),
  word as materialized (select c.id, w.lexeme, w.positions from chunk c, unnest(app.corpus_words(c.body)) w),
  place as materialized (select w.id, w.lexeme, row_number() over (partition by w.id order by p) as at from word w, unnest(w.positions) p),
  occurrence as materialized (
    select id, 'WORD' as field, lexeme, cardinality(positions) as times from word
    union all
    select a.id, 'PAIR', a.lexeme || ' ' || b.lexeme, count(*)::int from place a join place b on b.id = a.id and b.at = a.at + 1 group by 1, 3
    union all
    select c.id, 'HEADING', w.lexeme, cardinality(w.positions) from chunk c, unnest(app.corpus_words(c.headings)) w
    union all
    select c.id, 'QUESTION', w.lexeme, cardinality(w.positions) from chunk c, unnest(app.corpus_words(c.questions)) w),
  length as materialized (select id, field, sum(times) as terms from occurrence group by 1, 2)`

const WEIGHT = sql`o.times * 1.9 / (o.times + 0.9 * (case o.field when 'HEADING' then 0.5 else 0.25 end
    + (case o.field when 'HEADING' then 0.5 else 0.75 end) * l.terms / f.mean_length))`

/** Chunks per statement: the embedded database counts as hung if a statement takes 20 seconds. */
const AT_ONCE = 200

/**
 * Indexes stored chunks that are not yet in the index; the postings of a term are stored together. Field lengths are summed over all chunks
 * first, so that the weights of a first corpus use its own mean lengths.
 */
export async function updateSearchIndex(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql.raw(MAY_TAKE_LONG).execute(tx)
  const slices = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
  const sums = new Map<string, { field: string; chunks: number; terms: number }>()
  for (const slice of slices) {
    const { rows } = await sql<{ field: string; chunks: number; terms: number }>`
      with ${buildOccurrences(sql`c.id = any (${slice}::int[])`)}
      select field, count(*)::int as chunks, sum(terms)::int as terms from length group by field`.execute(tx)
    for (const { field, chunks, terms } of rows) {
      const sum = sums.get(field) ?? { field, chunks: 0, terms: 0 }
      sums.set(field, { field, chunks: sum.chunks + chunks, terms: sum.terms + terms })
    }
  }
  await sql`
    insert into corpus_fields as f (field, chunks, terms, mean_length)
    select field, chunks, terms, terms::float8 / chunks
      from jsonb_to_recordset(${JSON.stringify([...sums.values()])}::jsonb) as sum(field text, chunks int, terms bigint)
    on conflict (field) do update set chunks = f.chunks + excluded.chunks, terms = f.terms + excluded.terms`.execute(
    tx,
  )
  for (const slice of slices) {
    await sql`
      with ${buildOccurrences(sql`c.id = any (${slice}::int[])`)},
      term as (
        insert into corpus_terms as t (field, lexeme, chunks)
        select field, lexeme, count(*) from occurrence group by 1, 2
        on conflict (lexeme, field) do update set chunks = t.chunks + excluded.chunks
        returning t.id, t.field, t.lexeme),
      posting as (
        insert into corpus_postings (term_id, chunk_id, weight)
        select t.id, o.id, ${WEIGHT}
          from occurrence o
          join term t on t.lexeme = o.lexeme and t.field = o.field
          join length l on l.id = o.id and l.field = o.field
          join corpus_fields f on f.field = o.field
         order by t.id, o.id
        returning term_id, chunk_id, weight)
      insert into corpus_chunk_terms (chunk_id, term_ids, weights)
      select chunk_id, array_agg(term_id order by term_id), array_agg(weight order by term_id) from posting group by 1 order by 1`.execute(
      tx,
    )
  }
}

/** Recalculates all weights if the mean lengths have drifted. Returns whether it did. */
export async function updateTermWeights(tx: Tx): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update corpus_fields set mean_length = terms::float8 / chunks
     where abs(terms::float8 / chunks / mean_length - 1) > ${DRIFT}`.execute(tx)
  if (!numAffectedRows) return false
  await sql.raw(MAY_TAKE_LONG).execute(tx)
  const { rows } = await sql<{
    last: number
  }>`select coalesce(max(id), 0) as last from corpus_chunks`.execute(tx)
  for (let from = 0; from < (rows[0]?.last ?? 0); from += AT_ONCE) {
    await sql`
      with ${buildOccurrences(sql`c.id > ${from} and c.id <= ${from + AT_ONCE}`)},
      posting as (
        update corpus_postings p set weight = ${WEIGHT}
          from occurrence o
          join corpus_terms t on t.lexeme = o.lexeme and t.field = o.field
          join length l on l.id = o.id and l.field = o.field
          join corpus_fields f on f.field = o.field
         where p.term_id = t.id and p.chunk_id = o.id
        returning p.term_id, p.chunk_id, p.weight)
      update corpus_chunk_terms c set term_ids = p.term_ids, weights = p.weights
        from (select chunk_id, array_agg(term_id order by term_id) as term_ids, array_agg(weight order by term_id) as weights from posting group by 1) p
       where c.chunk_id = p.chunk_id`.execute(tx)
  }
  return true
}
