/**
 * Employer contributions to a PRSA compared with the emoluments of the employee (Finance Act 2024 s.12: employer limit). A fact that is not
 * recorded gives CANNOT_TELL, unless the others already decide.
 */
import { z } from 'zod'
import { formatCitedSources } from './citations.ts'

/** Why the emoluments of a year are lower than those of the year before, as far as the limit then follows the year before. */
export const ReducedBy = z
  .enum(['NOT_REDUCED', 'SOCIAL_WELFARE_BENEFIT', 'UNPAID_LEAVE', 'SICK_LEAVE'])
  .describe(
    `Why the emoluments are lower than in the previous year. SOCIAL_WELFARE_BENEFIT: a taxable benefit, such as maternity benefit. UNPAID_LEAVE: leave that the employer approved. SICK_LEAVE: on reduced or no pay (${formatCitedSources('FA24 12')})`,
  )
export type ReducedBy = z.infer<typeof ReducedBy>

export interface YearEmoluments {
  year: number
  emolumentsCents: number | null
  reducedBy: ReducedBy | null
}

/** Contribution of the employer on a pay day. */
export interface EmployerContribution {
  paidOn: string
  amountCents: number
}

const MissingLimitFact = z.enum(['CONTRIBUTIONS', 'EMOLUMENTS', 'EMOLUMENTS_BEFORE', 'REDUCED_BY'])
export const EmployerLimit = z.object({
  outcome: z.enum(['WITHIN_LIMIT', 'ABOVE', 'CANNOT_TELL']),
  limitCents: z.int().nullable().describe('Limit in euro cents; null if not known'),
  aboveCents: z
    .int()
    .nullable()
    .describe('Contributions above the limit in euro cents; null unless the outcome is ABOVE'),
  missing: MissingLimitFact.nullable().describe(
    'The fact that is not recorded; null unless the outcome is CANNOT_TELL',
  ),
})
export type EmployerLimit = z.infer<typeof EmployerLimit>

export function calculateEmployerLimit(
  year: number,
  contributionsCents: number | null,
  recorded: readonly YearEmoluments[],
): EmployerLimit {
  const ofYear = recorded.find((one) => one.year === year)
  const own = ofYear?.emolumentsCents ?? null
  const before = recorded.find((one) => one.year === year - 1)?.emolumentsCents ?? null
  const reducedBy = ofYear?.reducedBy ?? null
  const limitCents = findLimit(own, before, reducedBy)
  const cannotTell = (missing: z.infer<typeof MissingLimitFact>): EmployerLimit => ({
    outcome: 'CANNOT_TELL',
    limitCents,
    aboveCents: null,
    missing,
  })
  if (contributionsCents === null) return cannotTell('CONTRIBUTIONS')
  // The limit is never below the emoluments of the year, nor below those of the year before where leave reduced them.
  const least = Math.max(own ?? 0, isReduced(reducedBy) ? (before ?? 0) : 0)
  if (contributionsCents <= least)
    return { outcome: 'WITHIN_LIMIT', limitCents, aboveCents: null, missing: null }
  if (limitCents !== null)
    return { outcome: 'ABOVE', limitCents, aboveCents: contributionsCents - limitCents, missing: null }
  if (own === null) return cannotTell('EMOLUMENTS')
  return cannotTell(reducedBy === null ? 'REDUCED_BY' : 'EMOLUMENTS_BEFORE')
}

const isReduced = (reducedBy: ReducedBy | null): boolean => reducedBy !== null && reducedBy !== 'NOT_REDUCED'

/** Null where it depends on a fact that is not recorded. */
function findLimit(own: number | null, before: number | null, reducedBy: ReducedBy | null): number | null {
  if (own === null) return null
  if (reducedBy === 'NOT_REDUCED' || (before !== null && before <= own)) return own
  return reducedBy === null ? null : before
}

/** Null where no contribution is recorded for the year. */
export function sumContributionsOfYear(
  contributions: readonly EmployerContribution[],
  year: number,
): number | null {
  const ofYear = contributions.filter(({ paidOn }) => Number(paidOn.slice(0, 4)) === year)
  return ofYear.length === 0 ? null : ofYear.reduce((sum, { amountCents }) => sum + amountCents, 0)
}
