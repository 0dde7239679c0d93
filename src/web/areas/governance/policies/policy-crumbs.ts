import { PAGES } from '../../../../contract/pages.ts'
import type { Policy } from '../../../../contract/policies.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

export const buildPolicyCrumbs = ({ schemeId, schemeName }: Policy): Crumb[] => [
  { label: 'Policies', to: PAGES.policies },
  { label: schemeName, to: PAGES.schemePolicies, params: { schemeId } },
]

/** Of what is below a policy. */
export const belowPolicy = (policy: Policy): Crumb[] => [
  ...buildPolicyCrumbs(policy),
  { label: policy.title, to: PAGES.policy, params: { policyId: policy.id } },
]
