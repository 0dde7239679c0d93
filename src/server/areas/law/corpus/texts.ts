/** Stored legal sources with their ingest history. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { IngestedDocument, PassageChange } from '../../../../contract/corpus.ts'
import { CorpusIngest, CorpusText, type CorpusTextWithHistory } from '../../../../contract/corpus-texts.ts'
import { buildColumnExpressions } from '../../../operation/columns.ts'
import { buildJsonText } from '../../../operation/json-text.ts'
import { createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { runRows } from '../../../platform/statements.ts'
import { documentColumns } from './documents.ts'
import type { Difference, Ingested, CorpusText as SentText } from './ingest.ts'
import { findPassageChanges } from './text-changes.ts'

const MOST_INGESTS = 10
const MOST_PASSAGES = 50

const textText = buildJsonText(
  CorpusText,
  buildColumnExpressions(
    CorpusText,
    {
      passageCount: documentColumns.passageCount,
      supersededPassages:
        '(select count(*) from corpus_chunks c where c.document_id = d.id and c.valid_to is not null)',
      confidence: `case when d.kind = 'DIGEST' then (
    select json_build_object('high', count(*) filter (where c.confidence = 'H'), 'medium', count(*) filter (where c.confidence = 'M'),
                             'low', count(*) filter (where c.confidence = 'L'))
      from corpus_chunks c where c.document_id = d.id and c.valid_to is null) end`,
    },
    'd',
  ),
)

/** Sorted from primary law to guidance notes, with withdrawn sources last. */
export const listTexts: Statement = {
  text: `select '{"data":[' || coalesce(string_agg(${textText}, ',' order by d.withdrawn_on is not null, d.authority_rank, d.title, d.id), '') || '],"nextCursor":null}' from corpus_documents d`,
  values: [],
}

export async function requireText(db: ReadDb | Tx, id: string): Promise<CorpusText> {
  const rows = await runRows<{ text: string }>(
    db,
    `select ${textText} as text from corpus_documents d where d.id = $1`,
    [id],
  )
  if (!rows[0]) throw createNotFoundRefusal()
  return JSON.parse(rows[0].text) as CorpusText
}

const Entry = CorpusIngest.omit({ passages: true, citedBy: true })
const entryText = buildJsonText(
  z.object(Entry.shape),
  buildColumnExpressions(Entry, { at: 'app.instant(i.created_at)', byName: 'u.name' }, 'i'),
)

/** `citing` uses the current release, because calendar rules and policy kinds are part of the code. */
export async function requireTextWithHistory(
  db: ReadDb,
  id: string,
  citing: (changed: Pick<Ingested, 'docId' | 'changedUnits'>) => Promise<IngestedDocument['citedBy']>,
): Promise<CorpusTextWithHistory> {
  const text = await requireText(db, id)
  const rows = await runRows<{ entry: string }>(
    db,
    `select ${entryText} as entry from corpus_ingests i left join users u on u.id = i.created_by and u.id <> 'system'
      where i.document_id = $1 order by i.created_at desc, i.id desc limit ${MOST_INGESTS}`,
    [id],
  )
  const ingests: CorpusIngest[] = []
  for (const { entry } of rows) {
    const ingestEntry = JSON.parse(entry) as z.infer<typeof Entry>
    const changedUnits = await listEndedUnits(db, ingestEntry.id)
    ingests.push({
      ...ingestEntry,
      passages: ingestEntry.outcome === 'ADDED' ? [] : await loadPassages(db, ingestEntry.id),
      citedBy: await citing({ docId: text.docId, changedUnits }),
    })
  }
  return { ...text, ingests }
}

export const loadPassages = (db: ReadDb | Tx, ingestId: string): Promise<PassageChange[]> =>
  findPassageChanges(db, { ingestId, limit: MOST_PASSAGES })

async function listEndedUnits(db: ReadDb, ingestId: string): Promise<Ingested['changedUnits']> {
  const { rows } = await sql<Ingested['changedUnits'][number]>`
    select distinct unit_kind as kind, unit_number as number from corpus_chunks
     where ended_with = ${ingestId} and unit_number is not null`.execute(db)
  return rows
}

/** Returns the same for a dry run: the changes that an ingest of the text would make. */
export async function loadIngestChanges(
  db: ReadDb | Tx,
  text: SentText,
  { before, entered, changed, removed }: Difference,
): Promise<PassageChange[]> {
  if (!before) return []
  const gone = await db
    .selectFrom('corpus_chunks')
    .select(['anchor', 'citation', 'body', 'ordinal'])
    .where('document_id', '=', before.id)
    .where('valid_to', 'is', null)
    .where(sql<boolean>`anchor = any (${[...changed, ...removed]})`)
    .execute()
  const bodies = new Map(gone.map(({ anchor, body }) => [anchor, body]))
  const come = entered.map(({ chunk: { anchor, citation, body }, ordinal }) => {
    const old = bodies.get(anchor) ?? null
    const what = old === null ? ('ADDED' as const) : ('CHANGED' as const)
    return { ordinal, isGone: false, passage: { anchor, citation, what, before: old, after: body } }
  })
  const left = new Set(text.chunks.map(({ anchor }) => anchor))
  const lost = gone
    .filter(({ anchor }) => !left.has(anchor))
    .map(({ anchor, citation, body, ordinal }) => ({
      ordinal,
      isGone: true,
      passage: { anchor, citation, what: 'REMOVED' as const, before: body, after: null },
    }))
  return (
    [...come, ...lost]
      .filter(({ passage }) => passage.before !== passage.after)
      // A removed passage comes before the passage that takes its position.
      .sort((one, other) => one.ordinal - other.ordinal || Number(other.isGone) - Number(one.isGone))
      .slice(0, MOST_PASSAGES)
      .map(({ passage }) => passage)
  )
}
