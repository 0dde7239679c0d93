import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createTrusteeMeeting,
  listTrusteeMeetings,
  type TrusteeMeeting,
  TrusteeMeetingStatus,
  updateTrusteeMeeting,
} from '../../../../contract/trustee-meetings.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { useScheme } from '../../../records/use-scheme.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { Status } from '../../../ui/status.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { MEETING_TONES } from './meeting.ts'
import { MeetingsSummary } from './meetings-summary.tsx'

const formatMinutes = ({ status, minutesApprovedOn }: TrusteeMeeting): string =>
  minutesApprovedOn ? `Approved ${formatDate(minutesApprovedOn)}` : status === 'HELD' ? 'To approve' : '—'
const buildColumns = (isOfScheme: boolean): Column<TrusteeMeeting>[] => [
  createTextColumn<TrusteeMeeting>('title', { grows: true, wraps: true }),
  ...(isOfScheme
    ? []
    : [
        createTextColumn<TrusteeMeeting>('schemeName', {
          label: 'Scheme',
          grows: true,
          wraps: true,
          onCard: true,
        }),
      ]),
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
  { key: 'minutes', label: 'Minutes', width: 190, cell: formatMinutes, text: formatMinutes },
  createTextColumn<TrusteeMeeting>('openActions', { width: 110, align: 'right' }),
  createDateColumn<TrusteeMeeting>('plannedForOn', { isExtra: true }),
  createTextColumn<TrusteeMeeting>('location', { label: 'Place', isExtra: true }),
  createAddedColumn<TrusteeMeeting>({ isExtra: true }),
]
const OF_FIRM = buildColumns(false)
const OF_SCHEME = buildColumns(true)

function Meetings({ schemeId, create }: { schemeId?: string; create: ReactNode }) {
  return (
    <List
      contract={listTrusteeMeetings}
      name={schemeId ? 'Meetings of the scheme' : 'Trustee meetings'}
      columns={schemeId ? OF_SCHEME : OF_FIRM}
      page={PAGES.meeting}
      filters={[
        { name: 'status', options: listCodeOptions(TrusteeMeetingStatus.options) },
        { name: 'minutesPending', options: [{ value: 'true', label: 'Yes' }] },
        { name: 'from', options: 'day' },
        { name: 'to', options: 'day' },
      ]}
      {...(schemeId ? { fixed: { schemeId } } : {})}
      empty={{
        title: 'No meetings yet',
        text: 'Plan the first meeting with its agenda. Record attendance and decisions after the meeting.',
        action: create,
      }}
      edit={{
        contract: updateTrusteeMeeting,
        page: PAGES.editMeeting,
        isLocked: ({ status, minutesApprovedOn }) => status === 'CANCELLED' || minutesApprovedOn !== null,
      }}
    />
  )
}

export function FirmPage() {
  const create = useCreateButton(createTrusteeMeeting, { to: PAGES.newMeeting }, 'Plan meeting')
  return (
    <>
      <PageHeader title="Trustee meetings" actions={create} />
      <div className="flex flex-col gap-6">
        <MeetingsSummary />
        <Meetings create={create} />
      </div>
    </>
  )
}

export function SchemePage() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const scheme = useScheme(schemeId)
  const create = useCreateButton(
    // Meetings cannot be added to a wound-up scheme: the service refuses it.
    scheme.status === 'WOUND_UP' ? null : createTrusteeMeeting,
    { to: PAGES.newMeeting, search: { schemeId } },
    'Plan meeting',
  )
  return (
    <div className="flex flex-col gap-6">
      <MeetingsSummary schemeId={schemeId} />
      <Section title="Meetings" actions={create}>
        <Meetings schemeId={schemeId} create={create} />
      </Section>
    </div>
  )
}
