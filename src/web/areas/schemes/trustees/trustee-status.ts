import type { TrusteeStatus } from '../../../../contract/trustees.ts'
import type { Tone } from '../../../ui/status.tsx'

export const TRUSTEE_TONES: Record<TrusteeStatus, Tone> = {
  PROPOSED: 'idle',
  FIT_PROPER_OK: 'progress',
  APPOINTED: 'done',
  RETIRED: 'ended',
  REMOVED: 'ended',
  DECEASED: 'ended',
  DISQUALIFIED: 'late',
}
