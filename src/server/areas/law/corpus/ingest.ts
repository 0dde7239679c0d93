/**
 * A text enters the corpus, or its next version does: whole or not at all, in the caller's transaction. A chunk whose words have not
 * changed stays the row it was; one that says something else, or is gone, holds until the day of the new version.
 */
import { type Insertable, sql } from 'kysely'
import type { CorpusDocumentKind } from '../../../../contract/corpus.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { CorpusIngests } from '../../../platform/rows.ts'
import { updateSearchIndex, updateTermWeights } from './search-index.ts'
import { type Chunk, hashOf } from './split-into-chunks.ts'

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

/** What a text is to what is held of it. */
export interface Difference {
  before: {
    id: string
    contentHash: string
    version: number
    versionOn: string
    withdrawnOn: string | null
  } | null
  contentHash: string
  isSame: boolean
  /** With their places in the text. */
  entered: readonly { chunk: Chunk; ordinal: number }[]
  /** Anchors of passages whose words are others. */
  changed: readonly string[]
  removed: readonly string[]
  changedUnits: Ingested['changedUnits']
}

export interface Ingested {
  id: string
  docId: string
  outcome: 'ADDED' | 'CHANGED' | 'UNCHANGED'
  chunksAdded: number
  chunksChanged: number
  chunksRemoved: number
  /** Names it in the history of the text; null where nothing changed. */
  ingestId: string | null
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
  await updateSearchIndex(tx, newChunks)
  if (newChunks.length > 0) await updateTermWeights(tx)
  return done
}

/** One of several, each in a transaction of its own; `updateTermWeights` is asked for after the last. */
export async function ingestOne(tx: Tx, text: CorpusText, createdBy: string | null): Promise<Ingested> {
  const newChunks: number[] = []
  const done = await enter(tx, text, createdBy, newChunks)
  await updateSearchIndex(tx, newChunks)
  return done
}

/** Equal for equal texts, as corpus_documents.content_hash keeps it. */
export function calculateContentHash({ chunks, versionOn, ...terms }: CorpusText): string {
  // Editors' notes have no day of their own: theirs is the day on which they changed here.
  const hashed = terms.kind === 'DIGEST' ? terms : { ...terms, versionOn }
  return hashOf(JSON.stringify(hashed), ...chunks.map(({ contentHash }) => contentHash))
}

/** Reads only: what would be entered, and what would end. */
export async function findDifference(db: ReadDb | Tx, text: CorpusText): Promise<Difference> {
  const { chunks } = text
  const contentHash = calculateContentHash(text)
  const before =
    (await db
      .selectFrom('corpus_documents')
      .select([
        'id',
        'content_hash as contentHash',
        'version',
        'version_on as versionOn',
        'withdrawn_on as withdrawnOn',
      ])
      .where('doc_id', '=', text.docId)
      .executeTakeFirst()) ?? null
  if (before?.contentHash === contentHash)
    return { before, contentHash, isSame: true, entered: [], changed: [], removed: [], changedUnits: [] }
  const present = new Map(
    (before
      ? await db
          .selectFrom('corpus_chunks')
          .select(['id', 'anchor', 'content_hash', 'unit_kind', 'unit_number'])
          .where('document_id', '=', before.id)
          .where('valid_to', 'is', null)
          .execute()
      : []
    ).map((chunk) => [chunk.anchor, chunk]),
  )
  const isKept = ({ anchor, contentHash: hash }: Chunk): boolean => present.get(anchor)?.content_hash === hash
  const entered = chunks.map((chunk, ordinal) => ({ chunk, ordinal })).filter(({ chunk }) => !isKept(chunk))
  const sent = new Set(chunks.map(({ anchor }) => anchor))
  const changed = entered.flatMap(({ chunk }) => (present.has(chunk.anchor) ? [chunk.anchor] : []))
  const removed = [...present.keys()].filter((anchor) => !sent.has(anchor))
  const changedUnits = unitsOf([...changed, ...removed].map((anchor) => present.get(anchor)))
  return { before, contentHash, isSame: false, entered, changed, removed, changedUnits }
}

async function enter(
  tx: Tx,
  text: CorpusText,
  createdBy: string | null,
  newChunks: number[],
): Promise<Ingested> {
  // Two feeders of one text come one after the other.
  await sql`select pg_advisory_xact_lock(hashtext('corpus ' || ${text.docId}))`.execute(tx)
  const difference = await findDifference(tx, text)
  const { before, contentHash, entered, changed, removed, changedUnits } = difference
  if (before && difference.isSame) return unchanged(before.id, text.docId)

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
    withdrawn_on: null,
    withdrawn_reason: null,
  }
  const id = before?.id ?? createId()
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
  const outcome = before ? 'CHANGED' : 'ADDED'
  const counts = {
    chunksAdded: entered.length - changed.length,
    chunksChanged: changed.length,
    chunksRemoved: removed.length,
  }
  const ingestId = await noteIngest(tx, {
    document_id: id,
    outcome,
    version_before_on: before?.versionOn ?? null,
    version_on: text.versionOn,
    passages_added: counts.chunksAdded,
    passages_changed: counts.chunksChanged,
    passages_removed: counts.chunksRemoved,
    created_by: createdBy,
  })
  await endValidity(tx, id, [...changed, ...removed], { on: text.versionOn, ingestId })
  await renumber(tx, id, text.chunks)

  const validFrom = before ? holdsFrom(text.versionOn, before.withdrawnOn) : text.inForceFrom
  for (let start = 0; start < entered.length; start += AT_ONCE) {
    const rows = entered.slice(start, start + AT_ONCE)
    newChunks.push(...(await insertChunks(tx, { documentId: id, ingestId, validFrom }, rows)))
  }
  return { id, docId: text.docId, outcome, ...counts, ingestId, changedUnits }
}

/** What was withdrawn held until that day in its old version. */
const holdsFrom = (versionOn: string, withdrawnOn: string | null): string =>
  withdrawnOn !== null && withdrawnOn > versionOn ? withdrawnOn : versionOn

/** Of the history of a text; answers the name of the entry. */
async function noteIngest(tx: Tx, values: Omit<Insertable<CorpusIngests>, 'id'>): Promise<string> {
  const id = createId()
  await tx
    .insertInto('corpus_ingests')
    .values({ id, ...values })
    .execute()
  return id
}

/** Every passage ends, and the text is answered from no more. Its words as they are come back by no feeder: only the next version does. */
export async function withdraw(
  tx: Tx,
  { id, version, versionOn }: { id: string; version: number; versionOn: string },
  { on, reason, createdBy }: { on: string; reason: string; createdBy: string },
): Promise<void> {
  const anchors = await tx
    .selectFrom('corpus_chunks')
    .select('anchor')
    .where('document_id', '=', id)
    .where('valid_to', 'is', null)
    .execute()
  const ingestId = await noteIngest(tx, {
    document_id: id,
    outcome: 'WITHDRAWN',
    version_before_on: versionOn,
    version_on: on,
    passages_added: 0,
    passages_changed: 0,
    passages_removed: anchors.length,
    reason,
    created_by: createdBy,
  })
  await endValidity(
    tx,
    id,
    anchors.map(({ anchor }) => anchor),
    { on, ingestId },
  )
  await tx
    .updateTable('corpus_documents')
    .set({
      withdrawn_on: on,
      withdrawn_reason: reason,
      version: version + 1,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Each once; a unit without a number cannot be cited. */
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
  ingestId: null,
  changedUnits: [],
})

async function endValidity(
  tx: Tx,
  documentId: string,
  anchors: string[],
  { on, ingestId }: { on: string; ingestId: string },
): Promise<void> {
  if (anchors.length === 0) return
  await sql`
    update corpus_chunks set valid_to = ${on}, ended_with = ${ingestId}
     where document_id = ${documentId} and valid_to is null and anchor = any (${anchors})`.execute(tx)
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
  { documentId, ingestId, validFrom }: { documentId: string; ingestId: string; validFrom: string | null },
  entered: Difference['entered'],
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
        entered_with: ingestId,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
