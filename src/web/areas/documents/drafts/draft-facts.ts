import {
  findDraftObstacle,
  type KindFacts,
  type NotDrafted,
} from '../../../../contract/draft-availability.ts'
import type { DraftKind } from '../../../../contract/draft-kind.ts'
import type { RegimeProfile, Scheme } from '../../../../contract/schemes.ts'

/** Why there is no such draft for a scheme; null where there is one. */
export const findDraftObstacleOfScheme = (
  kind: DraftKind,
  scheme: Scheme,
  profile: RegimeProfile,
): NotDrafted | null => findDraftObstacle(kind, factsOf(scheme, profile))

const factsOf = (
  { legalForm, isRegulatoryOwnFunds, hasDepositary, considersEsg }: Scheme,
  profile: RegimeProfile,
): KindFacts => ({
  legalForm,
  iorpInScope: profile.iorpInScope.value,
  isRegulatoryOwnFunds,
  hasDepositary,
  considersEsg,
  doraTier: profile.doraTier.value,
  activeAndDeferred: profile.activeAndDeferred,
  // It chooses passages of a draft, never whether there is one.
  hasSharedKeyFunction: false,
})
