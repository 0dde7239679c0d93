import { Participation as ParticipationRecord } from '../../../../contract/participations.ts'
import { defineAuditedRecord } from '../../../operation/audited-record.ts'
import { recordSet } from '../../../operation/record-set.ts'

const STATUS = "case when r.until_on is null then 'PARTICIPATING' else 'ENDED' end"

export const participations = recordSet({
  record: ParticipationRecord,
  from: `scheme_participations r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id
    join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id`,
  columns: {
    employerName: 'e.legal_name',
    isSchemeEmployer: 's.employer_id = r.employer_id',
    status: STATUS,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  // The path's id is the scheme's.
  filters: { id: 'r.scheme_id = $', employerId: 'r.employer_id = $', status: `${STATUS} = $` },
  sorts: {
    employerName: { by: 'e.search_key', type: 'text' },
    '-fromOn': { by: "coalesce(r.from_on, '-infinity')", type: 'date', descending: true },
  },
})

export const auditedParticipation = defineAuditedRecord('participation', ParticipationRecord, {
  shown: ['employerName'],
})
