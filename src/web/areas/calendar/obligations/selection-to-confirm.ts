import type { Sent } from '../../../../contract/define.ts'
import type { listToConfirm } from '../../../../contract/obligation-confirmations.ts'

export type ToConfirmFilters = Partial<Sent<typeof listToConfirm>>

/** Rules, each with the number of its obligations, and single obligations of other rules. */
export interface Selection {
  ruleIds: ReadonlyMap<string, number>
  /** The rule of each obligation. */
  obligationIds: ReadonlyMap<string, string>
}

export const NO_SELECTION: Selection = { ruleIds: new Map(), obligationIds: new Map() }

/** Selects or deselects all obligations of a rule; single ones of the rule are part of them. */
export function selectRule(
  { ruleIds, obligationIds }: Selection,
  { ruleId, obligations }: { ruleId: string; obligations: number },
  isSelected: boolean,
): Selection {
  const rules = new Map(ruleIds)
  if (isSelected) rules.set(ruleId, obligations)
  else rules.delete(ruleId)
  return {
    ruleIds: rules,
    obligationIds: new Map([...obligationIds].filter(([, rule]) => rule !== ruleId)),
  }
}

export function selectObligation(
  selection: Selection,
  { id, ruleId }: { id: string; ruleId: string },
  isSelected: boolean,
): Selection {
  const obligationIds = new Map(selection.obligationIds)
  if (isSelected) obligationIds.set(id, ruleId)
  else obligationIds.delete(id)
  return { ...selection, obligationIds }
}

export const countSelected = ({ ruleIds, obligationIds }: Selection): number =>
  [...ruleIds.values()].reduce((sum, count) => sum + count, obligationIds.size)
