import { PAGES } from '../../../contract/pages.ts'
import type { Policy } from '../../../contract/policies.ts'
import type { Crumb } from '../../ui/page-header.tsx'

export const policyCrumbs = ({ schemeId, schemeName }: Policy): Crumb[] => [
  { label: 'Policies', to: PAGES.policies },
  { label: schemeName, to: PAGES.schemePolicies, params: { schemeId } },
]

/** Of what is below a policy. */
export const belowPolicy = (policy: Policy): Crumb[] => [
  ...policyCrumbs(policy),
  { label: policy.title, to: PAGES.policy, params: { policyId: policy.id } },
]
