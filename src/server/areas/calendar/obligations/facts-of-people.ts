import { ReducedBy, type YearEmoluments } from '../../../../contract/employer-limit.ts'
import { HolderStatus, KeyFunction } from '../../../../contract/key-function-holders.ts'
import { MemberStatus } from '../../../../contract/members.ts'
import { OutsourcingActivity, OutsourcingStatus } from '../../../../contract/outsourcing-arrangements.ts'
import { TrusteeRole, TrusteeStatus } from '../../../../contract/trustees.ts'
import type { KeyFunctionHolderFacts, MemberFacts, OutsourcingFacts, TrusteeFacts } from './facts.ts'
import { type Fields, readId } from './facts-fields.ts'
import { UNREAD } from './facts-names.ts'

export const readMember = (
  one: Fields,
  index: number,
): { member: MemberFacts; statementOn: string | null } => {
  one.ignore(UNREAD.member)
  const joinedSchemeOn = one.day('joinedSchemeOn')
  const [leftServiceOn, retiredOn, endedOn] = [
    one.day('leftServiceOn'),
    one.day('retiredOn'),
    one.day('endedOn'),
  ]
  for (const [name, day] of Object.entries({ leftServiceOn, retiredOn, endedOn }))
    one.requireOrder(['joinedSchemeOn', joinedSchemeOn], [name, day])
  return {
    member: {
      id: readId(one, 'member', index),
      status: one.text(MemberStatus.options, 'status') ?? 'ACTIVE',
      joinedSchemeOn,
      leftServiceOn,
      retiredOn,
      normalRetirementOn: one.day('normalRetirementOn'),
      endedOn,
      emoluments: one.list(readEmoluments, 'emoluments'),
      employerContributions: one.list(
        (paid) => ({
          paidOn: paid.require(paid.day('paidOn'), 'paidOn'),
          amountCents: paid.require(paid.cents('amountCents'), 'amountCents'),
        }),
        'employerContributions',
      ),
    },
    statementOn: one.day('lastPbsDate'),
  }
}

const readEmoluments = (one: Fields): YearEmoluments => ({
  year: one.require(one.divisor('year'), 'year'),
  emolumentsCents: one.count('emolumentsCents'),
  reducedBy: one.text(ReducedBy.options, 'reducedBy'),
})

/** Statements go to each member: the member without one for longest decides. */
export const findOldestStatement = (members: readonly ReturnType<typeof readMember>[]): string | null =>
  members
    .filter(
      ({ member: { status } }) => status === 'ACTIVE' || status === 'DEFERRED' || status === 'PENSIONER',
    )
    .flatMap(({ statementOn }) => statementOn ?? [])
    .sort()[0] ?? null

export function readTrusteeFacts(top: Fields): TrusteeFacts[] {
  const body = top.object('trusteeBody')
  const trainings = top.list((one) => {
    one.ignore(UNREAD.training)
    return {
      trusteeId: one.words('trusteeId'),
      on: one.day('completedOn'),
      isWithdrawn: one.raw('status') === 'WITHDRAWN',
    }
  }, 'trusteeTrainings')
  return [
    ...top.list((one, index) => readTrustee(one, index), 'trustees'),
    ...(body?.list((one, index) => readTrustee(one, index, 'bodyTrustee'), 'trustees') ?? []),
  ].map((trustee) => ({
    ...trustee,
    trainedOn: [
      ...trustee.trainedOn,
      ...trainings.flatMap(({ trusteeId, on, isWithdrawn }) =>
        trusteeId === trustee.id && on && !isWithdrawn ? on : [],
      ),
    ],
  }))
}

const readTrustee = (one: Fields, index: number, kind = 'trustee'): TrusteeFacts => {
  one.ignore(UNREAD.trustee)
  const [appointedOn, ceasedOn] = [one.day('appointedOn'), one.day('ceasedOn')]
  one.requireOrder(['appointedOn', appointedOn], ['ceasedOn', ceasedOn])
  return {
    id: readId(one, kind, index),
    status: one.text(TrusteeStatus.options, 'status') ?? (appointedOn ? 'APPOINTED' : 'PROPOSED'),
    role: one.text(TrusteeRole.options, 'role') ?? 'TRUSTEE',
    isProfessional: one.flag('isProfessional') ?? false,
    hasTrusteeQualification: one.flag('hasTrusteeQualification') ?? false,
    yearsExperience: one.count('yearsExperience'),
    appointedOn,
    ceasedOn,
    trainedOn: one.days('trainedOn', 'completedOn', UNREAD.training),
  }
}

interface ReadHolder {
  holder: KeyFunctionHolderFacts
  /** Outsourcing facts in the holder's record. */
  agreement: {
    id: string | null
    isOutsourced: boolean
    inForceFrom: string | null
    authorityNotifiedOn: string | null
  }
}

export function readHolder(one: Fields, index: number): ReadHolder {
  const fit = one.object('fitProper')
  const effectiveFrom = one.day('effectiveFrom')
  const given = one.text(HolderStatus.options, 'status')
  const endedOn = one.day('endedOn')
  const termEndsOn = one.day('termEndsOn')
  one.requireOrder(['effectiveFrom', effectiveFrom], ['endedOn', endedOn])
  one.requireOrder(['effectiveFrom', effectiveFrom], ['termEndsOn', termEndsOn])
  one.ignore(UNREAD.holder)
  const inForceFrom = one.day('agreementInForceFrom')
  const holder: KeyFunctionHolderFacts = {
    id: readId(one, 'holder', index),
    function: one.require(
      one.text(KeyFunction.options, 'function'),
      'function (RISK_MANAGEMENT, INTERNAL_AUDIT …)',
    ),
    isDeputy: one.flag('isDeputy') ?? false,
    // Whether a planned end has passed depends on the evaluation date.
    status: given ?? (effectiveFrom ? 'APPOINTED' : 'PROPOSED'),
    effectiveFrom,
    endedOn,
    termEndsOn,
    assessedOn: fit?.day('assessedOn') ?? one.day('assessedOn'),
    nextReviewOn: fit?.day('nextReviewOn') ?? one.day('nextReviewOn'),
    holdsSameFunctionForEmployer: one.flag('holdsSameFunctionForEmployer') ?? false,
    reportedOn: one.days('reports', 'receivedOn', UNREAD.report),
  }
  fit?.ignore(UNREAD.fitProper)
  fit?.close()
  return {
    holder,
    agreement: {
      id: one.words('outsourcingArrangementId'),
      isOutsourced: one.flag('isOutsourced') ?? inForceFrom !== null,
      inForceFrom,
      authorityNotifiedOn: one.day('authorityNotifiedOn'),
    },
  }
}

const ACTIVITY_OF: Partial<Record<KeyFunction, string>> = {
  RISK_MANAGEMENT: 'KFH_RISK',
  INTERNAL_AUDIT: 'KFH_AUDIT',
  ACTUARIAL: 'KFH_ACTUARIAL',
}

export const readOutsourcing = (one: Fields, index: number): OutsourcingFacts => {
  one.ignore(UNREAD.outsourcing)
  const activity = one.code(OutsourcingActivity.options, 'activity') ?? 'OTHER'
  const endedOn = one.day('endedOn') ?? one.day('endsOn')
  const inForceFrom = one.day('inForceFrom')
  one.requireOrder(['inForceFrom', inForceFrom], ['endedOn', endedOn])
  return {
    id: readId(one, 'outsourcing', index),
    activity,
    isKeyFunction: one.flag('isKeyFunction') ?? activity.startsWith('KFH_'),
    isManagement: one.flag('isManagement') ?? false,
    status: one.text(OutsourcingStatus.options, 'status') ?? 'IN_FORCE',
    inForceFrom,
    authorityNotifiedOn: one.day('authorityNotifiedOn'),
    endedOn,
    developments: one.list(
      (row) => ({
        occurredOn: row.require(row.day('occurredOn'), 'occurredOn'),
        notifiedOn: row.day('notifiedOn'),
      }),
      'developments',
      { ofDay: 'occurredOn' },
    ),
  }
}

/** An agreement may be in the outsourcing register, in the holder's record, or both; it counts once. */
export function addAgreements(
  registered: readonly OutsourcingFacts[],
  holders: readonly ReadHolder[],
): OutsourcingFacts[] {
  const arrangements = registered.map((one) => ({ ...one }))
  for (const { holder, agreement } of holders) {
    if (!agreement.isOutsourced) continue
    const own = arrangements.find(
      ({ id, activity, inForceFrom }) =>
        (agreement.id !== null && id === agreement.id) ||
        (activity === ACTIVITY_OF[holder.function] &&
          (agreement.inForceFrom === null || agreement.inForceFrom === inForceFrom)),
    )
    if (own) {
      own.authorityNotifiedOn ??= agreement.authorityNotifiedOn
      own.inForceFrom ??= agreement.inForceFrom
    } else
      arrangements.push({
        id: `${holder.id}agreement`,
        activity: ACTIVITY_OF[holder.function] ?? 'OTHER',
        isKeyFunction: holder.function !== 'COMPLIANCE',
        isManagement: false,
        status: 'IN_FORCE',
        inForceFrom: agreement.inForceFrom,
        authorityNotifiedOn: agreement.authorityNotifiedOn,
        endedOn: null,
        developments: [],
      })
  }
  return arrangements
}
