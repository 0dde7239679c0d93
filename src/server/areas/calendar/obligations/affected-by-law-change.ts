import type { ReviewSource } from '../../law/corpus-reviews/index.ts'
import { buildRestrictedObligationCondition } from '../../schemes/schemes/index.ts'
import { listRulesCiting } from './rules/index.ts'

/** Open obligations of the rules that cite a changed provision: per rule and scheme, the one due first. */
export const obligationsRestingOn: ReviewSource = {
  kind: 'OBLIGATION',
  soughtBy: ({ citedAs }) => listRulesCiting(citedAs),
  records: `
    select distinct on (c.place, o.scheme_id, o.rule_id)
           c.place as change, o.id, o.scheme_id || ' ' || o.rule_id as subject, o.title as label, o.scheme_id
      from changed c
      join obligations o on o.tenant_id = $1 and c.sought ? o.rule_id and o.created_at < c.came_at and o.state in ('OPEN', 'TO_CONFIRM', 'DATA_GAP', 'CANNOT_TELL')
       and (o.breach_id is null or not ${buildRestrictedObligationCondition('o')})
     order by c.place, o.scheme_id, o.rule_id, o.due_on nulls last, o.period_key`,
}
