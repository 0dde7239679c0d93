/** Governance: own-risk assessment, written policies, investment principles, trustees and their training. */
import { addDays, addMonths } from '../../../../contract/civil-dates.ts'
import { answersEvent } from '../../../../contract/own-risk-assessments.ts'
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kinds.ts'
import type { EventFacts, PolicyFacts, TrusteeFacts } from '../facts.ts'
import {
  type Applicability,
  afterChanges,
  type Context,
  confirm,
  type Due,
  type Found,
  firstFrom,
  gap,
  gapOf,
  governed,
  isFollowed,
  LONG_SOON_DAYS,
  lacks,
  no,
  only,
  type Rule,
  rolling,
  rule,
  standing,
  unknownBy,
} from './define.ts'
import { eventsOf } from './events.ts'
import { byCount } from './member-counts.ts'
import { requiredPolicy } from './policies.ts'

const lastOf = (days: readonly (string | null)[]): string | null =>
  days
    .filter((day): day is string => day !== null)
    .sort()
    .at(-1) ?? null

// --- Trustees

/** Those who count towards the two: trustees, or the directors of a corporate trustee (PA s.64AC). */
const counted = ({ facts: { scheme, trustees } }: Context): TrusteeFacts[] => {
  const isCorporate = scheme.trusteeBodyKind === 'CORPORATE' || scheme.trusteeBodyKind === 'SOLE_CORPORATE'
  return trustees.filter(
    ({ role, appointedOn }) => appointedOn && (!isCorporate || role === 'DIRECTOR_OF_CORPORATE_TRUSTEE'),
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
  return { on: broke ?? rollingAnchorOrStart(context) }
}
const rollingAnchorOrStart = ({ facts: { scheme } }: Context): string | null =>
  scheme.wentLiveOn ?? scheme.establishedOn

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

/** Six months of which the first day counts (Interpretation Act 2005 s.18(h)): a day earlier than the same day of the month, where there is one. */
function firstTraining(appointedOn: string): { dueOn: string; legalEndOn: string } {
  const end = addMonths(appointedOn, 6)
  const isClamped = end.slice(8) !== appointedOn.slice(8)
  return { dueOn: isClamped ? end : addDays(end, -1), legalEndOn: end }
}

interface Round {
  dueOn: string
  /** The longer count, of the first round only. */
  legalEndOn: string | null
  metOn: string | null
}

/**
 * Rounds of training: the first within six months, then every two years, chained from the last completed round and never
 * later than the grid of the Act. A missed round stays until it is done, and the next begins there.
 */
export function trainingRounds(appointedOn: string, trainedOn: readonly string[], today: string): Round[] {
  const done = trainedOn.filter((day) => day >= appointedOn).sort()
  const first = firstTraining(appointedOn)
  const rounds: Round[] = [{ ...first, metOn: done[0] ?? null }]
  let grid = addMonths(appointedOn, 6)
  for (let round = 1; rounds.at(-1)?.metOn; round += 1) {
    const lastOn = rounds.at(-1)?.metOn as string
    grid = addMonths(appointedOn, 6 + 24 * round)
    const chained = addMonths(lastOn, 24)
    const dueOn = chained < grid ? chained : grid
    // A second course of the same round is not the next round: it counts once half of the two years have passed.
    const metOn = done.find((day) => day > lastOn && day >= addMonths(dueOn, -12)) ?? null
    rounds.push({ dueOn, legalEndOn: null, metOn })
    if (dueOn > addMonths(today, 24)) break
  }
  return rounds
}

const trainings = (context: Context, which: (rounds: Round[]) => [Round, number][]): Found[] =>
  trained(context).flatMap((trustee) => {
    const appointedOn = trustee.appointedOn as string
    return (
      which(trainingRounds(appointedOn, trustee.trainedOn, context.today))
        // What was late before and is met since counts as done late.
        .filter(
          ([{ dueOn, metOn }]) => metOn === null || [dueOn, metOn].some((day) => isFollowed(context, day)),
        )
        .map(
          ([round, index]): Due => ({
            periodKey: `${trustee.id}:${index}`,
            anchorOn: appointedOn,
            dueOn: round.dueOn,
            ...(round.legalEndOn && round.legalEndOn !== round.dueOn ? { legalEndOn: round.legalEndOn } : {}),
            metOn: round.metOn,
            reason:
              index === 0
                ? 'Appointment + 6 months, the day of the appointment counted'
                : 'The earlier of the last training + 2 years and the grid of 6 months and every 2 years',
            facts: [{ label: 'Appointed', value: appointedOn }],
            subject: { kind: 'trustee', id: trustee.id },
          }),
        )
    )
  })

const withTrustees = only(governed, (context): true | Applicability =>
  trained(context).length > 0 ? true : no('Nobody is in office for whom the employer arranges training'),
)

// --- Policies

const reviewedOn = ({ approvedOn, lastReviewedOn }: PolicyFacts): string | null =>
  lastOf([approvedOn, lastReviewedOn])

const reviews = (context: Context, ruleId: string, kinds: readonly PolicyKind[]): Found[] =>
  kinds.flatMap((kind) => {
    const { required, missing } = requiredPolicy(kind, context)
    if (required === false) return []
    if (missing) return [unknownBy(missing, null, kind)]
    // A version that is being drafted does not take the place of the one that was approved.
    const [policy] = context.facts.policies
      .filter((one) => one.kind === kind)
      .toSorted((one, other) => (reviewedOn(other) ?? '').localeCompare(reviewedOn(one) ?? ''))
    const lastOn = policy && reviewedOn(policy)
    return rolling(context, {
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

const yearly = (
  id: string,
  title: string,
  sources: Rule['sources'],
  confidence: Rule['confidence'],
  applies: Rule['applies'] = governed,
): Rule =>
  rule({
    id,
    title,
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 12 months',
    sources,
    confidence,
    ruling: '12 months are a house reading of "regular"',
    applies,
    find: (context) => rolling(context, { ruleId: id, months: 12, lastLabel: 'Last time' }),
  })

/**
 * The first approval of an assessment that answers a change, as the register tells it: one made for that change, or as of that
 * day or a later one. Of an assessment that says neither, its approval counts.
 */
const answeredOn = ({ facts }: Context, event: EventFacts): string | null =>
  firstFrom(
    facts.assessments
      .filter(({ approvedOn, triggerEventId, asOfOn }) =>
        answersEvent(
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

export const GOVERNANCE_RULES: Rule[] = [
  rule({
    id: 'GOV-01',
    title: 'Own-risk assessment',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last approval of an assessment of the whole IORP + 36 months',
    sources: ['PA 64AL', 'DIR 28'],
    confidence: 'H',
    evidence: ['ORA_REPORT'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      rolling(context, {
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
  rule({
    id: 'GOV-02',
    title: 'Own-risk assessment after a significant change of the risk profile',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['PA 64AL', 'DIR 28'],
    confidence: 'H',
    ruling: 'The text says "without delay"; the number of days is a setting',
    evidence: ['ORA_REPORT'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      afterChanges(context, eventsOf('GOV-02'), {
        days: context.settings.assessmentAfterChangeDays,
        label: 'Change',
        metOn: (event) => answeredOn(context, event),
      }),
  }),
  rule({
    id: 'GOV-03',
    title:
      'Review of the written policies on risk management, internal audit, outsourcing and actuarial activities',
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
  rule({
    id: 'GOV-04',
    title: 'Adapt the policies after a significant change',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['DIR 21(3)'],
    confidence: 'H',
    ruling: 'The number of days is a setting',
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      afterChanges(context, eventsOf('GOV-04'), {
        days: context.settings.policyAfterChangeDays,
        label: 'Change',
      }),
  }),
  rule({
    id: 'GOV-05',
    title: 'Review of the remuneration policy',
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
  yearly('GOV-06', 'Publish the information on remuneration', ['PA 64AG', 'DIR 23'], 'M'),
  rule({
    id: 'GOV-07',
    title: 'Review of the statement of investment policy principles',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Last approval + 36 months',
    sources: ['DIR 30', 'PA 59(1B)'],
    confidence: 'H',
    evidence: ['SIPP'],
    soonDays: LONG_SOON_DAYS,
    applies: only(governed, (context) => {
      const isLarge = byCount(isLargeScheme)(context)
      return (
        isLarge === true ||
        confirm(
          `${isLarge.applies === 'NO' ? `${context.profile.activeAndDeferred} active and deferred members` : isLarge.reason}: whether the exception of small schemes outlived 2021 could not be verified; taken as required`,
        )
      )
    }),
    find: (context) => reviews(context, 'GOV-07', ['SIPP']),
  }),
  rule({
    id: 'GOV-08',
    title: 'Revise the statement of investment policy principles after a change of investment policy',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'Change + 30 days',
    sources: ['DIR 30'],
    confidence: 'H',
    ruling: 'The text says "without delay"; the number of days is a setting',
    evidence: ['SIPP'],
    soonDays: LONG_SOON_DAYS,
    applies: governed,
    find: (context) =>
      afterChanges(context, eventsOf('GOV-08'), {
        days: context.settings.policyAfterChangeDays,
        label: 'Change',
        metOn: ({ occurredOn }) => firstFrom(principles(context), occurredOn),
      }),
  }),
  yearly('GOV-09', 'Review of the system of governance', ['DIR 21', 'PA 64AD'], 'M'),
  rule({
    id: 'GOV-10',
    title: 'At least two trustees, or two directors of a corporate trustee',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'The day of the vacancy',
    sources: ['PA 64AC', 'DIR 21(6)'],
    confidence: 'H',
    ruling: 'No period of grace was found: due on the day of the vacancy; after 30 days it weighs more',
    evidence: ['DEED_OF_APPOINTMENT'],
    applies: governed,
    find: (context) => {
      const undatedOffices = context.facts.trustees.filter(
        ({ status, appointedOn }) => status === 'APPOINTED' && appointedOn === null,
      )
      if (undatedOffices.length > 0) return [gapOf('trusteeAppointedOn')]
      const vacancy = vacantSince(context)
      if (vacancy === null)
        return [
          standing(
            'Two or more are in office',
            lastOf(counted(context).map(({ appointedOn }) => appointedOn)),
          ),
        ]
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
  rule({
    id: 'GOV-11',
    title: 'First training of a trustee',
    who: 'Employer',
    trigger: 'EVENT',
    due: 'Appointment + 6 months',
    sources: ['PA 59AA', 'IA2005 18(h)'],
    confidence: 'H',
    ruling: 'The day of the appointment is counted, which is the safer reading by a day',
    evidence: ['TRAINING_CERT'],
    applies: withTrustees,
    find: (context) => trainings(context, ([first]) => (first ? [[first, 0]] : [])),
  }),
  rule({
    id: 'GOV-12',
    title: 'Repeated training of a trustee',
    who: 'Employer',
    trigger: 'ROLLING',
    due: 'Every 2 years, and never later than 6 months and every 2 years from the appointment',
    sources: ['PA 59AA'],
    confidence: 'H',
    evidence: ['TRAINING_CERT'],
    applies: withTrustees,
    find: (context) =>
      trainings(context, (rounds) => rounds.map((round, index): [Round, number] => [round, index]).slice(1)),
  }),
  rule({
    id: 'GOV-13',
    title: 'Meeting of the trustees',
    who: 'Trustees',
    trigger: 'ROLLING',
    due: 'Every 6 months; every 3 with 100 members or more',
    sources: ['CODE'],
    confidence: 'L',
    ruling: 'The figures are house figures: two meetings a year, four with 100 members or more',
    evidence: ['TRUSTEE_MINUTES'],
    applies: governed,
    find: (context) => {
      const { settings, facts } = context
      const isLarge = byCount(isLargeScheme)(context)
      if (isLarge !== true && isLarge.missing) return [gapOf(isLarge.missing.fact, isLarge.missing.on)]
      const perYear = isLarge === true ? settings.meetingsPerYearLarge : settings.meetingsPerYearSmall
      return rolling(context, {
        ruleId: 'GOV-13',
        months: Math.max(1, Math.floor(12 / perYear)),
        lastOn: lastOf(facts.meetingsHeldOn),
        lastLabel: 'Last meeting',
      })
    },
  }),
  yearly('GOV-14', 'Review of the register of conflicts', ['CODE'], 'L'),
  yearly('GOV-15', 'Test of the continuity plan', ['DIR 21(5)', 'DIR2556 8', 'HOUSE'], 'L'),
  rule({
    id: 'OMA-01',
    title: 'Governance in place at the end of the one-member derogation',
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
        reason: 'The last free day of the derogation (setting, unverified)',
        facts: [{ label: 'Derogation until', value: settings.omaDerogationUntil }],
      },
    ],
  }),
  yearly(
    'SFD-01',
    'Review of the sustainability disclosures',
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
      return byCount(decide)(context)
    }),
  ),
]

const principles = ({ facts }: Context): (string | null)[] =>
  facts.policies
    .filter(({ kind }) => kind === 'SIPP')
    .flatMap(({ approvedOn, lastReviewedOn }) => [approvedOn, lastReviewedOn])
