import { listObligations } from '../../../../contract/obligations.ts'
import { List } from '../../../lists/list.tsx'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { useAssigneeFilter } from '../../../records/assignment.tsx'
import { DAY_FILTERS, formatCalendarChip, STATUS_FILTER, useRuleFilter } from './calendar-filters.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { useObligationBulkActs } from './obligation-bulk-acts.tsx'
import { linkToObligation, obligationColumns } from './obligation-columns.tsx'

const COLUMNS = Object.values(obligationColumns)
const OPEN_FILTER = {
  name: 'isOpen',
  options: [
    { value: 'true', label: 'Open' },
    { value: 'false', label: 'Completed or closed' },
  ],
}

/** Every duty that was ever computed, with what became of it. */
export default function CalendarList() {
  const rule = useRuleFilter()
  const bulkActs = useObligationBulkActs()
  const assignee = useAssigneeFilter()
  return (
    <CalendarFrame>
      <List
        contract={listObligations}
        name="Obligations"
        columns={COLUMNS}
        linkTo={linkToObligation}
        searchLabel="Obligation or scheme"
        filters={[assignee, OPEN_FILTER, STATUS_FILTER, rule, ...DAY_FILTERS]}
        chipWords={formatCalendarChip}
        bulkActs={bulkActs}
        empty={{
          title: 'No obligations yet',
          text: 'Add a scheme: its obligations are calculated at once.',
          action: <AddSchemesLink />,
        }}
      />
    </CalendarFrame>
  )
}
