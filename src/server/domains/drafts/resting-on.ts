import { executeRows } from '../../operation/owners.ts'
import type { ReviewSource } from '../corpus-reviews/index.ts'

/** Drafts, approved or not, that were made beside a passage whose words have changed. Reports of breaches are seen by some only. */
export const draftsRestingOn: ReviewSource = async (tx, tenantId, changes) => {
  const ended = changes.map(({ at, docId, passages }, place) => ({
    place,
    at,
    text: docId,
    anchors: passages.map(({ anchor }) => anchor),
  }))
  const rows = await executeRows<{ place: number; id: string; title: string; schemeId: string }>(
    tx,
    `select c.place, d.id, d.title, d.scheme_id as "schemeId"
       from jsonb_to_recordset($2::jsonb) as c (place int, at timestamptz, text text, anchors jsonb)
       join drafts d on d.tenant_id = $1 and d.status in ('DRAFT', 'APPROVED') and d.kind <> 'BREACH_REPORT' and d.created_at < c.at
       join schemes s on s.tenant_id = d.tenant_id and s.id = d.scheme_id and s.status <> 'WOUND_UP'
      where exists (select from jsonb_array_elements(d.passages) p where p ->> 'docId' = c.text and c.anchors ? (p ->> 'anchor'))
      order by c.place, d.id`,
    [tenantId, JSON.stringify(ended)],
  )
  return rows.flatMap(({ place, id, title, schemeId }) => {
    const change = changes[place]
    return change ? [{ change, kind: 'DRAFT', recordId: id, subject: id, label: title, schemeId }] : []
  })
}
