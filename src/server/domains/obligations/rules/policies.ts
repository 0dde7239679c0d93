/** Whether a scheme needs a kind of policy, by the table that the policy matrix shows. */
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS, type Requirement } from '../../../../contract/policy-kinds.ts'
import { iorpScope } from '../../schemes/index.ts'
import type { Context } from './define.ts'

export function requiredPolicy(kind: PolicyKind, { facts, profile }: Context): Requirement {
  return POLICY_KINDS[kind].requiredFor({
    iorpInScope: iorpScope(facts.scheme).value,
    isRegulatoryOwnFunds: profile.isRegulatoryOwnFunds,
    // A registered administrator is mandatory (PA s.59(1)(f)): something is always outsourced.
    hasOutsourcing: true,
    hasSharedKeyFunction: facts.keyFunctionHolders.some(
      ({ status, holdsSameFunctionForEmployer }) => status === 'APPOINTED' && holdsSameFunctionForEmployer,
    ),
    doraTier: profile.doraTier.value,
    hasDepositary: facts.scheme.hasDepositary,
    considersEsg: facts.scheme.considersEsg,
    activeAndDeferred: profile.activeAndDeferred,
  })
}
