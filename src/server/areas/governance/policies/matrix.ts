/**
 * Policy matrix: required and existing policies per scheme, one SQL statement per page. The facts are selected here; POLICY_KINDS decides
 * which policies they require.
 */
import { z } from 'zod'
import type { Input } from '../../../../contract/define.ts'
import type { getPolicyMatrix, PolicyCell, PolicyMatrixRow } from '../../../../contract/policies.ts'
import { PolicyStatus, ReviewFlag } from '../../../../contract/policies.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { decidePolicyRequirement } from '../../../../contract/policy-requirements.ts'
import { LegalForm, SchemeType } from '../../../../contract/schemes.ts'
import { Id } from '../../../../contract/values.ts'
import { recordSet } from '../../../operation/record-set.ts'
import type { Rows } from '../../../platform/batch.ts'
import {
  buildInRegimeCondition,
  buildStartedBeforeAddedCondition,
  getPolicyFacts,
} from '../../schemes/schemes/index.ts'
import { REVIEW_FLAG } from './records.ts'

/** Member counts entered by hand take precedence over member records; null without either. */
const ACTIVE_AND_DEFERRED = `coalesce((r.member_counts ->> 'active')::int + (r.member_counts ->> 'deferred')::int,
  (select case when count(*) > 0 then count(*) filter (where m.status in ('ACTIVE', 'DEFERRED')) end
    from members m where m.tenant_id = r.tenant_id and m.scheme_id = r.id))`

const HAS_SHARED_KEY_FUNCTION = `exists (select from key_function_holders k where k.tenant_id = r.tenant_id and k.scheme_id = r.id
  and k.holds_same_function_for_employer and k.status = 'APPOINTED')`

/**
 * The scheme started before it was added, no policy of it was ever recorded, and no user has answered that the required ones are missing.
 */
const HAS_UNKNOWN_POLICIES = `(${buildStartedBeforeAddedCondition('r')}
  and not exists (select from written_policies p where p.tenant_id = r.tenant_id and p.scheme_id = r.id)
  and not exists (select from obligations o where o.tenant_id = r.tenant_id and o.scheme_id = r.id and o.rule_id = 'GOV-03'
    and o.confirmation = 'NOT_DONE'))`

/** The policies of a scheme that are not withdrawn. */
const policyFlag = REVIEW_FLAG.replace(/\br\./g, 'p.')
const POLICIES = `coalesce((select json_agg(json_build_object('kind', p.kind, 'policyId', p.id, 'status', p.status,
    'inForceVersion', p.in_force_version, 'nextReviewOn', p.next_review_on, 'flag', ${policyFlag}))
  from written_policies p where p.tenant_id = r.tenant_id and p.scheme_id = r.id and p.status <> 'WITHDRAWN'), '[]'::json)`

const HeldPolicy = z.object({
  kind: PolicyKind,
  policyId: Id,
  status: PolicyStatus,
  inForceVersion: z.int().nullable(),
  nextReviewOn: z.string().nullable(),
  flag: ReviewFlag.nullable(),
})
const Facts = z.object({
  id: Id,
  tenantId: Id,
  employerId: Id,
  employerName: z.string(),
  schemeName: z.string(),
  type: SchemeType,
  legalForm: LegalForm,
  isFunded: z.boolean(),
  isRegulatoryOwnFunds: z.boolean().nullable(),
  hasSharedKeyFunction: z.boolean(),
  hasDepositary: z.boolean().nullable(),
  considersEsg: z.boolean().nullable(),
  activeAndDeferred: z.int().nullable(),
  trustMemberCount: z.int().nullable(),
  isMasterTrust: z.boolean(),
  policies: z.array(HeldPolicy),
  hasUnknownPolicies: z.boolean(),
})
type Facts = z.infer<typeof Facts>

export const policyMatrix = recordSet({
  record: Facts,
  from: 'schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
  columns: {
    employerName: 'e.legal_name',
    schemeName: 'r.name',
    hasSharedKeyFunction: HAS_SHARED_KEY_FUNCTION,
    activeAndDeferred: ACTIVE_AND_DEFERRED,
    policies: POLICIES,
    hasUnknownPolicies: HAS_UNKNOWN_POLICIES,
  },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.id = $',
    employerId: 'r.employer_id = $',
    q: '(r.search_key like all ($::text[]) or e.search_key like all ($::text[]))',
  },
  contains: ['q'],
  // Schemes no longer in scope are listed as long as they have a policy.
  where: `(${buildInRegimeCondition('r')} or (r.status <> 'WOUND_UP' and exists (select from written_policies p
    where p.tenant_id = r.tenant_id and p.scheme_id = r.id and p.status <> 'WITHDRAWN')))`,
  sorts: {
    schemeName: { by: 'r.search_key', type: 'text' },
    employerName: { by: 'e.search_key', type: 'text' },
  },
})

export function buildPolicyMatrix(rows: Rows, input: Input<typeof getPolicyMatrix>): string {
  const page = JSON.parse(policyMatrix.page(rows, input)) as { data: Facts[]; nextCursor: string | null }
  return JSON.stringify({ ...page, data: page.data.map(buildRow) })
}

function buildRow(scheme: Facts): PolicyMatrixRow {
  const { id, tenantId, employerId, employerName, schemeName, policies } = scheme
  const facts = getPolicyFacts(scheme)
  const cells = PolicyKind.options.map((kind): PolicyCell => {
    const { policyId, status, inForceVersion, nextReviewOn, flag } =
      policies.find((policy) => policy.kind === kind) ?? NONE
    const { required, reason } = decidePolicyRequirement(kind, facts)
    return {
      kind,
      required,
      reason,
      isNotRecorded: required === true && policyId === null && scheme.hasUnknownPolicies,
      policyId,
      status,
      inForceVersion,
      nextReviewOn,
      flag,
    }
  })
  return { id, tenantId, employerId, employerName, schemeName, cells }
}
const NONE = { policyId: null, status: null, inForceVersion: null, nextReviewOn: null, flag: null }
