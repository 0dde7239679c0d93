/** Trustees: their number, their qualification and experience, and their training. */

import { addDays, addMonths } from '../../../../../contract/civil-dates.ts'
import { formatCount } from '../../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import type { TrusteeFacts } from '../facts.ts'
import {
  ASSUMED,
  buildDataGap,
  buildGap,
  buildStandingObligation,
  type ConditionResult,
  type Context,
  type Due,
  decideGovernance,
  deferToGovernanceStart,
  defineRule,
  type Found,
  getGovernanceStartDate,
  getLatestDay,
  getTrackingStartDate,
  isTracked,
  no,
  pickLaterDate,
  type Rule,
  restrictApplicability,
  toDaysStep,
  toMonthsStep,
} from './define.ts'

const HAS_LEFT: readonly TrusteeFacts['status'][] = ['RETIRED', 'REMOVED', 'DECEASED', 'DISQUALIFIED']
const hasLeftUnknown = ({ status, ceasedOn }: TrusteeFacts): boolean =>
  HAS_LEFT.includes(status) && ceasedOn === null
/** In office or formerly in office, without a start or end date. */
const hasUnknownOffice = (trustee: TrusteeFacts): boolean =>
  (trustee.status === 'APPOINTED' && trustee.appointedOn === null) ||
  (hasLeftUnknown(trustee) && trustee.appointedOn !== null)

/** Trustees who count towards the required two: trustees, or directors of a corporate trustee (PA s.64AC). */
const listCountedTrustees = ({ facts: { scheme, trustees } }: Context): TrusteeFacts[] => {
  const isCorporate = scheme.trusteeBodyKind === 'CORPORATE' || scheme.trusteeBodyKind === 'SOLE_CORPORATE'
  return trustees.filter(
    (trustee) =>
      trustee.appointedOn &&
      !hasLeftUnknown(trustee) &&
      (!isCorporate || trustee.role === 'DIRECTOR_OF_CORPORATE_TRUSTEE'),
  )
}

/** Date since when fewer than two are in office; null while there are two. */
function findVacantSince(context: Context): { on: string | null } | null {
  const { today } = context
  const offices = listCountedTrustees(context).map(({ appointedOn, ceasedOn }) => ({
    from: appointedOn as string,
    to: ceasedOn && ceasedOn <= today ? ceasedOn : null,
  }))
  const inOffice = (day: string): number =>
    offices.filter(({ from, to }) => from <= day && (to === null || to > day)).length
  if (inOffice(today) >= 2) return null
  // Last date on which a departure took the number below two.
  const ends = offices.flatMap(({ to }) => to ?? []).sort()
  const broke = ends.filter((day) => inOffice(day) < 2 && inOffice(addDays(day, -1)) >= 2).at(-1)
  const { wentLiveOn, establishedOn } = context.facts.scheme
  const on = broke ?? wentLiveOn ?? establishedOn
  // PA s.64AC binds since the regime began: an earlier vacancy starts on that date.
  return { on: on && pickLaterDate(on, getGovernanceStartDate(context)) }
}

const listTrusteesInOffice = ({ facts, today }: Context): TrusteeFacts[] =>
  facts.trustees.filter(
    ({ status, appointedOn, ceasedOn }) =>
      status === 'APPOINTED' &&
      appointedOn !== null &&
      appointedOn <= today &&
      (ceasedOn === null || ceasedOn > today),
  )

/** The employer's obligation excludes pensioneer and professional trustees (PA s.59AA(3)). */
const listTrainedTrustees = (context: Context): TrusteeFacts[] =>
  listTrusteesInOffice(context).filter(
    ({ role, isProfessional }) => !isProfessional && role !== 'PENSIONEER' && role !== 'PROFESSIONAL',
  )

interface Round {
  anchorOn: string
  dueOn: string
  /** Later end date, if the date shown is the safer one. */
  legalEndOn: string
  metOn: string | null
  isWaived: boolean
}

/**
 * A period that begins on a day and includes it (Interpretation Act 2005 s.18(h)) ends a day before the same day of the month, if that day
 * exists.
 */
function calculatePeriod(day: string, months: number): Pick<Round, 'anchorOn' | 'dueOn' | 'legalEndOn'> {
  const end = addMonths(day, months)
  const isClamped = end.slice(8) !== day.slice(8)
  return { anchorOn: day, dueOn: isClamped ? end : addDays(end, -1), legalEndOn: end }
}

const FIRST_MONTHS = 6
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
  const first =
    relevantOn >= commencedOn
      ? calculatePeriod(relevantOn, FIRST_MONTHS)
      : calculatePeriod(commencedOn, REPEAT_MONTHS)
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

/** Trustees in office without a recorded date of appointment. */
const listUndated = ({ facts }: Context): Found[] =>
  facts.trustees
    .filter(({ status, appointedOn }) => status === 'APPOINTED' && appointedOn === null)
    .map(({ id }) =>
      buildGap('Not recorded: the day of the appointment. Enter it on the trustee', { kind: 'trustee', id }),
    )

const listTrainings = (context: Context, which: (rounds: Round[]) => [Round, number][]): Found[] => [
  ...listUndated(context),
  ...listTrainedTrustees(context).flatMap((trustee) => {
    const relevantOn = getRelevantDate(context, trustee)
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
        // An obligation that was late before tracking and met since then counts as done late.
        .filter(
          ([{ dueOn, metOn }]) => metOn === null || [dueOn, metOn].some((day) => isTracked(context, day)),
        )
        .map(([{ anchorOn, dueOn, legalEndOn, metOn }, index]): Due => {
          const shownOn = deferToGovernanceStart(context, dueOn)
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
            steps:
              index > 0
                ? [toMonthsStep(REPEAT_MONTHS)]
                : [toMonthsStep(anchorOn === relevantOn ? FIRST_MONTHS : REPEAT_MONTHS), toDaysStep(-1)],
            subject: { kind: 'trustee', id: trustee.id },
          }
        })
    )
  }),
]

/** For a director, the later of their appointment and the company's own appointment as trustee (PA s.59AA(2A)). */
const getRelevantDate = ({ facts: { scheme } }: Context, { role, appointedOn }: TrusteeFacts): string =>
  role === 'DIRECTOR_OF_CORPORATE_TRUSTEE' && scheme.trusteeBodyAppointedOn
    ? pickLaterDate(appointedOn as string, scheme.trusteeBodyAppointedOn)
    : (appointedOn as string)

const decideTrustees = restrictApplicability(
  decideGovernance,
  (context): ConditionResult =>
    listTrainedTrustees(context).length > 0 || listUndated(context).length > 0
      ? true
      : no('No trustee is in office for whom the employer arranges training'),
)

// --- Qualification and experience

/** Lists shortfalls: fewer trustees than the firm expects are recorded with a qualification or with experience. */
function listShortfalls(trustees: readonly TrusteeFacts[], { settings }: Context): string[] {
  const { qualifiedTrusteesExpected, experiencedTrusteesExpected, trusteeExperienceYears } = settings
  const qualified = trustees.filter(({ hasTrusteeQualification }) => hasTrusteeQualification).length
  const experienced = trustees.filter(
    ({ yearsExperience }) => yearsExperience !== null && yearsExperience >= trusteeExperienceYears,
  ).length
  const unknown = trustees.filter(({ yearsExperience }) => yearsExperience === null).length
  const countText = (count: number, expected: number): string =>
    `${count} of ${formatCount(trustees.length, 'trustee')} in office, ${expected} expected`
  return [
    ...(qualified < qualifiedTrusteesExpected
      ? [`With a trustee qualification: ${countText(qualified, qualifiedTrusteesExpected)}`]
      : []),
    ...(experienced < experiencedTrusteesExpected
      ? [
          `With ${formatCount(trusteeExperienceYears, 'year')} of experience or more: ${countText(experienced, experiencedTrusteesExpected)}${unknown > 0 ? `; experience of ${unknown} not known` : ''}`,
        ]
      : []),
  ]
}

/** Trustees in office today who count towards the required two (PA s.64AC). */
const listCountedTrusteesInOffice = (context: Context): TrusteeFacts[] => {
  const inOfficeToday = new Set(listTrusteesInOffice(context))
  return listCountedTrustees(context).filter((trustee) => inOfficeToday.has(trustee))
}

function listQualificationChecks(context: Context): Found[] {
  const shortfalls = listShortfalls(listCountedTrusteesInOffice(context), context)
  const { facts, today } = context
  const changedOn = getLatestDay(
    facts.trustees.flatMap(({ appointedOn, ceasedOn }) =>
      [appointedOn, ceasedOn].filter((day) => day !== null && day <= today),
    ),
  )
  if (shortfalls.length === 0 || changedOn === null)
    return [buildStandingObligation('The expected qualification and experience are recorded', changedOn)]
  return [
    {
      periodKey: changedOn,
      anchorOn: changedOn,
      dueOn: pickLaterDate(changedOn, getTrackingStartDate(context)),
      reason: shortfalls.join('. '),
      facts: [{ label: 'Trustees last changed', value: changedOn }],
      isRecorded: true,
    },
  ]
}

export const TRUSTEE_RULES: Rule[] = [
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
    applies: decideGovernance,
    list: (context) => {
      const vacancy = findVacantSince(context)
      if (vacancy === null)
        return [
          buildStandingObligation(
            'Two or more are in office',
            getLatestDay(listCountedTrustees(context).map(({ appointedOn }) => appointedOn)),
          ),
        ]
      if (context.facts.trustees.some(hasUnknownOffice)) return [buildDataGap('trusteeAppointedOn')]
      if (vacancy.on === null)
        return [buildGap('Fewer than two are recorded, and not since when: enter when the scheme went live')]
      return [
        {
          periodKey: vacancy.on,
          anchorOn: vacancy.on,
          dueOn: vacancy.on,
          reason: 'Fewer than two are in office',
          facts: [{ label: 'Vacant since', value: vacancy.on }],
          isRecorded: listCountedTrustees(context).length > 0,
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
    applies: decideTrustees,
    list: (context) => listTrainings(context, ([first]) => (first ? [[first, 0]] : [])),
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
    applies: decideTrustees,
    list: (context) =>
      listTrainings(context, (rounds) =>
        rounds.map((round, index): [Round, number] => [round, index]).slice(1),
      ),
  }),
  defineRule({
    isCheck: true,
    id: 'GOV-16',
    title: 'Check the qualification and experience of the trustees',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'The day on which the trustees last changed, as a check',
    sources: ['CODE'],
    confidence: 'L',
    ruling: `At least one qualified trustee and one with two years of experience are ${NOT_VERIFIED}: settings of the firm. A check, not a breach`,
    evidence: ['FIT_PROPER_PACK'],
    applies: restrictApplicability(
      decideGovernance,
      (context): ConditionResult =>
        listCountedTrusteesInOffice(context).length > 0 ? true : no('No trustee is in office'),
    ),
    list: listQualificationChecks,
  }),
]
