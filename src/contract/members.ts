import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { DataFault } from './data-quality.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { PayValidFrom, payFields } from './pay-on-day.ts'
import { isValidPpsNumber, normalisePpsNumber } from './pps-number.ts'
import type { Transitions } from './transitions.ts'
import { listUnusualMemberDates } from './unusual-member-values.ts'
import {
  CivilDate,
  Dated,
  Day,
  Email,
  Id,
  ListFields,
  line,
  listWithSummaries,
  NoParameters,
  optional,
  pageOf,
  reason,
  recordFields,
  SearchText,
  toStoredFields,
} from './values.ts'

export const MemberStatus = z.enum([
  'PROSPECTIVE',
  'ACTIVE',
  'DEFERRED',
  'PENSIONER',
  'TRANSFERRED_OUT',
  'REFUNDED',
  'OPTED_OUT',
  'DECEASED',
])
export type MemberStatus = z.infer<typeof MemberStatus>
export const Sex = z.enum(['M', 'F', 'X', 'UNKNOWN'])

export const PpsNumber = z
  .string()
  .max(32)
  .transform(normalisePpsNumber)
  .pipe(z.string().refine(isValidPpsNumber, 'Not a valid PPS number: check the digits and letters'))
  .describe(
    'PPS number with its check letter. The service accepts it in requests and never returns it in full',
  )

const memberFields = {
  firstName: line(1, 100),
  middleName: optional(line(1, 100)),
  lastName: line(1, 100),
  dateOfBirth: optional(CivilDate),
  email: optional(Email),
  phone: optional(line(1, 40)),
  address: optional(line(1, 500)),
  sex: Sex.default('UNKNOWN'),
  joinedEmploymentOn: optional(CivilDate),
  joinedSchemeOn: optional(CivilDate),
  normalRetirementOn: optional(CivilDate),
  worksNumber: optional(
    line(1, 40).describe('Payroll or works number, unique at the employer within the scheme'),
  ),
  ...payFields,
  hasPensionAdjustmentOrder: z.boolean().default(false),
  ppsnPurpose: z
    .enum(['PENSION_ADMINISTRATION', 'TAX_REPORTING'])
    .default('PENSION_ADMINISTRATION')
    .describe(`The lawful purpose for holding the PPS number (${formatCitedSources('SWCA 262')})`),
}

const checkOrder = (
  member: { joinedEmploymentOn: string | null; joinedSchemeOn: string | null; dateOfBirth: string | null },
  context: z.core.$RefinementCtx,
): void => {
  const { joinedEmploymentOn, joinedSchemeOn, dateOfBirth } = member
  if (joinedEmploymentOn && joinedSchemeOn && joinedEmploymentOn > joinedSchemeOn) {
    context.addIssue({
      code: 'custom',
      path: ['joinedSchemeOn'],
      message: 'The date cannot be before the start of employment',
    })
  }
  const began = joinedEmploymentOn ?? joinedSchemeOn
  if (dateOfBirth && began && dateOfBirth >= began) {
    context.addIssue({
      code: 'custom',
      path: ['dateOfBirth'],
      message: 'The date must be before the start of employment and the joining date',
    })
  }
}

export const NewMember = z
  .object({
    schemeId: Id,
    employerId: Id.optional().describe(
      "Employer of the member, which must participate in the scheme. Default: the scheme's own employer",
    ),
    ppsNumber: optional(PpsNumber),
    status: z.enum(['PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER']).default('PROSPECTIVE'),
    payValidFrom: PayValidFrom.describe(
      'First day on which the pay and contribution rates are valid. Default: the beginning of the membership',
    ),
    ...memberFields,
  })
  .superRefine(checkOrder)
export type NewMember = z.infer<typeof NewMember>

export const EditableMember = z
  .object({
    ppsNumber: PpsNumber.nullish().describe(
      'PPS number. Leave it out to keep the stored number; null removes it',
    ),
    payValidFrom: PayValidFrom.describe(
      'First day on which changed pay and contribution rates are valid. Default: today, or the beginning of the membership if none were recorded. Earlier values stay in the history',
    ),
    ...memberFields,
  })
  .superRefine(checkOrder)
export type EditableMember = z.infer<typeof EditableMember>

export const Member = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z
    .string()
    .nullable()
    .describe('Name of the scheme; null if the caller cannot see the scheme and is not its member'),
  employerId: Id,
  ...toStoredFields(memberFields),
  ppsNumberMasked: z
    .string()
    .nullable()
    .describe('Masked PPS number; null if none is stored. member.reveal-pps returns the number'),
  status: MemberStatus,
  leftServiceOn: Day.nullable(),
  retiredOn: Day.nullable(),
  endedOn: Day.nullable().describe('Date of transfer, refund or death; null if there was none'),
  erasedOn: Day.nullable().describe('Date on which the personal data were erased; null if they were not'),
  lastBenefitStatementOn: Day.nullable().describe(
    'Date on which the latest final benefit statement addressed to the member was signed, filed or received; null if the caller can see none',
  ),
})
export type Member = z.infer<typeof Member>

/** A row in a list. */
export const MemberSummary = Member.pick({
  id: true,
  version: true,
  createdAt: true,
  tenantId: true,
  schemeId: true,
  schemeName: true,
  employerId: true,
  firstName: true,
  middleName: true,
  lastName: true,
  email: true,
  ppsNumberMasked: true,
  worksNumber: true,
  dateOfBirth: true,
  status: true,
  joinedSchemeOn: true,
  normalRetirementOn: true,
  lastBenefitStatementOn: true,
})
export type MemberSummary = z.infer<typeof MemberSummary>

export const listMembers = query('member.list', {
  route: 'GET /api/members',
  access: 'Member',
  summary: 'Lists the members that the caller can see. A Member sees only their own record.',
  input: pageOf({
    fields: ListFields,
    schemeId: Id.optional(),
    employerId: Id.optional(),
    status: MemberStatus.optional(),
    q: SearchText.optional().describe('Part of the name, or works number'),
    fault: DataFault.optional().describe('Members whose record lacks this value or has an improbable one'),
    samePersonAs: Id.optional().describe('Members of the firm with the same PPS number as this member'),
    withoutStatementSince: CivilDate.optional().describe(
      'Active and deferred members to whom no final benefit statement has been addressed since this date',
    ),
    sort: z.enum(['name', 'status', '-joinedSchemeOn', '-createdAt']).default('name'),
  }),
  output: listWithSummaries(Member, MemberSummary),
})
export const getMember = query('member.get', {
  route: 'GET /api/members/{id}',
  access: 'Member',
  summary: 'Returns one member.',
  input: NoParameters,
  output: Member,
  listWarnings: listUnusualMemberDates,
})
export const createMember = command('member.create', {
  route: 'POST /api/members',
  access: 'BrokerUser',
  summary: 'Adds a member to a scheme. The service stores the PPS number encrypted (Spec 2.7).',
  input: NewMember,
  output: Member,
  listWarnings: listUnusualMemberDates,
  status: 201,
})
export const updateMember = command('member.update', {
  route: 'PUT /api/members/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable fields of a member.',
  input: EditableMember,
  output: Member,
  listWarnings: listUnusualMemberDates,
})

export type MemberVerb = 'join' | 'leave' | 'retire' | 'transfer' | 'refund' | 'opt-out' | 'record-death'

export const MEMBER_TRANSITIONS: Transitions<MemberVerb, MemberStatus> = {
  join: { from: ['PROSPECTIVE'], to: 'ACTIVE' },
  leave: { from: ['ACTIVE'], to: 'DEFERRED' },
  retire: { from: ['ACTIVE', 'DEFERRED'], to: 'PENSIONER' },
  transfer: { from: ['DEFERRED'], to: 'TRANSFERRED_OUT' },
  refund: { from: ['ACTIVE'], to: 'REFUNDED' },
  'opt-out': { from: ['PROSPECTIVE', 'ACTIVE'], to: 'OPTED_OUT' },
  'record-death': { from: ['PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER', 'OPTED_OUT'], to: 'DECEASED' },
}

const memberVerb = defineRecordCommands('member', '/api/members/{id}', Member)

export const joinMember = memberVerb('join', 'PROSPECTIVE to ACTIVE: the member joins the scheme.', Dated)
export const leaveMember = memberVerb(
  'leave',
  'ACTIVE to DEFERRED: the member left service with a preserved benefit.',
  Dated,
)
export const retireMember = memberVerb(
  'retire',
  'ACTIVE or DEFERRED to PENSIONER: the member retires.',
  Dated,
)
export const transferMember = memberVerb(
  'transfer',
  'DEFERRED to TRANSFERRED_OUT, which is final: the benefit was transferred to another arrangement.',
  Dated,
)
export const refundMember = command('member.refund', {
  route: 'POST /api/members/{id}/refund',
  access: 'BrokerUser',
  summary: `ACTIVE to REFUNDED, which is final. 422 for a member of a DB or DC scheme with two years of qualifying service or without a known date of joining, unless a reason is given (${formatCitedSources('PA 28', 'PA 32')}).`,
  input: Dated.extend({
    noPreservedBenefitReason: optional(reason(3)).describe(
      'Why the member has no preserved benefit despite two years of recorded service or an unknown date of joining. The audit log contains the reason',
    ),
  }),
  output: Member,
})
export const optOutMember = memberVerb(
  'opt-out',
  'PROSPECTIVE or ACTIVE to OPTED_OUT: the member opts out of the scheme.',
  Dated,
)
export const recordMemberDeath = memberVerb(
  'record-death',
  'To DECEASED, which is final: records the death of the member.',
  Dated,
)

export const revealPpsNumber = command('member.reveal-pps', {
  route: 'POST /api/members/{id}/reveal-pps',
  access: 'BrokerUser',
  summary:
    'Returns the decrypted PPS number for display. The audit log records the reason and the user (Spec 2.6 rule 2).',
  input: z.object({ reason: reason(3) }),
  output: z.object({ ppsNumber: z.string() }),
  isAllowedInClosedFirm: true,
  isReplayable: false,
})
