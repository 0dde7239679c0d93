/**
 * The kinds of written policies: what each rests on, and how long it may go without a review. Which schemes need one is in
 * policy-requirements.ts.
 * The law names four policies (Directive art. 21(3)) and the remuneration policy; what it asks for in another form (a statement,
 * a plan, procedures) is statute too and says so; the rest is the Code's or good practice. Schemes that are not IORPs need none.
 */
import type { CitationId } from './citations.ts'
import { addMonths } from './civil-dates.ts'
import { getLongestReviewMonths, type PolicyBasis, type PolicyKind, THREE_YEARS } from './policy-kind.ts'

export interface KindOfPolicy {
  title: string
  basis: PolicyBasis
  /** The law names it as a written policy, and not as a plan, a statement or procedures. */
  isNamedAsPolicy: boolean
  citations: readonly [CitationId, ...CitationId[]]
  /** The reason for a scheme of the regime that needs none. */
  exemptedBy: CitationId
  longestReviewMonths: number
  /** The public is to find it. */
  isToBeDisclosed: boolean
}

const defineKind = (
  title: string,
  basis: PolicyBasis,
  citations: KindOfPolicy['citations'],
  instead: Partial<Omit<KindOfPolicy, 'title' | 'basis' | 'citations'>> = {},
): KindOfPolicy => ({
  title,
  basis,
  isNamedAsPolicy: false,
  citations,
  exemptedBy: citations[0],
  longestReviewMonths: THREE_YEARS,
  isToBeDisclosed: false,
  ...instead,
})

const NAMED = { isNamedAsPolicy: true }

export const POLICY_KINDS: Readonly<Record<PolicyKind, KindOfPolicy>> = {
  RISK_MANAGEMENT: defineKind('Risk management policy', 'STATUTE', ['DIR 21(3)', 'DIR 25', 'PA 64AD'], NAMED),
  INTERNAL_AUDIT: defineKind('Internal audit policy', 'STATUTE', ['DIR 21(3)', 'DIR 26', 'PA 64AJ'], NAMED),
  OUTSOURCING: defineKind('Outsourcing policy', 'STATUTE', ['DIR 21(3)', 'DIR 31', 'PA 64AM'], NAMED),
  ACTUARIAL: defineKind('Policy on actuarial activities', 'STATUTE', ['DIR 21(3)', 'DIR 27', 'PA 64AK'], {
    ...NAMED,
    exemptedBy: 'DIR 27',
  }),
  REMUNERATION: defineKind('Remuneration policy', 'STATUTE', ['DIR 23', 'PA 64AG'], {
    ...NAMED,
    isToBeDisclosed: true,
  }),
  INTERNAL_CONTROL: defineKind('Internal control framework', 'STATUTE', ['DIR 21(4)', 'PA 64AD']),
  CONTINGENCY: defineKind('Contingency plans', 'STATUTE', ['DIR 21(5)', 'PA 64AD']),
  CONFLICTS_OF_INTEREST: defineKind('Conflicts of interest policy', 'CODE', ['CODE', 'DIR 24(3)', 'PA 64AH']),
  FIT_AND_PROPER: defineKind('Fit and proper policy', 'CODE', ['CODE', 'DIR 22', 'PA 59A']),
  SIPP: defineKind('Statement of investment policy principles', 'STATUTE', ['DIR 30', 'PA 59(1B)'], {
    isToBeDisclosed: true,
  }),
  INVESTMENT_PROCESS: defineKind('Investment process', 'GOOD_PRACTICE', ['CODE', 'DIR 19']),
  DATA_MANAGEMENT: defineKind('Data and record management policy', 'CODE', [
    'CODE',
    'PA 59',
    'GDPR 5',
    'GDPR 30',
  ]),
  COMMUNICATIONS: defineKind('Communications policy', 'CODE', ['CODE', 'DIR 36']),
  COMPLAINTS: defineKind('Internal dispute resolution procedures', 'STATUTE', ['PA 132']),
  ICT_RISK: defineKind('ICT risk management framework', 'STATUTE', ['DORA 6', 'DORA 16'], {
    exemptedBy: 'DORA 2',
    longestReviewMonths: getLongestReviewMonths('ICT_RISK'),
  }),
  DEPOSITARY_SAFEGUARDS: defineKind('Safekeeping and oversight without a depositary', 'STATUTE', [
    'DIR 34(5)',
    'DIR 35',
  ]),
  ESG: defineKind('Environmental, social and governance policy', 'STATUTE', ['DIR 21', 'DIR 30', 'SFDR 3']),
}

/**
 * When a policy has to be looked at again: its interval, and never longer than its kind allows, from the last day on which
 * it was found right.
 */
export const calculateNextReview = (
  kindOfPolicy: PolicyKind,
  intervalMonths: number,
  { approvedOn, lastReviewedOn }: { approvedOn: string; lastReviewedOn: string | null },
): string =>
  addMonths(
    lastReviewedOn !== null && lastReviewedOn > approvedOn ? lastReviewedOn : approvedOn,
    Math.min(intervalMonths, getLongestReviewMonths(kindOfPolicy)),
  )

/** How long before the day of a review it is said to be due (domain: DUE_SOON). */
export const REVIEW_DUE_DAYS = 60
