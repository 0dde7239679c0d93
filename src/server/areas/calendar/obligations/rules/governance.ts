/** Governance: own-risk assessment, written policies, investment principles, trustees and their training. */
import { addDays, addMonths } from '../../../../../contract/civil-dates.ts'
import { isAnswerToEvent } from '../../../../../contract/own-risk-assessments.ts'
import type { PolicyKind } from '../../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../../contract/policy-kinds.ts'
import { NOT_VERIFIED } from '../../../../../contract/rule-settings.ts'
import type { EventFacts, PolicyFacts, RuleSettings, TrusteeFacts } from '../facts.ts'
import {
  type Applicability,
  ASSUMED,
  type Context,
  confirm,
  type Due,
  defineRule,
  type Found,
  findAfterChanges,
  findFirstFrom,
  findRolling,
  gap,
  gapOf,
  getStartOfBound,
  governed,
  isFollowed,
  LONG_SOON_DAYS,
  lacks,
  limitToBound,
  no,
  only,
  type Rule,
  selectLaterDate,
  standing,
  unknownBy,
} from './define.ts'
import { listEventKinds } from './events.ts'
import { decideByCount } from './member-counts.ts'
import { findRequiredPolicy } from './policies.ts'

const lastOf = (days: readonly (string | null)[]): string | null =>
  days
    .filter((day): day is string => day !== null)
    .sort()
    .at(-1) ?? null

// --- Trustees

const HAS_LEFT: readonly TrusteeFacts['status'][] = ['RETIRED', 'REMOVED', 'DECEASED', 'DISQUALIFIED']
const hasLeftUnknown = ({ status, ceasedOn }: TrusteeFacts): boolean =>
  HAS_LEFT.includes(status) && ceasedOn === null
/** In office or formerly in office, without a first or a last day. */
const hasUnknownOffice = (trustee: TrusteeFacts): boolean =>
  (trustee.status === 'APPOINTED' && trustee.appointedOn === null) ||
  (hasLeftUnknown(trustee) && trustee.appointedOn !== null)

/** Those who count towards the two: trustees, or the directors of a corporate trustee (PA s.64AC). */
const counted = ({ facts: { scheme, trustees } }: Context): TrusteeFacts[] => {
  const isCorporate = scheme.trusteeBodyKind === 'CORPORATE' || scheme.trusteeBodyKind === 'SOLE_CORPORATE'
  return trustees.filter(
    (trustee) =>
      trustee.appointedOn &&
      !hasLeftUnknown(trustee) &&
      (!isCorporate || trustee.role === 'DIRECTOR_OF_CORPORATE_TRUSTEE'),
  )
}

/** The day since which fewer than two are in office; null while there are two. */
function vacantSince(context: Context): { on: string | null } | null {
  const { today } = context
  const offices = counted(context).map(({ appointedOn, ceasedOn }) => ({
    from: appointedOn as string,
    to: ceasedOn && ceasedOn <= today ? ceasedOn : null,
  }))
  const inOffice = (day: string): number =>
    offices.filter(({ from, to }) => from <= day && (to === null || to > day)).length
  if (inOffice(today) >= 2) return null
  // The last day on which somebody left and took the number below two.
  const ends = offices.flatMap(({ to }) => to ?? []).sort()
  const broke = ends.filter((day) => inOffice(day) < 2 && inOffice(addDays(day, -1)) >= 2).at(-1)
  const { wentLiveOn, establishedOn } = context.facts.scheme
  const on = broke ?? wentLiveOn ?? establishedOn
  // PA s.64AC binds since the regime began: a vacancy from before is one of that day.
  return { on: on && selectLaterDate(on, getStartOfBound(context)) }
}

const inOffice = ({ facts, today }: Context): TrusteeFacts[] =>
  facts.trustees.filter(
    ({ status, appointedOn, ceasedOn }) =>
      status === 'APPOINTED' &&
      appointedOn !== null &&
      appointedOn <= today &&
      (ceasedOn === null || ceasedOn > today),
  )

/** The employer's duty leaves out pensioneer and professional trustees (PA s.59AA(3)). */
const trained = (context: Context): TrusteeFacts[] =>
  inOffice(context).filter(
    ({ role, isProfessional }) => !isProfessional && role !== 'PENSIONEER' && role !== 'PROFESSIONAL',
  )

interface Round {
  anchorOn: string
  dueOn: string
  /** The longer count, where the date that is shown is the safer one. */
  legalEndOn: string
  metOn: string | null
  isWaived: boolean
}

/** A period that begins on a day and includes it (Interpretation Act 2005 s.18(h)) ends a day before the same day of the month, where there is one. */
function periodFrom(day: string, months: number): Pick<Round, 'anchorOn' | 'dueOn' | 'legalEndOn'> {
  const end = addMonths(day, months)
  const isClamped = end.slice(8) !== day.slice(8)
  return { anchorOn: day, dueOn: isClamped ? end : addDays(end, -1), legalEndOn: end }
}

const REPEAT_MONTHS = 24

/**
 * Training under PA s.59AA(2). The first is due within six months of the relevant date; for a relevant date before the section
 * commenced, within two years of the commencement. Each further one is due two years after the last training, or after the due date
 * of the first where none is recorded. A waived round counts as held on its due date (ruling). The last round is the open one.
 */
export function listTrainingRounds(
  relevantOn: string,
  trainedOn: readonly string[],
  { commencedOn, waivedRounds = [] }: { commencedOn: string; waivedRounds?: readonly number[] },
): Round[] {
  const held = trainedOn.filter((day) => day >= relevantOn).sort()
  const first = relevantOn >= commencedOn ? periodFrom(relevantOn, 6) : periodFrom(commencedOn, REPEAT_MONTHS)
  const rounds: Round[] = [{ ...first, metOn: held[0] ?? null, isWaived: waivedRounds.includes(0) }]
  for (let index = 1; ; index += 1) {
    const before = rounds[index - 1] as Round
    const isDateKnown = before.metOn !== null || before.isWaived || index === 1
    if (!isDateKnown) return rounds
    const anchorOn = before.metOn ?? before.dueOn
    const endOn = addMonths(before.metOn ?? before.legalEndOn, REPEAT_MONTHS)
    rounds.push({
      anchorOn,
      dueOn: addMonths(anchorOn, REPEAT_MONTHS),
      legalEndOn: endOn,
      metOn: before.metOn === null ? null : (held.find((day) => day > (before.metOn as string)) ?? null),
      isWaived: waivedRounds.includes(index),
    })
  }
}

const trainings = (context: Context, which: (rounds: Round[]) => [Round, number][]): Found[] =>
  trained(context).flatMap((trustee) => {
    const relevantOn = relevantDateOf(context, trustee)
    const ownKey = `${trustee.id}:`
    const recorded = context.facts.completions.filter(
      ({ ruleId, periodKey }) => (ruleId === 'GOV-11' || ruleId === 'GOV-12') && periodKey.startsWith(ownKey),
    )
    const rounds = listTrainingRounds(
      relevantOn,
      [...new Set([...trustee.trainedOn, ...recorded.flatMap(({ completedOn }) => completedOn ?? [])])],
      {
        commencedOn: context.settings.trusteeTrainingFrom,
        waivedRounds: recorded
          .filter(({ waiverReason }) => waiverReason)
          .map(({ periodKey }) => Number(periodKey.slice(ownKey.length))),
      },
    )
    return (
      which(rounds)
        // What was late before and is met since counts as done late.
        .filter(
          ([{ dueOn, metOn }]) => metOn === null || [dueOn, metOn].some((day) => isFollowed(context, day)),
        )
        .map(([{ anchorOn, dueOn, legalEndOn, metOn }, index]): Due => {
          const shownOn = limitToBound(context, dueOn)
          return {
            periodKey: `${ownKey}${index}`,
            anchorOn,
            dueOn: shownOn,
            ...(legalEndOn > shownOn ? { legalEndOn } : {}),
            metOn,
            reason:
              index > 0
                ? rounds[index - 1]?.metOn
                  ? 'Last training + 2 years'
                  : 'Due date of the first training, which is not recorded, + 2 years'
                : anchorOn === relevantOn
                  ? 'Appointment + 6 months, the day of the appointment counted'
                  : `Appointed before the section commenced: ${anchorOn} ${ASSUMED} + 2 years`,
            facts: [
              {
                label: index > 0 && rounds[index - 1]?.metOn ? 'Last training' : 'Runs from',
                value: anchorOn,
              },
            ],
            subject: { kind: 'trustee', id: trustee.id },
          }
        })
    )
  })

/** Of a director, the later of that appointment and of the company's own as trustee (PA s.59AA(2A)). */
const relevantDateOf = ({ facts: { scheme } }: Context, { role, appointedOn }: TrusteeFacts): string =>
  role === 'DIRECTOR_OF_CORPORATE_TRUSTEE' && scheme.trusteeBodyAppointedOn
    ? selectLaterDate(appointedOn as string, scheme.trusteeBodyAppointedOn)
    : (appointedOn as string)

const withTrustees = only(governed, (context): true | Applicability =>
  trained(context).length > 0 ? true : no('No trustee is in office for whom the employer arranges training'),
)

// --- Policies

const reviewedOn = ({ approvedOn, lastReviewedOn }: PolicyFacts): string | null =>
  lastOf([approvedOn, lastReviewedOn])

const reviews = (context: Context, ruleId: string, kinds: readonly PolicyKind[]): Found[] =>
  kinds.flatMap((kind) => {
    const { required, missing } = findRequiredPolicy(kind, context)
    if (required === false) return []
    if (missing) return [unknownBy(missing, null, kind)]
    // A version that is being drafted does not take the place of the one that was approved.
    const [policy] = context.facts.policies
      .filter((one) => one.kind === kind)
      .toSorted((one, other) => (reviewedOn(other) ?? '').localeCompare(reviewedOn(one) ?? ''))
    const lastOn = policy && reviewedOn(policy)
    return findRolling(context, {
      ruleId,
      months: Math.min(
        policy?.reviewIntervalMonths ?? Number.POSITIVE_INFINITY,
        POLICY_KINDS[kind].longestReviewMonths,
      ),
      lastOn: lastOn ?? null,
      about: POLICY_KINDS[kind].title,
      lastLabel: 'Last approval or review',
      key: kind,
      ...(policy ? { subject: { kind: 'writtenPolicy', id: policy.id } } : {}),
    })
  })

/** Every so many months, as the firm has set it. */
const regular = (
  id: string,
  title: string,
  monthsOf: (settings: RuleSettings) => number,
  sources: Rule['sources'],
  confidence: Rule['confidence'],
  applies: Rule['applies'] = governed,
): Rule =>
  defineRule({
    id,
    title,
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 12 months, or as the firm has set it',
    sources,
    confidence,
    ruling: `The interval is ${NOT_VERIFIED}: a setting of the firm, 12 months unless changed`,
    applies,
    find: (context) =>
      findRolling(context, {
        ruleId: id,
        months: monthsOf(context.settings),
        lastLabel: 'Last time',
        isAssumed: true,
      }),
  })

/**
 * The first approval of an assessment that answers a change, as the register tells it: one made for that change, or as of that
 * day or a later one. Of an assessment that says neither, its approval counts.
 */
const answeredOn = ({ facts }: Context, event: EventFacts): string | null =>
  findFirstFrom(
    facts.assessments
      .filter(({ approvedOn, triggerEventId, asOfOn }) =>
        isAnswerToEvent(
          { approvedOn, triggerEventId, asOfOn: asOfOn ?? (triggerEventId ? '' : (approvedOn ?? '')) },
          event,
        ),
      )
      .map(({ approvedOn }) => approvedOn),
    '',
  )

const isLargeScheme = (members: number): true | Applicability => members >= 100 || no('Fewer than 100')

/** Members of the institution from which SFDR holds (art. 2(7)). */
const SUSTAINABILITY_FROM = 15

/**
 * After each event of the rule that is significant. An amendment of the rules is not always one: until it is entered, whether it starts
 * the obligation cannot be decided.
 */
function afterSignificantChanges(
  context: Context,
  ruleId: string,
  given: Parameters<typeof findAfterChanges>[2],
): Found[] {
  const { facts } = context
  const isUndecided = ({ kind, isSignificant = null }: EventFacts): boolean =>
    kind === 'RULE_AMENDMENT' && isSignificant === null
  const decided = facts.events.filter((event) => event.isSignificant !== false && !isUndecided(event))
  const kinds = listEventKinds(ruleId)
  const undecided = findAfterChanges(context, kinds, given).filter(({ periodKey }) =>
    facts.events.some((event) => event.id === periodKey && isUndecided(event)),
  )
  return [
    ...findAfterChanges({ ...context, facts: { ...facts, events: decided } }, kinds, given),
    ...undecided.map(({ periodKey }) =>
      gap(
        'Not recorded: whether the amendment of the rules is a significant change of the risk profile. Enter it on the event',
        { kind: 'schemeEvent', id: periodKey },
      ),
    ),
  ]
}

export const GOVERNANCE_RULES: Rule[] = [
  defineRule({
    id: 'GOV-01',
    title: 'Complete the own-risk assessment',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last approval of an assessment of the whole IORP + 36 months',
    sources: ['PA 64AL', 'DIR 28'],
    confidence: 'H',
    evidence: ['ORA_REPORT'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      findRolling(context, {
        ruleId: 'GOV-01',
        months: 36,
        lastOn: lastOf(
          context.facts.assessments
            .filter(({ scope }) => scope === 'WHOLE_IORP')
            .map(({ approvedOn }) => approvedOn),
        ),
        lastLabel: 'Last approval',
      }),
  }),
  defineRule({
    id: 'GOV-02',
    title: 'Complete an own-risk assessment after a significant change in the risk profile',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['PA 64AL', 'DIR 28'],
    confidence: 'H',
    ruling: `The text says "without delay"; the number of days is a setting, ${NOT_VERIFIED}`,
    evidence: ['ORA_REPORT'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      afterSignificantChanges(context, 'GOV-02', {
        days: context.settings.assessmentAfterChangeDays,
        isAssumed: true,
        label: 'Change',
        metOn: (event) => answeredOn(context, event),
      }),
  }),
  defineRule({
    id: 'GOV-03',
    title: 'Review the policies on risk management, internal audit, outsourcing and actuarial activities',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last approval or review + 36 months, or sooner where the policy says so',
    sources: ['DIR 21(3)', 'PA 64AD'],
    confidence: 'H',
    evidence: ['POLICY'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      reviews(context, 'GOV-03', ['RISK_MANAGEMENT', 'INTERNAL_AUDIT', 'OUTSOURCING', 'ACTUARIAL']),
  }),
  defineRule({
    id: 'GOV-04',
    title: 'Update the policies after a significant change',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['DIR 21(3)'],
    confidence: 'H',
    ruling: `The number of days is a setting, ${NOT_VERIFIED}`,
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      afterSignificantChanges(context, 'GOV-04', {
        days: context.settings.policyAfterChangeDays,
        isAssumed: true,
        label: 'Change',
      }),
  }),
  defineRule({
    id: 'GOV-05',
    title: 'Review the remuneration policy',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last review + 36 months',
    sources: ['PA 64AG', 'DIR 23'],
    confidence: 'H',
    evidence: ['POLICY'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) => reviews(context, 'GOV-05', ['REMUNERATION']),
  }),
  regular(
    'GOV-06',
    'Publish the remuneration policy information',
    ({ remunerationDisclosureMonths }) => remunerationDisclosureMonths,
    ['PA 64AG', 'DIR 23'],
    'M',
  ),
  defineRule({
    id: 'GOV-07',
    title: 'Review the statement of investment policy principles',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last approval + 36 months',
    sources: ['DIR 30', 'PA 59(1B)'],
    confidence: 'H',
    evidence: ['SIPP'],
    soonDays: LONG_SOON_DAYS,
    applies: only(governed, (context) => {
      const isLarge = decideByCount(isLargeScheme)(context)
      return (
        isLarge === true ||
        confirm(
          `${isLarge.applies === 'NO' ? `${context.profile.activeAndDeferred} active and deferred members` : isLarge.reason}: whether the exception of small schemes outlived 2021 could not be verified; taken as required`,
        )
      )
    }),
    find: (context) => reviews(context, 'GOV-07', ['SIPP']),
  }),
  defineRule({
    id: 'GOV-08',
    title: 'Revise the statement of investment policy principles after a policy change',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['DIR 30'],
    confidence: 'H',
    ruling: `The text says "without delay"; the number of days is a setting, ${NOT_VERIFIED}`,
    evidence: ['SIPP'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      afterSignificantChanges(context, 'GOV-08', {
        days: context.settings.policyAfterChangeDays,
        isAssumed: true,
        label: 'Change',
        metOn: ({ occurredOn }) => findFirstFrom(principles(context), occurredOn),
      }),
  }),
  regular(
    'GOV-09',
    'Review the system of governance',
    ({ governanceReviewMonths }) => governanceReviewMonths,
    ['DIR 21', 'PA 64AD'],
    'M',
  ),
  defineRule({
    id: 'GOV-10',
    title: 'Appoint at least two trustees',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'The day of the vacancy',
    sources: ['PA 64AC', 'DIR 21(6)'],
    confidence: 'H',
    ruling: `No period of grace was found: due on the day of the vacancy. The day from which it is a breach of critical severity is a setting, ${NOT_VERIFIED}`,
    evidence: ['DEED_OF_APPOINTMENT'],
    applies: governed,
    find: (context) => {
      const vacancy = vacantSince(context)
      if (vacancy === null)
        return [
          standing(
            'Two or more are in office',
            lastOf(counted(context).map(({ appointedOn }) => appointedOn)),
          ),
        ]
      if (context.facts.trustees.some(hasUnknownOffice)) return [gapOf('trusteeAppointedOn')]
      if (vacancy.on === null)
        return [gap('Fewer than two are recorded, and not since when: enter when the scheme went live')]
      return [
        {
          periodKey: vacancy.on,
          anchorOn: vacancy.on,
          dueOn: vacancy.on,
          reason: 'Fewer than two are in office',
          facts: [{ label: 'Vacant since', value: vacancy.on }],
          isRecorded: counted(context).length > 0,
        },
      ]
    },
  }),
  defineRule({
    id: 'GOV-11',
    title: 'First trustee training',
    who: 'Employer',
    trigger: 'EVENT',
    due: 'Appointment + 6 months; appointed before the section commenced: its commencement + 2 years',
    sources: ['PA 59AA', 'IA2005 18(h)'],
    confidence: 'H',
    ruling:
      'The day of the appointment is counted, which is the safer reading by a day; the day on which the section commenced is a setting, not verified',
    evidence: ['TRAINING_CERT'],
    applies: withTrustees,
    find: (context) => trainings(context, ([first]) => (first ? [[first, 0]] : [])),
  }),
  defineRule({
    id: 'GOV-12',
    title: 'Repeat trustee training',
    who: 'Employer',
    trigger: 'ROLLING',
    due: 'Last training + 2 years',
    sources: ['PA 59AA'],
    confidence: 'H',
    ruling:
      'Two years are counted from the last training; where none is recorded, from the date by which the first was due',
    evidence: ['TRAINING_CERT'],
    applies: withTrustees,
    find: (context) =>
      trainings(context, (rounds) => rounds.map((round, index): [Round, number] => [round, index]).slice(1)),
  }),
  defineRule({
    id: 'GOV-13',
    title: 'Hold a trustee meeting',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 6 months; every 3 with 100 members or more',
    sources: ['CODE'],
    confidence: 'L',
    ruling: `The figures are ${NOT_VERIFIED}: two meetings a year, four with 100 members or more, unless the firm sets others`,
    evidence: ['TRUSTEE_MINUTES'],
    applies: governed,
    find: (context) => {
      const { settings, facts } = context
      const isLarge = decideByCount(isLargeScheme)(context)
      if (isLarge !== true && isLarge.missing) return [gapOf(isLarge.missing.fact, isLarge.missing.on)]
      const perYear = isLarge === true ? settings.meetingsPerYearLarge : settings.meetingsPerYearSmall
      return findRolling(context, {
        ruleId: 'GOV-13',
        months: Math.max(1, Math.floor(12 / perYear)),
        lastOn: lastOf(facts.meetingsHeldOn),
        lastLabel: 'Last meeting',
        isAssumed: true,
      })
    },
  }),
  regular(
    'GOV-14',
    'Review the conflicts of interest register',
    ({ conflictsReviewMonths }) => conflictsReviewMonths,
    ['CODE'],
    'L',
  ),
  regular(
    'GOV-15',
    'Test the business continuity plan',
    ({ continuityTestMonths }) => continuityTestMonths,
    ['DIR 21(5)', 'DIR2556 8', 'HOUSE'],
    'L',
  ),
  defineRule({
    id: 'OMA-01',
    title: 'Have governance in place by the end of the one-member derogation',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'The last free day of the derogation',
    sources: ['NOTICE OMA'],
    confidence: 'M',
    ruling: 'The last free day is a setting: an extension could not be ruled out',
    applies: ({ profile }) =>
      profile.isOneMemberBeforeApril2021
        ? { applies: 'YES', reason: 'A one-member arrangement established before 22 April 2021' }
        : no('Not a one-member arrangement from before 22 April 2021'),
    find: ({ settings }) => [
      {
        periodKey: settings.omaDerogationUntil,
        anchorOn: settings.omaDerogationUntil,
        dueOn: settings.omaDerogationUntil,
        reason: `The last day of the derogation ${ASSUMED}`,
        facts: [{ label: 'Derogation until', value: settings.omaDerogationUntil }],
      },
    ],
  }),
  regular(
    'SFD-01',
    'Review the sustainability disclosures',
    ({ sustainabilityReviewMonths }) => sustainabilityReviewMonths,
    ['SFDR 10', 'SFDR 2(7)'],
    'L',
    only(governed, (context) => {
      const { type, trustMemberCount } = context.facts.scheme
      if (type !== 'DC' && type !== 'DB') return no('Only DC and DB schemes as financial products')
      const decide = (members: number): true | Applicability =>
        members >= SUSTAINABILITY_FROM ||
        no('An institution with fewer than 15 members is outside the regulation')
      if (trustMemberCount !== null) return decide(trustMemberCount)
      if (context.profile.isMasterTrust && context.profile.activeAndDeferred < SUSTAINABILITY_FROM)
        return lacks('trustMemberCount')
      return decideByCount(decide)(context)
    }),
  ),
]

const principles = ({ facts }: Context): (string | null)[] =>
  facts.policies
    .filter(({ kind }) => kind === 'SIPP')
    .flatMap(({ approvedOn, lastReviewedOn }) => [approvedOn, lastReviewedOn])
