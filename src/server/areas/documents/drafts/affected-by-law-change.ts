import type { ReviewSource } from '../../law/corpus-reviews/index.ts'

/** Drafts, approved or not, that were made beside a passage whose words have changed. Reports of breaches are seen by some only. */
export const draftsRestingOn: ReviewSource = {
  kind: 'DRAFT',
  soughtBy: ({ docId, passages }) => ({ docId, anchors: passages.map(({ anchor }) => anchor) }),
  records: `
    select c.place as change, d.id, d.id as subject, d.title as label, d.scheme_id
      from changed c
      join drafts d on d.tenant_id = $1 and d.status in ('DRAFT', 'APPROVED') and d.kind <> 'BREACH_REPORT' and d.created_at < c.came_at
     where exists (select from jsonb_array_elements(d.passages) p where p -> 'docId' = c.sought -> 'docId' and c.sought -> 'anchors' ? (p ->> 'anchor'))`,
}
