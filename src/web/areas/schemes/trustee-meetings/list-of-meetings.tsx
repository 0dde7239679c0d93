import type { ReactNode } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import {
  listTrusteeMeetings,
  type TrusteeMeeting,
  TrusteeMeetingStatus,
  updateTrusteeMeeting,
} from '../../../../contract/trustee-meetings.ts'
import { formatDate } from '../../../format.ts'
import { listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { MEETING_TONES } from './meeting.ts'

const minutesWords = ({ status, minutesApprovedOn }: TrusteeMeeting): string =>
  minutesApprovedOn ? `Approved ${formatDate(minutesApprovedOn)}` : status === 'HELD' ? 'To approve' : '—'
const columnsOf = (isOfScheme: boolean): Column<TrusteeMeeting>[] => [
  createTextColumn<TrusteeMeeting>('title', { grows: true }),
  ...(isOfScheme
    ? []
    : [createTextColumn<TrusteeMeeting>('schemeName', { label: 'Scheme', grows: true, onCard: true })]),
  {
    key: 'meetsOn',
    label: 'Date',
    width: 116,
    sort: '-meetsOn',
    sortBack: 'meetsOn',
    onCard: true,
    cell: ({ heldOn, plannedForOn }) => formatDate(heldOn ?? plannedForOn),
    text: ({ heldOn, plannedForOn }) => heldOn ?? plannedForOn,
  },
  createStatusColumn<TrusteeMeeting>(MEETING_TONES, { width: 120 }),
  {
    key: 'quorumMet',
    label: 'Quorum',
    width: 90,
    cell: ({ quorumMet }) => (quorumMet === null ? '—' : quorumMet ? 'Yes' : <Status tone="late">No</Status>),
    text: ({ quorumMet }) => (quorumMet === null ? '' : quorumMet ? 'Yes' : 'No'),
  },
  { key: 'minutes', label: 'Minutes', width: 170, cell: minutesWords, text: minutesWords },
  createTextColumn<TrusteeMeeting>('openActions', { width: 110, align: 'right' }),
  createDateColumn<TrusteeMeeting>('plannedForOn', { isExtra: true }),
  createTextColumn<TrusteeMeeting>('location', { label: 'Place', isExtra: true }),
  createAddedColumn<TrusteeMeeting>({ isExtra: true }),
]
const OF_FIRM = columnsOf(false)
const OF_SCHEME = columnsOf(true)

export function ListOfMeetings({
  name,
  schemeId,
  empty,
}: {
  name: string
  schemeId?: string
  empty: { title: string; text?: string; action?: ReactNode }
}) {
  return (
    <List
      contract={listTrusteeMeetings}
      name={name}
      columns={schemeId ? OF_SCHEME : OF_FIRM}
      page={PAGES.meeting}
      filters={[
        { name: 'status', options: listCodeOptions(TrusteeMeetingStatus.options) },
        { name: 'minutesPending', options: [{ value: 'true', label: 'Yes' }] },
        { name: 'from', options: 'day' },
        { name: 'to', options: 'day' },
      ]}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={empty}
      edit={{
        contract: updateTrusteeMeeting,
        page: PAGES.editMeeting,
        isLocked: ({ status, minutesApprovedOn }) => status === 'CANCELLED' || minutesApprovedOn !== null,
      }}
    />
  )
}
