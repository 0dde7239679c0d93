import { ObligationConfirmation } from '../../../../contract/obligation-confirmations.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

export const confirmations = recordSet({
  record: ObligationConfirmation,
  from: 'obligation_confirmations r',
  columns: { ruleIds: 'to_json(r.rule_ids)', confirmedBy: 'r.created_by' },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {},
  sorts: { '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true } },
})

export const auditedConfirmation = defineAuditedRecord('obligationConfirmation', ObligationConfirmation, {
  shown: ['reason', 'dueBefore', 'confirmedBy'],
  concealed: [],
})
