import type { MeetingActionStatus } from '../../../../contract/meeting-actions.ts'
import type { TrusteeMeetingStatus } from '../../../../contract/trustee-meetings.ts'
import type { Tone } from '../../../ui/status.tsx'

export const MEETING_TONES: Record<TrusteeMeetingStatus, Tone> = {
  PLANNED: 'progress',
  HELD: 'done',
  CANCELLED: 'ended',
}

export const ACTION_TONES: Record<MeetingActionStatus, Tone> = {
  OPEN: 'progress',
  DONE: 'done',
  DROPPED: 'ended',
}
