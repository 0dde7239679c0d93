/** What stands between a version of a policy and its approval; shown while it is written, and refused by the service. */
import type { Finding } from './findings.ts'
import { findPlaceholders } from './placeholder-scanner.ts'
import type { InvestmentStatement } from './policies.ts'
import type { PolicyKind } from './policy-kind.ts'
import type { SchemeType } from './schemes.ts'

/** The parts of a statement in text, with the request where one is missing. */
const ASKED = {
  riskMeasurementMethods: 'Say how investment risk is measured',
  riskManagementProcesses: 'Say how investment risk is managed',
  strategicAssetAllocation: 'Say how the assets are allocated in the long run',
  liabilityNatureDuration: 'Say what the nature and duration of the liabilities are',
  esgConsideration:
    'Say how environmental, social and governance factors are considered; "not considered" is an answer',
  defaultStrategy: 'Say what the default investment strategy is: members bear the investment risk',
} as const satisfies Partial<Record<keyof InvestmentStatement, string>>
export type Principle = keyof typeof ASKED
export const PRINCIPLES = Object.keys(ASKED) as Principle[]

/** The parts that a statement still lacks; a default strategy is asked for where members bear the risk. */
const missingPrinciples = (statement: InvestmentStatement | null, type: SchemeType): Principle[] =>
  PRINCIPLES.filter((name) => !statement?.[name] && !(name === 'defaultStrategy' && type === 'DB'))

/** Number of the placeholders `{{…}}` that a template left for the writer. */
export const countPlaceholders = (...texts: (string | null)[]): number =>
  texts.reduce((count, text) => count + findPlaceholders(text ?? '').length, 0)

/** Self-investment in per cent of the portfolio (Directive 2016/2341 art. 19(1)(g)). */
export const MOST_EMPLOYER_RELATED = 5
export const MOST_GROUP_RELATED = 10

/** What stands between a version and its approval, in the order in which it is refused. */
export function findPolicyFindings(
  { content, statement }: { content: string; statement: InvestmentStatement | null },
  kind: PolicyKind,
  type: SchemeType,
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
        ? 'One place of the template is not filled in yet: {{…}}'
        : `${left} places of the template are not filled in yet: {{…}}`,
    )
  }
  if (kind !== 'SIPP') return findings
  for (const name of missingPrinciples(statement, type)) refuse('STATEMENT_INCOMPLETE', 'DIR 30', ASKED[name])
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
  return findings
}
