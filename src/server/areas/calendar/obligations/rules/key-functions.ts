/** Key functions and outsourcing (Directive arts 22-27, 31; Pensions Act 1990 ss.64AH-64AK, 64AM). */

import { addDays, getEarlierDate } from '../../../../../contract/civil-dates.ts'
import { capitalise } from '../../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import {
  KEY_FUNCTIONS,
  type KeyFunction,
  type KeyFunctionHolderFacts,
  type OutsourcingFacts,
} from '../facts.ts'
import {
  ASSUMED,
  buildGap,
  buildStandingObligation,
  buildUnknownApplicability,
  type Context,
  type Due,
  decideGovernance,
  defineRule,
  type Found,
  getGovernanceStartDate,
  listDueAfterEvents,
  listRollingObligations,
  no,
  pickLaterDate,
  REGIME_FROM,
  type Rule,
  restrictApplicability,
  toDaysStep,
} from './define.ts'
import { listEventKinds } from './events.ts'

const NAMES: Record<KeyFunction, string> = {
  RISK_MANAGEMENT: 'risk management',
  INTERNAL_AUDIT: 'internal audit',
  ACTUARIAL: 'actuarial',
}

/** The actuarial function depends on own funds, not on the type DB (PA s.64AK(1)). */
const listRequiredFunctions = ({ profile }: Context): KeyFunction[] =>
  KEY_FUNCTIONS.filter((one) => one !== 'ACTUARIAL' || profile.isRegulatoryOwnFunds === true)

/** The appointment ends on the recorded end date, and at the latest with its term. */
const getOfficeEnd = ({ endedOn, termEndsOn }: KeyFunctionHolderFacts): string | null =>
  getEarlierDate(endedOn, termEndsOn)

const listHolders = ({ facts, today }: Context): KeyFunctionHolderFacts[] =>
  facts.keyFunctionHolders.filter((holder) => {
    const { status, isDeputy, effectiveFrom } = holder
    const endsOn = getOfficeEnd(holder)
    return (
      status === 'APPOINTED' &&
      !isDeputy &&
      effectiveFrom !== null &&
      effectiveFrom <= today &&
      (endsOn === null || endsOn > today)
    )
  })

/** The first day without a holder: after the last holder, or the day from which a holder is required. */
function findVacancy(context: Context, keyFunction: KeyFunction): Found {
  const held = listHolders(context).find((holder) => holder.function === keyFunction)
  if (held)
    return buildStandingObligation(
      `The ${NAMES[keyFunction]} function is held`,
      held.effectiveFrom,
      keyFunction,
    )
  const { scheme, keyFunctionHolders } = context.facts
  const undatedHolder = keyFunctionHolders.find(
    (holder) =>
      holder.function === keyFunction &&
      holder.status === 'APPOINTED' &&
      !holder.isDeputy &&
      holder.effectiveFrom === null,
  )
  if (undatedHolder)
    return buildGap(
      `Not recorded: from when the ${NAMES[keyFunction]} function is held. Enter it on the holder`,
      {
        kind: 'keyFunctionHolder',
        id: undatedHolder.id,
      },
    )
  const lastEnd = keyFunctionHolders
    .filter((holder) => holder.function === keyFunction && !holder.isDeputy)
    .flatMap((holder) => (holder.effectiveFrom ? (getOfficeEnd(holder) ?? []) : []))
    .filter((day) => day <= context.today)
    .sort()
    .at(-1)
  const began = scheme.wentLiveOn ?? scheme.establishedOn
  const first = began && pickLaterDate(began, getGovernanceStartDate(context))
  const since = lastEnd ? pickLaterDate(lastEnd, getGovernanceStartDate(context)) : first
  if (since === null)
    return {
      ...buildGap(
        `No holder of the ${NAMES[keyFunction]} function is recorded, and not since when: enter when the scheme went live`,
      ),
      periodKey: keyFunction,
    }
  return {
    periodKey: `${keyFunction}:${since}`,
    anchorOn: since,
    dueOn: since,
    reason: `No holder of the ${NAMES[keyFunction]} function is recorded`,
    facts: [{ label: 'Vacant since', value: since }],
    isRecorded: lastEnd !== undefined,
  }
}

/** Recurring obligations of each holder, from the appointment until a record is made. */
const listHolderObligations = (
  context: Context,
  given: Pick<Parameters<typeof listRollingObligations>[1], 'ruleId' | 'months'>,
  ofHolder: (
    holder: KeyFunctionHolderFacts,
  ) => Pick<
    Parameters<typeof listRollingObligations>[1],
    'lastOn' | 'recordedOn' | 'setDueOn' | 'lastLabel' | 'anchorLabel'
  >,
): Found[] =>
  listHolders(context)
    .filter(({ function: held }) => held !== 'COMPLIANCE')
    .flatMap((holder) =>
      listRollingObligations(context, {
        ...given,
        ...ofHolder(holder),
        isAssumed: true,
        key: holder.id,
        about: `${capitalise(NAMES[holder.function as KeyFunction])} function`,
        anchorOn: holder.effectiveFrom,
        subject: { kind: 'keyFunctionHolder', id: holder.id },
      }),
    )

/** Agreements from before the regime, or from a one-member derogation, need no notification; an unknown date is a gap. */
const isOfRegime = ({ profile, settings }: Context, day: string | null): boolean =>
  day === null ||
  (day >= REGIME_FROM && !(profile.isOneMemberBeforeApril2021 && day <= settings.omaDerogationUntil))

/** Key functions and management are notified before the agreement takes effect, other services in a timely manner. */
const mustNotifyInAdvance = ({ isKeyFunction, isManagement }: OutsourcingFacts): boolean =>
  isKeyFunction || isManagement

const identifySubject = ({ id }: OutsourcingFacts): NonNullable<Due['subject']> => ({
  kind: 'outsourcingArrangement',
  id,
})

function listDueBeforeTakingEffect(context: Context): Found[] {
  const relevantArrangements = context.facts.outsourcing.filter(
    (one) => mustNotifyInAdvance(one) && isOfRegime(context, one.inForceFrom),
  )
  return relevantArrangements.map((arrangement): Found => {
    const { id, inForceFrom, authorityNotifiedOn } = arrangement
    if (inForceFrom === null)
      return buildGap('Not known: the day on which the agreement takes effect', identifySubject(arrangement))
    return {
      periodKey: id,
      anchorOn: inForceFrom,
      dueOn: addDays(inForceFrom, -1),
      steps: [toDaysStep(-1)],
      metOn: authorityNotifiedOn,
      reason: 'The day before the agreement takes effect',
      facts: [{ label: 'Agreement in force from', value: inForceFrom }],
      subject: identifySubject(arrangement),
    }
  })
}

function listInTimeNotifications(context: Context): Found[] {
  const { facts, settings } = context
  const days = settings.otherOutsourcingNotificationDays
  return facts.outsourcing.flatMap((arrangement): Found[] => {
    const due = (periodKey: string, anchorOn: string, metOn: string | null, label: string): Due => ({
      periodKey,
      anchorOn,
      dueOn: addDays(anchorOn, days),
      steps: [toDaysStep(days)],
      metOn,
      reason: `${label} + ${days} days ${ASSUMED}`,
      facts: [{ label, value: anchorOn }],
      subject: identifySubject(arrangement),
    })
    const isUndated =
      arrangement.status === 'IN_FORCE' &&
      arrangement.inForceFrom === null &&
      !mustNotifyInAdvance(arrangement)
    if (isUndated)
      return [
        buildGap('Not known: the day on which the agreement takes effect', identifySubject(arrangement)),
      ]
    const own =
      arrangement.inForceFrom !== null &&
      isOfRegime(context, arrangement.inForceFrom) &&
      !mustNotifyInAdvance(arrangement)
        ? [
            due(
              arrangement.id,
              arrangement.inForceFrom,
              arrangement.authorityNotifiedOn,
              'Agreement in force from',
            ),
          ]
        : []
    const developments = arrangement.developments.flatMap(({ occurredOn, notifiedOn }, index) =>
      isOfRegime(context, occurredOn)
        ? due(`${arrangement.id}:${index}`, occurredOn, notifiedOn, 'Development')
        : [],
    )
    return [...own, ...developments]
  })
}

const decideOutsourcing = restrictApplicability(decideGovernance, ({ facts }) =>
  facts.outsourcing.length > 0 ? true : no('No outsourcing arrangement is recorded'),
)

export const KEY_FUNCTION_RULES: Rule[] = [
  defineRule({
    id: 'KFH-01',
    title: 'Appoint the key function holders',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'The day of the vacancy',
    sources: ['PA 64AH', 'DIR 24(1)', 'PA 64AK'],
    confidence: 'H',
    ruling: `No period of grace was found: due on the day of the vacancy. The day from which it is a breach of critical severity is a setting, ${NOT_VERIFIED}`,
    evidence: ['KFH_APPOINTMENT_LETTER'],
    applies: (context) => {
      const within = decideGovernance(context)
      if (within.applies !== 'YES') return within
      return {
        applies: 'YES',
        reason: context.profile.isRegulatoryOwnFunds
          ? 'Risk management, internal audit and, as a regulatory own funds scheme, the actuarial function'
          : context.profile.isRegulatoryOwnFunds === null
            ? 'Risk management and internal audit; the actuarial function depends on own funds, which are not recorded'
            : 'Risk management and internal audit; the actuarial function only where the scheme itself covers risks (own funds), which this one does not',
      }
    },
    list: (context) => [
      ...listRequiredFunctions(context).map((one) => findVacancy(context, one)),
      ...(context.profile.isRegulatoryOwnFunds === null
        ? [buildUnknownApplicability('isRegulatoryOwnFunds')]
        : []),
    ],
  }),
  defineRule({
    id: 'KFH-02',
    title: 'Notify the Pensions Authority of outsourced key functions or management',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'The day before the agreement takes effect',
    sources: ['DIR 31(6)', 'PA 64AM'],
    confidence: 'H',
    evidence: ['AUTHORITY_CORRESPONDENCE'],
    applies: decideOutsourcing,
    list: listDueBeforeTakingEffect,
  }),
  defineRule({
    id: 'KFH-03',
    title: 'Notify the Pensions Authority of other outsourcing and important developments',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Agreement in force, or development, + 14 days',
    sources: ['DIR 31(6)'],
    confidence: 'H',
    ruling:
      'The text says "in a timely manner"; the number of days is a setting, our interpretation, not verified',
    evidence: ['AUTHORITY_CORRESPONDENCE'],
    applies: decideOutsourcing,
    list: listInTimeNotifications,
  }),
  defineRule({
    id: 'KFH-04',
    title: 'Key function holder report to the trustees',
    who: 'Key function holder',
    trigger: 'ROLLING',
    due: 'Last report + 12 months, or as the firm has set it; material findings at once',
    sources: ['DIR 24(4)', 'CODE'],
    confidence: 'M',
    ruling: `The interval is ${NOT_VERIFIED}: a setting of the firm, 12 months unless changed`,
    evidence: ['KFH_REPORT'],
    applies: decideHolders,
    list: (context) =>
      listHolderObligations(
        context,
        { ruleId: 'KFH-04', months: context.settings.holderReportMonths },
        ({ reportedOn }) => ({
          recordedOn: reportedOn,
          lastLabel: 'Last report',
          anchorLabel: 'No report yet, appointment',
        }),
      ),
  }),
  defineRule({
    id: 'KFH-05',
    title: 'Review fitness and propriety of a key function holder',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Next review as set, or last assessment + 12 months or as the firm has set it',
    sources: ['DIR 22'],
    confidence: 'L',
    ruling: `The interval is ${NOT_VERIFIED}: a setting of the firm, 12 months unless changed`,
    evidence: ['FIT_PROPER_PACK'],
    applies: decideHolders,
    list: (context) =>
      listHolderObligations(
        context,
        { ruleId: 'KFH-05', months: context.settings.holderReviewMonths },
        ({ assessedOn, nextReviewOn }) => ({
          lastOn: assessedOn,
          setDueOn: nextReviewOn,
          lastLabel: 'Last assessment',
          anchorLabel: 'No assessment recorded, appointment',
        }),
      ),
  }),
  defineRule({
    id: 'KFH-06',
    title: 'Notify the Pensions Authority that the trustees did not act (key function holder)',
    who: 'Key function holder',
    trigger: 'EVENT',
    due: 'At once',
    sources: ['DIR 24(4)'],
    confidence: 'H',
    ruling: 'The text sets no period: the day itself is shown',
    applies: decideGovernance,
    list: (context) =>
      listDueAfterEvents(context, listEventKinds('KFH-06'), { days: 0, label: 'The trustees did not act' }),
  }),
]

function decideHolders(context: Context) {
  return restrictApplicability(decideGovernance, () =>
    listHolders(context).length > 0 ? true : no('No key function holder is appointed'),
  )(context)
}
