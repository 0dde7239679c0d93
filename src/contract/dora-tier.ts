/** The tier under DORA where it is known. Members that are not recorded are not read as none, nor those of a section as those of its trust. */
import type { RegimeProfile, Scheme } from './schemes.ts'

/** No recorded members does not mean no members: the size and the tiers that depend on it are then unknown. */
export const isSizeKnown = ({
  activeAndDeferred,
  memberCounts,
}: Pick<RegimeProfile, 'activeAndDeferred' | 'memberCounts'>): boolean =>
  activeAndDeferred > 0 || memberCounts.source === 'STATED'

/** Null if it depends on a number of members that is not recorded. */
export function findDoraTier(
  profile: Pick<
    RegimeProfile,
    | 'iorpInScope'
    | 'activeAndDeferred'
    | 'memberCounts'
    | 'doraTier'
    | 'isMasterTrust'
    | 'isOneMemberArrangement'
  >,
  { trustMemberCount }: Pick<Scheme, 'trustMemberCount'>,
): RegimeProfile['doraTier']['value'] | null {
  const { value } = profile.doraTier
  if (!profile.iorpInScope.value || profile.isOneMemberArrangement) return value
  if (trustMemberCount !== null || value === 'FULL') return value
  return profile.isMasterTrust || !isSizeKnown(profile) ? null : value
}
