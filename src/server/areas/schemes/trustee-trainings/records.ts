import { TrusteeTraining as TrusteeTrainingRecord } from '../../../../contract/trustee-trainings.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const trusteeTrainings = recordSet({
  record: TrusteeTrainingRecord,
  from: 'trustee_trainings r',
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // The path's id is the trustee's.
  filters: { id: 'r.trustee_id = $', schemeId: 'r.scheme_id = $', status: 'r.status = $' },
  sorts: {
    '-completedOn': { by: 'r.completed_on', type: 'date', descending: true },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

export const auditedTrusteeTraining = defineAuditedRecord('trusteeTraining', TrusteeTrainingRecord, {
  shown: ['withdrawnReason'],
  concealed: ['topic', 'provider'],
})
