import type { MeetingActionStatus } from '../../../../contract/meeting-actions.ts'
import { PAGES } from '../../../../contract/pages.ts'
import type { TrusteeMeeting, TrusteeMeetingStatus } from '../../../../contract/trustee-meetings.ts'
import { buildSchemeCrumbs } from '../../../records/scheme-crumbs.ts'
import type { Crumb } from '../../../ui/page-header.tsx'
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

export const buildMeetingCrumbs = ({
  schemeId,
  schemeName,
}: Pick<TrusteeMeeting, 'schemeId' | 'schemeName'>): Crumb[] =>
  buildSchemeCrumbs({ id: schemeId, name: schemeName }, { label: 'Meetings', page: PAGES.schemeMeetings })
