/** The contributions of the demo's schemes, month by month back from today; most are in order, some are not. */
import {
  closeContributions,
  recordFunds,
  recordInvestment,
  recordStatement,
  uploadContributions,
} from '../../contract/contributions.ts'
import type { Actor } from '../operation/reach.ts'
import { Refusal } from '../operation/refusal.ts'
import type { RunAs } from '../operation/run-as.ts'
import { csvOf } from './files.ts'
import type { DemoPayrolls } from './firms.ts'

/** Who is paid, as their employer's payroll knows them. */
export interface DemoEarner {
  worksNumber: string
  firstName: string
  lastName: string
  salaryCents: number
}

/** What has been paid for so long is closed. */
const CLOSED_AFTER = 6
const EMPLOYEE_PERCENT = 5
const EMPLOYER_PERCENT = 7

export async function contributionsOf(
  runAs: RunAs,
  broker: Actor,
  {
    schemeId,
    earners,
    payrolls,
  }: { schemeId: string; earners: readonly DemoEarner[]; payrolls: DemoPayrolls },
  today: string,
): Promise<void> {
  for (let ago = payrolls.months; ago > 0; ago--) {
    const month = monthBefore(today, ago)
    const state = payrolls.except[ago] ?? 'PAID'
    if (state === 'MISSING') continue
    const file = payrollFile(month, earners, state === 'REJECTED')
    const sent = { schemeId, payrollMonth: month, confirmedWarnings: ['W09'] }
    if (state === 'REJECTED') {
      await refused(runAs(broker, uploadContributions, sent, file), 'ROWS_REJECTED')
      continue
    }
    const { batch } = await runAs(broker, uploadContributions, sent, file)
    if (!batch) throw new Error('A payroll of the demo was not imported')
    const { id, totalCents, eeCents } = batch
    await runAs(broker, recordStatement, { id, on: earlier(dayAfter(month, 1), today) })
    if (state === 'UNPAID') continue
    const share = state === 'SHORT' ? 0.8 : 1
    await runAs(broker, recordFunds, {
      id,
      receivedOn: earlier(dayAfter(month, state === 'LATE' ? 27 : 14), today),
      amountCents: Math.round(totalCents * share),
      employeeCents: Math.round(eeCents * share),
      reference: `CONT ${month}`,
    })
    if (state === 'SHORT') continue
    await runAs(broker, recordInvestment, {
      id,
      on: earlier(dayAfter(month, state === 'LATE' ? 28 : 18), today),
    })
    if (ago > CLOSED_AFTER) await runAs(broker, closeContributions, { id })
  }
}

/** The command refuses, and keeps what it was refused for. */
async function refused(answer: Promise<unknown>, code: string): Promise<void> {
  const error = await answer.then(
    () => new Error('It was taken'),
    (thrown: Error) => thrown,
  )
  if (!(error instanceof Refusal && error.details?.code === code)) throw error
}

/** By works number: the files of the demo hold no PPS number. */
function payrollFile(month: string, earners: readonly DemoEarner[], hasStranger: boolean) {
  const rows = earners.map(({ worksNumber, firstName, lastName, salaryCents }) => {
    const payCents = Math.round(salaryCents / 12)
    return [
      worksNumber,
      firstName,
      lastName,
      `${month}-25`,
      payCents,
      percentOf(payCents, EMPLOYEE_PERCENT),
      percentOf(payCents, EMPLOYER_PERCENT),
    ]
  })
  if (hasStranger) rows.push(['W0000', 'Nobody', 'Known', `${month}-25`, 300_000, 15_000, 21_000])
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
  return { name: `payroll-${month}.csv`, bytes: csvOf([header, ...cells]) }
}

const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

/** `YYYY-MM` so many months before the day. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7)
}
/** A day of the month after `YYYY-MM`. */
const dayAfter = (month: string, day: number): string =>
  `${monthBefore(`${month}-01`, -1)}-${String(day).padStart(2, '0')}`

/** Nothing of the demo happens tomorrow. */
const earlier = (day: string, today: string): string => (day < today ? day : today)
