/** What a scheme's state means to the reader; several features show it. */
import type { SchemeStatus } from '../contract/schemes.ts'
import type { Tone } from './ui/status.tsx'

export const SCHEME_TONES: Record<SchemeStatus, Tone> = {
  DRAFT: 'idle',
  PENDING_APPROVAL: 'progress',
  ACTIVE: 'done',
  CLOSED_TO_NEW: 'done',
  PAID_UP: 'settled',
  WINDING_UP: 'progress',
  WOUND_UP: 'ended',
}
