/** What the states and the gravity of an entry mean to the reader. */
import type { BreachSeverity, BreachStatus } from '../../../../contract/breaches.ts'
import type { Tone } from '../../../ui/status.tsx'

export const BREACH_TONES: Record<BreachStatus, Tone> = {
  OPEN: 'soon',
  ASSESSED: 'settled',
  REPORTABLE: 'late',
  REPORTED: 'progress',
  REMEDIATION: 'progress',
  CLOSED: 'ended',
}

export const SEVERITY_TONES: Record<BreachSeverity, Tone> = {
  LOW: 'idle',
  MEDIUM: 'soon',
  HIGH: 'late',
  CRITICAL: 'late',
}
