/** The facts that are not recorded and without which rules cannot tell, each listed once for a scheme. */
import { MISSING_FACT_RULE, parseMissingFactKey } from '../../../../../contract/missing-facts.ts'
import { buildDataGap, defineRule, type Rule, yes } from './define.ts'

const MOST_TITLES = 3

/** The titles of a few rules with their ids; the ids of many. */
const nameRules = (rules: ReadonlyMap<string, string>): string =>
  rules.size > MOST_TITLES
    ? `${rules.size} obligations: ${[...rules.keys()].join(', ')}`
    : [...rules].map(([id, title]) => `“${title}” (${id})`).join(', ')

/** The rule with one period for each missing fact; `waiting` has the decisions that need it. */
export const createMissingFactsRule = (
  waiting: ReadonlyMap<string, readonly { rule: Pick<Rule, 'id' | 'title'> }[]> = new Map(),
): Rule =>
  defineRule({
    id: MISSING_FACT_RULE,
    title: 'Complete the missing scheme data',
    who: 'Trustees',
    version: 2,
    trigger: 'EVENT',
    due: 'No date: rules need the missing fact',
    sources: ['HOUSE'],
    confidence: 'M',
    severity: 'MEDIUM',
    ruling: 'Not law: a missing fact is never treated as "no"',
    applies: () => yes('Every scheme'),
    list: () =>
      [...waiting].flatMap(([key, decisions]) => {
        const fact = parseMissingFactKey(key)
        if (!fact) return []
        const { missing: _, ...listed } = buildDataGap(fact.fact, fact.on, key)
        const rules = new Map(decisions.map(({ rule: { id, title } }) => [id, title]))
        return { ...listed, reason: `${listed.reason}. Needed for ${nameRules(rules)}` }
      }),
  })

export const MISSING_FACT_RULES: Rule[] = [createMissingFactsRule()]
