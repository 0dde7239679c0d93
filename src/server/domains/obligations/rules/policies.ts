/** Whether a scheme requires a kind of policy: the same facts and the same table as the policy matrix. */
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { type Requirement, requirementOf } from '../../../../contract/policy-requirements.ts'
import { policyFactsOf } from '../../schemes/index.ts'
import { type Context, legalFormOf } from './define.ts'
import { membersOn } from './member-counts.ts'

export function requiredPolicy(kind: PolicyKind, context: Context): Requirement {
  const { facts, today } = context
  const { least, most } = membersOn(context, today)
  return requirementOf(
    kind,
    policyFactsOf({
      ...facts.scheme,
      legalForm: legalFormOf(facts.scheme),
      activeAndDeferred: least === most ? least : null,
      hasSharedKeyFunction: facts.keyFunctionHolders.some(
        ({ status, holdsSameFunctionForEmployer }) => status === 'APPOINTED' && holdsSameFunctionForEmployer,
      ),
    }),
  )
}
