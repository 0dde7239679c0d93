/** The policies of the demo: in force, due for a review and late with one, on their way, and one that has been through three versions. */
import { addMonths } from '../../contract/civil-dates.ts'
import {
  acknowledgePolicy,
  addPolicyVersion,
  approvePolicy,
  bringPolicyIntoForce,
  createPolicy,
  type InvestmentStatement,
  submitPolicy,
  updatePolicy,
} from '../../contract/policies.ts'
import type { PolicyKind } from '../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../contract/policy-kinds.ts'
import type { Actor } from '../operation/reach.ts'
import type { RunAs } from '../operation/run-as.ts'

const TEXT = (subject: string, owner: string, review: string): string => `# Purpose

This policy says how the trustees deal with ${subject}. It is proportionate to the size, nature and complexity of the scheme.

# Responsibilities

The trustees remain responsible. ${owner} reports to them at every meeting.

- The holder keeps the register up to date.
- The administrator tells the holder of every incident within two working days.
- The trustees decide what is accepted, and write down why.

# Review

${review}`

const EVERY_THREE_YEARS =
  'The trustees review this policy at least every three years, and without delay after a significant change.'
const EVERY_YEAR =
  'The trustees review this policy every year, and without delay after a significant change in the system of governance.'

interface DemoPolicy {
  kind: PolicyKind
  content: string
  /** Months since its approval; it is in force since. Without it the first version is on its way. */
  approvedMonthsAgo?: number
  isSubmitted?: true
  draftedBy?: 'AI'
  statement?: InvestmentStatement
  publicUrl?: string
}

const STATEMENT: InvestmentStatement = {
  riskMeasurementMethods:
    'Volatility and drawdown of each fund, reported every quarter by the investment manager.',
  riskManagementProcesses:
    'Limits by asset class and by counterparty. What is above a limit is brought back within a month or decided on by the trustees.',
  strategicAssetAllocation: 'Global equities 60 %, corporate bonds 25 %, government bonds 10 %, cash 5 %.',
  liabilityNatureDuration: 'Money purchase accounts; most members retire in more than fifteen years.',
  esgConsideration: 'Managers are asked every year how they consider such factors. No asset is excluded.',
  defaultStrategy: 'Growth until ten years before retirement, then step by step into bonds and cash.',
  employerRelatedPercent: 0,
  groupRelatedPercent: 0,
}

const POLICIES: readonly DemoPolicy[] = [
  {
    kind: 'INTERNAL_AUDIT',
    content: TEXT('internal audit', 'The holder of internal audit', EVERY_THREE_YEARS),
    approvedMonthsAgo: 37,
  },
  {
    kind: 'OUTSOURCING',
    content: TEXT('outsourcing', 'The administrator', EVERY_THREE_YEARS),
    approvedMonthsAgo: 35,
  },
  {
    kind: 'REMUNERATION',
    content: TEXT('remuneration', 'The secretary', EVERY_THREE_YEARS),
    approvedMonthsAgo: 14,
    publicUrl: 'https://example.com/pensions/remuneration',
  },
  {
    kind: 'SIPP',
    content: TEXT('investment', 'The investment manager', EVERY_THREE_YEARS),
    statement: STATEMENT,
    approvedMonthsAgo: 13,
  },
  {
    kind: 'CONTINGENCY',
    content: TEXT('interruptions of its activities', 'The administrator', EVERY_YEAR),
    isSubmitted: true,
  },
  {
    kind: 'COMMUNICATIONS',
    content: TEXT('communication with members', '{{name of the function}}', EVERY_THREE_YEARS),
    draftedBy: 'AI',
  },
]

/** Of one scheme, as its broker keeps them. */
export async function policiesOf(
  runAs: RunAs,
  { broker, approver }: { broker: Actor; approver: Actor },
  schemeId: string,
  today: string,
): Promise<void> {
  const before = (months: number): string => addMonths(today, -months)
  const bringIntoForce = async (id: string, on: string): Promise<void> => {
    await runAs(broker, submitPolicy, { id })
    await runAs(approver, approvePolicy, { id, approvedOn: on })
    await runAs(broker, bringPolicyIntoForce, { id, effectiveFrom: on })
  }
  for (const { kind, approvedMonthsAgo, isSubmitted, publicUrl, ...version } of POLICIES) {
    const { id, title, reviewIntervalMonths } = await runAs(broker, createPolicy, {
      schemeId,
      kind,
      ...version,
    })
    if (approvedMonthsAgo !== undefined) await bringIntoForce(id, before(approvedMonthsAgo))
    if (isSubmitted) await runAs(broker, submitPolicy, { id })
    if (publicUrl)
      await runAs(broker, updatePolicy, {
        id,
        title,
        reviewIntervalMonths,
        isPubliclyDisclosed: true,
        publicUrl,
      })
  }
  const risk = TEXT('risk', 'The holder of risk management', EVERY_THREE_YEARS)
  const { id } = await runAs(broker, createPolicy, {
    schemeId,
    kind: 'RISK_MANAGEMENT',
    title: POLICY_KINDS.RISK_MANAGEMENT.title,
    content: risk,
  })
  await bringIntoForce(id, before(50))
  const second = risk
    .replace('within two working days', 'on the same day')
    .replace('# Review', '# Appetite\n\nThe trustees accept no risk to the records of members.\n\n# Review')
  await runAs(broker, addPolicyVersion, {
    id,
    content: second,
    changeSummary: 'Incidents are told on the same day; appetite',
  })
  await bringIntoForce(id, before(20))
  await runAs(broker, acknowledgePolicy, { id })
  await runAs(broker, addPolicyVersion, {
    id,
    content: second
      .replace(EVERY_THREE_YEARS, EVERY_YEAR)
      .replace('- The holder keeps the register up to date.\n', '')
      .replace('reports to them at every meeting', 'reports to them in writing every quarter'),
    changeSummary: 'A yearly review; reports in writing',
  })
}
