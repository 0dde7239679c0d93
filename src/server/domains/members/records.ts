import type { Member } from '../../../contract/members.ts'
import { Member as MemberRecord } from '../../../contract/members.ts'
import { audited } from '../../operation/record.ts'
import { recordSet } from '../../operation/record-set.ts'

export const members = recordSet<
  Member,
  'schemeId' | 'employerId' | 'status' | 'q' | 'samePersonAs',
  'name' | '-createdAt'
>({
  from: 'members r join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id',
  columns: {
    id: 'r.id',
    tenantId: 'r.tenant_id',
    schemeId: 'r.scheme_id',
    schemeName: 's.name',
    employerId: 'r.employer_id',
    firstName: 'r.first_name',
    middleName: 'r.middle_name',
    lastName: 'r.last_name',
    dateOfBirth: 'r.date_of_birth',
    ppsNumberMasked: "'*******' || r.pps_number_letters",
    email: 'r.email',
    phone: 'r.phone',
    address: 'r.address',
    sex: 'r.sex',
    status: 'r.status',
    joinedEmploymentOn: 'r.joined_employment_on',
    joinedSchemeOn: 'r.joined_scheme_on',
    leftServiceOn: 'r.left_service_on',
    retiredOn: 'r.retired_on',
    endedOn: 'r.ended_on',
    normalRetirementOn: 'r.normal_retirement_on',
    worksNumber: 'r.works_number',
    pensionableSalaryCents: 'r.pensionable_salary_cents',
    employeeRatePercent: 'r.employee_rate_percent',
    employerRatePercent: 'r.employer_rate_percent',
    additionalVoluntaryPercent: 'r.additional_voluntary_percent',
    hasPensionAdjustmentOrder: 'r.has_pension_adjustment_order',
    ppsnPurpose: 'r.ppsn_purpose',
    createdAt: 'app.instant(r.created_at)',
    updatedAt: 'app.instant(r.updated_at)',
    version: 'r.version',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.id' },
  filters: {
    schemeId: 'r.scheme_id = $',
    employerId: 'r.employer_id = $',
    status: 'r.status = $',
    q: '(r.search_key like $ or lower(r.works_number) like $)',
    samePersonAs:
      'r.pps_number_hash = (select m.pps_number_hash from members m where m.tenant_id = r.tenant_id and m.id = $)',
  },
  contains: ['q'],
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** The log is kept for ever, so it holds what happened to a membership and no personal data: of that, what changed. */
export const auditedMember = audited(
  'member',
  MemberRecord.pick({
    tenantId: true,
    schemeId: true,
    employerId: true,
    status: true,
    joinedSchemeOn: true,
    leftServiceOn: true,
    retiredOn: true,
    endedOn: true,
    hasPensionAdjustmentOrder: true,
    ppsnPurpose: true,
    version: true,
  }),
  [
    'firstName',
    'middleName',
    'lastName',
    'dateOfBirth',
    'ppsNumberMasked',
    'email',
    'phone',
    'address',
    'sex',
    'joinedEmploymentOn',
    'normalRetirementOn',
    'worksNumber',
    'pensionableSalaryCents',
    'employeeRatePercent',
    'employerRatePercent',
    'additionalVoluntaryPercent',
  ],
)
