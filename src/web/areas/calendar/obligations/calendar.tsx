import { listObligations, OBLIGATION_TRANSITIONS } from '../../../../contract/obligations.ts'
import { listCodeOptions } from '../../../labels.ts'
import { List } from '../../../lists/list.tsx'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { AgendaTable } from './agenda-table.tsx'
import { DAY_FILTERS, formatCalendarChip, useCalendarSearch, useRuleFilter } from './calendar-filters.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { useObligationBulkActs } from './obligation-bulk-acts.tsx'
import { obligationColumns } from './obligation-columns.tsx'

const COLUMNS = Object.values(obligationColumns)
const OPEN_STATUSES = { name: 'status', options: listCodeOptions(OBLIGATION_TRANSITIONS.complete.from) }

/** Open obligations of all schemes, overdue ones first. */
export default function Calendar() {
  const { status, isOpen } = useCalendarSearch()
  const rule = useRuleFilter()
  const bulkActs = useObligationBulkActs()
  return (
    <CalendarFrame>
      <List
        contract={listObligations}
        name="Agenda"
        columns={COLUMNS}
        searchLabel="Obligation or scheme"
        filters={[OPEN_STATUSES, rule, ...DAY_FILTERS]}
        // A link may ask for what is closed.
        fixed={status || isOpen ? {} : { isOpen: 'true' as never }}
        chipWords={formatCalendarChip}
        bulkActs={bulkActs}
        draw={(obligations, more, selection) => (
          <AgendaTable name="Agenda" obligations={obligations} more={more} selection={selection} />
        )}
        empty={{
          title: 'No open obligations',
          text: 'Add a scheme: its obligations are calculated at once from its year end, people and records.',
          action: <AddSchemesLink />,
        }}
      />
    </CalendarFrame>
  )
}
