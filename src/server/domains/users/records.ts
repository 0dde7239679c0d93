import { Me as MeRecord, User as UserRecord } from '../../../contract/users.ts'
import { audited } from '../../operation/record.ts'
import { recordSet } from '../../operation/record-set.ts'

export const users = recordSet({
  record: UserRecord,
  from: 'users r',
  columns: {
    id: 'r.id',
    tenantId: 'r.tenant_id',
    email: 'r.email',
    name: 'r.name',
    role: 'r.role',
    employerId: 'r.employer_id',
    memberId: 'r.member_id',
    status: 'r.status',
    lastSignInAt: 'app.instant(r.last_sign_in_at)',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
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

export const myAccount = recordSet({
  record: MeRecord,
  from: 'users r join tenants t on t.id = r.tenant_id',
  columns: {
    id: 'r.id',
    email: 'r.email',
    name: 'r.name',
    role: 'r.role',
    tenantId: 'r.tenant_id',
    tenantName: 't.name',
    employerId: 'r.employer_id',
    memberId: 'r.member_id',
    wantsDigest: 'r.wants_digest',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' },
  filters: {},
  sorts: {},
})

export const auditedUser = audited('user', UserRecord.omit({ email: true, name: true, lastSignInAt: true }), [
  'email',
  'name',
])

/** A person's own act: the same account, with what only they set. */
export const auditedAccount = audited('user', MeRecord.omit({ email: true, name: true, tenantName: true }), [
  'name',
])
