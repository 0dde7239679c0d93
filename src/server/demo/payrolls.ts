/** The payroll months of a demo scheme, counted back from today: files, money received and investments. */
import { addMonthsToMonth, toMonth } from '../../contract/civil-dates.ts'
import {
  closeContributions,
  recordFunds,
  recordInvestment,
  recordStatement,
  uploadContributions,
} from '../../contract/contributions.ts'
import type { RunAs } from '../operation/run-as.ts'
import type { Actor } from '../pipeline/access-scope.ts'
import { Refusal } from '../pipeline/refusal.ts'
import { createCsv } from './files.ts'
import type { Earner } from './members.ts'
import type { Payrolls } from './read-demo.ts'

/** Contribution batches of earlier months are closed. */
const CLOSED_AFTER_MONTHS = 6
const EMPLOYEE_PERCENT = 5
const EMPLOYER_PERCENT = 7

export async function runPayrolls(
  runAs: RunAs,
  broker: Actor,
  { months, exceptions }: Payrolls,
  { schemeId, earners, today }: { schemeId: string; earners: readonly Earner[]; today: string },
): Promise<void> {
  const notAfterToday = (day: string): string => (day < today ? day : today)
  for (let ago = months; ago > 0; ago--) {
    const month = addMonthsToMonth(toMonth(today), -ago)
    const state = exceptions[ago] ?? 'PAID'
    if (state === 'MISSING') continue
    const sent = { schemeId, payrollMonth: month, confirmedWarnings: ['W09'] }
    // The employer sent a corrected file afterwards.
    if (state === 'REJECTED')
      await expectRefusal(
        runAs(broker, uploadContributions, sent, buildPayrollFile(month, earners, true)),
        'ROWS_REJECTED',
      )
    const { batch } = await runAs(broker, uploadContributions, sent, buildPayrollFile(month, earners, false))
    if (!batch) throw new Error('A payroll of the demo was not imported')
    const { id, totalCents, eeCents } = batch
    await runAs(broker, recordStatement, { id, on: notAfterToday(toDayInNextMonth(month, 1)) })
    if (state === 'UNPAID') continue
    const share = state === 'SHORT' ? 0.8 : 1
    await runAs(broker, recordFunds, {
      id,
      receivedOn: notAfterToday(toDayInNextMonth(month, state === 'LATE' ? 27 : 14)),
      amountCents: Math.round(totalCents * share),
      employeeCents: Math.round(eeCents * share),
      reference: `CONT ${month}`,
    })
    if (state === 'SHORT') continue
    await runAs(broker, recordInvestment, {
      id,
      on: notAfterToday(toDayInNextMonth(month, state === 'LATE' ? 28 : 18)),
    })
    if (ago > CLOSED_AFTER_MONTHS) await runAs(broker, closeContributions, { id })
  }
}

/** The service refuses the file and keeps it with its issues. */
async function expectRefusal(answer: Promise<unknown>, code: string): Promise<void> {
  const error = await answer.then(
    () => new Error(`The demo expects the refusal ${code}`),
    (thrown: Error) => thrown,
  )
  if (!(error instanceof Refusal && error.details?.code === code)) throw error
}

/** Identifies members by works number, so that the files contain no PPS number. */
function buildPayrollFile(month: string, earners: readonly Earner[], hasUnknownPerson: boolean) {
  const rows = earners.map(({ worksNumber, firstName, lastName, salaryCents }) => {
    const payCents = Math.round(salaryCents / 12)
    return [
      worksNumber,
      firstName,
      lastName,
      `${month}-25`,
      payCents,
      calculatePercent(payCents, EMPLOYEE_PERCENT),
      calculatePercent(payCents, EMPLOYER_PERCENT),
    ]
  })
  if (hasUnknownPerson) rows.push(['W0000', 'Unknown', 'Person', `${month}-25`, 300_000, 15_000, 21_000])
  const header = [
    'works_number',
    'first_name',
    'last_name',
    'pay_date',
    'pensionable_pay',
    'ee_contribution',
    'er_contribution',
  ]
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? (cell / 100).toFixed(2) : cell)),
  )
  return { name: `payroll-${month}.csv`, bytes: createCsv([header, ...cells]) }
}

const calculatePercent = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

const toDayInNextMonth = (month: string, day: number): string =>
  `${addMonthsToMonth(month, 1)}-${String(day).padStart(2, '0')}`
