import type { Scheme } from '../../contract/schemes.ts'

/** Only schemes of many employers have members whose employer is not the scheme's own. */
export const hasManyEmployers = ({ isMasterTrust, legalForm }: Scheme): boolean =>
  isMasterTrust || legalForm === 'MASTER_TRUST_SECTION'
