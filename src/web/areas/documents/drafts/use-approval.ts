/** Whether a draft can be approved, by this person and as it stands; and if not, why. */

import { useQuery } from '@tanstack/react-query'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import type { Draft } from '../../../../contract/drafts.ts'
import type { Policy } from '../../../../contract/policies.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { listRefusals } from '../../../records/findings.tsx'
import { useMay, usePerson } from '../../../session.tsx'

export interface Approval {
  /** The act is there to be done. */
  isOpen: boolean
  /** The person wrote some of it, and the firm asks for a second person. */
  isForSomebodyElse: boolean
  isUnsaved: boolean
  /** A version of the policy that is on its way already: it goes first, or is withdrawn. */
  before: Policy | null
}

export function useApproval(draft: Draft, isUnsaved: boolean): Approval {
  const isMine = useIsForSomebodyElse(draft)
  const policy = useDraftedPolicy(draft)
  const before = policy && policy.openVersion !== null ? policy : null
  const mayApprove = useMay()(operation('draft.approve'))
  const isComplete = draft.places.length === 0 && listRefusals(draft.findings).length === 0
  return {
    isOpen: mayApprove && draft.status === 'DRAFT' && isComplete && !isMine && !isUnsaved && !before,
    isForSomebodyElse: isMine,
    isUnsaved,
    before,
  }
}

/** The policy that the draft becomes a version of; null where it would be the first, undefined while that is not known. */
export function useDraftedPolicy({ kind, schemeId }: Draft): Policy | null | undefined {
  const { becomes } = DRAFT_KINDS[kind]
  const policyKind = typeof becomes === 'object' && 'policyKind' in becomes ? becomes.policyKind : undefined
  const { data } = useQuery({
    ...createQuery(operation('policy.list'), { schemeId, kind: policyKind }),
    enabled: policyKind !== undefined,
  })
  return data && (data.data.find(({ status }) => status !== 'WITHDRAWN') ?? null)
}

/** The setting of the firm, for a person who wrote some of it; AUTO asks for a second person where there is one. */
function useIsForSomebodyElse({ tenantId, status, editedBy }: Draft): boolean {
  const me = usePerson()
  const concerns = useMay()(operation('draft.approve')) && status === 'DRAFT' && editedBy.includes(me.id)
  const { data: firm } = useQuery({
    ...createQuery(operation('tenant.get'), { id: tenantId }),
    enabled: concerns,
  })
  const setting = firm?.settings.fourEyes
  const { data: administrators } = useQuery({
    ...createQuery(operation('user.list'), { role: 'BrokerAdmin', status: 'ACTIVE', limit: 2 }),
    enabled: concerns && setting === 'AUTO',
  })
  return concerns && (setting === 'ALWAYS' || (setting === 'AUTO' && (administrators?.data.length ?? 0) > 1))
}
