/** Yearly checks of tax relief: shown, never overdue, without weight in the compliance status. */

import { calculateEmployerLimit, sumContributionsOfYear } from '../../../../../contract/employer-limit.ts'
import { findAmountInYear } from '../../../../../contract/rule-settings.ts'
import { formatCount, formatNumber } from '../../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import type { MemberFacts } from '../facts.ts'
import { ASSUMED, type Context, type Due, defineRule, type NamedFact, no, type Rule, yes } from './define.ts'
import { listFollowedCalendarYears } from './scheme-years.ts'

export const TAX_RULES: Rule[] = [
  defineRule({
    isCheck: true,
    id: 'TAX-01',
    title: 'Check contributions against the age-related limits and the earnings cap',
    who: 'Member',
    trigger: 'RECURRING_CALENDAR',
    due: '31 December, as a check',
    sources: ['TCA 774', 'TCA 774 age'],
    confidence: 'M',
    ruling: `The percentages by age and the cap on earnings are ${NOT_VERIFIED}: settings of the firm, by year. A check, not a breach`,
    applies: () => yes('Every arrangement with tax relief'),
    list: (context) =>
      listYearlyChecks(context, (year) => {
        const cap = findAmountInYear(context.settings.taxReliefEarningsCaps, year)
        return cap ? `the cap on earnings is ${formatEuros(cap.amountCents)} ${ASSUMED}` : null
      }),
  }),
  defineRule({
    isCheck: true,
    id: 'TAX-02',
    title: 'Check employer PRSA contributions against emoluments',
    who: 'Employer',
    trigger: 'RECURRING_CALENDAR',
    due: '31 December, as a check',
    sources: ['FA24 12'],
    confidence: 'H',
    severity: 'LOW',
    version: 2,
    ruling: `Contributions count in the year of their pay day (${NOT_VERIFIED}). Emoluments of the year before count where a social welfare benefit, unpaid leave or sick leave lowered those of the year: a check, not a breach`,
    applies: ({ facts: { scheme } }) => (scheme.type === 'PRSA' ? yes('A PRSA') : no('Only PRSAs')),
    list: (context) =>
      listYearlyChecks(context).map((check) => ({
        ...check,
        facts: [...check.facts, ...compareWithEmoluments(context, Number(check.periodKey))],
      })),
  }),
  defineRule({
    isCheck: true,
    id: 'TAX-03',
    title: 'Check funds against the standard fund threshold',
    who: 'Member',
    trigger: 'RECURRING_CALENDAR',
    due: '31 December, as a check',
    sources: ['FA24 13'],
    confidence: 'H',
    severity: 'LOW',
    ruling:
      'The thresholds are settings of the firm, by year, as section 13 has them until 2029; whether a later Act changed them was not verified',
    applies: () => yes('Every arrangement'),
    list: (context) =>
      listYearlyChecks(context, (year) => {
        const threshold = findAmountInYear(context.settings.standardFundThresholds, year)
        return threshold
          ? `the threshold is ${formatEuros(threshold.amountCents)} since ${threshold.fromYear}`
          : null
      }),
  }),
]

const formatEuros = (cents: number): string => `EUR ${formatNumber(cents / 100)}`

function listYearlyChecks(context: Context, figureOf: (year: number) => string | null = () => null): Due[] {
  return listFollowedCalendarYears(context, (year) => `${year}-12-31`).map((year) => {
    const figure = figureOf(year)
    return {
      periodKey: String(year),
      anchorOn: `${year}-12-31`,
      dueOn: `${year}-12-31`,
      reason: `The end of the calendar year${figure ? `; ${figure}` : ''}`,
      facts: [{ label: 'Calendar year', value: String(year) }],
    }
  })
}

const MISSING = {
  CONTRIBUTIONS: 'employer contributions',
  EMOLUMENTS: 'emoluments of the year',
  EMOLUMENTS_BEFORE: 'emoluments of the previous year',
  REDUCED_BY: 'whether leave lowered the emoluments',
}

/** Members in the scheme, and those whose employer paid in the year. Amounts are those of all members together. */
function compareWithEmoluments({ facts }: Context, year: number): NamedFact[] {
  const compared = facts.members
    .filter((member) => isCompared(member, year))
    .map(({ employerContributions, emoluments }) => {
      const paidCents = sumContributionsOfYear(employerContributions, year)
      return { paidCents, ...calculateEmployerLimit(year, paidCents, emoluments) }
    })
  if (compared.length === 0) return [{ label: 'Employer limit', value: 'Not recorded: members' }]
  const of = (outcome: string) => compared.filter((one) => one.outcome === outcome)
  const known = compared.flatMap(({ paidCents }) => paidCents ?? [])
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
  const lacking = [...Map.groupBy(of('CANNOT_TELL'), ({ missing }) => missing ?? 'EMOLUMENTS')]
  return [
    {
      label: 'Employer contributions',
      value: known.length === 0 ? 'Not recorded' : formatEuros(sum(known)),
    },
    { label: 'Members within the limit', value: String(of('WITHIN_LIMIT').length) },
    { label: 'Members above the limit', value: String(of('ABOVE').length) },
    ...(of('ABOVE').length > 0
      ? [
          {
            label: 'Above the limit',
            value: formatEuros(sum(of('ABOVE').map(({ aboveCents }) => aboveCents ?? 0))),
          },
        ]
      : []),
    ...lacking.map(([missing, members]) => ({
      label: `Not recorded: ${MISSING[missing]}`,
      value: formatCount(members.length, 'member'),
    })),
  ]
}

const isCompared = ({ status, employerContributions, emoluments }: MemberFacts, year: number): boolean =>
  status === 'ACTIVE' ||
  emoluments.some((one) => one.year === year) ||
  sumContributionsOfYear(employerContributions, year) !== null
