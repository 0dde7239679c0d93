/** How codes read on paper. */
import { formatCitations } from '../../../contract/citations.ts'

/** Codes that are not the words they are made of. */
const WORDS: Record<string, string> = {
  DB: 'Defined benefit',
  DC: 'Defined contribution',
  PRSA: 'PRSA',
  RAC: 'RAC',
  TRUST_RAC: 'Trust RAC',
  RAC_CONTRACT: 'RAC contract',
  PRSA_CONTRACT: 'PRSA contract',
  AVC_ONLY: 'AVCs only',
  RA: 'Registered administrator',
  RA_STAFF: 'Staff of the registered administrator',
  KFH_RISK: 'Risk management function',
  KFH_AUDIT: 'Internal audit function',
  KFH_ACTUARIAL: 'Actuarial function',
  IT: 'IT',
  ICT_RISK: 'ICT risk',
  ICT_INCIDENT: 'ICT incident',
  SIPP: 'Statement of investment policy principles',
  ESG: 'Environmental, social and governance',
  FIT_PROPER_OK: 'Found fit and proper',
  UNDECIDED: 'Not decided',
  VOLUNTARY_S84: `Voluntary report (${formatCitations('PA 84')})`,
  COMPULSORY_S83: `Compulsory report (${formatCitations('PA 83')})`,
  KFH_S64AH: 'Report by the key function holder',
  GDPR_33: `Data Protection Commission (${formatCitations('GDPR 33')})`,
  DORA_19: `Major ICT incident (${formatCitations('DORA 19')})`,
  WHOLE_IORP: 'Whole IORP',
  MEMBER_BORNE: 'Borne by members',
}
export const formatCode = (code: string): string =>
  WORDS[code] ?? code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
