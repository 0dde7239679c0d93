import type { ReviewSource } from '../../law/corpus-reviews/index.ts'

/** Answers on file that quote a passage whose words have changed. */
export const fileNotesRestingOn: ReviewSource = {
  kind: 'FILE_NOTE',
  soughtBy: ({ docId, passages }) => ({ docId, anchors: passages.map(({ anchor }) => anchor) }),
  records: `
    select c.place as change, f.id, f.id as subject, f.question as label, f.scheme_id
      from changed c
      join file_notes f on f.tenant_id = $1 and f.citations is not null and f.created_at < c.came_at
     where exists (select from jsonb_array_elements(f.citations) q where q -> 'docId' = c.sought -> 'docId' and c.sought -> 'anchors' ? (q ->> 'anchor'))`,
}
