import { executeRows } from '../../operation/owners.ts'
import { policyKindsCiting } from '../corpus/index.ts'
import type { ReviewSource } from '../corpus-reviews/index.ts'

/** Written policies of the kinds that cite a provision whose words have changed. */
export const policiesRestingOn: ReviewSource = async (tx, tenantId, changes) => {
  const cited = changes.map(({ at, citedAs }, place) => ({ place, at, kinds: policyKindsCiting(citedAs) }))
  const rows = await executeRows<{ place: number; id: string; title: string; schemeId: string }>(
    tx,
    `select c.place, p.id, p.title, p.scheme_id as "schemeId"
       from jsonb_to_recordset($2::jsonb) as c (place int, at timestamptz, kinds jsonb)
       join written_policies p on p.tenant_id = $1 and c.kinds ? p.kind and p.created_at < c.at and p.status <> 'WITHDRAWN'
       join schemes s on s.tenant_id = p.tenant_id and s.id = p.scheme_id and s.status <> 'WOUND_UP'
      order by c.place, p.id`,
    [tenantId, JSON.stringify(cited)],
  )
  return rows.flatMap(({ place, id, title, schemeId }) => {
    const change = changes[place]
    return change ? [{ change, kind: 'POLICY', recordId: id, subject: id, label: title, schemeId }] : []
  })
}
