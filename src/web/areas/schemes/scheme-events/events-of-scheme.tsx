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
import { useCreate } from '../../../lists/create.tsx'
import { List } from '../../../lists/list.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Column } from '../../../ui/table/column.ts'
import { dutyWords, EVENT_TONES } from './scheme-event.tsx'

const COLUMNS: readonly Column<SchemeEvent>[] = [
  createDateColumn('occurredOn', { sort: '-occurredOn', onCard: true }),
  createTextColumn('title', { width: 250 }),
  createCodeColumn('kind', { width: 220 }),
  {
    key: 'duties',
    label: 'What it starts',
    grows: true,
    onCard: true,
    cell: ({ kind, status }) => (status === 'WITHDRAWN' ? 'Nothing: it was withdrawn' : dutyWords(kind)),
    text: ({ kind, status }) => (status === 'WITHDRAWN' ? '' : dutyWords(kind)),
  },
  createStatusColumn(EVENT_TONES, { width: 120 }),
  createAddedColumn({ label: 'Recorded', isExtra: true }),
]

const linkTo = ({ id }: SchemeEvent) => ({ to: PAGES.schemeEvent, params: { eventId: id } })

/** What happened to the scheme, and the duties that began with it. */
export default function EventsOfScheme() {
  const { schemeId } = useParams({ from: `/house${PAGES.scheme}` })
  const record = useCreate(
    createSchemeEvent,
    { to: PAGES.newSchemeEvent, params: { schemeId } },
    'Record an event',
  )
  return (
    <Section title="What changed" actions={record}>
      <p className="max-w-[70ch] text-muted">
        Changes, notices and requests, each on the day it happened. The periods of what they start run from
        that day.
      </p>
      <List
        contract={listSchemeEvents}
        name="What changed"
        columns={COLUMNS}
        linkTo={linkTo}
        fixed={{ id: schemeId }}
        filters={[
          { name: 'kind', options: listCodeOptions(SchemeEventKind.options) },
          { name: 'status', options: listCodeOptions(SchemeEventStatus.options) },
        ]}
        chipWords={(_name, value) => formatCode(value)}
        empty={{
          title: 'Nothing recorded',
          text: 'Record a change of the risk profile, of the rules or of who runs the scheme, and its duties begin.',
          action: record,
        }}
      />
    </Section>
  )
}
