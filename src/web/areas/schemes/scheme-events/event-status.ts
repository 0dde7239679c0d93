import type { SchemeEventStatus } from '../../../../contract/scheme-events.ts'
import type { Tone } from '../../../ui/status.tsx'

export const EVENT_TONES: Record<SchemeEventStatus, Tone> = { RECORDED: 'settled', WITHDRAWN: 'ended' }
