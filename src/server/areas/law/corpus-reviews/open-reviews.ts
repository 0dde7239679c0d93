/** Creates one review for each law change and affected record of a firm. */
import type { ReviewedKind } from '../../../../contract/corpus-reviews.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { runRows } from '../../../platform/statements.ts'
import { loadTextChangesSince, type TextChange } from '../corpus/index.ts'
import { auditedCorpusReview, corpusReviews } from './records.ts'

/** Finds the records of one kind in a firm that are based on changed legal text. Each area provides the source of its own records. */
export interface ReviewSource {
  kind: ReviewedKind
  /** Returns the properties of a change by which its records are found. */
  soughtBy(change: TextChange): object
  /**
   * SQL that selects the records created before the change: `change`, `id`, `subject`, `label` and `scheme_id`. It reads `changed (place,
   * came_at, sought)` and returns `place` as `change`; $1 is the firm. `subject` permanently identifies the thing that is reviewed once:
   * the record, or a rule of a scheme that has many open obligations.
   */
  records: string
}

interface ReviewFinding {
  change: TextChange
  kind: ReviewedKind
  recordId: string
  subject: string
  label: string
  schemeId: string
}

/** A daily run looks back this far, so that a firm whose job failed for weeks misses no change. */
const LOOKED_BACK_DAYS = 90
const ACTION = 'corpus-review.open'
const WRITTEN_AT_ONCE = 200

export async function openReviews(
  tx: Tx,
  tenantId: string,
  sources: readonly ReviewSource[],
): Promise<Changed<number>> {
  const changes = await loadTextChangesSince(tx, LOOKED_BACK_DAYS)
  if (changes.length === 0) return { answer: 0, changes: [] }
  const findings: ReviewFinding[] = []
  for (const source of sources) findings.push(...(await loadFindings(source, tx, tenantId, changes)))
  const opened: string[] = []
  for (let from = 0; from < findings.length; from += WRITTEN_AT_ONCE)
    opened.push(...(await insertReviews(tx, tenantId, findings.slice(from, from + WRITTEN_AT_ONCE))))
  const records = await corpusReviews.each(tx, opened)
  return {
    answer: records.length,
    changes: records.map((after) => ({ audited: auditedCorpusReview, action: ACTION, before: null, after })),
  }
}

/** Records of a wound-up scheme need no review. */
async function loadFindings(
  { kind, soughtBy, records }: ReviewSource,
  tx: Tx,
  tenantId: string,
  changes: readonly TextChange[],
): Promise<ReviewFinding[]> {
  const changed = changes.map((change, place) => ({ place, came_at: change.at, sought: soughtBy(change) }))
  const rows = await runRows<{ change: number } & Omit<ReviewFinding, 'change' | 'kind'>>(
    tx,
    `with changed as (select * from jsonb_to_recordset($2::jsonb) as c (place int, came_at timestamptz, sought jsonb)),
       record as (${records})
     select r.change, r.id as "recordId", r.subject, r.label, r.scheme_id as "schemeId"
       from record r join schemes s on s.tenant_id = $1 and s.id = r.scheme_id and s.status <> 'WOUND_UP'
      order by r.change, r.subject`,
    [tenantId, JSON.stringify(changed)],
  )
  return rows.flatMap(({ change: place, ...found }) => {
    const change = changes[place]
    return change ? [{ change, kind, ...found }] : []
  })
}

async function insertReviews(
  tx: Tx,
  tenantId: string,
  findings: readonly ReviewFinding[],
): Promise<string[]> {
  const rows = findings.map(({ change, kind, recordId, subject, label, schemeId }) => ({
    id: createId(),
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
  const entered = await runRows<{ id: string }>(
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
