/** Obstacles to the approval of a policy version; shown while it is edited, and refused by the service. */
import type { Finding } from './findings.ts'
import { scanPlaceholders } from './placeholder-scanner.ts'
import type { PolicyVersion } from './policies.ts'
import type { PolicyKind } from './policy-kind.ts'
import type { LegalForm, SchemeType } from './schemes.ts'
import { NOT_VERIFIED } from './values.ts'

type Statement = NonNullable<PolicyVersion['statement']>

/** The parts of a statement in text, with the request where one is missing. */
const ASKED = {
  riskMeasurementMethods: 'Describe how investment risk is measured',
  riskManagementProcesses: 'Describe how investment risk is managed',
  strategicAssetAllocation: 'Describe the long-term allocation of the assets',
  liabilityNatureDuration: 'Describe the nature and duration of the liabilities',
  esgConsideration:
    'Describe how environmental, social and governance factors are considered; "not considered" is a valid answer',
  defaultStrategy: 'Describe the default investment strategy, because members bear the investment risk',
} as const satisfies Partial<Record<keyof Statement, string>>
export type Principle = keyof typeof ASKED
export const PRINCIPLES = Object.keys(ASKED) as Principle[]

/** The parts that a statement still lacks; a default strategy is asked for where members bear the risk. */
const listMissingPrinciples = (statement: Statement | null, type: SchemeType): Principle[] =>
  PRINCIPLES.filter((name) => !statement?.[name] && !(name === 'defaultStrategy' && type === 'DB'))

/** Number of the placeholders `{{…}}` that a template left for the writer. */
export const countPlaceholders = (...texts: (string | null)[]): number =>
  texts.reduce((count, text) => count + scanPlaceholders(text ?? '').length, 0)

/** Self-investment in per cent of the portfolio (Directive 2016/2341 art. 19(1)(g)). */
export const MOST_EMPLOYER_RELATED = 5
export const MOST_GROUP_RELATED = 10

/** Facts that the findings depend on besides the version. */
export interface PolicyScheme {
  type: SchemeType
  legalForm: LegalForm
  establishedOn: string | null
}

/** Findings that prevent the approval of a version, in the order in which it is refused, and points to check before it. */
export function listPolicyFindings(
  { content, statement }: { content: string; statement: Statement | null },
  kind: PolicyKind,
  scheme: PolicyScheme,
): Finding[] {
  const findings: Finding[] = []
  const refuse = (code: string, citation: Finding['citation'], passage: string) =>
    findings.push({ level: 'REFUSE', code, citation, nationalCitation: null, passage })
  const left = countPlaceholders(content, ...PRINCIPLES.map((name) => statement?.[name] ?? null))
  if (left > 0) {
    refuse(
      'PLACEHOLDERS_LEFT',
      'HOUSE',
      left === 1
        ? 'One placeholder of the template is not filled: {{…}}'
        : `${left} placeholders of the template are not filled: {{…}}`,
    )
  }
  if (kind !== 'SIPP') return findings
  for (const name of listMissingPrinciples(statement, scheme.type))
    refuse('STATEMENT_INCOMPLETE', 'DIR 30', ASKED[name])
  if ((statement?.employerRelatedPercent ?? 0) > MOST_EMPLOYER_RELATED) {
    refuse(
      'SELF_INVESTMENT',
      'DIR 19(1)(g)',
      'No more than 5 % of the portfolio is invested in the sponsoring employer',
    )
  }
  if ((statement?.groupRelatedPercent ?? 0) > MOST_GROUP_RELATED) {
    refuse(
      'GROUP_INVESTMENT',
      'DIR 19(1)(g)',
      'No more than 10 % of the portfolio is invested in the group of the sponsoring employer',
    )
  }
  return [...findings, ...listInvestmentFindings(statement, scheme)]
}

/** Investments of one-member arrangements from before this day may be ring-fenced. */
const REGIME_FROM = '2021-04-22'

/**
 * Borrowing, regulated markets and earlier investments (Directive 2016/2341 art. 19(1)(d) and (3)). A fact that is not recorded is a
 * warning. Ring-fenced investments turn a refusal into a warning: whether the rules bind them was not verified.
 */
function listInvestmentFindings(
  statement: Statement | null,
  { legalForm, establishedOn }: PolicyScheme,
): Finding[] {
  const findings: Finding[] = []
  const add = (level: Finding['level'], code: string, citation: Finding['citation'], passage: string) =>
    findings.push({ level, code, citation, nationalCitation: null, passage })
  const isOneMember = legalForm === 'ONE_MEMBER'
  const mayHaveEarlier = isOneMember && (establishedOn === null || establishedOn < REGIME_FROM)
  const isRingFenced = mayHaveEarlier && statement?.earlierInvestments === 'RING_FENCED'
  const breach = (code: string, citation: Finding['citation'], passage: string) =>
    isRingFenced
      ? add(
          'WARN',
          code,
          citation,
          `${passage}. Whether this binds ring-fenced investments is ${NOT_VERIFIED}`,
        )
      : add('REFUSE', code, citation, passage)

  if (statement?.borrowing === undefined)
    add('WARN', 'BORROWING_NOT_RECORDED', 'DIR 19(3)', 'Not recorded: whether the scheme borrows')
  else if (statement.borrowing === 'OTHER')
    breach('BORROWING', 'DIR 19(3)', 'A scheme borrows only for liquidity and only temporarily')
  if (statement?.isMostlyOnRegulatedMarkets === undefined)
    add(
      'WARN',
      'REGULATED_MARKETS_NOT_RECORDED',
      'DIR 19(1)(d)',
      'Not recorded: whether the assets are predominantly invested on regulated markets',
    )
  else if (!statement.isMostlyOnRegulatedMarkets)
    breach('REGULATED_MARKETS', 'DIR 19(1)(d)', 'Assets are predominantly invested on regulated markets')
  const earlier = statement?.earlierInvestments
  if (mayHaveEarlier && earlier === undefined)
    add(
      'WARN',
      'EARLIER_INVESTMENTS_NOT_RECORDED',
      'NOTICE OMA',
      'Not recorded: whether investments from before 22 April 2021 are ring-fenced from later ones',
    )
  if (mayHaveEarlier && earlier === 'NOT_RING_FENCED')
    add(
      'WARN',
      'EARLIER_INVESTMENTS',
      'NOTICE OMA',
      `Investments from before 22 April 2021 are ring-fenced from later ones (${NOT_VERIFIED})`,
    )
  if (!mayHaveEarlier && (earlier === 'RING_FENCED' || earlier === 'NOT_RING_FENCED'))
    add(
      'WARN',
      'NO_EARLIER_INVESTMENTS',
      'NOTICE OMA',
      'Only a one-member arrangement established before 22 April 2021 has such investments: choose "None"',
    )
  return findings
}
