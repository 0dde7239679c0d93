import { Disclosure } from '../../../contract/disclosures.ts'
import { recordSet } from '../../operation/record-set.ts'

const midnightOf = (day: string): string => `(${day}::timestamp at time zone 'Europe/Dublin')`

export const disclosures = recordSet({
  record: Disclosure,
  from: 'ai_disclosures r left join users u on u.tenant_id = r.tenant_id and u.id = r.user_id',
  columns: {
    id: 'r.id',
    tenantId: 'r.tenant_id',
    purpose: 'r.purpose',
    userId: 'r.user_id',
    userName: 'u.name',
    url: 'r.url',
    model: 'r.model',
    body: 'r.body',
    sha256: 'r.sha256',
    beganAt: 'app.instant(r.began_at)',
    endedAt: 'app.instant(r.ended_at)',
    status: 'r.status',
    inputTokens: 'r.input_tokens',
    outputTokens: 'r.output_tokens',
    costCents: 'r.cost_cents',
    providerRequest: 'r.provider_request',
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    id: 'r.id = $',
    purpose: 'r.purpose = $',
    userId: 'r.user_id = $',
    from: `r.began_at >= ${midnightOf('$::date')}`,
    to: `r.began_at < ${midnightOf('($::date + 1)')}`,
  },
  sorts: { '-beganAt': { by: 'r.began_at', type: 'timestamptz', descending: true } },
})
