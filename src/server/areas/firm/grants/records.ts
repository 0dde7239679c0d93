import { Grant } from '../../../../contract/grants.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

const TODAY = "current_setting('app.today')::date"

export const grants = recordSet({
  record: Grant,
  from: `grants r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
    left join trustees e on e.tenant_id = r.tenant_id and e.id = r.trustee_id`,
  columns: {
    schemeName: 's.name',
    status: `case when r.revoked_at is not null then 'REVOKED'
      when r.ends_on < ${TODAY} or e.status not in ('PROPOSED', 'FIT_PROPER_OK', 'APPOINTED') then 'ENDED'
      when r.starts_on > ${TODAY} or e.status <> 'APPOINTED' then 'UPCOMING' else 'ACTIVE' end`,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.scheme_id = $',
    trusteeId: 'r.trustee_id = $',
    capability: 'r.capability = $',
  },
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

/** The person is named by the record and not in the log. */
export const auditedGrant = defineAuditedRecord('grant', Grant, {
  concealed: ['personName', 'email'],
  leftOut: ['schemeName'],
})
