import type { Employer } from '../../../../contract/employers.ts'
import type { Tone } from '../../../ui/status.tsx'

export const EMPLOYER_TONES: Record<Employer['status'], Tone> = {
  ACTIVE: 'settled',
  IN_LIQUIDATION: 'soon',
  CEASED: 'ended',
}
