import type { ContributionColumn } from '../../../../contract/contributions.ts'

/** Two people who do not exist: one found by PPS number, the other by works number. */
export const SAMPLE_ROWS: readonly Readonly<Partial<Record<ContributionColumn, string>>>[] = [
  {
    ppsn: '1234567FA',
    works_number: '1001',
    first_name: 'Aoife',
    last_name: 'Sample',
    pay_date: '27/03/2026',
    period_start: '01/03/2026',
    period_end: '31/03/2026',
    pensionable_pay: '4000.00',
    ee_contribution: '200.00',
    er_contribution: '240.00',
    avc: '50.00',
  },
  {
    works_number: '1002',
    first_name: 'Ciarán',
    last_name: 'Sample',
    pay_date: '27/03/2026',
    period_start: '01/03/2026',
    period_end: '31/03/2026',
    pensionable_pay: '3250.00',
    ee_contribution: '162.50',
    er_contribution: '195.00',
    comment: 'No PPS number: the works number is enough',
  },
]
