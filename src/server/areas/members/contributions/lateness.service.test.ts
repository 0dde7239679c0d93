/** The columns of records.ts agree with standingOf() for all facts and all days. */
import { beforeAll, expect, test } from 'vitest'
import { createPayroll, type Payroll } from '../../../../../test/harness/payroll.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { ContributionStatus, listContributions } from '../../../../contract/contributions.ts'
import { createId } from '../../../platform/ids.ts'
import { calculateDueDate, calculatePaymentStatus } from './clock.ts'

const service = useService()
const DUE = calculateDueDate('2026-10')

const DAYS = [null, addDays(DUE, -3), DUE, addDays(DUE, 1), addDays(DUE, 40)]
const MONEY = [
  { totalCents: 100, receivedCents: 0 },
  { totalCents: 100, receivedCents: 40 },
  { totalCents: 100, receivedCents: 100 },
  { totalCents: 100, receivedCents: 130 },
  { totalCents: 0, receivedCents: 0 },
]
const CASES = ContributionStatus.options.flatMap((status) =>
  MONEY.flatMap((money) =>
    DAYS.flatMap((fundedOn, index) =>
      // Not every day with every other: each of either is there with each status.
      [DAYS[index] ?? null, DAYS[(index + 2) % DAYS.length] ?? null].map((investedOn) => ({
        id: createId(),
        status,
        ...money,
        fundedOn: money.receivedCents >= money.totalCents ? fundedOn : null,
        investedOn,
        dueOn: DUE,
        investByOn: index % 2 === 0 ? addDays(DUE, 10) : null,
      })),
    ),
  ),
)

let payroll: Payroll
beforeAll(async () => {
  payroll = await createPayroll(service(), { members: 0 })
  // Each has a month of its own, which the due day here does not follow.
  await service().asOwner(
    `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
       status, source, file_name, file_sha256, row_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents,
       received_cents, funded_on, invested_on, due_on, invest_by_on)
     select $1, id, $2, 'Scheme', 'DC', 'OCCUPATIONAL_TRUST', $3,
            to_char(date '1950-01-01' + (n || ' months')::interval, 'YYYY-MM'), status, 'CSV', 'file', id, 1,
            "totalCents", 0, 0, 0, 0, "receivedCents", "fundedOn", "investedOn", "dueOn", "investByOn"
       from jsonb_to_recordset($4::jsonb) as c (id text, n int, status text, "totalCents" bigint, "receivedCents" bigint,
              "fundedOn" date, "investedOn" date, "dueOn" date, "investByOn" date)`,
    [
      payroll.firm.id,
      payroll.scheme.id,
      payroll.scheme.employerId,
      JSON.stringify(CASES.map((one, n) => ({ ...one, n }))),
    ],
  )
})

test.each([addDays(DUE, -10), DUE, addDays(DUE, 1), addDays(DUE, 75)])('on %s', async (today) => {
  service().clock.set(`${today}T12:00:00.000Z`)
  // A session of another day is not valid on this one.
  const reader = await payroll.firm.hires('BrokerUser')
  const actualById = new Map<string, { daysLate: number; flags: string[] }>()
  const late = new Set<string>()
  for (const filter of [{}, { late: 'true' as const }]) {
    let cursor: string | undefined
    do {
      const page = await reader.call(listContributions, {
        limit: 200,
        ...filter,
        ...(cursor ? { cursor } : {}),
      })
      for (const { id, daysLate, flags } of page.data) {
        if ('late' in filter) late.add(id)
        else actualById.set(id, { daysLate, flags })
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor)
  }
  const actual = CASES.map((one) => ({ ...one, ...actualById.get(one.id) }))
  expect(actual).toEqual(CASES.map((one) => ({ ...one, ...calculatePaymentStatus(one, today) })))
  const isLate = (flags: string[]) =>
    flags.some((flag) => ['LATE', 'OVERDUE', 'INVESTED_LATE'].includes(flag))
  expect(late).toEqual(
    new Set(CASES.filter((one) => isLate(calculatePaymentStatus(one, today).flags)).map(({ id }) => id)),
  )
  expect(late.size).toBeGreaterThan(0)
})
