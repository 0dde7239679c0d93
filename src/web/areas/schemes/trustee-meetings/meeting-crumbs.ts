import { PAGES } from '../../../../contract/pages.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import type { Crumb } from '../../../ui/page-header.tsx'

/** Meetings are found through their scheme. */
export const buildMeetingCrumbs = ({
  schemeId,
  schemeName,
}: Pick<TrusteeMeeting, 'schemeId' | 'schemeName'>): Crumb[] => [
  { label: 'Schemes', to: PAGES.schemes },
  { label: schemeName, to: PAGES.scheme, params: { schemeId } },
  { label: 'Meetings', to: PAGES.schemeMeetings, params: { schemeId } },
]
