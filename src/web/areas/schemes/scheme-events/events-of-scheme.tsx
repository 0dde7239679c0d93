import { useParams } from '@tanstack/react-router'
import { PAGES } from '../../../../contract/pages.ts'
import {
  createSchemeEvent,
  listSchemeEvents,
  type SchemeEvent,
  SchemeEventKind,
  SchemeEventStatus,
} from '../../../../contract/scheme-events.ts'
import { formatCode, listCodeOptions } from '../../../labels.ts'
import {
  createAddedColumn,
  createCodeColumn,
  createDateColumn,
  createStatusColumn,
  createTextColumn,
} from '../../../lists/columns.tsx'
import { List } from '../../../lists/list.tsx'
import { useCreateButton } from '../../../lists/use-create-button.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { EVENT_TONES, formatObligationText } from './scheme-event.tsx'

const COLUMNS: readonly Column<SchemeEvent>[] = [
  createDateColumn('occurredOn', { label: 'Occurred', sort: '-occurredOn', onCard: true }),
  createTextColumn('title', { width: 190, grows: true, wraps: true }),
  createCodeColumn('kind', { width: 220 }),
  {
    key: 'duties',
    label: 'Resulting obligations',
    grows: true,
    wraps: true,
    onCard: true,
    cell: ({ kind, status }) =>
      status === 'WITHDRAWN' ? 'No obligations: withdrawn' : formatObligationText(kind),
    text: ({ kind, status }) => (status === 'WITHDRAWN' ? '' : formatObligationText(kind)),
  },
  createStatusColumn(EVENT_TONES, { width: 120 }),
  createAddedColumn({ label: 'Recorded', isExtra: true }),
]

export default function EventsOfScheme() {
  const { schemeId } = useParams({ from: `/authenticated${PAGES.scheme}` })
  const record = useCreateButton(
    createSchemeEvent,
    { to: PAGES.newSchemeEvent, params: { schemeId } },
    'Record event',
  )
  return (
    <Section title="Events" actions={record}>
      <p className="max-w-[70ch] text-muted">
        Changes, notices and requests by date. The deadlines of their obligations run from that date.
      </p>
      <List
        contract={listSchemeEvents}
        name="Events of the scheme"
        columns={COLUMNS}
        page={PAGES.schemeEvent}
        fixed={{ id: schemeId }}
        filters={[
          { name: 'kind', options: listCodeOptions(SchemeEventKind.options) },
          { name: 'status', options: listCodeOptions(SchemeEventStatus.options) },
        ]}
        chipWords={(_name, value) => formatCode(value)}
        empty={{
          title: 'No events yet',
          text: 'Record changes of the risk profile, the rules or the people of the scheme. Obligations are calculated from them.',
          action: record,
        }}
      />
    </Section>
  )
}
