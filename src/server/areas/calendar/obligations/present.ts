/** Maps rules and decisions to the API. */
import type { CalendarRule, RuleDecision } from '../../../../contract/obligations.ts'
import { type Decision, formatSource } from './engine.ts'
import type { Rule } from './rules/define.ts'

export const presentRule = (rule: Rule): CalendarRule => ({
  id: rule.id,
  title: rule.title,
  who: rule.who,
  trigger: rule.trigger,
  due: rule.due,
  severity: rule.severity,
  source: formatSource(rule),
  citations: [...rule.sources],
  confidence: rule.confidence,
  ruling: rule.ruling ?? null,
  evidenceKinds: [...rule.evidence],
  soonDays: rule.soonDays,
  isCheck: rule.isCheck,
  version: rule.version,
  validFrom: rule.validFrom ?? null,
  validTo: rule.validTo ?? null,
})

export const presentDecision = ({
  rule,
  isAnchoredByRecord: _,
  recordedOn: __,
  ...decision
}: Decision): RuleDecision => ({
  ...decision,
  ruleId: rule.id,
  title: rule.title,
  facts: [...decision.facts],
  source: formatSource(rule),
  citations: [...rule.sources],
  confidence: rule.confidence,
  ruling: rule.ruling ?? null,
})
