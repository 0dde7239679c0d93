/** Compares two consecutive own-risk assessments. */
import type {
  ComparedRiskItem,
  ComparedSection,
  SectionContent,
  Sections,
} from '../../../../contract/own-risk-assessments.ts'
import type { RiskItem } from '../../../../contract/risk-items.ts'
import { SectionKey } from '../../../../contract/section-key.ts'

const isSame = (one: SectionContent, other: SectionContent): boolean =>
  one.text === other.text && one.notApplicableReason === other.notApplicableReason

function compareContents(
  before: SectionContent | null,
  after: SectionContent | null,
): ComparedSection['change'] {
  if (before && after) return isSame(before, after) ? 'UNCHANGED' : 'CHANGED'
  if (after) return 'ADDED'
  return before ? 'REMOVED' : 'UNCHANGED'
}

/** All sections in checklist order. Without a previous assessment, every written section counts as added. */
export const compareSections = (before: Sections | null, after: Sections): ComparedSection[] =>
  SectionKey.options.map((key) => {
    const [earlier, later] = [before?.[key] ?? null, after[key]]
    return { key, change: compareContents(earlier, later), before: earlier, after: later }
  })

/** Fields compared to decide whether a risk item changed; scores are derived from them. */
const WRITTEN = [
  'area',
  'description',
  'inherentLikelihood',
  'inherentImpact',
  'controls',
  'residualLikelihood',
  'residualImpact',
  'owner',
  'appetite',
  'action',
  'actionDueOn',
] as const satisfies readonly (keyof RiskItem)[]

/** Pairs each carried-over item with its predecessor; the others are added or removed. Highest current score first. */
export function compareRiskItems(
  before: readonly RiskItem[],
  after: readonly RiskItem[],
): ComparedRiskItem[] {
  const earlier = new Map(before.map((item) => [item.id, item]))
  const carriedOn = new Set<string>()
  const compared = after.map((item): ComparedRiskItem => {
    const origin = item.carriedFromId === null ? undefined : earlier.get(item.carriedFromId)
    if (!origin)
      return { change: 'NEW', before: null, after: item, inherentMovement: null, residualMovement: null }
    carriedOn.add(origin.id)
    return {
      change: WRITTEN.every((field) => origin[field] === item[field]) ? 'UNCHANGED' : 'CHANGED',
      before: origin,
      after: item,
      inherentMovement: item.inherentScore - origin.inherentScore,
      residualMovement: item.residualScore - origin.residualScore,
    }
  })
  const gone = before
    .filter(({ id }) => !carriedOn.has(id))
    .map(
      (item): ComparedRiskItem => ({
        change: 'GONE',
        before: item,
        after: null,
        inherentMovement: null,
        residualMovement: null,
      }),
    )
  const scoreOf = ({ after, before }: ComparedRiskItem): number => (after ?? before)?.residualScore ?? 0
  const byScore = (one: ComparedRiskItem, other: ComparedRiskItem): number => scoreOf(other) - scoreOf(one)
  return [...compared.toSorted(byScore), ...gone.toSorted(byScore)]
}
