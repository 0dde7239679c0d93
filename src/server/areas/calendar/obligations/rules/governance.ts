/** Governance: own-risk assessment, written policies, investment principles, meetings of the trustees. */
import { isEventCovered } from '../../../../../contract/own-risk-assessments.ts'
import type { PolicyKind } from '../../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../../contract/policy-kind-definitions.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import type { EventFacts, PolicyFacts, RuleSettings } from '../facts.ts'
import {
  type Applicability,
  ASSUMED,
  buildDataGap,
  buildGap,
  buildUnknownApplicability,
  type ConditionResult,
  type Context,
  confirm,
  decideGovernance,
  defineRule,
  type Found,
  findEarliestDay,
  findLastDone,
  getLatestDay,
  LONG_SOON_DAYS,
  lacks,
  listDueAfterChanges,
  listRollingObligations,
  no,
  type Rule,
  restrictApplicability,
  yes,
} from './define.ts'
import { listEventKinds } from './events.ts'
import { decideByCountToday, decideByMemberCount, decideByOwnDay } from './member-counts.ts'
import { decideRequiredPolicy } from './policies.ts'
import { TRUSTEE_RULES } from './trustees.ts'

// --- Policies

const getReviewDate = ({ approvedOn, lastReviewedOn }: PolicyFacts): string | null =>
  getLatestDay([approvedOn, lastReviewedOn])

const listReviewObligations = (context: Context, ruleId: string, kinds: readonly PolicyKind[]): Found[] =>
  kinds.flatMap((kind) => {
    const { required, missing } = decideRequiredPolicy(kind, context)
    if (required === false) return []
    if (missing) return [buildUnknownApplicability(missing, null, kind)]
    // A version that is being drafted does not take the place of the one that was approved.
    const [policy] = context.facts.policies
      .filter((one) => one.kind === kind)
      .toSorted((one, other) => (getReviewDate(other) ?? '').localeCompare(getReviewDate(one) ?? ''))
    const lastOn = policy && getReviewDate(policy)
    return listRollingObligations(context, {
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
const defineRegularReview = (
  id: string,
  title: string,
  monthsOf: (settings: RuleSettings) => number,
  sources: Rule['sources'],
  confidence: Rule['confidence'],
  applies: Rule['applies'] = decideGovernance,
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
    list: (context) =>
      listRollingObligations(context, {
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
const findAnswerDate = ({ facts }: Context, event: EventFacts): string | null =>
  findEarliestDay(
    facts.assessments
      .filter(({ approvedOn, triggerEventId, asOfOn }) =>
        isEventCovered(
          { approvedOn, triggerEventId, asOfOn: asOfOn ?? (triggerEventId ? '' : (approvedOn ?? '')) },
          event,
        ),
      )
      .map(({ approvedOn }) => approvedOn),
    '',
  )

const decideLargeScheme = (members: number): ConditionResult => members >= 100 || no('Fewer than 100')

/** Members of the institution from which SFDR holds (art. 2(7)). */
const SUSTAINABILITY_FROM = 15

/** SFDR binds institutions with 15 members or more; DC and DB schemes are financial products (art. 2). */
function limitToFinancialProducts(findAll: Rule['list']): Pick<Rule, 'applies' | 'list'> {
  const { applies, list: find } = decideByOwnDay(decideSustainability, ({ dueOn }) => dueOn, findAll)
  return {
    list: find,
    applies: restrictApplicability(
      restrictApplicability(decideGovernance, ({ facts: { scheme } }) =>
        scheme.type === 'DC' || scheme.type === 'DB'
          ? true
          : no('Only DC and DB schemes as financial products'),
      ),
      applies,
    ),
  }
}

function decideSustainability(context: Context, day: string): Applicability {
  const { trustMemberCount } = context.facts.scheme
  const decide = (members: number): Applicability =>
    members >= SUSTAINABILITY_FROM
      ? yes('An institution with 15 members or more')
      : no('An institution with fewer than 15 members is outside the regulation')
  if (trustMemberCount !== null) return decide(trustMemberCount)
  if (context.profile.isMasterTrust && context.profile.activeAndDeferred < SUSTAINABILITY_FROM)
    return lacks('trustMemberCount')
  const answer = decideByMemberCount(context, day, decide)
  return answer === true ? yes('By the number of members') : answer
}

const SUSTAINABILITY_REVIEW = defineRegularReview(
  'SFD-01',
  'Review the sustainability disclosures',
  ({ sustainabilityReviewMonths }) => sustainabilityReviewMonths,
  ['SFDR 10', 'SFDR 2(7)'],
  'L',
)

/**
 * After each event of the rule that is significant. An amendment of the rules is not always one: until it is entered, whether it starts
 * the obligation cannot be decided.
 */
function listDueAfterSignificantChanges(
  context: Context,
  ruleId: string,
  given: Parameters<typeof listDueAfterChanges>[2],
): Found[] {
  const { facts } = context
  const isUndecided = ({ kind, isSignificant = null }: EventFacts): boolean =>
    kind === 'RULE_AMENDMENT' && isSignificant === null
  const decided = facts.events.filter((event) => event.isSignificant !== false && !isUndecided(event))
  const kinds = listEventKinds(ruleId)
  const undecided = listDueAfterChanges(context, kinds, given).filter(({ periodKey }) =>
    facts.events.some((event) => event.id === periodKey && isUndecided(event)),
  )
  return [
    ...listDueAfterChanges({ ...context, facts: { ...facts, events: decided } }, kinds, given),
    ...undecided.map(({ periodKey }) =>
      buildGap(
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
    applies: decideGovernance,
    list: (context) =>
      listRollingObligations(context, {
        ruleId: 'GOV-01',
        months: 36,
        recordedOn: context.facts.assessments
          .filter(({ scope }) => scope === 'WHOLE_IORP')
          .map(({ approvedOn }) => approvedOn),
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
    applies: decideGovernance,
    list: (context) =>
      listDueAfterSignificantChanges(context, 'GOV-02', {
        days: context.settings.assessmentAfterChangeDays,
        isAssumed: true,
        label: 'Change',
        metOn: (event) => findAnswerDate(context, event),
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
    applies: decideGovernance,
    list: (context) =>
      listReviewObligations(context, 'GOV-03', [
        'RISK_MANAGEMENT',
        'INTERNAL_AUDIT',
        'OUTSOURCING',
        'ACTUARIAL',
      ]),
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
    applies: decideGovernance,
    list: (context) =>
      listDueAfterSignificantChanges(context, 'GOV-04', {
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
    applies: decideGovernance,
    list: (context) => listReviewObligations(context, 'GOV-05', ['REMUNERATION']),
  }),
  defineRegularReview(
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
    applies: restrictApplicability(decideGovernance, (context) => {
      const isLarge = decideByCountToday(decideLargeScheme)(context)
      return (
        isLarge === true ||
        confirm(
          `${isLarge.applies === 'NO' ? 'Fewer than 100 active and deferred members' : isLarge.reason}: whether the exception of small schemes outlived 2021 could not be verified; taken as required`,
        )
      )
    }),
    list: (context) => listReviewObligations(context, 'GOV-07', ['SIPP']),
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
    applies: decideGovernance,
    list: (context) =>
      listDueAfterSignificantChanges(context, 'GOV-08', {
        days: context.settings.policyAfterChangeDays,
        isAssumed: true,
        label: 'Change',
        metOn: ({ occurredOn }) => findEarliestDay(listPrinciples(context), occurredOn),
      }),
  }),
  defineRegularReview(
    'GOV-09',
    'Review the system of governance',
    ({ governanceReviewMonths }) => governanceReviewMonths,
    ['DIR 21', 'PA 64AD'],
    'M',
  ),
  ...TRUSTEE_RULES,
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
    applies: decideGovernance,
    list: (context) => {
      const { settings, facts } = context
      // The interval is that of the scheme on the day of the last meeting.
      const lastOn = getLatestDay([...facts.meetingsHeldOn, findLastDone(context, 'GOV-13')])
      const isLarge = decideByMemberCount(context, lastOn ?? context.today, decideLargeScheme)
      if (isLarge !== true && isLarge.missing) return [buildDataGap(isLarge.missing.fact, isLarge.missing.on)]
      const perYear = isLarge === true ? settings.meetingsPerYearLarge : settings.meetingsPerYearSmall
      return listRollingObligations(context, {
        ruleId: 'GOV-13',
        months: Math.max(1, Math.floor(12 / perYear)),
        recordedOn: facts.meetingsHeldOn,
        lastLabel: 'Last meeting',
        isAssumed: true,
      })
    },
  }),
  defineRegularReview(
    'GOV-14',
    'Review the conflicts of interest register',
    ({ conflictsReviewMonths }) => conflictsReviewMonths,
    ['CODE'],
    'L',
  ),
  defineRegularReview(
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
    applies: ({ profile }) => {
      if (profile.isOneMemberBeforeApril2021 === null) return lacks('establishedOn')
      return profile.isOneMemberBeforeApril2021
        ? yes('A one-member arrangement established before 22 April 2021')
        : no('Not a one-member arrangement from before 22 April 2021')
    },
    list: ({ settings }) => [
      {
        periodKey: settings.omaDerogationUntil,
        anchorOn: settings.omaDerogationUntil,
        dueOn: settings.omaDerogationUntil,
        reason: `The last day of the derogation ${ASSUMED}`,
        facts: [{ label: 'Derogation until', value: settings.omaDerogationUntil }],
      },
    ],
  }),
  {
    ...SUSTAINABILITY_REVIEW,
    ...limitToFinancialProducts(SUSTAINABILITY_REVIEW.list),
  },
]

const listPrinciples = ({ facts }: Context): (string | null)[] =>
  facts.policies
    .filter(({ kind }) => kind === 'SIPP')
    .flatMap(({ approvedOn, lastReviewedOn }) => [approvedOn, lastReviewedOn])
