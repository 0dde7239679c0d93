/** Actions for several selected obligations, in the calendar and on the page of a scheme. */
import { lazy } from 'react'
import {
  assignObligation,
  completeObligation,
  OBLIGATION_TRANSITIONS,
  type ObligationSummary,
  waiveObligation,
} from '../../../../contract/obligations.ts'
import { getTodayInDublin } from '../../../format.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import { buildBulkAssign } from '../../../records/assignment.tsx'
import { formatObligationName } from '../../../records/obligation-period.ts'
import { useMay } from '../../../session.tsx'

// Fields are loaded with the dialog.
const BulkCompletionFields = lazy(async () => ({
  default: (await import('./bulk-fields.tsx')).BulkCompletionFields,
}))
const BulkWaiverFields = lazy(async () => ({ default: (await import('./bulk-fields.tsx')).BulkWaiverFields }))

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

export function useObligationBulkActs(): BulkAct<ObligationSummary>[] {
  const may = useMay()
  return buildBulkActs().filter(({ contract }) => may(contract))
}
