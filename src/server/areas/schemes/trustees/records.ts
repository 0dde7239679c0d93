import { Trustee as TrusteeRecord } from '../../../../contract/trustees.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { buildBarredApproversExpression, buildFirstPeopleExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'

/** Assessed, so that an administrator can decide on the appointment: of a trustee `r`. */
export const AWAITS_APPOINTMENT = `(r.status = 'FIT_PROPER_OK'
  and (select s.status from schemes s where s.tenant_id = r.tenant_id and s.id = r.scheme_id) <> 'WOUND_UP')`

export const trustees = recordSet({
  record: TrusteeRecord,
  from: 'trustees r',
  columns: {
    barredApproverIds: buildBarredApproversExpression(
      AWAITS_APPOINTMENT,
      buildFirstPeopleExpression('trustees', 'r'),
    ),
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // The path's id is the scheme's.
  filters: { id: 'r.scheme_id = $', status: 'r.status = $' },
  sorts: {
    personName: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** Trustees are people: the log keeps what was decided, and of the rest only that it changed. */
export const auditedTrustee = defineAuditedRecord('trustee', TrusteeRecord, {
  concealed: ['personName', 'conflictsDeclared', 'ceaseReason'],
  leftOut: ['barredApproverIds'],
})
