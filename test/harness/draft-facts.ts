import type { DraftFacts } from '../../src/contract/draft-kind-definitions.ts'

/** A defined contribution scheme of some size with nothing out of the ordinary. */
export const ORDINARY_DC: DraftFacts = {
  iorpInScope: true,
  isRegulatoryOwnFunds: false,
  hasSharedKeyFunction: false,
  doraTier: 'FULL',
  hasDepositary: false,
  considersEsg: true,
  activeAndDeferred: 240,
  type: 'DC',
  legalForm: 'OCCUPATIONAL_TRUST',
  isHybrid: false,
  isOneMemberArrangement: false,
  memberBearsRisk: true,
  isDeathBenefitsOnly: false,
  status: 'ACTIVE',
}
