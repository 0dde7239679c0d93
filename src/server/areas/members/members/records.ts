import {
  EditableMember,
  type Member,
  Member as MemberRecord,
  MemberSummary,
} from '../../../../contract/members.ts'
import { PAY_FIELDS } from '../../../../contract/pay-on-day.ts'
import { toColumns } from '../../../operation/columns.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import { createConflictRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { DATA_FAULTS, IS_COUNTED_MEMBER } from './data-quality.ts'
import { JOIN_CURRENT_PAY } from './pay.ts'
import { PPS_NUMBER_MASK } from './pps-numbers.ts'

/** Final benefit statements `d` of the member `r` that row-level security lets the caller see. */
export const STATEMENTS = `documents d where d.tenant_id = r.tenant_id and d.member_id = r.id
  and d.kind = 'PENSION_BENEFIT_STATEMENT' and d.status in ('FINAL', 'SIGNED', 'FILED', 'SUPERSEDED')`
export const STATED_ON = 'coalesce(d.signed_on, d.filed_on, d.received_on, d.effective_on)'
const LAST_STATEMENT = `(select max(${STATED_ON}) from ${STATEMENTS})`

export const members = recordSet({
  record: MemberRecord,
  summary: MemberSummary,
  // An employer that takes part in another's scheme sees the member but not the scheme; a Member sees only its name.
  from: `members r left join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id ${JOIN_CURRENT_PAY}`,
  columns: {
    schemeName: 'coalesce(s.name, app.name_of_own_scheme(r.scheme_id))',
    // The same for every number: only its encrypted value is stored.
    ppsNumberMasked: `case when r.pps_number_hash is not null then '${PPS_NUMBER_MASK}' end`,
    lastBenefitStatementOn: LAST_STATEMENT,
    pensionableSalaryCents: 'p.pensionable_salary_cents',
    employeeRatePercent: 'p.employee_rate_percent',
    employerRatePercent: 'p.employer_rate_percent',
    additionalVoluntaryPercent: 'p.additional_voluntary_percent',
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.id' },
  filters: {
    schemeId: 'r.scheme_id = $',
    employerId: 'r.employer_id = $',
    status: 'r.status = $',
    q: '(r.search_key like all ($::text[]) or lower(r.works_number) like all ($::text[]))',
    // The records of former members are no longer corrected.
    fault: `${IS_COUNTED_MEMBER} and case $ ${Object.entries(DATA_FAULTS)
      .map(([fault, condition]) => `when '${fault}' then ${condition}`)
      .join(' ')} end`,
    withoutStatementSince: `r.status in ('ACTIVE', 'DEFERRED') and coalesce(${LAST_STATEMENT} < $::date, true)`,
    samePersonAs:
      '(r.tenant_id, r.pps_number_hash) = (select m.tenant_id, m.pps_number_hash from members m where m.id = $)',
  },
  contains: ['q'],
  searchedAs: 'member',
  sorts: {
    name: { by: 'r.search_key', type: 'text' },
    status: { by: 'r.status', type: 'text' },
    '-joinedSchemeOn': { by: "coalesce(r.joined_scheme_on, '-infinity')", type: 'date', descending: true },
    '-createdAt': { by: 'r.created_at', type: 'timestamptz', descending: true },
  },
})

/** The log is never deleted, so it holds events of a membership; of personal data, only which fields changed. */
export const auditedMember = defineAudited(
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
    erasedOn: true,
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

/** A member whose record a command changes. */
export async function requireEditableMember(tx: Tx, id: string): Promise<Member> {
  const member = await members.require(tx, id)
  if (member.erasedOn !== null)
    throw createConflictRefusal(
      'The personal data of this member were erased: the record cannot be changed',
      { code: 'ERASED' },
    )
  return member
}

/** The editable record as stored columns: pay and the PPS number are stored separately. */
export const toMemberColumns = (
  input: Omit<EditableMember, 'ppsNumber' | 'payValidFrom' | (typeof PAY_FIELDS)[number]>,
) => ({
  ...toColumns(EditableMember, input, 'ppsNumber', 'payValidFrom', ...PAY_FIELDS),
  search_key: searchKey(input.lastName, input.firstName, input.middleName),
})
