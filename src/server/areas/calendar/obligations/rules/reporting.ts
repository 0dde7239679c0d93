/** Obligations of a scheme year: report, accounts, returns, benefit statements, and the yearly compliance statement. */
import { formatCitations } from '../../../../../contract/citations.ts'
import { addDays, addMonths, getEarlierDate } from '../../../../../contract/civil-dates.ts'
import type { DocumentKind } from '../../../../../contract/documents.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import type { SchemeFacts } from '../facts.ts'
import {
  ASSUMED,
  buildDataGap,
  buildUndated,
  buildUnknownApplicability,
  type ConditionResult,
  type Context,
  confirm,
  type Due,
  decideGovernance,
  decideInstitution,
  defineRule,
  type Found,
  isDue,
  lacks,
  no,
  type Rule,
  restrictApplicability,
  toDaysStep,
  toMonthsStep,
} from './define.ts'
import { decideByMemberCount, decideByOwnDay, decideThreshold } from './member-counts.ts'
import {
  listFollowedCalendarYears,
  listFollowedDaysOfYear,
  listFollowedYearEnds,
  toDayOfYear,
} from './scheme-years.ts'

/** Months from the scheme year end to the deadline of the annual report. */
const REPORT_MONTHS = 9
const REPORT_STEPS = [toMonthsStep(REPORT_MONTHS)]
/** Deadline of the annual report. */
const calculateReportDueDate = (yearEnd: string): string => addMonths(yearEnd, REPORT_MONTHS)

/** Date on which a document of that scheme year was signed or filed. */
const findSignedOrFiledDate = (
  { documents }: SchemeFacts,
  kind: DocumentKind,
  yearEnd: string,
): string | null => {
  const days = documents
    .filter((one) => one.kind === kind && one.periodEndOn === yearEnd)
    .flatMap(({ signedOn, filedOn }) => signedOn ?? filedOn ?? [])
  return days.sort()[0] ?? null
}

/** One obligation per scheme year; a gap if the year end is not known. */
export function listYearlyObligations(
  context: Context,
  dueOf: (yearEnd: string) => Pick<Due, 'dueOn' | 'reason' | 'metOn' | 'steps'>,
): Found[] {
  if (context.facts.scheme.yearEnds.length === 0) return [buildDataGap('schemeYearEnd')]
  return listFollowedYearEnds(context).map((yearEnd) => ({
    periodKey: yearEnd,
    anchorOn: yearEnd,
    facts: [{ label: 'Scheme year end', value: yearEnd }],
    ...dueOf(yearEnd),
  }))
}

/** Part V excepts a trust RAC with fewer than 100 members; whether the exceptions outlived 2021 could not be verified (ruling). */
export function confirmSmallTrustRac(context: Context): ConditionResult {
  const size = decideByMemberCount(
    context,
    context.today,
    (members) =>
      members >= 100 ||
      confirm('A trust RAC with fewer than 100 members: older exceptions of Part V may still stand'),
  )
  return size !== true && size.missing
    ? confirm(
        'A trust RAC whose number of members is not recorded: below 100, older exceptions of Part V may still stand',
      )
    : size
}

const decideReporting = restrictApplicability(decideInstitution, (context): ConditionResult => {
  const { profile } = context
  if (profile.isDeathBenefitOnly)
    return no(
      `Death benefits only: falls away where the conditions are met (${formatCitations('PA 55(2)', 'PA 56(6)')})`,
    )
  return profile.isTrustRac ? confirmSmallTrustRac(context) : true
})

/** A statement given to members: its date, and the scheme year that it covers if the document names it. */
interface Statement {
  givenOn: string
  periodEndOn: string | null
}

/** Statements by document, the earliest first. */
const listStatementsGiven = ({ facts }: Context): Statement[] =>
  facts.documents
    .filter(({ kind }) => kind === 'PENSION_BENEFIT_STATEMENT')
    .flatMap(({ effectiveOn, signedOn, filedOn, periodEndOn }) => {
      const givenOn = signedOn ?? filedOn ?? effectiveOn
      return givenOn ? [{ givenOn, periodEndOn }] : []
    })
    .sort((one, other) => one.givenOn.localeCompare(other.givenOn))

/** Statements that a person recorded as completed, under the year that was completed. */
const listStatementsRecorded = ({ facts }: Context): Statement[] =>
  facts.completions
    .filter(({ ruleId }) => ruleId === 'PBS-01')
    .flatMap(({ effectiveOn, completedOn, periodKey }) => {
      const givenOn = effectiveOn ?? completedOn
      return givenOn ? [{ givenOn, periodEndOn: periodKey }] : []
    })

/**
 * Due at the earlier of some months after the year end and a year after the previous statement (ruling). A statement meets one scheme year:
 * the one that it names, or else the last that had ended when it was given. A year without one stays due; the next year is then due by its
 * own year end alone.
 */
const createStatementFinder =
  (monthsBefore: number, reasonOf: (months: number) => string, isOfRegister: boolean) =>
  (context: Context): Found[] => {
    const { benefitStatementMonths: months } = context.settings
    const given = listStatementsGiven(context)
    const days = [...given, ...listStatementsRecorded(context)].map(({ givenOn }) => givenOn).sort()
    const years = listYearlyObligations(context, (yearEnd) => ({ dueOn: yearEnd, reason: reasonOf(months) }))
    const yearEnds = years.flatMap((year) => (isDue(year) ? year.anchorOn : []))
    return years.map((year): Found => {
      if (!isDue(year)) return year
      const yearEnd = year.anchorOn
      const [previousEnd, nextEnd] = [
        yearEnds.findLast((end) => end < yearEnd),
        yearEnds.find((end) => end > yearEnd),
      ]
      const before = days.findLast(
        (day) => day <= yearEnd && (previousEnd === undefined || day > previousEnd),
      )
      const met = given.find(({ givenOn, periodEndOn }) =>
        periodEndOn === null
          ? givenOn > yearEnd && (nextEnd === undefined || givenOn <= nextEnd)
          : periodEndOn === yearEnd,
      )
      return {
        ...year,
        dueOn: addMonths(
          getEarlierDate(addMonths(yearEnd, months), before ? addMonths(before, 12) : null) as string,
          -monthsBefore,
        ),
        steps: [toMonthsStep(months), ...(monthsBefore > 0 ? [toMonthsStep(-monthsBefore)] : [])],
        metOn: isOfRegister ? (met?.givenOn ?? null) : null,
      }
    })
  }

const STATEMENT_RULING = `The text says "at least annually"; the months after the year end are a setting, ${NOT_VERIFIED}`

/**
 * A registered administrator prepares reports and statements, except for a trust RAC of fewer than 100 members at the end of the scheme
 * year (PA ss.54(2), 55(1A)).
 */
function limitToAdministrator(
  findYears: Rule['list'],
  holds: (context: Context) => ConditionResult = () => true,
): Pick<Rule, 'applies' | 'list'> {
  const ofTrustRac = decideByOwnDay(
    decideThreshold(
      (members) =>
        members >= 100 || no(`A trust RAC with fewer than 100 members (${formatCitations('PA 59(1)(f)')})`),
      'A trust RAC with 100 members or more',
    ),
    ({ anchorOn }) => anchorOn,
    findYears,
  )
  return {
    list: (context) => (context.profile.isTrustRac ? ofTrustRac.list(context) : findYears(context)),
    applies: restrictApplicability(
      restrictApplicability(decideReporting, (context) =>
        context.profile.isTrustRac ? ofTrustRac.applies(context) : true,
      ),
      holds,
    ),
  }
}

/** More than 100 active and deferred members at the end of the scheme year (S.I. 301/2006 reg. 5). */
const decideAuditSize = (members: number): ConditionResult =>
  members > 100 ||
  no(`${members} active and deferred members, which is not more than 100: alternative arrangements`)

/** Each scheme year by the count on its last day. */
const listAuditedYears = (context: Context): Found[] =>
  listYearlyObligations(context, (yearEnd) => ({
    dueOn: calculateReportDueDate(yearEnd),
    steps: REPORT_STEPS,
    reason: 'Scheme year end + 9 months',
    metOn: findSignedOrFiledDate(context.facts, 'AUDITED_ACCOUNTS', yearEnd),
  })).flatMap((found): Found[] => {
    if (!isDue(found)) return [found]
    const counted = decideByMemberCount(context, found.anchorOn, decideAuditSize)
    if (counted === true) return [found]
    return counted.missing
      ? [buildUnknownApplicability(counted.missing.fact, counted.missing.on, found.periodKey)]
      : []
  })

function decideAuditRequired(context: Context): ConditionResult {
  const years = listAuditedYears(context)
  if (years.some(isDue)) return true
  const unknown = years.find(
    (year) => !isDue(year) && 'missing' in year && year.missing?.fact === 'memberCounts',
  )
  if (unknown && 'missing' in unknown && unknown.missing)
    return lacks(unknown.missing.fact, unknown.missing.on)
  return decideByMemberCount(context, context.today, decideAuditSize)
}

export const REPORTING_RULES: Rule[] = [
  defineRule({
    id: 'REP-01',
    title: 'Prepare and sign the annual report',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'Scheme year end + 9 months',
    sources: ['PA 55', 'SI301 7', 'NOTICE 2018'],
    confidence: 'H',
    evidence: ['ANNUAL_REPORT'],
    applies: restrictApplicability(decideReporting, ({ profile }) =>
      profile.isOneMemberBeforeApril2021
        ? confirm(
            'A one-member arrangement from before 22 April 2021 was exempt, and had time to begin: check from which year',
          )
        : true,
    ),
    list: (context) =>
      listYearlyObligations(context, (yearEnd) => ({
        dueOn: calculateReportDueDate(yearEnd),
        steps: REPORT_STEPS,
        reason: 'Scheme year end + 9 months',
        metOn: findSignedOrFiledDate(context.facts, 'ANNUAL_REPORT', yearEnd),
      })),
  }),
  defineRule({
    id: 'REP-02',
    title: 'Annual report delivered to trustees (administrator)',
    who: 'Registered administrator',
    trigger: 'RECURRING_SYE',
    due: 'A month before the limit of the annual report',
    sources: ['PA 64G', 'PA 55(1A)'],
    confidence: 'H',
    evidence: ['ANNUAL_REPORT'],
    ...limitToAdministrator(
      (context) =>
        listYearlyObligations(context, (yearEnd) => ({
          dueOn: addMonths(calculateReportDueDate(yearEnd), -1),
          steps: [...REPORT_STEPS, toMonthsStep(-1)],
          reason: 'Limit of the annual report − 1 month',
        })),
      ({ profile }) =>
        profile.isOneMemberArrangement
          ? no(`A one-member arrangement (${formatCitations('PA 55(1A)')})`)
          : true,
    ),
  }),
  defineRule({
    id: 'REP-03',
    title: 'Prepare the audited accounts',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'Scheme year end + 9 months',
    sources: ['PA 56', 'SI301 5', 'NOTICE 2018'],
    confidence: 'M',
    evidence: ['AUDITED_ACCOUNTS'],
    applies: restrictApplicability(decideReporting, decideAuditRequired),
    list: listAuditedYears,
  }),
  defineRule({
    id: 'REP-04',
    title: 'Send the annual report to the authorised trade union',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'Scheme year end + 9 months',
    sources: ['NOTICE 2018'],
    confidence: 'M',
    applies: restrictApplicability(decideReporting, ({ facts: { scheme } }) => {
      if (scheme.hasAuthorisedTradeUnion === null) return lacks('hasAuthorisedTradeUnion')
      return scheme.hasAuthorisedTradeUnion ? true : no('No authorised trade union represents the members')
    }),
    list: (context) =>
      listYearlyObligations(context, (yearEnd) => ({
        dueOn: calculateReportDueDate(yearEnd),
        steps: REPORT_STEPS,
        reason: 'Scheme year end + 9 months',
      })),
  }),
  defineRule({
    id: 'REP-05',
    title: 'Notify members that the annual report is available',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'Limit of the annual report + 4 weeks',
    sources: ['NOTICE 2018'],
    confidence: 'M',
    applies: decideReporting,
    list: (context) =>
      listYearlyObligations(context, (yearEnd) => ({
        dueOn: addDays(calculateReportDueDate(yearEnd), 28),
        steps: [...REPORT_STEPS, toDaysStep(28)],
        reason: 'Limit of the annual report + 28 days',
      })),
  }),
  defineRule({
    id: 'REP-06',
    title: 'Submit the annual scheme information to the Pensions Authority',
    who: 'Registered administrator',
    trigger: 'RECURRING_SYE',
    due: 'Scheme year end + 9 months',
    sources: ['NOTICE 2018', 'NOTICE RA'],
    confidence: 'M',
    evidence: ['ASI_RETURN'],
    applies: decideInstitution,
    list: (context) =>
      listYearlyObligations(context, (yearEnd) => ({
        dueOn: calculateReportDueDate(yearEnd),
        steps: REPORT_STEPS,
        reason: 'Scheme year end + 9 months',
        metOn: findSignedOrFiledDate(context.facts, 'ASI_RETURN', yearEnd),
      })),
  }),
  defineRule({
    id: 'REP-07',
    title: 'Publish the annual accounts and report',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'With the annual report',
    sources: ['DIR 29'],
    confidence: 'M',
    ruling: `The text sets no date: to publish with the annual report is ${NOT_VERIFIED}`,
    applies: decideReporting,
    list: (context) =>
      listYearlyObligations(context, (yearEnd) => ({
        dueOn: calculateReportDueDate(yearEnd),
        steps: REPORT_STEPS,
        reason: 'With the annual report',
      })),
  }),
  defineRule({
    id: 'REP-08',
    title: 'Pay the annual fee to the Pensions Authority',
    who: 'Trustees',
    trigger: 'RECURRING_CALENDAR',
    due: 'A day of the year that the firm sets',
    sources: ['PA 25'],
    confidence: 'L',
    ruling: 'The date and the amount could not be verified: both are settings',
    applies: decideInstitution,
    list: (context) =>
      context.settings.annualFeeDue === null
        ? [
            buildUndated(
              'The day of the yearly fee could not be verified: set it in the settings of the firm',
            ),
          ]
        : listFollowedDaysOfYear(context, context.settings.annualFeeDue).map((dueOn) => ({
            periodKey: dueOn.slice(0, 4),
            anchorOn: dueOn,
            dueOn,
            reason: 'The day that the firm has set',
            facts: [{ label: 'Setting', value: dueOn }],
          })),
  }),
  defineRule({
    id: 'PBS-01',
    title: 'Issue pension benefit statements',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'The earlier of scheme year end + 6 months, unless the firm sets others, and last statement + 12 months',
    sources: ['DIR 38', 'SI128 31', 'NOTICE 2018'],
    confidence: 'M',
    ruling: STATEMENT_RULING,
    evidence: ['PENSION_BENEFIT_STATEMENT'],
    applies: decideReporting,
    list: createStatementFinder(
      0,
      (months) =>
        `The earlier of scheme year end + ${months} months ${ASSUMED} and last statement + 12 months`,
      true,
    ),
  }),
  defineRule({
    id: 'PBS-02',
    title: 'Benefit statements delivered to trustees (administrator)',
    who: 'Registered administrator',
    trigger: 'RECURRING_SYE',
    due: 'A month before the benefit statements are due',
    sources: ['PA 64G', 'PA 54(2)', 'SI128 31'],
    confidence: 'M',
    ruling: STATEMENT_RULING,
    ...limitToAdministrator(createStatementFinder(1, () => 'Benefit statements due − 1 month', false)),
  }),
  defineRule({
    id: 'ACS-01',
    title: 'Complete the annual compliance statement',
    who: 'Trustees',
    trigger: 'RECURRING_CALENDAR',
    due: '31 January after the calendar year, unless the firm sets another day',
    sources: ['CODE'],
    confidence: 'M',
    ruling: `The day is a setting of the firm, ${NOT_VERIFIED}: a law-firm note gives 31 January. Whether the statement is filed could not be verified`,
    evidence: ['ANNUAL_COMPLIANCE_STATEMENT'],
    applies: decideGovernance,
    list: (context) => {
      const { complianceStatementDue: day } = context.settings
      if (day === null)
        return [
          buildUndated(
            'The day of the annual compliance statement is not set: set it in the settings of the firm',
          ),
        ]
      const dueOnOf = (year: number): string => toDayOfYear(year + 1, day)
      return listFollowedCalendarYears(context, dueOnOf).map((year) => ({
        periodKey: String(year),
        anchorOn: `${year}-12-31`,
        dueOn: dueOnOf(year),
        reason: `${formatDayOfYear(day)} ${ASSUMED} after the calendar year ${year}`,
        facts: [{ label: 'Calendar year', value: String(year) }],
        metOn: findSignedOrFiledDate(context.facts, 'ANNUAL_COMPLIANCE_STATEMENT', `${year}-12-31`),
      }))
    },
  }),
  defineRule({
    id: 'DIS-07',
    title: 'Update past performance and costs',
    who: 'Trustees',
    trigger: 'RECURRING_SYE',
    due: 'With the benefit statements',
    sources: ['DIR 37'],
    confidence: 'M',
    ruling: `The text sets no yearly date: to show them with the benefit statements is ${NOT_VERIFIED}`,
    applies: restrictApplicability(decideReporting, ({ facts: { scheme }, profile }) => {
      if (profile.memberBearsRisk) return true
      return scheme.benefitBasis === 'HYBRID'
        ? confirm('A hybrid scheme: binds the section whose members bear the investment risk')
        : no('Members do not bear the investment risk')
    }),
    list: createStatementFinder(0, () => 'With the benefit statements', false),
  }),
]

const formatDayOfYear = ({ month, day }: { month: number; day: number }): string =>
  new Date(Date.UTC(2024, month - 1, day)).toLocaleDateString('en-IE', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
