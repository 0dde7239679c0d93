import type { ImportColumn } from '../../contract/imports.ts'
import { getLabel } from '../labels.ts'

const WORDS: Readonly<Record<string, string>> = {
  member_id: 'Member ID',
  ppsn: 'PPS number',
  ppsn_pending: 'PPS number to follow (Y)',
  date_of_birth: 'Date of birth',
  email: 'E-mail address',
  phone: 'Telephone',
  pb_number: 'PB number',
  cro_number: 'CRO number',
  scheme_employer: 'Employer of the scheme',
  went_live_on: 'Went live',
  established_on: 'Established',
  closed_to_new_on: 'Closed to new members',
  paid_up_on: 'Paid up',
  appointed_on: 'Appointed',
  fit_and_proper_on: 'Fit and proper',
  training_on: 'Last training',
  revenue_approved_on: 'Revenue approval',
  revenue_reference: 'Revenue reference',
  address_line1: 'Address, line 1',
  address_line2: 'Address, line 2',
  address_line3: 'Address, line 3',
  date_joined_employment: 'Employment began',
  date_joined_scheme: 'Joined the scheme',
  ee_rate: 'Employee rate (%)',
  er_rate: 'Employer rate (%)',
  avc_rate: 'AVC rate (%)',
  pay_valid_from: 'Pay valid from',
  ee_contribution: 'Employee contribution',
  er_contribution: 'Employer contribution',
  avc: 'AVC',
  er_special: 'Special employer contribution',
}

/** `works_number` as "Works number": what a column of a file may be read as. */
export const formatColumn = (field: string): string => WORDS[field] ?? getLabel(field)

/** A column of a file as users know it: its header, or the label where the header is the machine name of the template. */
export const formatHeader = ({ header, field, column }: ImportColumn): string =>
  field !== null && header === field ? formatColumn(field) : header || `Column ${column}`

/** The header that an issue names, as users know it. */
export function formatHeaderOfIssue(header: string, columns: readonly ImportColumn[]): string {
  const column = columns.find((one) => one.header === header)
  return column ? formatHeader(column) : header
}
