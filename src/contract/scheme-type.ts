import { z } from 'zod'

export const SchemeType = z.enum(['DB', 'DC', 'PRSA', 'RAC'])
export type SchemeType = z.infer<typeof SchemeType>

export const LegalForm = z.enum([
  'OCCUPATIONAL_TRUST',
  'MASTER_TRUST_SECTION',
  'ONE_MEMBER',
  'TRUST_RAC',
  'RAC_CONTRACT',
  'PRSA_CONTRACT',
  'AVC_ONLY',
  'DEATH_BENEFIT_ONLY',
])
export type LegalForm = z.infer<typeof LegalForm>

/** A contract of one person with a provider: no trust, so no trustees, no PB number and no scheme year (domain: not an IORP). */
export const isPersonalContract = ({ legalForm }: { legalForm: LegalForm }): boolean =>
  legalForm === 'PRSA_CONTRACT' || legalForm === 'RAC_CONTRACT'
