/** Whether a draft can be approved, by this person and as it stands; and if not, why. */

import { useQuery } from '@tanstack/react-query'
import { DRAFT_KINDS } from '../../../../contract/draft-kind-definitions.ts'
import { approveDraft, type Draft } from '../../../../contract/drafts.ts'
import type { Policy } from '../../../../contract/policies.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { listRefusals } from '../../../records/findings.tsx'
import { useIsBarred } from '../../../records/four-eyes.tsx'
import { useMay } from '../../../session.tsx'

export interface Approval {
  /** The act is there to be done. */
  isOpen: boolean
  /** The four-eyes rule bars the user, who wrote some of it. */
  isForSomebodyElse: boolean
  isUnsaved: boolean
  /** A version of the policy that is on its way already: it goes first, or is withdrawn. */
  before: Policy | null
}

export function useApproval(draft: Draft, isUnsaved: boolean): Approval {
  const isForSomebodyElse = useIsBarred(draft, approveDraft)
  const policy = useDraftedPolicy(draft)
  const before = policy && policy.openVersion !== null ? policy : null
  const mayApprove = useMay()(approveDraft)
  const isComplete = draft.places.length === 0 && listRefusals(draft.findings).length === 0
  return {
    isOpen:
      mayApprove && draft.status === 'DRAFT' && isComplete && !isForSomebodyElse && !isUnsaved && !before,
    isForSomebodyElse,
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
