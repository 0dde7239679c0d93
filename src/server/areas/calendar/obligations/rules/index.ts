/** Every rule of the statutory calendar, in the order in which the brief names them (domain: rules). */
import type { CitationId } from '../../../../../contract/citations.ts'
import { CONTRIBUTION_RULES } from './contributions.ts'
import type { Rule } from './define.ts'
import { DEFINED_BENEFIT_RULES } from './defined-benefit.ts'
import { DISCLOSURE_RULES } from './disclosure.ts'
import { GOVERNANCE_RULES } from './governance.ts'
import { INCIDENT_RULES } from './incidents.ts'
import { KEY_FUNCTION_RULES } from './key-functions.ts'
import { MISSING_FACT_RULES } from './missing-facts.ts'
import { REGISTRATION_RULES } from './registration.ts'
import { REPORTING_RULES } from './reporting.ts'
import { TAX_RULES } from './tax.ts'

export const RULES: readonly Rule[] = [
  ...CONTRIBUTION_RULES,
  ...REPORTING_RULES,
  ...TAX_RULES,
  ...GOVERNANCE_RULES,
  ...KEY_FUNCTION_RULES,
  ...DEFINED_BENEFIT_RULES,
  ...DISCLOSURE_RULES,
  ...REGISTRATION_RULES,
  ...INCIDENT_RULES,
  ...MISSING_FACT_RULES,
]

/** Those that rest on any of these references. */
export const listRulesCiting = (ids: readonly CitationId[]): string[] =>
  RULES.filter(({ sources }) => sources.some((id) => ids.includes(id))).map(({ id }) => id)

export const RULES_BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]))
