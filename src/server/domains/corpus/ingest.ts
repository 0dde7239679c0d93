/**
 * A text enters the corpus, or its next version does: whole or not at all, in the caller's transaction. A chunk whose words have not
 * changed stays the row it was; one that says something else, or is gone, holds until the day of the new version.
 */
import { sql } from 'kysely'
import type { CorpusDocumentKind } from '../../../contract/corpus.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { type Chunk, hashOf } from './chunking.ts'
import { indexChunks, settleWeights } from './search-index.ts'

export interface CorpusText {
  docId: string
  title: string
  kind: CorpusDocumentKind
  aliases: readonly string[]
  authorityRank: number
  versionOn: string
  inForceFrom: string | null
  inForceTo: string | null
  sourceUrl: string | null
  licence: string | null
  attribution: string | null
  chunks: readonly Chunk[]
}

export interface Ingested {
  id: string
  docId: string
  outcome: 'ADDED' | 'CHANGED' | 'UNCHANGED'
  chunksAdded: number
  chunksChanged: number
  chunksRemoved: number
  /** Where words are no longer what they were. */
  changedUnits: { kind: string; number: string }[]
}

/** Rows at once: a statement takes 65,535 values. */
const AT_ONCE = 1_000

/** All of them or none. They are indexed together at the end, so that the means of a first corpus are those of all of it. */
export async function ingest(
  tx: Tx,
  texts: Iterable<CorpusText>,
  createdBy: string | null,
): Promise<Ingested[]> {
  const newChunks: number[] = []
  const done: Ingested[] = []
  for (const text of texts) done.push(await enter(tx, text, createdBy, newChunks))
  await indexChunks(tx, newChunks)
  if (newChunks.length > 0) await settleWeights(tx)
  return done
}

/** One of several, each in a transaction of its own; `settleWeights` is asked for after the last. */
export async function ingestOne(tx: Tx, text: CorpusText, createdBy: string | null): Promise<Ingested> {
  const newChunks: number[] = []
  const done = await enter(tx, text, createdBy, newChunks)
  await indexChunks(tx, newChunks)
  return done
}

async function enter(
  tx: Tx,
  text: CorpusText,
  createdBy: string | null,
  newChunks: number[],
): Promise<Ingested> {
  const { chunks, versionOn, ...terms } = text
  // Editors' notes have no day of their own: theirs is the day on which they changed here.
  const told = text.kind === 'DIGEST' ? terms : { ...terms, versionOn }
  const contentHash = hashOf(JSON.stringify(told), ...chunks.map(({ contentHash }) => contentHash))
  // Two feeders of one text come one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('corpus ' || ${text.docId}))`.execute(tx)
  const before = await tx
    .selectFrom('corpus_documents')
    .select(['id', 'content_hash', 'version', 'version_on'])
    .where('doc_id', '=', text.docId)
    .executeTakeFirst()
  if (before?.content_hash === contentHash) return unchanged(before.id, text.docId)

  const columns = {
    title: text.title,
    kind: text.kind,
    aliases: [...text.aliases],
    authority_rank: text.authorityRank,
    version_on: text.versionOn,
    in_force_from: text.inForceFrom,
    in_force_to: text.inForceTo,
    source_url: text.sourceUrl,
    licence: text.licence,
    attribution: text.attribution,
    content_hash: contentHash,
  }
  const id = before?.id ?? newId()
  if (before) {
    await tx
      .updateTable('corpus_documents')
      .set({ ...columns, version: before.version + 1, updated_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      .execute()
  } else {
    await tx
      .insertInto('corpus_documents')
      .values({ id, doc_id: text.docId, created_by: createdBy, ...columns })
      .execute()
  }
  const present = new Map(
    (
      await tx
        .selectFrom('corpus_chunks')
        .select(['id', 'anchor', 'content_hash', 'unit_kind', 'unit_number'])
        .where('document_id', '=', id)
        .where('valid_to', 'is', null)
        .execute()
    ).map((chunk) => [chunk.anchor, chunk]),
  )
  const isSame = ({ anchor, contentHash: hash }: Chunk): boolean => present.get(anchor)?.content_hash === hash
  const entered = chunks.map((chunk, ordinal) => ({ chunk, ordinal })).filter(({ chunk }) => !isSame(chunk))
  const kept = new Set(chunks.map(({ anchor }) => anchor))
  const changedAnchors = entered.flatMap(({ chunk }) => (present.has(chunk.anchor) ? [chunk.anchor] : []))
  const removedAnchors = [...present.keys()].filter((anchor) => !kept.has(anchor))
  await endValidity(tx, id, [...changedAnchors, ...removedAnchors], text.versionOn)
  await renumber(tx, id, chunks)

  const validFrom = before ? text.versionOn : text.inForceFrom
  for (let start = 0; start < entered.length; start += AT_ONCE) {
    newChunks.push(...(await insertChunks(tx, id, entered.slice(start, start + AT_ONCE), validFrom)))
  }
  return {
    id,
    docId: text.docId,
    outcome: before ? 'CHANGED' : 'ADDED',
    chunksAdded: entered.length - changedAnchors.length,
    chunksChanged: changedAnchors.length,
    chunksRemoved: removedAnchors.length,
    changedUnits: unitsOf([...changedAnchors, ...removedAnchors].map((anchor) => present.get(anchor))),
  }
}

/** Each once; what has no number is cited by nobody. */
const unitsOf = (
  chunks: readonly ({ unit_kind: string; unit_number: string | null } | undefined)[],
): Ingested['changedUnits'] => {
  const units = new Map<string, Ingested['changedUnits'][number]>()
  for (const chunk of chunks)
    if (chunk?.unit_number)
      units.set(`${chunk.unit_kind} ${chunk.unit_number}`, {
        kind: chunk.unit_kind,
        number: chunk.unit_number,
      })
  return [...units.values()]
}

const unchanged = (id: string, docId: string): Ingested => ({
  id,
  docId,
  outcome: 'UNCHANGED',
  chunksAdded: 0,
  chunksChanged: 0,
  chunksRemoved: 0,
  changedUnits: [],
})

async function endValidity(tx: Tx, documentId: string, anchors: string[], on: string): Promise<void> {
  if (anchors.length === 0) return
  await tx
    .updateTable('corpus_chunks')
    .set({ valid_to: on })
    .where('document_id', '=', documentId)
    .where('valid_to', 'is', null)
    .where('anchor', 'in', anchors)
    .execute()
}

/** A chunk that stays may stand at another place now. */
async function renumber(tx: Tx, documentId: string, chunks: readonly Chunk[]): Promise<void> {
  await sql`
    update corpus_chunks c set ordinal = place.at - 1
      from unnest(${chunks.map(({ anchor }) => anchor)}::text[]) with ordinality as place(anchor, at)
     where c.document_id = ${documentId} and c.anchor = place.anchor and c.valid_to is null and c.ordinal <> place.at - 1`.execute(
    tx,
  )
}

async function insertChunks(
  tx: Tx,
  documentId: string,
  entered: readonly { chunk: Chunk; ordinal: number }[],
  validFrom: string | null,
): Promise<number[]> {
  const rows = await tx
    .insertInto('corpus_chunks')
    .values(
      entered.map(({ chunk, ordinal }) => ({
        document_id: documentId,
        anchor: chunk.anchor,
        ordinal,
        unit_kind: chunk.unitKind,
        unit_number: chunk.unitNumber,
        provisions: chunk.provisions,
        is_of_another: chunk.isOfAnother,
        citation: chunk.citation,
        heading_path: chunk.headingPath,
        body: chunk.body,
        questions: chunk.questions,
        sources: chunk.sources,
        rests_on: JSON.stringify(chunk.restsOn),
        confidence: chunk.confidence,
        content_hash: chunk.contentHash,
        valid_from: validFrom,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
