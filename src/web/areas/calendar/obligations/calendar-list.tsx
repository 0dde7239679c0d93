import { lazy } from 'react'
import {
  assignObligation,
  completeObligation,
  listObligations,
  OBLIGATION_TRANSITIONS,
  type ObligationSummary,
  waiveObligation,
} from '../../../../contract/obligations.ts'
import { getTodayInDublin } from '../../../format.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import { List } from '../../../lists/list.tsx'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { buildBulkAssign, useAssigneeFilter } from '../../../records/assignment.tsx'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { useMay } from '../../../session.tsx'
import { DAY_FILTERS, formatCalendarChip, STATUS_FILTER, useRuleFilter } from './calendar-filters.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { linkToObligation, obligationColumns } from './obligation-columns.tsx'

// Fields are loaded with the dialog.
const BulkCompletionFields = lazy(async () => ({
  default: (await import('./bulk-fields.tsx')).BulkCompletionFields,
}))
const BulkWaiverFields = lazy(async () => ({ default: (await import('./bulk-fields.tsx')).BulkWaiverFields }))

const COLUMNS = Object.values(obligationColumns)
const OPEN_FILTER = {
  name: 'isOpen',
  options: [
    { value: 'true', label: 'Open' },
    { value: 'false', label: 'Completed or closed' },
  ],
}

const getName = (obligation: ObligationSummary): string =>
  `${formatObligationName(obligation)}, ${obligation.schemeName}`

const buildBulkActs = (): BulkAct<ObligationSummary>[] => [
  {
    contract: completeObligation,
    label: 'Mark complete',
    explanation: 'The note is the evidence of each obligation. The audit log records each change.',
    fields: <BulkCompletionFields />,
    defaults: { completedOn: getTodayInDublin(), evidenceDocumentIds: [] },
    isPossible: ({ status }) => OBLIGATION_TRANSITIONS.complete.from.includes(status),
    nameOf: getName,
  },
  buildBulkAssign(assignObligation, getName),
  {
    contract: waiveObligation,
    label: 'Waive',
    explanation:
      'Each obligation is shown as waived with your reason. Waiving it here does not remove the legal obligation.',
    fields: <BulkWaiverFields />,
    defaults: {},
    look: 'danger',
    isPossible: ({ status }) => OBLIGATION_TRANSITIONS.waive.from.includes(status),
    nameOf: getName,
  },
]

/** Every duty that was ever computed, with what became of it. */
export default function CalendarList() {
  const rule = useRuleFilter()
  const assignee = useAssigneeFilter()
  const may = useMay()
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
        bulkActs={buildBulkActs().filter(({ contract }) => may(contract))}
        empty={{
          title: 'No obligations yet',
          text: 'Add a scheme: its obligations are calculated at once.',
          action: <AddSchemesLink />,
        }}
      />
    </CalendarFrame>
  )
}
