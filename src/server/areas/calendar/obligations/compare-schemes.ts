/**
 * Compares the obligations of kinds of schemes by the rules of the calendar, without recorded facts: "difference between DB and DC", "what
 * changes for one-member arrangements".
 */

import type { ComparisonTable } from '../../../../contract/assistant.ts'
import { MISSING_FACT_RULE } from '../../../../contract/missing-facts.ts'
import { formatCount, toSentenceCase } from '../../../../contract/value-format.ts'
import { type Decision, evaluateRules } from './engine.ts'
import { readFactsFile } from './facts-file.ts'

interface SchemeKind {
  name: string
  /** How questions name it. */
  words: RegExp
  facts: Readonly<Record<string, unknown>>
  /** Kind that it is compared with if the question names no other. */
  counterpart: keyof typeof KINDS
}

/** A scheme of today's law with all facts that decide whether a rule applies. */
const COMMON = {
  establishedOn: '2022-01-01',
  wentLiveOn: '2022-01-01',
  schemeYearEnd: '12-31',
  isRegulatoryOwnFunds: false,
  hasAuthorisedTradeUnion: false,
  hasDepositary: false,
  considersEsg: true,
  limitsEntry: false,
  waitingPeriodMonths: 0,
  contributionBasis: { employeeRatePercent: 5, employerRatePercent: 5, additionalVoluntaryAllowed: true },
}
const LARGE = { counts: { active: 120, deferred: 30, pensioner: 0 } }
const SMALL = { counts: { active: 40, deferred: 10, pensioner: 0 } }
const MICRO = { counts: { active: 8, deferred: 2, pensioner: 0 } }

const KINDS = {
  DB: {
    name: 'Defined benefit',
    words: /\b(?:db|defined benefits?|final salary)\b/i,
    facts: { type: 'DB', benefitBasis: 'FINAL_SALARY', ...LARGE },
    counterpart: 'DC',
  },
  DC: {
    name: 'Defined contribution',
    words: /\b(?:dc|defined contributions?|money purchase)\b/i,
    facts: { type: 'DC', benefitBasis: 'MONEY_PURCHASE', ...LARGE },
    counterpart: 'DB',
  },
  ONE_MEMBER: {
    name: 'One-member arrangement',
    words: /\b(?:one|single)[- ](?:member|man|person)\b|\bomas?\b|\bexecutive pensions?\b/i,
    facts: {
      type: 'DC',
      legalForm: 'ONE_MEMBER',
      benefitBasis: 'MONEY_PURCHASE',
      counts: { active: 1, deferred: 0, pensioner: 0 },
    },
    counterpart: 'SINGLE_EMPLOYER',
  },
  MICRO: {
    name: 'Up to 15 members',
    words: /\b(?:up to|under|fewer than|less than|below) (?:15|16|fifteen)\b/i,
    facts: { type: 'DC', benefitBasis: 'MONEY_PURCHASE', ...MICRO },
    counterpart: 'LARGE',
  },
  SMALL: {
    name: '16 to 99 members',
    words:
      /\b(?:under|fewer than|less than|below|up to) (?:100|a hundred)\b|\bsmall(?:er)? (?:pension )?schemes?\b/i,
    facts: { type: 'DC', benefitBasis: 'MONEY_PURCHASE', ...SMALL },
    counterpart: 'LARGE',
  },
  LARGE: {
    name: 'More than 100 members',
    words:
      /\b(?:over|more than|above) (?:100|a hundred)\b|\b(?:large|larger|big|bigger) (?:pension )?(?:schemes?|ones?)\b/i,
    facts: { type: 'DC', benefitBasis: 'MONEY_PURCHASE', ...LARGE },
    counterpart: 'SMALL',
  },
  MASTER_TRUST: {
    name: 'Section of a master trust (2,000 members)',
    words: /\bmaster[- ]trusts?\b/i,
    facts: {
      type: 'DC',
      legalForm: 'MASTER_TRUST_SECTION',
      benefitBasis: 'MONEY_PURCHASE',
      trustMemberCount: 2000,
      ...SMALL,
    },
    counterpart: 'SINGLE_EMPLOYER',
  },
  SINGLE_EMPLOYER: {
    name: 'Scheme of one employer (50 members)',
    words: /\b(?:single[- ]employer|own|stand[- ]?alone) schemes?\b/i,
    facts: { type: 'DC', benefitBasis: 'MONEY_PURCHASE', ...SMALL },
    counterpart: 'MASTER_TRUST',
  },
  PRSA: {
    name: 'PRSA',
    words: /\bprsas?\b/i,
    facts: { type: 'PRSA' },
    counterpart: 'DC',
  },
  TRUST_RAC: {
    name: 'Trust RAC',
    words: /\btrust racs?\b/i,
    facts: { type: 'RAC', legalForm: 'TRUST_RAC', ...SMALL },
    counterpart: 'DC',
  },
  DEATH_BENEFITS: {
    name: 'Death benefits only',
    words: /\b(?:death[- ](?:benefits?|in[- ]service)[- ]only|risk[- ]only)\b/i,
    facts: { type: 'DC', legalForm: 'DEATH_BENEFIT_ONLY', benefitBasis: 'RISK_ONLY', ...SMALL },
    counterpart: 'DC',
  },
} as const satisfies Record<string, Omit<SchemeKind, 'counterpart'> & { counterpart: string }>
type KindName = keyof typeof KINDS

const ASKS_TO_COMPARE =
  /\b(?:differ\w*|compar\w+|versus|vs|distinguish\w*|as opposed to|what changes|what is (?:not )?the same)\b|\bwhat (?:applies|rules apply|obligations apply|is different)\b|\b(?:db|dc) (?:or|and) (?:db|dc)\b/i
/** Subjects that the rules of the calendar do not compare, although the question names a kind of scheme. */
const ON_ANOTHER_SUBJECT =
  /\b(?:my ?future ?fund|auto\w*[- ]enrol\w*|tax\w*|relief|lump sums?|arfs?|annuit\w+|charges?|transfer\w*|benefit statements?|limits?|directors?|since)\b/i
const MOST_KINDS = 3

/** Returns the kinds that the question compares, in its order; an empty list if it compares none. */
export function listComparedKinds(question: string): KindName[] {
  if (!ASKS_TO_COMPARE.test(question) || ON_ANOTHER_SUBJECT.test(question)) return []
  const named = (Object.keys(KINDS) as KindName[])
    .map((kind) => ({ kind, at: question.search(KINDS[kind].words) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind }) => kind)
    .slice(0, MOST_KINDS)
  const [only, ...others] = named
  if (only === undefined) return []
  return others.length === 0 ? [only, KINDS[only].counterpart] : named
}

/** Returns the obligations that differ between the kinds of schemes in the question; null if the question compares none. */
export function compareSchemeKinds(question: string, today: string): ComparisonTable | null {
  const kinds = listComparedKinds(question)
  if (kinds.length === 0) return null
  const decisions = kinds.map((kind) => decideKind(kind, today))
  const [first] = decisions
  const ids = [...(first?.keys() ?? [])]
  const rows = ids.flatMap((id) => {
    const own = decisions.map((one) => one.get(id) as Decision)
    const bind = own.map(({ applies }) => toVerdict(applies))
    if (new Set(bind).size === 1) return []
    const { rule } = own[0] as Decision
    return [
      {
        ruleId: id,
        title: rule.title,
        sources: [...rule.sources],
        cells: own.map((decision, at) => ({ applies: bind[at] as Verdict, text: describe(decision) })),
      },
    ]
  })
  const same = ids.filter((id) => decisions.every((one) => toVerdict(one.get(id)?.applies) === 'YES')).length
  const columns = kinds.map((kind) => KINDS[kind].name)
  return { text: summarise(columns, rows, same), columns, rows, same }
}

type Verdict = ComparisonTable['rows'][number]['cells'][number]['applies']

const toVerdict = (applies: Decision['applies'] | undefined): Verdict =>
  applies === 'YES' || applies === 'NO' ? applies : 'CONFIRM'

/** The first decision of each rule decides whether it applies. */
function decideKind(kind: KindName, today: string): ReadonlyMap<string, Decision> {
  const { facts } = readFactsFile({ ...COMMON, ...KINDS[kind].facts })
  const decided = new Map<string, Decision>()
  for (const decision of evaluateRules(facts, today)) {
    const { id } = decision.rule
    if (id !== MISSING_FACT_RULE && !decided.has(id)) decided.set(id, decision)
  }
  return decided
}

const describe = ({ applies, rule, reason }: Decision): string => (applies === 'YES' ? rule.due : reason)

/** More titles are in the table only. */
const MOST_TITLES = 8

function summarise(columns: readonly string[], rows: ComparisonTable['rows'], same: number): string {
  const names = columns.map((name, at) => {
    const own = rows
      .filter(({ cells }) => cells[at]?.applies === 'YES')
      .map(({ title }) => toSentenceCase(title))
    if (own.length === 0) return ''
    const more = own.length > MOST_TITLES ? `; and ${own.length - MOST_TITLES} more` : ''
    return ` ${name}: ${own.slice(0, MOST_TITLES).join('; ')}${more}.`
  })
  const total = formatCount(rows.length + same, 'obligation')
  return `By the rules of the calendar, ${rows.length} of ${total} ${rows.length === 1 ? 'differs' : 'differ'} (${columns.join(' / ')}).${names.join('')}`
}
