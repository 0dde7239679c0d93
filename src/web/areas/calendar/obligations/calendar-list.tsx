import { listObligations } from '../../../../contract/obligations.ts'
import { List } from '../../../lists/list.tsx'
import {
  CalendarFrame,
  DAY_FILTERS,
  formatCalendarChip,
  STATUS_FILTER,
  useRuleFilter,
} from './calendar-frame.tsx'
import { linkToDuty, obligationColumns } from './obligation-columns.tsx'

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
  return (
    <CalendarFrame>
      <List
        contract={listObligations}
        name="Duties"
        columns={COLUMNS}
        linkTo={linkToDuty}
        searchLabel="Search by obligation or scheme"
        filters={[OPEN_FILTER, STATUS_FILTER, rule, ...DAY_FILTERS]}
        chipWords={formatCalendarChip}
        empty={{
          title: 'No obligations yet',
          text: 'Add a scheme: its obligations are calculated at once.',
        }}
      />
    </CalendarFrame>
  )
}
