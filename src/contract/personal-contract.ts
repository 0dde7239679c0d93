import type { LegalForm } from './schemes.ts'

/** A contract of one person with a provider: no trust, so no trustees, no PB number and no scheme year (domain: not an IORP). */
export const isPersonalContract = ({ legalForm }: { legalForm: LegalForm }): boolean =>
  legalForm === 'PRSA_CONTRACT' || legalForm === 'RAC_CONTRACT'
