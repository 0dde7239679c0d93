import type { ContributionColumn } from '../../../../contract/contributions.ts'
import { type ColumnDefinition, PERSON_COLUMNS, toHeaderIssue } from '../imports/index.ts'
import { ISSUES } from './issues.ts'

const WHOLE_NAME = toHeaderIssue(ISSUES.WHOLE_NAME)

/** Under which headers payroll files bring each field (domain: contributions CSV). */
export const COLUMNS: readonly ColumnDefinition<ContributionColumn>[] = [
  ...PERSON_COLUMNS,
  {
    field: 'last_name',
    headers: ['Surname', 'Last Name', 'Family Name'],
    doubtful: { 'Employee Name': WHOLE_NAME, 'Full Name': WHOLE_NAME },
  },
  {
    field: 'pay_date',
    headers: ['Pay Date', 'Payment Date', 'Date Paid', 'Deduction Date'],
    doubtful: { 'Period End': toHeaderIssue(ISSUES.PAY_DATE_INFERRED) },
  },
  { field: 'period_start', headers: ['Period Start', 'Period From', 'From'] },
  { field: 'period_end', headers: ['Period End', 'Period To', 'To'] },
  {
    field: 'pensionable_pay',
    headers: ['Pensionable Pay', 'Pensionable Salary', 'Basic Pay'],
    doubtful: { 'Gross Pay': toHeaderIssue(ISSUES.GROSS_PAY) },
  },
  {
    field: 'ee_contribution',
    headers: [
      'EE',
      'EE Amount',
      'EE Contribution',
      'Employee Contribution',
      'Employee Pension',
      'Member Contribution',
      'EE Pension',
    ],
  },
  {
    field: 'er_contribution',
    headers: [
      'ER',
      'ER Amount',
      'ER Contribution',
      'Employer Contribution',
      'Employer Pension',
      'Company Contribution',
      'ER Pension',
    ],
  },
  { field: 'avc', headers: ['AVC', 'AVC Amount', 'Employee AVC', 'Additional Voluntary'] },
  { field: 'er_special', headers: ['ER Special', 'ER AVC', 'Special', 'Lump Sum ER'] },
  { field: 'single_premium', headers: ['Single Premium', 'One-off'] },
  { field: 'kind', headers: ['Kind', 'Type', 'Contribution Type'] },
  { field: 'leave_date', headers: ['Leave Date', 'Leaving Date', 'Date Left'] },
  { field: 'comment', headers: ['Comment', 'Comments', 'Note', 'Notes'] },
]

/** The columns of amounts, and what each is called in a line. */
export const AMOUNT_COLUMNS = {
  ee_contribution: 'eeCents',
  er_contribution: 'erCents',
  avc: 'avcCents',
  er_special: 'erSpecialCents',
  single_premium: 'singlePremiumCents',
} as const satisfies Partial<Record<ContributionColumn, string>>
export type AmountColumn = keyof typeof AMOUNT_COLUMNS
export const AMOUNT_FIELDS = Object.keys(AMOUNT_COLUMNS) as AmountColumn[]
