import { z } from 'zod'
import { formatCitedSources } from './citations.ts'
import { DataFault } from './data-quality.ts'
import { command, defineRecordCommands, query } from './define.ts'
import { PayValidFrom, payFields } from './pay-on-day.ts'
import { isValidPpsNumber, normalisePpsNumber } from './pps-number.ts'
import type { Transitions } from './transitions.ts'
import { findUnusualMemberDates } from './unusual-member-values.ts'
import {
  CivilDate,
  Dated,
  Day,
  Email,
  Id,
  line,
  listOf,
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
  .describe('PPS number with its check letter; accepted on write and never returned')

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

const inOrder = (
  member: { joinedEmploymentOn: string | null; joinedSchemeOn: string | null; dateOfBirth: string | null },
  context: z.core.$RefinementCtx,
): void => {
  const { joinedEmploymentOn, joinedSchemeOn, dateOfBirth } = member
  if (joinedEmploymentOn && joinedSchemeOn && joinedEmploymentOn > joinedSchemeOn) {
    context.addIssue({
      code: 'custom',
      path: ['joinedSchemeOn'],
      message: 'Must not be before the employment began',
    })
  }
  const began = joinedEmploymentOn ?? joinedSchemeOn
  if (dateOfBirth && began && dateOfBirth >= began) {
    context.addIssue({
      code: 'custom',
      path: ['dateOfBirth'],
      message: 'Must be before the employment and the membership began',
    })
  }
}

export const NewMember = z
  .object({
    schemeId: Id,
    employerId: Id.optional().describe("The scheme's employer unless given; must take part in the scheme"),
    ppsNumber: optional(PpsNumber),
    status: z.enum(['PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER']).default('PROSPECTIVE'),
    payValidFrom: PayValidFrom.describe(
      'Day from which the pay and the contribution rates are valid; from the beginning of the membership unless given',
    ),
    ...memberFields,
  })
  .superRefine(inOrder)
export type NewMember = z.infer<typeof NewMember>

export const EditableMember = z
  .object({
    ppsNumber: PpsNumber.nullish().describe('Left out: the stored number stays; null: it is removed'),
    payValidFrom: PayValidFrom.describe(
      'Day from which changed pay and contribution rates are valid; today unless given, and from the beginning of the membership where none were recorded. Earlier values stay in the history',
    ),
    ...memberFields,
  })
  .superRefine(inOrder)
export type EditableMember = z.infer<typeof EditableMember>

export const Member = z.object({
  ...recordFields,
  tenantId: Id,
  schemeId: Id,
  schemeName: z
    .string()
    .nullable()
    .describe('null where the caller cannot see the scheme, and is not its member'),
  employerId: Id,
  ...toStoredFields(memberFields),
  ppsNumberMasked: z.string().nullable().describe('*********: a number is stored; reveal-pps shows it'),
  status: MemberStatus,
  leftServiceOn: Day.nullable(),
  retiredOn: Day.nullable(),
  endedOn: Day.nullable().describe('Day of transfer, refund or death'),
  lastBenefitStatementOn: Day.nullable().describe(
    'Day on which the latest final benefit statement that is addressed to the member was signed, filed or received; null: the caller sees none',
  ),
})
export type Member = z.infer<typeof Member>

export const listMembers = query('member.list', {
  route: 'GET /api/members',
  access: 'Member',
  summary: 'The members the caller can see; a Member sees their own record only.',
  input: pageOf({
    schemeId: Id.optional(),
    employerId: Id.optional(),
    status: MemberStatus.optional(),
    q: SearchText.optional().describe('Part of the name, or the works number'),
    fault: DataFault.optional().describe('Members whose record lacks that fact, or has an improbable one'),
    samePersonAs: Id.optional().describe(
      'Members of the firm with the PPS number of this one, found by its keyed hash',
    ),
    withoutStatementSince: CivilDate.optional().describe(
      'Active and deferred members without a final benefit statement addressed to them since that day',
    ),
    sort: z.enum(['name', 'status', '-joinedSchemeOn', '-createdAt']).default('name'),
  }),
  output: listOf(Member),
})
export const getMember = query('member.get', {
  route: 'GET /api/members/{id}',
  access: 'Member',
  summary: 'One member.',
  input: NoParameters,
  output: Member,
  findWarnings: findUnusualMemberDates,
})
export const createMember = command('member.create', {
  route: 'POST /api/members',
  access: 'BrokerUser',
  summary: 'Adds a member to a scheme; the PPS number is stored encrypted only (Spec 2.7).',
  input: NewMember,
  output: Member,
  findWarnings: findUnusualMemberDates,
  status: 201,
})
export const updateMember = command('member.update', {
  route: 'PUT /api/members/{id}',
  access: 'BrokerUser',
  summary: 'Replaces the editable record of a member.',
  input: EditableMember,
  output: Member,
  findWarnings: findUnusualMemberDates,
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

export const joinMember = memberVerb('join', 'PROSPECTIVE to ACTIVE.', Dated)
export const leaveMember = memberVerb(
  'leave',
  'ACTIVE to DEFERRED: left service with a preserved benefit.',
  Dated,
)
export const retireMember = memberVerb('retire', 'ACTIVE or DEFERRED to PENSIONER.', Dated)
export const transferMember = memberVerb('transfer', 'DEFERRED to TRANSFERRED_OUT, which is final.', Dated)
export const refundMember = command('member.refund', {
  route: 'POST /api/members/{id}/refund',
  access: 'BrokerUser',
  summary: `ACTIVE to REFUNDED, which is final. Refused for a member of a DB or DC scheme with two years of qualifying service, and where the day of joining is not known, unless a reason is given (${formatCitedSources('PA 28', 'PA 32')}).`,
  input: Dated.extend({
    noPreservedBenefitReason: optional(reason(3)).describe(
      'Why the member has no preserved benefit after two years of recorded service, or without a known day of joining; kept in the audit log',
    ),
  }),
  output: Member,
})
export const optOutMember = memberVerb('opt-out', 'PROSPECTIVE or ACTIVE to OPTED_OUT.', Dated)
export const recordMemberDeath = memberVerb('record-death', 'To DECEASED, which is final.', Dated)

export const revealPpsNumber = command('member.reveal-pps', {
  route: 'POST /api/members/{id}/reveal-pps',
  access: 'BrokerUser',
  summary: 'Decrypts the PPS number for display; the reason and the person are recorded (Spec 2.6 rule 2).',
  input: z.object({ reason: reason(3) }),
  output: z.object({ ppsNumber: z.string() }),
  isAllowedInClosedFirm: true,
  isReplayable: false,
})
