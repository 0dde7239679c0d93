import { executeRows } from '../../operation/owners.ts'
import type { ReviewSource } from '../corpus-reviews/index.ts'

/** Answers on file that quote a passage whose words have changed. */
export const fileNotesRestingOn: ReviewSource = async (tx, tenantId, changes) => {
  const ended = changes.map(({ at, docId, passages }, place) => ({
    place,
    at,
    text: docId,
    anchors: passages.map(({ anchor }) => anchor),
  }))
  const rows = await executeRows<{ place: number; id: string; question: string; schemeId: string }>(
    tx,
    `select c.place, f.id, f.question, f.scheme_id as "schemeId"
       from jsonb_to_recordset($2::jsonb) as c (place int, at timestamptz, text text, anchors jsonb)
       join file_notes f on f.tenant_id = $1 and f.citations is not null and f.created_at < c.at
       join schemes s on s.tenant_id = f.tenant_id and s.id = f.scheme_id and s.status <> 'WOUND_UP'
      where exists (select from jsonb_array_elements(f.citations) q where q ->> 'docId' = c.text and c.anchors ? (q ->> 'anchor'))
      order by c.place, f.id`,
    [tenantId, JSON.stringify(ended)],
  )
  return rows.flatMap(({ place, id, question, schemeId }) => {
    const change = changes[place]
    return change ? [{ change, kind: 'FILE_NOTE', recordId: id, subject: id, label: question, schemeId }] : []
  })
}
