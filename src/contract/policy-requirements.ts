/** Which written policies a scheme needs, by its facts: one answer for the policy matrix, the calendar and drafts. */
import { formatCitedSources } from './citations.ts'
import type { SchemeFact } from './missing-facts.ts'
import type { PolicyKind, Required } from './policy-kind.ts'

/** Facts that decide whether a scheme needs a policy, as of the day in question. */
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

type Rule = (facts: PolicyFacts) => Requirement

const OUTSIDE: Requirement = { required: false, reason: 'Not an IORP: no policy is required' }

const decideAlwaysRequired = (reason: string) => (): Requirement => ({ required: true, reason })
const decideRequiredWhere =
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
/** The text of the Code is not among the legal sources: a person confirms whether it binds this scheme. */
const decideExpected = (of: string) => (): Requirement => ({
  required: 'CONFIRM',
  reason: `The Code is understood to expect ${of}; check it against its text`,
})

/** Directive art. 5 and the 2005 Act: below this many members a statement of investment policy principles may not be asked for. */
const SMALL_SCHEME = 100

const REQUIREMENTS: Readonly<Record<PolicyKind, Rule>> = {
  RISK_MANAGEMENT: decideAlwaysRequired('Every IORP has a written policy on risk management'),
  INTERNAL_AUDIT: decideAlwaysRequired('Every IORP has a written policy on internal audit'),
  OUTSOURCING: decideAlwaysRequired(
    `Every IORP has a registered administrator, and outsources the administration to it (${formatCitedSources('PA 59(1)(f)')})`,
  ),
  ACTUARIAL: decideRequiredWhere(
    ({ isRegulatoryOwnFunds }) => isRegulatoryOwnFunds,
    'A regulatory own funds scheme has an actuarial function',
    'Only a regulatory own funds scheme has an actuarial function; a scheme actuary is a different role',
    {
      reason: 'Not recorded: regulatory own funds. Only such a scheme has an actuarial function',
      missing: 'isRegulatoryOwnFunds',
    },
  ),
  REMUNERATION: decideAlwaysRequired(
    'Every IORP has a remuneration policy and discloses what is relevant of it',
  ),
  INTERNAL_CONTROL: decideAlwaysRequired(
    'Every IORP has an internal control system: administration, accounting, reporting lines',
  ),
  CONTINGENCY: decideAlwaysRequired('Every IORP plans for the continuity of its activities'),
  CONFLICTS_OF_INTEREST: (facts) =>
    facts.hasSharedKeyFunction
      ? {
          required: true,
          reason:
            'A key function holder holds the same function for the employer: the policy describes how conflicts are managed',
        }
      : decideExpected('a conflicts of interest policy')(),
  FIT_AND_PROPER: decideExpected('a fit and proper policy'),
  SIPP: ({ activeAndDeferred }) =>
    activeAndDeferred === null || activeAndDeferred < SMALL_SCHEME
      ? {
          required: 'CONFIRM',
          reason:
            activeAndDeferred === null
              ? `The number of members is not recorded: below ${SMALL_SCHEME}, the exemption of small schemes may still apply`
              : `Fewer than ${SMALL_SCHEME} active and deferred members: the exemption of small schemes may still apply`,
        }
      : { required: true, reason: 'Every IORP draws up and publishes a statement' },
  INVESTMENT_PROCESS: () => ({
    required: false,
    reason: 'Good practice: the draft Code of 2021 mentions it, no stored legal source requires it',
  }),
  DATA_MANAGEMENT: decideExpected('a policy on data and records'),
  COMMUNICATIONS: decideExpected('a policy on communication with members'),
  COMPLAINTS: decideAlwaysRequired('Trustees set up procedures for the internal resolution of disputes'),
  ICT_RISK: ({ doraTier, activeAndDeferred }) =>
    doraTier === null
      ? {
          required: 'CONFIRM',
          ...(activeAndDeferred === null
            ? {
                reason:
                  'Not recorded: the number of active and deferred members, by which DORA grades a scheme',
                missing: 'memberCounts',
              }
            : {
                reason: 'Not recorded: the members of the whole trust, by which DORA grades a section of it',
                missing: 'trustMemberCount',
              }),
        }
      : {
          NONE: { required: false, reason: 'DORA does not apply to a scheme of 15 members or fewer' },
          SIMPLIFIED: {
            required: true,
            reason: 'A small IORP has the simplified framework; the review interval is our interpretation',
          },
          FULL: { required: true, reason: '100 members or more: the full framework, reviewed every year' },
        }[doraTier],
  DEPOSITARY_SAFEGUARDS: decideRequiredWhere(
    ({ hasDepositary }) => (hasDepositary === null ? null : !hasDepositary),
    'No depositary is appointed: assets need procedures of safekeeping and oversight',
    'A depositary is appointed',
    { reason: 'Not recorded: whether a depositary is appointed' },
  ),
  ESG: decideRequiredWhere(
    ({ considersEsg }) => considersEsg,
    'Environmental, social and governance factors are considered in investment decisions',
    'Such factors are not considered; the statement of investment policy principles must state this',
    { reason: 'Not recorded: whether environmental, social and governance factors are considered' },
  ),
}

export const decidePolicyRequirement = (kind: PolicyKind, facts: PolicyFacts): Requirement =>
  facts.iorpInScope ? REQUIREMENTS[kind](facts) : OUTSIDE
