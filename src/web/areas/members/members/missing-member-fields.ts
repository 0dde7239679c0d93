import type { Member, MemberStatus } from '../../../../contract/members.ts'

type ExpectedMemberField = keyof Pick<
  Member,
  | 'dateOfBirth'
  | 'joinedSchemeOn'
  | 'normalRetirementOn'
  | 'pensionableSalaryCents'
  | 'employeeRatePercent'
  | 'employerRatePercent'
  | 'ppsNumberMasked'
>

const ALWAYS: readonly ExpectedMemberField[] = ['dateOfBirth', 'ppsNumberMasked']
const BEFORE_RETIREMENT: readonly ExpectedMemberField[] = ['normalRetirementOn']
const WHILE_PAYING: readonly ExpectedMemberField[] = [
  'pensionableSalaryCents',
  'employeeRatePercent',
  'employerRatePercent',
]

const IS_BEFORE_RETIREMENT: readonly MemberStatus[] = ['PROSPECTIVE', 'ACTIVE', 'DEFERRED']
const HAS_JOINED: readonly MemberStatus[] = ['ACTIVE', 'DEFERRED', 'PENSIONER', 'TRANSFERRED_OUT', 'REFUNDED']

/** Fields that a record in this status should have and lacks. */
export const listMissingFields = (
  member: Pick<Member, ExpectedMemberField | 'status'>,
): ExpectedMemberField[] =>
  [
    ...ALWAYS,
    ...(HAS_JOINED.includes(member.status) ? (['joinedSchemeOn'] as const) : []),
    ...(IS_BEFORE_RETIREMENT.includes(member.status) ? BEFORE_RETIREMENT : []),
    ...(member.status === 'ACTIVE' ? WHILE_PAYING : []),
  ].filter((name) => member[name] === null)
