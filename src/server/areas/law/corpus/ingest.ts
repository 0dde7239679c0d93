/**
 * Ingests a legal source or its next version completely or not at all, in the caller's transaction. A chunk with unchanged text keeps its
 * row. A changed or removed chunk remains valid until the date of the new version.
 */
import { type Insertable, sql } from 'kysely'
import type { CorpusDocumentKind } from '../../../../contract/corpus.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { CorpusIngests } from '../../../platform/rows.ts'
import { updateSearchIndex, updateTermWeights } from './search-index.ts'
import { type Chunk, hashText } from './split-into-chunks.ts'

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

/** Differences between a text and its stored version. */
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
  /** New and changed chunks with their positions in the text. */
  entered: readonly { chunk: Chunk; ordinal: number }[]
  /** Anchors of passages with changed text. */
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
  /** Id of the entry in the source's history; null if the text has not changed. */
  ingestId: string | null
  /** Units with changed or removed text. */
  changedUnits: { kind: string; number: string }[]
}

/** Rows per statement: PostgreSQL accepts 65,535 parameters. */
const AT_ONCE = 1_000

/** Ingests all texts or none. They are indexed together at the end, so that the mean lengths of a first corpus cover all of it. */
export async function ingest(
  tx: Tx,
  texts: Iterable<CorpusText>,
  createdBy: string | null,
): Promise<Ingested[]> {
  const newChunks: number[] = []
  const done: Ingested[] = []
  for (const text of texts) done.push(await storeVersion(tx, text, createdBy, newChunks))
  await updateSearchIndex(tx, newChunks)
  if (newChunks.length > 0) await updateTermWeights(tx)
  return done
}

/** Ingests one of several texts, each in its own transaction. The caller runs `updateTermWeights` after the last one. */
export async function ingestOne(tx: Tx, text: CorpusText, createdBy: string | null): Promise<Ingested> {
  const newChunks: number[] = []
  const done = await storeVersion(tx, text, createdBy, newChunks)
  await updateSearchIndex(tx, newChunks)
  return done
}

/** Returns the value of corpus_documents.content_hash: equal for equal texts. */
export function calculateContentHash({ chunks, versionOn, ...terms }: CorpusText): string {
  // Guidance notes have no date of their own. Their version date is the date on which they changed here.
  const hashed = terms.kind === 'DIGEST' ? terms : { ...terms, versionOn }
  return hashText(JSON.stringify(hashed), ...chunks.map(({ contentHash }) => contentHash))
}

/** Compares a text with its stored version. Writes nothing. */
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
  const isUnchanged = ({ anchor, contentHash: hash }: Chunk): boolean =>
    present.get(anchor)?.content_hash === hash
  const entered = chunks
    .map((chunk, ordinal) => ({ chunk, ordinal }))
    .filter(({ chunk }) => !isUnchanged(chunk))
  const sent = new Set(chunks.map(({ anchor }) => anchor))
  const changed = entered.flatMap(({ chunk }) => (present.has(chunk.anchor) ? [chunk.anchor] : []))
  const removed = [...present.keys()].filter((anchor) => !sent.has(anchor))
  const changedUnits = countUnits([...changed, ...removed].map((anchor) => present.get(anchor)))
  return { before, contentHash, isSame: false, entered, changed, removed, changedUnits }
}

async function storeVersion(
  tx: Tx,
  text: CorpusText,
  createdBy: string | null,
  newChunks: number[],
): Promise<Ingested> {
  // Serialises concurrent ingests of the same text.
  await sql`select pg_advisory_xact_lock(hashtext('corpus ' || ${text.docId}))`.execute(tx)
  const difference = await findDifference(tx, text)
  const { before, contentHash, entered, changed, removed, changedUnits } = difference
  if (before && difference.isSame) return createUnchangedIngest(before.id, text.docId)

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

  const validFrom = before ? getHoldingPeriodStart(text.versionOn, before.withdrawnOn) : text.inForceFrom
  for (let start = 0; start < entered.length; start += AT_ONCE) {
    const rows = entered.slice(start, start + AT_ONCE)
    newChunks.push(...(await insertChunks(tx, { documentId: id, ingestId, validFrom }, rows)))
  }
  return { id, docId: text.docId, outcome, ...counts, ingestId, changedUnits }
}

/** Returns the later of the version date and the date on which the old version was withdrawn. */
const getHoldingPeriodStart = (versionOn: string, withdrawnOn: string | null): string =>
  withdrawnOn !== null && withdrawnOn > versionOn ? withdrawnOn : versionOn

/** Adds an entry to the history of a source and returns its id. */
async function noteIngest(tx: Tx, values: Omit<Insertable<CorpusIngests>, 'id'>): Promise<string> {
  const id = createId()
  await tx
    .insertInto('corpus_ingests')
    .values({ id, ...values })
    .execute()
  return id
}

/**
 * Ends the validity of every passage, so that no answer uses the source. An ingest of the same version does not restore it; only the next
 * version does.
 */
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

/** Returns each unit once. A unit without a number cannot be cited. */
const countUnits = (
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

const createUnchangedIngest = (id: string, docId: string): Ingested => ({
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

/** Updates positions, because a kept chunk may have moved. */
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
        given_act: chunk.given?.act ?? null,
        given_section: chunk.given?.section ?? null,
        given_provisions: chunk.given?.provisions ?? [],
        given_how: chunk.given?.how ?? null,
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
