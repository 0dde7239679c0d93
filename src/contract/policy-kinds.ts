/**
 * The kinds of written policies: what each rests on, how long it may go without a review, and for which schemes it is asked.
 * The law names four policies (Directive art. 21(3)) and the remuneration policy; what it asks for in another form (a statement,
 * a plan, procedures) is statute too and says so; the rest is the Code's or good practice. Nothing is asked of what is no IORP.
 */
import { type CitationId, cited } from './citations.ts'
import { addMonths } from './civil-dates.ts'
import type { SchemeFact } from './missing-facts.ts'
import {
  longestReviewMonths,
  type PolicyBasis,
  type PolicyKind,
  type Required,
  THREE_YEARS,
} from './policy-kind.ts'

/** What decides whether a scheme needs a policy, as it stands on the day that is asked about. */
export interface PolicyFacts {
  iorpInScope: boolean
  /** Null, here and below: not recorded. */
  isRegulatoryOwnFunds: boolean | null
  /** The holder of a key function does the same for the employer. */
  hasSharedKeyFunction: boolean
  doraTier: 'NONE' | 'SIMPLIFIED' | 'FULL' | null
  hasDepositary: boolean | null
  considersEsg: boolean | null
  activeAndDeferred: number | null
}

export interface Requirement {
  required: Required
  reason: string
  /** The fact that is not recorded and decides it. */
  missing?: SchemeFact
}

export interface KindOfPolicy {
  title: string
  basis: PolicyBasis
  /** The law names it as a written policy, and not as a plan, a statement or procedures. */
  isNamedAsPolicy: boolean
  citations: readonly [CitationId, ...CitationId[]]
  /** Where a scheme of the regime that needs none is told so. */
  exemptedBy: CitationId
  longestReviewMonths: number
  /** The public is to find it. */
  isToBeDisclosed: boolean
  requiredFor: (facts: PolicyFacts) => Requirement
}

const OUTSIDE: Requirement = { required: false, reason: 'Not an IORP: the regime asks for no policy' }

const kind = (
  title: string,
  basis: PolicyBasis,
  citations: KindOfPolicy['citations'],
  requiredOf: (facts: PolicyFacts) => Requirement,
  instead: Partial<Omit<KindOfPolicy, 'title' | 'basis' | 'citations' | 'requiredFor'>> = {},
): KindOfPolicy => ({
  title,
  basis,
  isNamedAsPolicy: false,
  citations,
  exemptedBy: citations[0],
  longestReviewMonths: THREE_YEARS,
  isToBeDisclosed: false,
  ...instead,
  requiredFor: (facts) => (facts.iorpInScope ? requiredOf(facts) : OUTSIDE),
})

const always = (reason: string) => (): Requirement => ({ required: true, reason })
const where =
  (
    isSo: (facts: PolicyFacts) => boolean | null,
    yes: string,
    no: string,
    unknown: Omit<Requirement, 'required'>,
  ) =>
  (facts: PolicyFacts): Requirement => {
    const answer = isSo(facts)
    if (answer === null) return { required: 'CONFIRM', ...unknown }
    return answer ? { required: true, reason: yes } : { required: false, reason: no }
  }
/** The text of the Code was not at hand: whether it binds this scheme is for somebody who has it. */
const expected = (of: string) => (): Requirement => ({
  required: 'CONFIRM',
  reason: `The Code is understood to expect ${of}; check it against its text`,
})

const NAMED = { isNamedAsPolicy: true }

/** Directive art. 5 and the 2005 Act: below this many members a statement of investment policy principles may not be asked for. */
const SMALL_SCHEME = 100

export const POLICY_KINDS: Readonly<Record<PolicyKind, KindOfPolicy>> = {
  RISK_MANAGEMENT: kind(
    'Risk management policy',
    'STATUTE',
    ['DIR 21(3)', 'DIR 25', 'PA 64AD'],
    always('Every IORP has a written policy on risk management'),
    NAMED,
  ),
  INTERNAL_AUDIT: kind(
    'Internal audit policy',
    'STATUTE',
    ['DIR 21(3)', 'DIR 26', 'PA 64AJ'],
    always('Every IORP has a written policy on internal audit'),
    NAMED,
  ),
  OUTSOURCING: kind(
    'Outsourcing policy',
    'STATUTE',
    ['DIR 21(3)', 'DIR 31', 'PA 64AM'],
    always(
      `Every IORP has a registered administrator, and outsources the administration to it (${cited('PA 59(1)(f)')})`,
    ),
    NAMED,
  ),
  ACTUARIAL: kind(
    'Policy on actuarial activities',
    'STATUTE',
    ['DIR 21(3)', 'DIR 27', 'PA 64AK'],
    where(
      ({ isRegulatoryOwnFunds }) => isRegulatoryOwnFunds,
      'A regulatory own funds scheme has an actuarial function',
      'Only a regulatory own funds scheme has an actuarial function; a scheme actuary is something else',
      {
        reason: 'Not recorded: regulatory own funds. Only such a scheme has an actuarial function',
        missing: 'isRegulatoryOwnFunds',
      },
    ),
    { ...NAMED, exemptedBy: 'DIR 27' },
  ),
  REMUNERATION: kind(
    'Remuneration policy',
    'STATUTE',
    ['DIR 23', 'PA 64AG'],
    always('Every IORP has a remuneration policy and discloses what is relevant of it'),
    { ...NAMED, isToBeDisclosed: true },
  ),
  INTERNAL_CONTROL: kind(
    'Internal control framework',
    'STATUTE',
    ['DIR 21(4)', 'PA 64AD'],
    always('Every IORP has an internal control system: administration, accounting, reporting lines'),
  ),
  CONTINGENCY: kind(
    'Contingency plans',
    'STATUTE',
    ['DIR 21(5)', 'PA 64AD'],
    always('Every IORP plans for the continuity of its activities'),
  ),
  CONFLICTS_OF_INTEREST: kind(
    'Conflicts of interest policy',
    'CODE',
    ['CODE', 'DIR 24(3)', 'PA 64AH'],
    (facts) =>
      facts.hasSharedKeyFunction
        ? {
            required: true,
            reason:
              'A key function is carried out by somebody who does the same for the employer: how conflicts are managed is set down',
          }
        : expected('a conflicts of interest policy')(),
  ),
  FIT_AND_PROPER: kind(
    'Fit and proper policy',
    'CODE',
    ['CODE', 'DIR 22', 'PA 59A'],
    expected('a fit and proper policy'),
  ),
  SIPP: kind(
    'Statement of investment policy principles',
    'STATUTE',
    ['DIR 30', 'PA 59(1B)'],
    ({ activeAndDeferred }) =>
      activeAndDeferred === null || activeAndDeferred < SMALL_SCHEME
        ? {
            required: 'CONFIRM',
            reason:
              activeAndDeferred === null
                ? `The number of members is not recorded: below ${SMALL_SCHEME}, the exemption of small schemes may still stand`
                : `Fewer than ${SMALL_SCHEME} active and deferred members: the exemption of small schemes may still stand`,
          }
        : { required: true, reason: 'Every IORP draws up and publishes a statement' },
    { isToBeDisclosed: true },
  ),
  INVESTMENT_PROCESS: kind('Investment process', 'GOOD_PRACTICE', ['CODE', 'DIR 19'], () => ({
    required: false,
    reason: 'Good practice: the draft Code of 2021 spoke of it, no text at hand asks for it',
  })),
  DATA_MANAGEMENT: kind(
    'Data and record management policy',
    'CODE',
    ['CODE', 'PA 59', 'GDPR 5', 'GDPR 30'],
    expected('a policy on data and records'),
  ),
  COMMUNICATIONS: kind(
    'Communications policy',
    'CODE',
    ['CODE', 'DIR 36'],
    expected('a policy on communication with members'),
  ),
  COMPLAINTS: kind(
    'Internal dispute resolution procedures',
    'STATUTE',
    ['PA 132'],
    always('Trustees set up procedures for the internal resolution of disputes'),
  ),
  ICT_RISK: kind(
    'ICT risk management framework',
    'STATUTE',
    ['DORA 6', 'DORA 16'],
    ({ doraTier }) =>
      doraTier === null
        ? {
            required: 'CONFIRM',
            reason: 'Not recorded: the number of active and deferred members, by which DORA grades a scheme',
            missing: 'memberCounts',
          }
        : {
            NONE: { required: false, reason: 'DORA does not reach a scheme of 15 members or fewer' },
            SIMPLIFIED: {
              required: true,
              reason: 'A small IORP has the simplified framework; how often it is reviewed is our reading',
            },
            FULL: { required: true, reason: '100 members or more: the full framework, reviewed every year' },
          }[doraTier],
    { exemptedBy: 'DORA 2', longestReviewMonths: longestReviewMonths('ICT_RISK') },
  ),
  DEPOSITARY_SAFEGUARDS: kind(
    'Safekeeping and oversight without a depositary',
    'STATUTE',
    ['DIR 34(5)', 'DIR 35'],
    where(
      ({ hasDepositary }) => (hasDepositary === null ? null : !hasDepositary),
      'No depositary is appointed: assets need procedures of safekeeping and oversight',
      'A depositary is appointed',
      { reason: 'Not recorded: whether a depositary is appointed' },
    ),
  ),
  ESG: kind(
    'Environmental, social and governance policy',
    'STATUTE',
    ['DIR 21', 'DIR 30', 'SFDR 3'],
    where(
      ({ considersEsg }) => considersEsg,
      'Environmental, social and governance factors are considered in investment decisions',
      'Such factors are not considered; the statement of investment policy principles has to say so',
      { reason: 'Not recorded: whether environmental, social and governance factors are considered' },
    ),
  ),
}

/**
 * When a policy has to be looked at again: its interval, and never longer than its kind allows, from the last day on which
 * it was found right.
 */
export const nextReviewOn = (
  kindOfPolicy: PolicyKind,
  intervalMonths: number,
  { approvedOn, lastReviewedOn }: { approvedOn: string; lastReviewedOn: string | null },
): string =>
  addMonths(
    lastReviewedOn !== null && lastReviewedOn > approvedOn ? lastReviewedOn : approvedOn,
    Math.min(intervalMonths, longestReviewMonths(kindOfPolicy)),
  )

/** How long before the day of a review it is said to be due (domain: DUE_SOON). */
export const REVIEW_DUE_DAYS = 60
