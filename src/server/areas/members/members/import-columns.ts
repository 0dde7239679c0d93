import type { MemberColumn } from '../../../../contract/member-imports.ts'
import { type ColumnDefinition, PERSON_COLUMNS, toHeaderIssue } from '../imports/index.ts'
import { ISSUES } from './import-issues.ts'

const AS_SALARY = toHeaderIssue(ISSUES.TAKEN_FOR_SALARY)

/** Under which headers files of members bring each field (domain: member CSV; BrightPay's employee list). */
export const COLUMNS: readonly ColumnDefinition<MemberColumn>[] = [
  { field: 'member_id', headers: [] },
  ...PERSON_COLUMNS,
  { field: 'ppsn_pending', headers: ['PPS Pending', 'PPS No Pending', 'PPS Number Pending'] },
  { field: 'title', headers: ['Salutation'] },
  { field: 'middle_name', headers: ['Middle Name', 'Middle Names'] },
  { field: 'last_name', headers: ['Surname', 'Last Name', 'Family Name'] },
  { field: 'date_of_birth', headers: ['Date of Birth', 'DOB', 'Birth Date'] },
  { field: 'sex', headers: ['Gender'] },
  { field: 'email', headers: ['E-mail', 'Email Address'] },
  { field: 'phone', headers: ['Phone Number', 'Phone No', 'Telephone', 'Tel', 'Mobile', 'Mobile Number'] },
  { field: 'address_line1', headers: ['Address', 'Address 1', 'Address Line 1'] },
  { field: 'address_line2', headers: ['Address 2', 'Address Line 2'] },
  { field: 'address_line3', headers: ['Address 3', 'Address Line 3'] },
  { field: 'county', headers: [] },
  { field: 'eircode', headers: ['Postcode'] },
  {
    field: 'date_joined_employment',
    headers: ['Start Date', 'Employment Start Date', 'Date of Employment', 'Hire Date', 'Date of Hire'],
  },
  {
    field: 'date_joined_scheme',
    headers: ['Scheme Join Date', 'Joined Scheme', 'Date of Joining Scheme', 'Pension Start Date'],
  },
  { field: 'normal_retirement_age', headers: ['NRA', 'Retirement Age'] },
  { field: 'normal_retirement_date', headers: ['NRD'] },
  {
    field: 'pensionable_salary',
    headers: ['Pensionable Pay', 'Pensionable Earnings'],
    doubtful: {
      Salary: AS_SALARY,
      'Annual Salary': AS_SALARY,
      'Annual Pay Rate': AS_SALARY,
      'Basic Salary': AS_SALARY,
    },
  },
  {
    field: 'ee_rate',
    unit: '%',
    headers: ['EE %', 'Employee Rate', 'Employee %', 'EE Contribution %', 'Employee Contribution %'],
  },
  {
    field: 'er_rate',
    unit: '%',
    headers: ['ER %', 'Employer Rate', 'Employer %', 'ER Contribution %', 'Employer Contribution %'],
  },
  { field: 'avc_rate', unit: '%', headers: ['AVC %'] },
  { field: 'pay_valid_from', headers: ['Pay From', 'Pay Effective Date', 'Salary Effective Date'] },
  { field: 'status', headers: ['Member Status', 'Membership Status'] },
  { field: 'leave_date', headers: ['Leaving Date', 'Date Left', 'Date of Leaving', 'Termination Date'] },
  { field: 'marital_status', headers: ['Civil Status'] },
]

/** Read and not kept: the service has no use for them, so it does not hold them. */
export const NOT_KEPT = ['title', 'marital_status'] as const satisfies MemberColumn[]
