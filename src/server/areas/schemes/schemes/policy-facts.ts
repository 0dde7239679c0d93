/**
 * The facts that decide which policies a scheme requires. The policy matrix, the calendar and the drafts all build them here, so that
 * they cannot disagree.
 */
import type { PolicyFacts } from '../../../../contract/policy-requirements.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { getDoraTier, getIorpScope } from './rules.ts'

interface PolicyFactSources
  extends Pick<
    Scheme,
    | 'type'
    | 'legalForm'
    | 'isFunded'
    | 'isRegulatoryOwnFunds'
    | 'hasDepositary'
    | 'considersEsg'
    | 'trustMemberCount'
    | 'isMasterTrust'
  > {
  /** Null where neither counts nor members are recorded. */
  activeAndDeferred: number | null
  /** An appointed holder of a key function carries out a similar function for the employer. */
  hasSharedKeyFunction: boolean
}

export function getPolicyFacts(scheme: PolicyFactSources): PolicyFacts {
  const { isRegulatoryOwnFunds, hasDepositary, considersEsg, hasSharedKeyFunction } = scheme
  const { activeAndDeferred, trustMemberCount } = scheme
  const iorpInScope = getIorpScope(scheme).value
  const isOneMember = scheme.legalForm === 'ONE_MEMBER'
  // DORA counts the members of the whole trust: those of a section decide alone only where they are many.
  const members = Math.max(activeAndDeferred ?? 0, trustMemberCount ?? 0)
  const isSection = scheme.isMasterTrust || scheme.legalForm === 'MASTER_TRUST_SECTION'
  const { value: tier } = getDoraTier(iorpInScope, members)
  const isCounted =
    isOneMember || trustMemberCount !== null || (isSection ? tier === 'FULL' : activeAndDeferred !== null)
  return {
    iorpInScope,
    isRegulatoryOwnFunds,
    hasSharedKeyFunction,
    doraTier: isCounted || !iorpInScope ? tier : null,
    hasDepositary,
    considersEsg,
    activeAndDeferred: isOneMember ? (activeAndDeferred ?? 1) : activeAndDeferred,
  }
}
