import { listPolicyKindsCiting } from '../../law/corpus/index.ts'
import type { ReviewSource } from '../../law/corpus-reviews/index.ts'

/** Written policies of kinds that cite a changed provision. */
export const policiesRestingOn: ReviewSource = {
  kind: 'POLICY',
  soughtBy: ({ citedAs }) => listPolicyKindsCiting(citedAs),
  records: `
    select c.place as change, p.id, p.id as subject, p.title as label, p.scheme_id
      from changed c
      join written_policies p on p.tenant_id = $1 and c.sought ? p.kind and p.created_at < c.came_at and p.status <> 'WITHDRAWN'`,
}
