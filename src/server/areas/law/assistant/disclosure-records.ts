import { Disclosure } from '../../../../contract/disclosures.ts'
import { recordSet } from '../../../operation/record-set.ts'

const buildMidnightExpression = (day: string): string => `(${day}::timestamp at time zone 'Europe/Dublin')`

export const disclosures = recordSet({
  record: Disclosure,
  from: 'ai_disclosures r left join users u on u.tenant_id = r.tenant_id and u.id = r.user_id',
  columns: {
    userName: 'u.name',
    // A row is inserted before its request is sent.
    createdAt: 'app.instant(r.began_at)',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    id: 'r.id = $',
    purpose: 'r.purpose = $',
    userId: 'r.user_id = $',
    from: `r.began_at >= ${buildMidnightExpression('$::date')}`,
    to: `r.began_at < ${buildMidnightExpression('($::date + 1)')}`,
  },
  sorts: { '-beganAt': { by: 'r.began_at', type: 'timestamptz', descending: true } },
})
