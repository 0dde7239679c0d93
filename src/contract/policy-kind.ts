/** Codes of the kinds of policies, separate from the table of their requirements (policy-kind-definitions.ts), which few pages need. */
import { z } from 'zod'

export const PolicyKind = z.enum([
  'RISK_MANAGEMENT',
  'INTERNAL_AUDIT',
  'OUTSOURCING',
  'ACTUARIAL',
  'REMUNERATION',
  'INTERNAL_CONTROL',
  'CONTINGENCY',
  'CONFLICTS_OF_INTEREST',
  'FIT_AND_PROPER',
  'SIPP',
  'INVESTMENT_PROCESS',
  'DATA_MANAGEMENT',
  'COMMUNICATIONS',
  'COMPLAINTS',
  'ICT_RISK',
  'DEPOSITARY_SAFEGUARDS',
  'ESG',
])
export type PolicyKind = z.infer<typeof PolicyKind>

export const PolicyBasis = z.enum(['STATUTE', 'CODE', 'GOOD_PRACTICE'])
export type PolicyBasis = z.infer<typeof PolicyBasis>

/** CONFIRM: a user has to read the source, or decide how it applies to this scheme. */
export const Required = z.union([z.boolean(), z.literal('CONFIRM')])
export type Required = z.infer<typeof Required>

/** In months: most are reviewed at least every three years (Directive art. 21(3)). */
export const THREE_YEARS = 36
/** The longest time between two reviews; the framework of ICT risk is reviewed every year (DORA art. 6(5)). */
export const getLongestReviewMonths = (kind: PolicyKind): number => (kind === 'ICT_RISK' ? 12 : THREE_YEARS)
