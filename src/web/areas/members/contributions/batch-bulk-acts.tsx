/** Actions on several payroll months at once. */
import { lazy } from 'react'
import {
  CONTRIBUTION_TRANSITIONS,
  type ContributionBatchSummary,
  closeContributions,
  recordFunds,
  recordInvestment,
} from '../../../../contract/contributions.ts'
import { getTodayInDublin } from '../../../format.ts'
import type { BulkAct } from '../../../lists/bulk-act.ts'
import { calculateMissingCents, formatBatchTitle } from './batch.ts'

// Fields are loaded with the dialog.
const BulkMoneyFields = lazy(async () => ({
  default: (await import('./batch-bulk-fields.tsx')).BulkMoneyFields,
}))
const BulkInvestmentField = lazy(async () => ({
  default: (await import('./batch-bulk-fields.tsx')).BulkInvestmentField,
}))

export const buildBatchBulkActs = (): BulkAct<ContributionBatchSummary>[] => [
  {
    contract: recordFunds,
    label: 'Record money',
    explanation:
      'The missing amount of each month is recorded as received on this date. A receipt cannot be edited: to correct it, record the amount again with a minus sign. The audit log records each receipt.',
    fields: <BulkMoneyFields />,
    defaults: { receivedOn: getTodayInDublin() },
    valuesOf: (batch) => ({ amountCents: calculateMissingCents(batch) }),
    isPossible: (batch) =>
      CONTRIBUTION_TRANSITIONS['record-funds'].from.includes(batch.status) &&
      calculateMissingCents(batch) > 0,
    nameOf: formatBatchTitle,
  },
  {
    contract: recordInvestment,
    label: 'Record investment',
    explanation: 'The money of each month was invested on this date. The audit log records each change.',
    fields: <BulkInvestmentField />,
    defaults: { on: getTodayInDublin() },
    isPossible: ({ status }) => CONTRIBUTION_TRANSITIONS['record-investment'].from.includes(status),
    nameOf: formatBatchTitle,
  },
  {
    contract: closeContributions,
    label: 'Close',
    explanation:
      'Closing is final: money and corrections can no longer be recorded. The audit log records each change.',
    fields: null,
    defaults: {},
    // A month with money owed is closed after its investment.
    isPossible: ({ status, totalCents }) =>
      CONTRIBUTION_TRANSITIONS.close.from.includes(status) &&
      (status !== 'AWAITING_FUNDS' || totalCents <= 0),
    nameOf: formatBatchTitle,
  },
]
