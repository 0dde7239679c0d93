/** Whether a scheme requires a kind of policy: the same facts and the same table as the policy matrix. */
import type { PolicyKind } from '../../../../../contract/policy-kind.ts'
import { decidePolicyRequirement, type Requirement } from '../../../../../contract/policy-requirements.ts'
import { getLegalForm } from '../../../../../contract/schemes.ts'
import { getPolicyFacts } from '../../../schemes/schemes/index.ts'
import type { Context } from './define.ts'
import { countMembersOn } from './member-counts.ts'

export function decideRequiredPolicy(kind: PolicyKind, context: Context): Requirement {
  const { facts, today } = context
  const { least, most } = countMembersOn(context, today)
  return decidePolicyRequirement(
    kind,
    getPolicyFacts({
      ...facts.scheme,
      legalForm: getLegalForm(facts.scheme),
      activeAndDeferred: least === most ? least : null,
      hasSharedKeyFunction: facts.keyFunctionHolders.some(
        ({ status, holdsSameFunctionForEmployer }) => status === 'APPOINTED' && holdsSameFunctionForEmployer,
      ),
    }),
  )
}
