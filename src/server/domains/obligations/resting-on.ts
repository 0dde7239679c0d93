import { executeRows } from '../../operation/owners.ts'
import type { ReviewSource } from '../corpus-reviews/index.ts'
import { rulesCiting } from './rules/index.ts'

/** Open duties of the rules that cite a provision whose words have changed: one of each rule and scheme, the one that is due first. */
export const dutiesRestingOn: ReviewSource = async (tx, tenantId, changes) => {
  const cited = changes.map(({ at, citedAs }, place) => ({ place, at, rules: rulesCiting(citedAs) }))
  const rows = await executeRows<{
    place: number
    id: string
    title: string
    ruleId: string
    schemeId: string
  }>(
    tx,
    `select distinct on (c.place, o.scheme_id, o.rule_id) c.place, o.id, o.title, o.rule_id as "ruleId", o.scheme_id as "schemeId"
       from jsonb_to_recordset($2::jsonb) as c (place int, at timestamptz, rules jsonb)
       join obligations o on o.tenant_id = $1 and c.rules ? o.rule_id and o.created_at < c.at and o.state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL')
       join schemes s on s.tenant_id = o.tenant_id and s.id = o.scheme_id and s.status <> 'WOUND_UP'
      order by c.place, o.scheme_id, o.rule_id, o.due_on nulls last, o.period_key`,
    [tenantId, JSON.stringify(cited)],
  )
  return rows.flatMap(({ place, id, title, ruleId, schemeId }) => {
    const change = changes[place]
    const subject = `${schemeId} ${ruleId}`
    return change ? [{ change, kind: 'OBLIGATION', recordId: id, subject, label: title, schemeId }] : []
  })
}
