/**
 * Figures that the rules and imports use and that no ingested legal source confirms. Each firm can change them; none of them is law.
 * Figures that change over the years are lists; each row states the year from which it applies.
 */
import { z } from 'zod'
import { CivilDate, NOT_VERIFIED } from './values.ts'

/** A day of every year. */
const DayOfYear = z
  .object({ month: z.int().min(1).max(12), day: z.int().min(1).max(31) })
  .refine(({ month, day }) => day <= new Date(Date.UTC(2024, month, 0)).getUTCDate(), {
    message: 'This month does not have this day: check the date',
    path: ['day'],
  })

const defineNumber = (count: number, [least, most]: readonly [number, number], meaning: string) =>
  z.int().min(least).max(most).default(count).describe(`${meaning}; ${NOT_VERIFIED}`)
const defineMonths = (count: number, meaning: string) => defineNumber(count, [1, 36], meaning)
/** 0: at once. */
const defineDays = (count: number, meaning: string) => defineNumber(count, [0, 365], meaning)
const defineHours = (count: number, meaning: string) => defineNumber(count, [1, 720], meaning)
const defineDay = (on: string, meaning: string) =>
  CivilDate.default(on).describe(`${meaning}; ${NOT_VERIFIED}`)
const defineDayOfYear = (meaning: string) =>
  DayOfYear.nullable()
    .default(null)
    .describe(`${meaning}. No legal source confirms a date. Null: the calendar shows no date`)

/** As defineDayOfYear(), with a day that practice names and no legal text confirms. */
const defineAssumedDayOfYear = (on: z.infer<typeof DayOfYear>, meaning: string) =>
  DayOfYear.nullable().default(on).describe(`${meaning}; ${NOT_VERIFIED}. Null: the calendar shows no date`)

const Year = z.int().min(1990).max(2100)
const Cents = z.int().min(1).max(100_000_000_00)

/** Share of pay up to which employee contributions get tax relief, from an age and a year on. */
const AgeLimit = z.object({
  fromYear: Year,
  fromAge: z.int().min(0).max(120),
  percent: z.number().min(0).max(100).multipleOf(0.01),
})
const DatedAmount = z.object({ fromYear: Year, amountCents: Cents })

const isUnique = (keyOf: (row: { fromYear: number; fromAge?: number }) => string) => (rows: object[]) =>
  new Set(rows.map((row) => keyOf(row as { fromYear: number; fromAge?: number }))).size === rows.length

const AGE_LIMITS = [
  [0, 15],
  [30, 20],
  [40, 25],
  [50, 30],
  [55, 35],
  [60, 40],
] as const

export const RuleSettings = z.object({
  omaDerogationUntil: defineDay('2026-04-21', 'Last day of the one-member derogation'),
  pensionsActFrom: defineDay(
    '1991-01-01',
    'Date from which the Pensions Act 1990 applies. No obligation under it is due earlier',
  ),
  trusteeTrainingFrom: defineDay(
    '2010-02-01',
    'Date on which section 28 of the 2008 Act commenced. Trustees appointed earlier had to be trained within two years of it',
  ),
  assessmentAfterChangeDays: defineDays(
    30,
    'Days for the own-risk assessment after a significant change, where the law says "without delay"',
  ),
  policyAfterChangeDays: defineDays(
    30,
    'Days for reviewing a policy or the statement of investment policy principles after a significant change',
  ),
  otherOutsourcingNotificationDays: defineDays(
    14,
    'Days for notifying an outsourcing that is no key function, or an important development of one',
  ),
  ruleChangeInformationDays: defineDays(28, 'Days for informing members of a change of the scheme rules'),
  registrationChangeDays: defineDays(30, 'Days for notifying a change of what is registered'),
  automaticJoiningInformationDays: defineDays(
    14,
    'Days for informing a person who became a member automatically, where the law says "promptly"',
  ),
  benefitStatementMonths: defineMonths(
    6,
    'Months after the scheme year end for the pension benefit statements, where the law says "at least annually"',
  ),
  memberInformationMonths: defineMonths(
    2,
    'Months for informing new members, leavers, and members on retirement or their estate after a death',
  ),
  preRetirementInformationMonths: defineMonths(
    6,
    'Months before the normal retirement date for informing a member of the options, where the law says "in due time"',
  ),
  valuationMonths: defineMonths(
    36,
    'Months between actuarial valuations, where the law says at prescribed times',
  ),
  valuationReportMonths: defineMonths(9, 'Months after the valuation date for the report of the actuary'),
  adverseStatementDays: defineDays(
    28,
    "Days for notifying the Authority of an adverse or missing actuary's statement, where the law says within a prescribed period",
  ),
  misappropriationReportDays: defineDays(
    3,
    'Days for reporting a suspected misappropriation, where the law says "as soon as practicable"',
  ),
  governanceReviewMonths: defineMonths(
    12,
    'Months between reviews of the system of governance, where the law says "regularly"',
  ),
  remunerationDisclosureMonths: defineMonths(
    12,
    'Months between publications of the information on remuneration, where the law says "regularly"',
  ),
  conflictsReviewMonths: defineMonths(12, 'Months between reviews of the register of conflicts'),
  continuityTestMonths: defineMonths(12, 'Months between tests of the continuity plan'),
  holderReportMonths: defineMonths(12, 'Months between reports of a key function holder to the trustees'),
  holderReviewMonths: defineMonths(12, 'Months between fit-and-proper reviews of a key function holder'),
  ictFrameworkReviewMonths: defineMonths(
    12,
    'Months between reviews of the simplified ICT risk framework, where the law says "periodically"',
  ),
  ictReviewAfterIncidentDays: defineDays(
    30,
    'Days for reviewing the ICT risk framework after a major incident',
  ),
  sustainabilityReviewMonths: defineMonths(12, 'Months between reviews of the sustainability disclosures'),
  ictInitialReportHours: defineHours(
    24,
    'Hours from awareness for the initial report of a major ICT incident',
  ),
  ictIntermediateReportHours: defineHours(
    72,
    'Hours from awareness for the intermediate report of a major ICT incident',
  ),
  ictFinalReportMonths: defineNumber(1, [1, 12], 'Months for the final report of a major ICT incident'),
  registrationWarningMonths: defineNumber(
    2,
    [0, 12],
    'Months after its beginning within which a scheme is registered, beside the 12 months as enacted',
  ),
  meetingsPerYearSmall: defineNumber(2, [1, 24], 'Meetings of the trustees a year below 100 members'),
  meetingsPerYearLarge: defineNumber(4, [1, 24], 'Meetings of the trustees a year from 100 members on'),
  qualifiedTrusteesExpected: defineNumber(
    1,
    [0, 10],
    'Expected trustees in office with a trustee qualification: a smaller number gives a check; 0: no check',
  ),
  experiencedTrusteesExpected: defineNumber(
    1,
    [0, 10],
    'Expected trustees in office with that experience: a smaller number gives a check; 0: no check',
  ),
  trusteeExperienceYears: defineNumber(
    2,
    [1, 40],
    'Years of experience from which a trustee counts as experienced',
  ),
  lateHighFromDay: defineNumber(
    31,
    [1, 365],
    'Days of delay from which a late payment is a breach of high severity',
  ),
  lateCriticalFromDay: defineNumber(
    60,
    [1, 365],
    'Days of delay from which late employee deductions are a breach of critical severity',
  ),
  vacancyCriticalFromDay: defineNumber(
    31,
    [1, 365],
    'Days from which a vacancy of a trustee or key function holder is a breach of critical severity',
  ),
  contributionDifferencePercent: defineNumber(
    10,
    [0, 100],
    'Share of the expected contribution up to which a difference gives no warning in an import (W03)',
  ),
  contributionDifferenceEuro: defineNumber(
    20,
    [0, 100_000],
    'Amount up to which a difference from the expected contribution gives no warning in an import (W03)',
  ),
  annualFeeDue: defineDayOfYear('Day of the year on which the fee of the Authority is due'),
  complianceStatementDue: defineAssumedDayOfYear(
    { month: 1, day: 31 },
    'Day of the next year on which the annual compliance statement is due',
  ),
  ictRegisterDue: defineDayOfYear('Day of the year on which the register of ICT contracts is reported'),
  taxReliefAgeLimits: z
    .array(AgeLimit, 'Enter a year, an age and a percentage for each limit')
    .max(100)
    .refine(
      isUnique(({ fromYear, fromAge }) => `${fromYear} ${fromAge}`),
      'Enter each age only once for a year',
    )
    .default(AGE_LIMITS.map(([fromAge, percent]) => ({ fromYear: 2011, fromAge, percent })))
    .describe(
      `Share of pay up to which employee contributions and AVCs get tax relief, by the highest age of the year; ${NOT_VERIFIED}`,
    ),
  taxReliefEarningsCaps: z
    .array(DatedAmount, 'Enter a year and an amount for each figure')
    .max(50)
    .refine(
      isUnique(({ fromYear }) => String(fromYear)),
      'Enter each year only once',
    )
    .default([{ fromYear: 2011, amountCents: 115_000_00 }])
    .describe(`Yearly pay above which employee contributions get no tax relief; ${NOT_VERIFIED}`),
  standardFundThresholds: z
    .array(DatedAmount, 'Enter a year and an amount for each figure')
    .max(50)
    .refine(
      isUnique(({ fromYear }) => String(fromYear)),
      'Enter each year only once',
    )
    .default([
      { fromYear: 2014, amountCents: 2_000_000_00 },
      { fromYear: 2026, amountCents: 2_200_000_00 },
      { fromYear: 2027, amountCents: 2_400_000_00 },
      { fromYear: 2028, amountCents: 2_600_000_00 },
      { fromYear: 2029, amountCents: 2_800_000_00 },
    ])
    .describe(
      'Standard fund threshold, as Finance Act 2024 section 13 has it until 2029; whether a later Act changed it was not verified',
    ),
})
export type RuleSettings = z.infer<typeof RuleSettings>

/** The row that applies in a year: the latest that began by then. */
const getRowsOfYear = <R extends { fromYear: number }>(rows: readonly R[], year: number): R[] => {
  const began = Math.max(...rows.map(({ fromYear }) => fromYear).filter((from) => from <= year))
  return rows.filter(({ fromYear }) => fromYear === began)
}

export const findAmountInYear = (rows: RuleSettings['standardFundThresholds'], year: number) =>
  getRowsOfYear(rows, year)[0] ?? null

/** Percentage of pay with tax relief and the cap on that pay; null where the settings have none for that year or age. */
export function calculateTaxReliefLimit(
  { taxReliefAgeLimits, taxReliefEarningsCaps }: TaxReliefSettings,
  { year, age }: { year: number; age: number },
): { percent: number; capCents: number } | null {
  const limit = getRowsOfYear(taxReliefAgeLimits, year)
    .toSorted((one, other) => other.fromAge - one.fromAge)
    .find(({ fromAge }) => age >= fromAge)
  const cap = findAmountInYear(taxReliefEarningsCaps, year)
  return limit && cap ? { percent: limit.percent, capCents: cap.amountCents } : null
}
export type SeveritySettings = Pick<RuleSettings, 'lateHighFromDay' | 'lateCriticalFromDay'>
export type ToleranceSettings = Pick<
  RuleSettings,
  'contributionDifferencePercent' | 'contributionDifferenceEuro'
>
export type TaxReliefSettings = Pick<RuleSettings, 'taxReliefAgeLimits' | 'taxReliefEarningsCaps'>
