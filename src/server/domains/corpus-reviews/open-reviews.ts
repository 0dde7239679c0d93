/** Finds what of a firm rests on words that have changed, and enters it to be looked at: once for each change and record. */
import type { ReviewedKind } from '../../../contract/corpus-reviews.ts'
import { executeRows } from '../../operation/owners.ts'
import type { Changed } from '../../operation/perform.ts'
import type { Tx } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import { type TextChange, textChangesSince } from '../corpus/index.ts'
import { auditedCorpusReview, corpusReviews } from './records.ts'

/** A record that was there before the change came in. */
export interface ReviewFinding {
  change: TextChange
  kind: ReviewedKind
  recordId: string
  /** Names for good what is looked at once: the record, or a rule of a scheme where its open duties are many. */
  subject: string
  label: string
  schemeId: string | null
}

/** What of one kind rests on any of these changes, in the firm; each noun answers for its own records. */
export type ReviewSource = (
  tx: Tx,
  tenantId: string,
  changes: readonly TextChange[],
) => Promise<ReviewFinding[]>

/** A day's run looks back as far, so that a firm whose job failed for weeks misses nothing. */
const LOOKED_BACK_DAYS = 90
/** The name under which the log tells of it. */
const ACTION = 'corpus-review.open'
const WRITTEN_AT_ONCE = 200

export async function openReviews(
  tx: Tx,
  tenantId: string,
  sources: readonly ReviewSource[],
): Promise<Changed<number>> {
  const changes = await textChangesSince(tx, LOOKED_BACK_DAYS)
  if (changes.length === 0) return { answer: 0, changes: [] }
  const findings: ReviewFinding[] = []
  for (const source of sources) findings.push(...(await source(tx, tenantId, changes)))
  const opened: string[] = []
  for (let from = 0; from < findings.length; from += WRITTEN_AT_ONCE)
    opened.push(...(await enter(tx, tenantId, findings.slice(from, from + WRITTEN_AT_ONCE))))
  const records = await corpusReviews.each(tx, opened)
  return {
    answer: records.length,
    changes: records.map((after) => ({ audited: auditedCorpusReview, action: ACTION, before: null, after })),
  }
}

async function enter(tx: Tx, tenantId: string, findings: readonly ReviewFinding[]): Promise<string[]> {
  const rows = findings.map(({ change, kind, recordId, subject, label, schemeId }) => ({
    id: newId(),
    document_id: change.documentId,
    ingest_id: change.ingestId,
    place: change.place,
    anchor: change.anchor,
    citation: change.citation,
    what: change.what,
    version_before_on: change.versionBeforeOn,
    version_on: change.versionOn,
    kind,
    record_id: recordId,
    subject,
    label,
    scheme_id: schemeId,
  }))
  const entered = await executeRows<{ id: string }>(
    tx,
    `insert into corpus_reviews (tenant_id, id, document_id, ingest_id, place, anchor, citation, what, version_before_on, version_on,
       kind, record_id, subject, label, scheme_id)
     select $1, e.* from jsonb_to_recordset($2::jsonb) as e (id text, document_id text, ingest_id text, place text, anchor text,
       citation text, what text, version_before_on date, version_on date, kind text, record_id text, subject text, label text, scheme_id text)
     on conflict (tenant_id, ingest_id, place, kind, subject) do nothing returning id`,
    [tenantId, JSON.stringify(rows)],
  )
  return entered.map(({ id }) => id)
}
