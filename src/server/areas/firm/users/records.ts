import { Colleague, Me as MeRecord, User as UserRecord } from '../../../../contract/users.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

/** A request for the removal of a second factor expires after 7 days (app.has_reset_request); an expired one counts as none. */
const buildOpenRequestExpression = (column: string): string =>
  `case when app.has_reset_request(r.factor_reset_requested_at) then r.${column} end`

export const users = recordSet({
  record: UserRecord,
  from: 'users r',
  columns: {
    factorResetRequestedBy: buildOpenRequestExpression('factor_reset_requested_by'),
    factorResetRequestedAt: buildOpenRequestExpression('factor_reset_requested_at'),
    isLinkedToProvider:
      'exists (select from single_sign_on_links k where k.tenant_id = r.tenant_id and k.user_id = r.id)',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' },
  filters: {
    role: 'r.role = $',
    status: 'r.status = $',
    employerId: 'r.employer_id = $',
    q: '(r.search_key like all ($::text[]) or r.email like all ($::text[]))',
  },
  contains: ['q'],
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

export const colleagues = recordSet({
  record: Colleague,
  from: 'users r',
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' },
  filters: { tenantId: 'r.tenant_id = $', q: 'r.search_key like all ($::text[])' },
  contains: ['q'],
  where: "r.status = 'ACTIVE' and r.role in ('BrokerUser', 'BrokerAdmin')",
  sorts: { name: { by: 'r.search_key', type: 'text' } },
})

export const myAccount = recordSet({
  record: MeRecord,
  from: 'users r join tenants t on t.id = r.tenant_id',
  columns: { tenantName: 't.name' },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' },
  filters: {},
  sorts: {},
})

export const auditedUser = defineAuditedRecord('user', UserRecord, {
  shown: ['factorResetRequestedBy'],
  concealed: ['email', 'name'],
  leftOut: ['lastSignInAt', 'isLinkedToProvider'],
})

/** A person's own act: the same account, with what only they set. */
export const auditedAccount = defineAuditedRecord('user', MeRecord, {
  concealed: ['name'],
  leftOut: ['email', 'tenantName'],
})
