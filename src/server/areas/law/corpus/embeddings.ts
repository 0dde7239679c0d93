/**
 * Stores vectors of passages per embedding model: finds passages without a vector, stores vectors, and records whether the gate allows
 * their use. It computes no vectors and sends no data.
 */
import { sql } from 'kysely'
import type { Statement } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { MAY_TAKE_LONG } from '../../../platform/watched-client.ts'
import { type StoredPassage, selectStoredPassages } from './stored-passages.ts'

export interface KeptEmbedder {
  id: number
  /** Null before the first vector is stored. */
  dimensions: number | null
  /** Null: never measured. */
  hasPassed: boolean | null
  /** Hash of the corpus that was measured, and hash of the current corpus. */
  measuredOn: string | null
  corpus: string
}

/**
 * Share of passages that may lack a vector. Above it, retrieval uses words only, because passages without a vector would never be found.
 */
const MAY_LACK = 0.02
/** Maximum dimensions of a vector that pgvector stores, and of one that it indexes. */
const [MOST_KEPT, MOST_INDEXED] = [16_000, 2_000]

/** Returns null if the database has no pgvector. `model` includes the name of the provider. */
export async function openEmbedder(tx: Tx, model: string): Promise<KeptEmbedder | null> {
  const room = await sql<{ made: boolean }>`select app.make_room_for_vectors() as made`.execute(tx)
  if (!room.rows[0]?.made) return null
  await tx
    .insertInto('corpus_embedders')
    .values({ model })
    .onConflict((clash) => clash.column('model').doNothing())
    .execute()
  const { rows } = await sql<KeptEmbedder>`
    select e.id, e.dimensions, e.has_passed as "hasPassed", e.measured_on as "measuredOn",
           (select encode(sha256(convert_to(coalesce(string_agg(doc_id || ' ' || content_hash, E'\n' order by doc_id collate "C"), ''), 'UTF8')), 'hex')
              from corpus_documents) as corpus
      from corpus_embedders e where e.model = ${model}`.execute(tx)
  return rows[0] ?? null
}

/** Stores the result of the gate for these vectors, and the corpus that it was measured on. */
export async function keepVerdict(
  tx: Tx,
  embedderId: number,
  verdict: { hasPassed: boolean; measuredOn: string; measuredAt: Date; figures: object },
): Promise<void> {
  await tx
    .updateTable('corpus_embedders')
    .set({
      has_passed: verdict.hasPassed,
      measured_on: verdict.measuredOn,
      measured_at: verdict.measuredAt,
      figures: JSON.stringify(verdict.figures),
    })
    .where('id', '=', embedderId)
    .execute()
}

/** Finds passages without a vector of their current text, with an id above `after`, sorted by id. */
export async function findPassagesWithoutVector(
  tx: Tx,
  embedderId: number,
  { after, limit }: { after: number; limit: number },
): Promise<StoredPassage[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from corpus_chunks c
     where c.id > ${after} and not exists (
       select from corpus_embeddings e where e.embedder_id = ${embedderId} and e.chunk_id = c.id and e.content_hash = c.content_hash)
     order by c.id limit ${limit}`.execute(tx)
  const { text, values } = selectStoredPassages(rows.map(({ id }) => id))
  const [storedPassages] = await runRows<{ coalesce: StoredPassage[] }>(tx, text, values)
  return storedPassages?.coalesce ?? []
}

/** Stores one vector per passage, in the same order. Throws if their length differs from earlier vectors of this embedder. */
export async function keepVectors(
  tx: Tx,
  embedderId: number,
  passages: readonly Pick<StoredPassage, 'id' | 'contentHash'>[],
  vectors: readonly (readonly number[])[],
): Promise<void> {
  const length = vectors[0]?.length ?? 0
  if (!vectors.every((vector) => vector.length === length && isVector(vector)))
    throw new Error('The response contains no vectors')
  const { dimensions } = await tx
    .updateTable('corpus_embedders')
    // The first stored vectors set the length. Before that, a provider may have returned any length.
    .set({ dimensions: sql`coalesce(case when passages > 0 then dimensions end, ${length})` })
    .where('id', '=', embedderId)
    .returning('dimensions')
    .executeTakeFirstOrThrow()
  if (dimensions !== length)
    throw new Error(`Vectors of this model had ${dimensions} numbers and now have ${length}`)
  const rows = passages.map(({ id, contentHash }, at) => ({
    chunk_id: id,
    content_hash: contentHash,
    embedding: JSON.stringify(vectors[at]),
  }))
  await sql`
    insert into corpus_embeddings (embedder_id, chunk_id, content_hash, embedding)
    select ${embedderId}, r.chunk_id, r.content_hash, r.embedding::vector
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(chunk_id int, content_hash text, embedding text)
    on conflict (embedder_id, chunk_id) do update set content_hash = excluded.content_hash, embedding = excluded.embedding`.execute(
    tx,
  )
  await sql`
    update corpus_embedders set passages = (select count(*) from corpus_embeddings where embedder_id = ${embedderId})
     where id = ${embedderId}`.execute(tx)
}

/** Whether the vector is usable. A vector of zeros has no direction, so nothing is near it. */
export const isVector = (vector: readonly number[]): boolean =>
  vector.length <= MOST_KEPT && vector.every(Number.isFinite) && vector.some((number) => number !== 0)

/** Creates an approximate index above this number of vectors. Below it, a search compares all vectors. */
export async function createVectorIndex(tx: Tx, embedderId: number, above: number): Promise<boolean> {
  const { dimensions, passages } = await tx
    .selectFrom('corpus_embedders')
    .select(['dimensions', 'passages'])
    .where('id', '=', embedderId)
    .executeTakeFirstOrThrow()
  if (dimensions === null || dimensions > MOST_INDEXED || passages <= above) return false
  await sql.raw(MAY_TAKE_LONG).execute(tx)
  const { rows } = await sql<{ made: boolean }>`
    select app.index_vectors(${embedderId}, ${dimensions}) as made`.execute(tx)
  return rows[0]?.made ?? false
}

/** Selects the length of the vectors; no row while too many passages have no vector. */
export const selectWholeVectors = (embedderId: number): Statement => ({
  text: `select e.dimensions from corpus_embedders e, corpus_fields f
          where e.id = $1 and f.field = 'WORD' and e.passages >= ${1 - MAY_LACK} * f.chunks and e.dimensions is not null`,
  values: [embedderId],
})
