/** Texts for facts that are derived from a scheme. */

import type { Output } from '../../../../contract/define.ts'
import { findDoraTier } from '../../../../contract/dora-tier.ts'
import type {
  getSchemeCompliance,
  RegimeProfile,
  Scheme,
  SchemeStatus,
} from '../../../../contract/schemes.ts'
import { formatCount } from '../../../../contract/value-format.ts'

export type Compliance = Output<typeof getSchemeCompliance>

const DORA_TIERS: Record<RegimeProfile['doraTier']['value'], string> = {
  NONE: 'does not apply',
  SIMPLIFIED: 'simplified',
  FULL: 'full',
}

export function formatDora(profile: RegimeProfile, scheme: Pick<Scheme, 'trustMemberCount'>): string {
  const tier = findDoraTier(profile, scheme)
  return tier === null ? 'not known' : DORA_TIERS[tier]
}

export const SIZE_BANDS: Record<RegimeProfile['sizeBand'], string> = {
  NONE: 'No active or deferred members',
  OMA: 'One member',
  MICRO: '2 to 15 members',
  SMALL: '16 to 99 members',
  LARGE: '100 members and more',
}

/** `18 active, 4 deferred`; pensioners where there are any. */
export function formatCountsText({
  active,
  deferred,
  pensioner,
}: Pick<RegimeProfile['memberCounts'], 'active' | 'deferred' | 'pensioner'>): string {
  const parts = [`${active} active`, `${deferred} deferred`]
  if (pensioner > 0) parts.push(formatCount(pensioner, 'pensioner'))
  return parts.join(', ')
}

const LOCKS: Partial<Record<SchemeStatus, { title: string; text: string }>> = {
  PENDING_APPROVAL: {
    title: 'This scheme is waiting for approval, so it cannot be edited',
    text: 'To edit it, withdraw the submission on the scheme page, or wait until it is approved or rejected.',
  },
  WOUND_UP: {
    title: 'This scheme is wound up, so it cannot be edited',
    text: 'The record of a wound-up scheme is final.',
  },
}

/** Why the service refuses every edit of a scheme in this state (409); undefined where it takes one. */
export const findEditLock = ({ status }: { status: SchemeStatus }) => LOCKS[status]
