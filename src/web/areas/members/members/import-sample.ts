import type { MemberColumn } from '../../../../contract/member-imports.ts'

/** Two people who do not exist: one with a PPS number, the other still waiting for it. */
export const SAMPLE_ROWS: readonly Readonly<Partial<Record<MemberColumn, string>>>[] = [
  {
    ppsn: '1234567FA',
    works_number: '1001',
    title: 'Ms',
    first_name: 'Aoife',
    last_name: 'Sample',
    date_of_birth: '14/05/1984',
    sex: 'F',
    email: 'aoife.sample@example.ie',
    address_line1: '1 Main Street',
    county: 'Cork',
    date_joined_employment: '01/09/2015',
    date_joined_scheme: '01/01/2016',
    normal_retirement_age: '66',
    pensionable_salary: '48000.00',
    ee_rate: '5',
    er_rate: '6',
    status: 'ACTIVE',
  },
  {
    ppsn_pending: 'Y',
    works_number: '1002',
    first_name: 'Ciarán',
    last_name: 'Sample',
    date_of_birth: '02/11/1991',
    date_joined_employment: '03/03/2025',
    date_joined_scheme: '01/04/2025',
    normal_retirement_age: '66',
    pensionable_salary: '39000.00',
    ee_rate: '5',
    er_rate: '6',
    status: 'ACTIVE',
  },
]
