/** Which kinds of documents can be drafted for a scheme. */
import type { CitationId } from './citations.ts'
import type { DraftKind } from './draft-kind.ts'
import { DRAFT_KINDS, type DraftFacts, isUnderTrust } from './draft-kind-definitions.ts'
import { POLICY_KINDS } from './policy-kind-definitions.ts'
import { decidePolicyRequirement, type PolicyFacts } from './policy-requirements.ts'

export interface NotDrafted {
  reason: string
  citation: CitationId
}

/** Those facts that decide whether something is drafted at all. */
export type KindFacts = PolicyFacts & Pick<DraftFacts, 'legalForm'>

/** Is there such a thing for this scheme? Where the registry asks for a confirmation it can be drafted; so can what is optional. */
export function findUnavailabilityReason(kind: DraftKind, facts: KindFacts): NotDrafted | null {
  const { appliesTo, becomes } = DRAFT_KINDS[kind]
  if (appliesTo === 'EVERY_SCHEME') return null
  if (appliesTo === 'UNDER_TRUST')
    return isUnderTrust(facts)
      ? null
      : { reason: 'A contract and no trust: there are no trustees', citation: 'SI128 3' }
  if (!facts.iorpInScope)
    return { reason: 'Not an IORP: the regime asks for nothing of the kind', citation: 'SI128 3' }
  if (appliesTo !== 'REQUIRED_POLICY' || typeof becomes !== 'object' || !('policyKind' in becomes))
    return null
  const { required, reason } = decidePolicyRequirement(becomes.policyKind, facts)
  return required === false ? { reason, citation: POLICY_KINDS[becomes.policyKind].exemptedBy } : null
}
