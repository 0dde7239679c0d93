import { describe, expect, test } from 'vitest'
import {
  buildCsvFile,
  buildPayrollRows,
  createBatch,
  createPayroll,
  type Payroll,
  type PayrollRow,
  upload,
} from '../../../../../test/harness/payroll.ts'
import { type Caller, createFirm, generatePpsNumber, type Reply } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { readStoredDigests } from '../../../../../test/harness/stored-rows.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  downloadContributionErrors,
  listContributionLines,
  listContributions,
  recordFunds,
  undoContributions,
  uploadContributions,
} from '../../../../contract/contributions.ts'
import { updateEmployer } from '../../../../contract/employers.ts'
import { recordMemberPay } from '../../../../contract/member-pay.ts'
import { leaveMember, recordMemberDeath } from '../../../../contract/members.ts'
import { calculatePpsCheckLetter } from '../../../../contract/pps-number.ts'
import { getTenant, updateTenant } from '../../../../contract/tenants.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService({ ownDatabase: true })

type Edits = (row: PayrollRow, index: number) => PayrollRow
const edited = (payroll: Payroll, edits: Edits): PayrollRow[] => buildPayrollRows(payroll).map(edits)
const onlyFirst =
  (cells: PayrollRow): Edits =>
  (row, index) =>
    index === 0 ? { ...row, ...cells } : row
const codesOf = ({ body }: Reply): string[] => [
  ...new Set<string>((body.errors ?? body.details.errors).map(({ code }: { code: string }) => code)),
]
const dryRun = (payroll: Payroll, rows: PayrollRow[], fields: object = {}) =>
  upload(payroll.firm.broker, payroll, rows, { dryRun: true, ...fields })
const allOf = async (): Promise<Record<string, unknown[]>> => readStoredDigests(service()) as never

describe('an upload', () => {
  test('imports every row, stores only the batch and its lines, and returns their address', async () => {
    const payroll = await createPayroll(service())
    const reply = await upload(payroll.employer, payroll, buildPayrollRows(payroll), {
      declaredTotalCents: 500_00,
    })
    expect(reply).toMatchObject({
      status: 201,
      headers: { location: `/api/contributions/${reply.body.id}` },
      body: {
        dryRun: false,
        status: 'VALIDATED',
        counts: { rows: 2, ok: 2, warn: 0, reject: 0, skipped: 0, dropped: 0 },
        errors: [],
        payrollMonth: '2026-10',
        dueOn: '2026-11-21',
        totals: { eeCents: 200_00, erCents: 300_00, totalCents: 500_00 },
        missingMembers: 0,
        batch: {
          status: 'AWAITING_FUNDS',
          source: 'CSV',
          fileName: 'payroll.csv',
          rowCount: 2,
          declaredTotalCents: 500_00,
          dueOn: '2026-11-21',
          investByOn: '2026-12-01',
          uploadedBy: payroll.employer.id,
        },
      },
    })
    const { data } = await payroll.employer.call(listContributionLines, { id: reply.body.id })
    expect(data).toMatchObject(
      payroll.members.map(({ id }, index) => ({
        id: `${reply.body.id}00000${index + 1}`,
        memberId: id,
        number: index + 1,
        row: index + 2,
        kind: 'REGULAR',
        payOn: '2026-10-30',
        eeCents: 100_00,
        erCents: 150_00,
        flags: [],
      })),
    )
  })

  test('as a dry run gets the same response and stores no rows', async () => {
    const payroll = await createPayroll(service())
    const before = await allOf()
    const reply = await dryRun(payroll, buildPayrollRows(payroll), { preview: true })
    expect(reply).toMatchObject({
      status: 200,
      body: { dryRun: true, status: 'VALIDATED', batchId: null, batch: null, totals: { totalCents: 500_00 } },
    })
    expect(reply.body.preview).toHaveLength(2)
    expect(await allOf()).toEqual(before)
  })

  test('shows no PPS number of any column', async () => {
    const payroll = await createPayroll(service())
    const numbers = payroll.members.map(({ ppsNumber }) => ppsNumber)
    const rows = edited(payroll, (row) => ({ ...row, comment: `for ${row.ppsn}`, ee_contribution: 'x' }))
    const dry = await dryRun(payroll, rows, { preview: true })
    const committed = await upload(payroll.firm.broker, payroll, [...rows, ...buildPayrollRows(payroll)], {})
    const storedReports = JSON.stringify(await service().asOwner('select * from contribution_reports'))
    const { batchId } = committed.body.details
    const file = await payroll.firm.broker.send(downloadContributionErrors, { id: batchId })
    for (const text of [dry.text, storedReports, file.text]) expect(text).toContain('*******')
    for (const text of [dry.text, committed.text, storedReports, file.text]) {
      for (const number of numbers) {
        expect(text).not.toContain(number)
        expect(text).not.toContain(number.slice(0, 7))
      }
    }
  })

  test('is repeated by its key without a second batch', async () => {
    const payroll = await createPayroll(service())
    const send = () =>
      payroll.firm.broker.upload(
        uploadContributions,
        { schemeId: payroll.scheme.id, payrollMonth: '2026-10' },
        buildCsvFile(buildPayrollRows(payroll)),
        { headers: { 'idempotency-key': 'october' } },
      )
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(second.body).toEqual(first.body)
    expect((await payroll.firm.broker.call(listContributions, {})).data).toHaveLength(1)
  })

  test.each([
    ['the same file', {}],
    ['two files', { pay_date: '29/10/2026' }],
  ])('of two concurrent ones with %s, only one succeeds', async (_, second) => {
    const payroll = await createPayroll(service())
    const replies = await Promise.all([
      upload(payroll.firm.broker, payroll, buildPayrollRows(payroll)),
      upload(
        payroll.employer,
        payroll,
        edited(payroll, (row) => ({ ...row, ...second })),
      ),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(replies.find(({ status }) => status === 409)?.body.details.code).toBeOneOf(['F08', 'BATCH_EXISTS'])
    expect((await payroll.firm.broker.call(listContributions, {})).data).toHaveLength(1)
    expect(
      await service().asOwner('select 1 from contribution_lines where tenant_id = $1', [payroll.firm.id]),
    ).toHaveLength(2)
  })

  test('fills in an expected batch', async () => {
    const payroll = await createPayroll(service())
    const id = createId()
    await service().asOwner(
      `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
         status, source, file_name, file_sha256, row_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, due_on)
       values ($1, $2, $3, 'Before', 'DC', 'OCCUPATIONAL_TRUST', $4, '2026-10', 'EXPECTED', 'API', '', '', 0, 0, 0, 0, 0, 0, '2026-11-21')`,
      [payroll.firm.id, id, payroll.scheme.id, payroll.scheme.employerId],
    )
    const { status, body } = await upload(payroll.employer, payroll, buildPayrollRows(payroll))
    expect({ status, id: body.id }).toEqual({ status: 201, id })
    expect(body.batch).toMatchObject({
      status: 'AWAITING_FUNDS',
      schemeName: payroll.scheme.name,
      version: 2,
    })
    const { data } = await payroll.firm.admin.call(listAuditEntries, { entityId: id })
    expect(data).toMatchObject([{ action: 'contribution.upload', previousState: { status: 'EXPECTED' } }])
  })

  test('remembers the column mapping', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const odd = (rows: PayrollRow[]) =>
      rows.map(({ ee_contribution: ee = '', ...row }) => ({ ...row, Worker: ee }))
    expect(await dryRun(payroll, odd(buildPayrollRows(payroll)))).toMatchObject({
      body: { totals: { eeCents: 0 } },
    })
    const mapping = { ee_contribution: 'Worker' }
    const first = await upload(broker, payroll, odd(buildPayrollRows(payroll)), { mapping })
    expect(first).toMatchObject({ status: 201, body: { totals: { eeCents: 200_00 } } })
    const next = odd(edited(payroll, (row) => ({ ...row, pay_date: '2026-11-20' })))
    expect(await upload(payroll.employer, payroll, next, { payrollMonth: '2026-11' })).toMatchObject({
      status: 201,
      body: {
        totals: { eeCents: 200_00 },
        columns: expect.arrayContaining([expect.objectContaining({ header: 'Worker', from: 'REMEMBERED' })]),
      },
    })
  })

  test('applies corrections of cells and skipped rows', async () => {
    const payroll = await createPayroll(service(), { members: 3 })
    const rows = edited(payroll, (row, index) => (index < 2 ? { ...row, ee_contribution: '1OO' } : row))
    expect(await upload(payroll.firm.broker, payroll, rows)).toMatchObject({ status: 422 })
    const reply = await upload(payroll.firm.broker, payroll, rows, {
      edits: [{ row: 2, column: 6, value: '100' }],
      skipRows: [3],
      confirmedWarnings: ['W05'],
    })
    expect(reply).toMatchObject({
      status: 201,
      body: { counts: { rows: 3, ok: 2, skipped: 1 }, totals: { eeCents: 200_00 }, missingMembers: 1 },
    })
  })
})

describe('refused files', () => {
  test('F03: no column that identifies members, or none with amounts', async () => {
    const payroll = await createPayroll(service())
    const reply = await dryRun(payroll, [{ Surname: 'Nobody', pay_date: '2026-10-30' }])
    expect(reply).toMatchObject(
      buildRefusal(422, 'F03', { missing: ['ppsn or works_number', 'an amount, such as ee_contribution'] }),
    )
  })

  test.each([true, false])('F04: every row is rejected (dry run: %s)', async (isDryRun) => {
    const payroll = await createPayroll(service())
    const before = await allOf()
    const reply = await upload(
      payroll.firm.broker,
      payroll,
      edited(payroll, (row) => ({ ...row, ee_contribution: 'x' })),
      { dryRun: isDryRun },
    )
    expect(reply).toMatchObject(buildRefusal(422, 'F04', { counts: { reject: 2 } }))
    expect(await allOf()).toEqual(before)
  })

  test.each([true, false])('F05: the control total does not match (dry run: %s)', async (isDryRun) => {
    const payroll = await createPayroll(service())
    const reply = await upload(payroll.firm.broker, payroll, buildPayrollRows(payroll), {
      dryRun: isDryRun,
      declaredTotalCents: 499_99,
    })
    expect(reply).toMatchObject(
      buildRefusal(422, 'F05', { differenceCents: 1, totals: { totalCents: 500_00 }, counts: { ok: 2 } }),
    )
    expect(reply.body.error).toContain('€500.00')
  })

  test('F06: pay dates of several months', async () => {
    const payroll = await createPayroll(service())
    const reply = await dryRun(payroll, edited(payroll, onlyFirst({ pay_date: '30/09/2026' })))
    expect(reply).toMatchObject(buildRefusal(422, 'F06', { months: ['2026-09', '2026-10'] }))
    expect(
      (await dryRun(payroll, edited(payroll, onlyFirst({ pay_date: '30/09/2026' })), { skipRows: [2] }))
        .status,
    ).toBe(200)
  })

  test('F08: the file is already imported, for any month', async () => {
    const payroll = await createPayroll(service())
    const { id } = await createBatch(payroll)
    for (const payrollMonth of ['2026-10', '2026-09']) {
      expect(
        await upload(payroll.firm.broker, payroll, buildPayrollRows(payroll), { payrollMonth }),
      ).toMatchObject(buildRefusal(409, 'F08', { batchId: id }))
    }
    await payroll.firm.broker.call(undoContributions, { id, reason: 'Wrong file' })
    expect((await upload(payroll.firm.broker, payroll, buildPayrollRows(payroll))).status).toBe(201)
  })

  test('F09: the month already exists', async () => {
    const payroll = await createPayroll(service())
    const { id } = await createBatch(payroll)
    const another = edited(payroll, onlyFirst({ ee_contribution: '101' }))
    const refusal = (code: string) => buildRefusal(409, code, { batchId: id })
    expect(await upload(payroll.firm.broker, payroll, another)).toMatchObject(refusal('BATCH_EXISTS'))
    expect(await dryRun(payroll, another)).toMatchObject(refusal('BATCH_EXISTS'))
    await payroll.firm.broker.call(recordFunds, { id, amountCents: 500_00 })
    expect(await upload(payroll.firm.broker, payroll, another)).toMatchObject(refusal('F09'))
  })

  test('F02: all rows are skipped', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    expect(await dryRun(payroll, buildPayrollRows(payroll), { skipRows: [2] })).toMatchObject(
      buildRefusal(422, 'F02', { counts: { skipped: 1 } }),
    )
  })

  test.each(['DRAFT', 'PENDING_APPROVAL', 'PAID_UP', 'WINDING_UP', 'WOUND_UP'])(
    'a scheme that is %s',
    async (status) => {
      const payroll = await createPayroll(service(), { members: 1 })
      await service().asOwner('update schemes set status = $2, submitted_at = now() where id = $1', [
        payroll.scheme.id,
        status,
      ])
      expect(await dryRun(payroll, buildPayrollRows(payroll))).toMatchObject(
        buildRefusal(422, 'SCHEME_TAKES_NO_CONTRIBUTIONS', { status }),
      )
    },
  )

  test('a month after the scheme became paid up, but not earlier months', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const dryRunAfter = async (paidUpOn: string) => {
      await service().asOwner("update schemes set status = 'PAID_UP', paid_up_on = $2 where id = $1", [
        payroll.scheme.id,
        paidUpOn,
      ])
      return (await dryRun(payroll, buildPayrollRows(payroll))).status
    }
    expect(await dryRunAfter('2026-09-30')).toBe(422)
    expect(await dryRunAfter('2026-10-15')).toBe(200)
  })

  test('a month too far in the future', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const rows = edited(payroll, (row) => ({ ...row, pay_date: '' })).map(
      ({ pay_date: _, ...row }) => row as PayrollRow,
    )
    expect((await dryRun(payroll, rows, { payrollMonth: '2026-12' })).status).toBe(200)
    expect(await dryRun(payroll, rows, { payrollMonth: '2027-01' })).toMatchObject(
      buildRefusal(422, 'MONTH_IN_FUTURE', { field: 'payrollMonth' }),
    )
  })

  test('unconfirmed warnings', async () => {
    const payroll = await createPayroll(service())
    const before = await allOf()
    const rows = buildPayrollRows(payroll).slice(0, 1)
    const reply = await upload(payroll.firm.broker, payroll, rows)
    expect(reply).toMatchObject(
      buildRefusal(422, 'WARNINGS_UNCONFIRMED', { unconfirmed: ['W05'], warningCodes: ['W05'] }),
    )
    expect(await allOf()).toEqual(before)
    expect(
      await upload(payroll.firm.broker, payroll, rows, { confirmedWarnings: ['W05', 'W99'] }),
    ).toMatchObject({
      status: 201,
      body: { batch: { confirmedWarnings: ['W05'], warnings: 0 } },
    })
  })
})

describe('rejected rows', () => {
  test('cause a refusal: the file is recorded with its problems, and no row is imported', async () => {
    const payroll = await createPayroll(service())
    const rows = edited(payroll, onlyFirst({ er_contribution: '=1+1' }))
    const reply = await upload(payroll.employer, payroll, rows)
    expect(reply).toMatchObject(
      buildRefusal(422, 'ROWS_REJECTED', {
        status: 'REJECTED',
        counts: { rows: 2, ok: 1, reject: 1 },
        errors: [{ row: 2, column: 'er_contribution', code: 'R05', level: 'REJECT' }],
        batch: { status: 'REJECTED', totalCents: 0, daysLate: 0, flags: [] },
      }),
    )
    const { batchId } = reply.body.details
    expect((await payroll.employer.call(listContributionLines, { id: batchId })).data).toEqual([])
    const file = await payroll.employer.send(downloadContributionErrors, { id: batchId })
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(String(file.headers['content-disposition'])).toMatch(/^attachment; filename=".*2026-10.*\.csv"/)
    const [header, line, ...rest] = file.text.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(header).toBe(
      'ppsn,works_number,first_name,last_name,pay_date,ee_contribution,er_contribution,Row,Problems',
    )
    expect(line).toContain("'=1+1")
    expect(line).toContain('R05')
    expect(rest).toEqual([])
    // It does not block the import.
    expect((await upload(payroll.employer, payroll, buildPayrollRows(payroll))).status).toBe(201)
    const { data } = await payroll.firm.admin.call(listAuditEntries, { entityId: batchId })
    expect(data).toMatchObject([
      {
        action: 'contribution.upload',
        previousState: null,
        newState: { status: 'REJECTED', counts: { reject: 1 } },
      },
    ])
  })

  test('a file without problems has an empty list of them', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { id } = await createBatch(payroll)
    const file = await payroll.firm.broker.send(downloadContributionErrors, { id })
    expect(file).toMatchObject({ status: 200, text: '\ufeffRow,Problems\r\n' })
  })
})

describe('checks of single rows', () => {
  const wrongLetter = (ppsn = ''): string => {
    const other = calculatePpsCheckLetter(ppsn.slice(0, 7), 'A') === 'B' ? 'C' : 'B'
    return `${ppsn.slice(0, 7)}${other}A`
  }

  test.each<[string, Edits, string[]]>([
    [
      'R01: a wrong PPS number, where a works number is there',
      (row) => ({ ...row, ppsn: wrongLetter(row.ppsn) }),
      ['R01'],
    ],
    ['R05: not an amount', onlyFirst({ er_contribution: '1.234,56' }), ['R05']],
    ['R05: more than two decimals', onlyFirst({ er_contribution: '150.001' }), ['R05']],
    ['R05: above a million', onlyFirst({ er_contribution: '1000000.01' }), ['R05']],
    ['R06: a negative amount', onlyFirst({ ee_contribution: '(100.00)' }), ['R06']],
    ['R06: an unknown kind', (row, index) => ({ ...row, kind: index === 0 ? 'Bonus' : '' }), ['R06']],
    ['R07: no pay date', onlyFirst({ pay_date: '' }), ['R07']],
    ['R07: the month first', onlyFirst({ pay_date: '10/30/2026' }), ['R07']],
    ['R07: no such day', onlyFirst({ pay_date: '31/11/2026' }), ['R07']],
    ['R07: far ahead', onlyFirst({ pay_date: '2026-12-23' }), ['R07']],
    ['R07: a day as Excel counts', onlyFirst({ pay_date: '46325' }), ['R07']],
    ['W01: nothing is paid', onlyFirst({ ee_contribution: '0', er_contribution: '' }), ['W01']],
    ['W12: characters of a name were lost', onlyFirst({ last_name: 'N\u00c3\u00ad Bhriain' }), ['W12']],
  ])('%s', async (_, edits, codes) => {
    const payroll = await createPayroll(service())
    const reply = await dryRun(payroll, edited(payroll, edits))
    expect(reply.status).toBe(200)
    expect(codesOf(reply)).toEqual(codes)
  })

  test('R01: a wrong PPS number without another identifier', async () => {
    const payroll = await createPayroll(service())
    const rows = edited(payroll, (row, index) =>
      index === 0 ? { ...row, ppsn: wrongLetter(row.ppsn), works_number: '' } : row,
    )
    const reply = await dryRun(payroll, rows)
    expect(reply.body).toMatchObject({
      status: 'REJECTED',
      errors: [
        { row: 2, column: 'ppsn', code: 'R01', level: 'REJECT' },
        { row: null, code: 'W05' },
      ],
    })
  })

  test('R09: totals and remarks are left out, but not a member called Total', async () => {
    const payroll = await createPayroll(service(), { fields: { firstName: 'Total', lastName: 'Sum' } })
    const blank = Object.fromEntries(
      Object.keys(buildPayrollRows(payroll)[0] as PayrollRow).map((column) => [column, '']),
    )
    const sums = { ee_contribution: '200', er_contribution: '300' }
    const rows = [
      ...buildPayrollRows(payroll),
      { ...blank, ppsn: 'Total', ...sums },
      { ...blank, last_name: 'Grand total:', ...sums },
      { ...blank, works_number: 'Iomlán', ...sums },
      { ...blank, ...sums },
      { ...blank, ppsn: '# end of report' },
    ]
    const reply = await dryRun(payroll, rows)
    expect(reply.body.counts).toEqual({ rows: 7, ok: 2, warn: 0, reject: 0, skipped: 0, dropped: 5 })
    expect(reply.body.totals.totalCents).toBe(500_00)
    expect(codesOf(reply)).toEqual(['R09'])
    expect(reply.body.warningCodes).toEqual([])
  })

  test.each([
    ['alone', ''],
    ['beside the works number of the member', 'W001'],
    ['beside the works number of a member without a PPS number', 'W777'],
    ['beside a works number that two members may have', '888'],
  ])(
    "an employer's user cannot find a PPS number by guessing it %s; users of the firm may reveal it anyway",
    async (_where, worksNumber) => {
      const payroll = await createPayroll(service(), { members: 1 })
      const { firm, scheme } = payroll
      const fields = { schemeId: scheme.id, status: 'ACTIVE', joinedSchemeOn: '2020-01-01' } as const
      await firm.hasMember({
        ...fields,
        worksNumber: 'W777',
        ppsNumber: null,
        ppsNumberPending: true,
      } as never)
      for (const ofTwo of ['0888', '00888']) await firm.hasMember({ ...fields, worksNumber: ofTwo })
      const guesses = (from: number) =>
        Array.from({ length: 3_000 }, (_, index) => {
          const digits = String(from + index)
          return {
            ppsn: `${digits}${calculatePpsCheckLetter(digits, 'A')}A`,
            works_number: worksNumber,
            pay_date: '30/10/2026',
            ee_contribution: '1',
          }
        })
      const tries = (caller: Caller, from: number) =>
        upload(caller, payroll, guesses(from) as never, { dryRun: true })
      expect((await tries(payroll.employer, 3_000_000)).status).not.toBe(429)
      expect(await tries(payroll.employer, 3_003_000)).toMatchObject({
        status: 429,
        body: { error: 'Rate limit exceeded' },
      })
      expect((await tries(payroll.firm.broker, 3_003_000)).status).not.toBe(429)
      expect(
        (await upload(payroll.employer, payroll, buildPayrollRows(payroll), { dryRun: true })).status,
      ).toBe(200)
    },
  )

  test('an amount without a name is left out as a total only if it is the sum of the rows above', async () => {
    const payroll = await createPayroll(service())
    const blank = Object.fromEntries(
      Object.keys(buildPayrollRows(payroll)[0] as PayrollRow).map((column) => [column, '']),
    )
    const reply = await dryRun(payroll, [
      ...buildPayrollRows(payroll),
      { ...blank, ee_contribution: '150', er_contribution: '300' },
    ])
    expect(reply.body.counts).toMatchObject({ ok: 2, reject: 1, dropped: 0 })
    expect(codesOf(reply)).toContain('R02')
  })

  test('a file of another month than the declared one is due by its pay dates', async () => {
    const payroll = await createPayroll(service())
    const rows = buildPayrollRows(payroll).map((row) => ({ ...row, pay_date: '30/09/2026' }))
    const reply = await dryRun(payroll, rows, { payrollMonth: '2026-10' })
    expect(codesOf(reply)).toEqual(expect.arrayContaining(['W11', 'W09']))
    expect(reply.body).toMatchObject({ payrollMonth: '2026-10', dueOn: '2026-10-21' })
  })

  test('a row longer than the header is reported', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const [row] = buildPayrollRows(payroll)
    const file = buildCsvFile([row as PayrollRow])
    const bytes = Buffer.from(String(file.bytes).replace('150.00', '1,150.00'))
    const reply = await payroll.firm.broker.upload(
      uploadContributions,
      { schemeId: payroll.scheme.id, payrollMonth: '2026-10', dryRun: true },
      { name: 'payroll.csv', bytes },
    )
    expect(reply.body).toMatchObject({ errors: [{ row: 2, code: 'R05', level: 'WARN' }] })
  })

  test('kinds of contributions: a correction may be negative', async () => {
    const payroll = await createPayroll(service())
    const rows = edited(payroll, (row, index) => ({
      ...row,
      kind: index === 0 ? 'correction' : '',
      ee_contribution: index === 0 ? '-10.00' : '100.00',
      pay_date: index === 0 ? '2026-09-30' : '2026-10-30',
    }))
    const reply = await upload(payroll.firm.broker, payroll, rows)
    expect(reply).toMatchObject({ status: 201, body: { totals: { eeCents: 90_00 } } })
    const { data } = await payroll.firm.broker.call(listContributionLines, { id: reply.body.id })
    expect(data.map(({ kind, eeCents }) => [kind, eeCents])).toEqual([
      ['CORRECTION', -10_00],
      ['REGULAR', 100_00],
    ])
  })

  test('without a pay date column the last day of the month is used', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const rows = buildPayrollRows(payroll).map(({ pay_date: _, ...row }) => row as PayrollRow)
    const reply = await upload(payroll.firm.broker, payroll, rows)
    const { data } = await payroll.firm.broker.call(listContributionLines, { id: reply.body.id })
    expect(data).toMatchObject([{ payOn: '2026-10-31' }])
  })

  test('a doubtful header requires one confirmation', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const rows = buildPayrollRows(payroll).map(({ pay_date: on = '', ...row }) => ({
      ...row,
      'Period End': on,
    }))
    expect(await dryRun(payroll, rows)).toMatchObject({ status: 200, body: { warningCodes: ['R07'] } })
  })
})

describe('rows and members', () => {
  test.each<[string, Edits]>([
    ['the PPS number', (row) => ({ ...row, works_number: '' })],
    ['the works number', (row) => ({ ...row, ppsn: '' })],
    [
      'the works number in other letters',
      (row) => ({ ...row, ppsn: '', works_number: row.works_number?.toLowerCase() ?? '' }),
    ],
    [
      'the PPS number, where the works number is unknown',
      (row) => ({ ...row, works_number: `X${row.works_number}` }),
    ],
    [
      'the PPS number, written with spaces',
      (row) => ({ ...row, ppsn: (row.ppsn ?? '').replace(/(\d{4})/, '$1 ') }),
    ],
  ])('match by %s', async (_, edits) => {
    const payroll = await createPayroll(service())
    const reply = await dryRun(payroll, edited(payroll, edits))
    expect(reply.body).toMatchObject({ status: 'VALIDATED', counts: { ok: 2 }, errors: [] })
  })

  test('leading zeros of a works number may be missing while that is unambiguous', async () => {
    const payroll = await createPayroll(service(), { members: 0 })
    const { firm, scheme } = payroll
    const add = (worksNumber: string) =>
      firm.hasMember({ schemeId: scheme.id, status: 'ACTIVE', worksNumber })
    await add('0012')
    const row = { works_number: '12', pay_date: '2026-10-30', ee_contribution: '1' }
    expect((await dryRun(payroll, [row])).body).toMatchObject({ counts: { ok: 1 } })
    await add('00012')
    const reply = await dryRun(payroll, [row, { ...row, works_number: '0012' }])
    expect(reply.body.errors).toMatchObject([
      { row: 2, code: 'R04' },
      { row: null, code: 'W05' },
    ])
  })

  test('R04: the two numbers belong to different members, or one of them is unknown', async () => {
    const payroll = await createPayroll(service(), { members: 3 })
    const [first, , third] = buildPayrollRows(payroll) as [PayrollRow, PayrollRow, PayrollRow]
    const rows = [
      { ...first, works_number: 'W002' },
      { ...third, ppsn: generatePpsNumber() },
    ]
    const reply = await dryRun(payroll, rows)
    expect(reply).toMatchObject(buildRefusal(422, 'F04'))
    expect(reply.body.details.errors.slice(0, 2)).toMatchObject([{ code: 'R04' }, { code: 'R04' }])
  })

  test('R02 and R03: a member outside the scope is reported as unknown, one within it as a member elsewhere', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const elsewhere = await createPayroll(service(), { firm: payroll.firm, members: 1 })
    const stranger = await createPayroll(service(), { members: 1 })
    const ofPpsNumber = (ppsn: string) => [
      { ppsn, pay_date: '2026-10-30', ee_contribution: '1' },
      { ppsn: payroll.members[0]?.ppsNumber ?? '', pay_date: '2026-10-30', ee_contribution: '1' },
    ]
    const numbers = [generatePpsNumber(), stranger, elsewhere].map((one) =>
      typeof one === 'string' ? one : (one.members[0]?.ppsNumber ?? ''),
    )
    const collectReplies = async (caller: Payroll['employer']) => {
      const replies: string[] = []
      for (const number of numbers) {
        const { body } = await upload(caller, payroll, ofPpsNumber(number), { dryRun: true })
        replies.push(JSON.stringify(body))
      }
      return replies
    }
    const [nobody, foreign, neighbour] = await collectReplies(payroll.employer)
    expect(nobody).toContain('"code":"R02"')
    expect(foreign).toBe(nobody)
    expect(neighbour).toBe(nobody)
    const [ofBroker, foreignToBroker, known] = await collectReplies(payroll.firm.broker)
    expect(foreignToBroker).toBe(ofBroker)
    expect(ofBroker).toBe(nobody)
    expect(known).toContain('"code":"R03"')
  })

  test('R02: the firm learns that the name exists under another number, the employer does not', async () => {
    const payroll = await createPayroll(service())
    const rows = edited(payroll, onlyFirst({ ppsn: '', works_number: 'W999' }))
    const hint = 'A member of that name'
    expect((await dryRun(payroll, rows)).text).toContain(hint)
    const reply = await upload(payroll.employer, payroll, rows, { dryRun: true })
    expect(reply.body.errors).toMatchObject([
      { row: 2, code: 'R02', column: 'works_number' },
      { code: 'W05' },
    ])
    expect(reply.text).not.toContain(hint)
  })

  test('R08 and W07: a repeated row is refused, a second payment requires a confirmation', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const [row] = buildPayrollRows(payroll) as [PayrollRow]
    const reply = await dryRun(payroll, [row, row, { ...row, ee_contribution: '7' }])
    expect(reply.body.errors).toMatchObject([
      { row: 3, code: 'R08', message: expect.stringContaining('row 2') },
      { row: 4, code: 'W07' },
    ])
    expect(reply.body.totals.eeCents).toBe(107_00)
  })

  test('W02: members who no longer contribute', async () => {
    const payroll = await createPayroll(service(), { members: 4 })
    const { broker } = payroll.firm
    const [gone, recent, dead] = payroll.members.map(({ id }) => id) as [string, string, string]
    await broker.call(leaveMember, { id: gone, on: '2026-09-30' })
    await broker.call(leaveMember, { id: recent, on: '2026-10-15' })
    await broker.call(recordMemberDeath, { id: dead, on: '2026-09-30' })
    const rows = edited(payroll, (row, index) => ({ ...row, leave_date: index === 3 ? '30/10/2026' : '' }))
    expect((await dryRun(payroll, rows)).body.errors).toMatchObject([
      { row: 2, code: 'W02', level: 'WARN', message: expect.stringContaining('deferred since 30 Sep 2026') },
      { row: 4, code: 'W02', level: 'REJECT' },
      { row: 5, code: 'W02', level: 'INFO' },
    ])
  })

  test.each<[string, object, PayrollRow, string[]]>([
    [
      'as expected of the pay',
      {},
      { pensionable_pay: '2000', ee_contribution: '100', er_contribution: '150' },
      [],
    ],
    ['by less than 10%', {}, { pensionable_pay: '2000', ee_contribution: '109', er_contribution: '150' }, []],
    [
      'by more than 10% and no more than €20',
      {},
      { pensionable_pay: '2000', ee_contribution: '120', er_contribution: '150' },
      [],
    ],
    [
      'W03: by more than either',
      {},
      { pensionable_pay: '2000', ee_contribution: '120.01', er_contribution: '150' },
      ['W03'],
    ],
    [
      'W03: of the salary, where there is no pay',
      { pensionableSalaryCents: 24_000_00 },
      { ee_contribution: '50', er_contribution: '150' },
      ['W03'],
    ],
    [
      'W03: of the rate of the member',
      { employeeRatePercent: 10 },
      { pensionable_pay: '2000', ee_contribution: '100', er_contribution: '150' },
      ['W03'],
    ],
    [
      'W04: no employer contribution',
      {},
      { pensionable_pay: '2000', ee_contribution: '100', er_contribution: '0' },
      ['W04'],
    ],
    [
      'W04: no employee contribution',
      {},
      { pensionable_pay: '2000', ee_contribution: '0', er_contribution: '150' },
      ['W04'],
    ],
    [
      'W08: above the limit of the age',
      { dateOfBirth: '1998-12-31' },
      { pensionable_pay: '2000', ee_contribution: '100', er_contribution: '150', avc: '200.01' },
      ['W08'],
    ],
    [
      'within the limit of the age',
      { dateOfBirth: '1998-12-31' },
      { pensionable_pay: '2000', ee_contribution: '100', er_contribution: '150', avc: '200' },
      [],
    ],
    [
      'W08: of more than the cap nothing counts',
      { dateOfBirth: '1960-01-01' },
      { pensionable_pay: '20000', ee_contribution: '1000', er_contribution: '1500', avc: '2833.34' },
      ['W08'],
    ],
  ])('amounts differ: %s', async (_, fields, cells, codes) => {
    const payroll = await createPayroll(service(), {
      members: 1,
      fields,
      scheme: { contributionBasis: { employeeRatePercent: 5, employerRatePercent: 7.5 } },
    })
    const reply = await dryRun(
      payroll,
      edited(payroll, (row) => ({ ...row, ...cells })),
    )
    expect(codesOf(reply)).toEqual(codes)
  })

  test("W08 uses the firm's settings for the year of the pay date, and says that the figures were not verified", async () => {
    const payroll = await createPayroll(service(), {
      members: 1,
      fields: { dateOfBirth: '1998-12-31' },
      scheme: { contributionBasis: { employeeRatePercent: 5, employerRatePercent: 7.5 } },
    })
    const upload = () =>
      dryRun(
        payroll,
        edited(payroll, (row) => ({
          ...row,
          pensionable_pay: '2000',
          ee_contribution: '100',
          er_contribution: '150',
          avc: '200.01',
        })),
      )
    expect(JSON.stringify((await upload()).body)).toContain('our interpretation, not verified')
    const firm = await payroll.firm.admin.call(getTenant, { id: payroll.firm.id })
    const figures = [
      { fromYear: 2011, fromAge: 0, percent: 15.5 },
      { fromYear: 2099, fromAge: 0, percent: 1 },
    ]
    await payroll.firm.admin.call(updateTenant, {
      id: firm.id,
      name: firm.name,
      settings: { ...firm.settings, taxReliefAgeLimits: figures },
    })
    expect(codesOf(await upload())).toEqual([])
  })

  test("W03 uses the tolerance of the firm's settings", async () => {
    const payroll = await createPayroll(service(), {
      members: 1,
      scheme: { contributionBasis: { employeeRatePercent: 5, employerRatePercent: 7.5 } },
    })
    const upload = () =>
      dryRun(
        payroll,
        edited(payroll, (row) => ({
          ...row,
          pensionable_pay: '2000',
          ee_contribution: '105',
          er_contribution: '150',
        })),
      )
    expect(codesOf(await upload())).toEqual([])
    const firm = await payroll.firm.admin.call(getTenant, { id: payroll.firm.id })
    await payroll.firm.admin.call(updateTenant, {
      id: firm.id,
      name: firm.name,
      settings: { ...firm.settings, contributionDifferencePercent: 4, contributionDifferenceEuro: 4 },
    })
    expect(codesOf(await upload())).toEqual(['W03'])
  })

  test('the line contains the expected amount', async () => {
    const payroll = await createPayroll(service(), {
      members: 1,
      scheme: { contributionBasis: { employeeRatePercent: 5, employerRatePercent: 7.5 } },
    })
    const rows = edited(payroll, (row) => ({ ...row, pensionable_pay: '2,100.00' }))
    const { body } = await upload(payroll.firm.broker, payroll, rows)
    const { data } = await payroll.firm.broker.call(listContributionLines, { id: body.id })
    expect(data).toMatchObject([
      { pensionablePayCents: 2100_00, expectedEeCents: 105_00, expectedErCents: 157_50, flags: [] },
    ])
  })

  test.each<[string, object, PayrollRow, string[]]>([
    ['joined in the month', { joinedSchemeOn: '2026-10-16' }, {}, ['INFO']],
    ['joined on its first day', { joinedSchemeOn: '2026-10-01' }, {}, ['WARN']],
    [
      'joined in the month, with the pay in the file',
      { joinedSchemeOn: '2026-10-16' },
      { pensionable_pay: '1000', er_contribution: '50' },
      [],
    ],
    ['left in the month', {}, { leave_date: '2026-10-15' }, ['INFO']],
    ['left on its last day', {}, { leave_date: '2026-10-31' }, ['WARN']],
  ])('W03: a member who %s is not compared with a full month of salary', async (_, fields, cells, levels) => {
    const payroll = await createPayroll(service(), {
      members: 1,
      scheme: {
        contributionBasis: {
          employeeRatePercent: 5,
          employerRatePercent: 5,
          additionalVoluntaryAllowed: false,
        },
      },
      fields: { pensionableSalaryCents: 24_000_00, ...fields },
    })
    const { body } = await dryRun(
      payroll,
      edited(payroll, (row) => ({ ...row, ee_contribution: '50', er_contribution: '100', ...cells })),
    )
    const found = body.errors.filter(({ code }: { code: string }) => code === 'W03')
    expect(found.map(({ level }: { level: string }) => level)).toEqual(levels)
  })

  test.each<[string, string | null, object, string[]]>([
    ['after the month', '2026-11-01', {}, []],
    ['from the first day of the month', '2026-10-01', {}, ['WARN']],
    ['before the month', '2026-07-15', {}, ['WARN']],
    ['within the month', '2026-10-15', {}, ['INFO']],
    ['within the month, where the file has the pay', '2026-10-15', { pensionable_pay: '2000' }, ['INFO']],
    ['within the month, to no other pay', '2026-10-15', { salary: 24_000_00 }, []],
  ])(
    'W03: pay that changes %s',
    async (_, validFrom, { salary = 48_000_00, ...cells }: { salary?: number }, levels) => {
      const rates = { employeeRatePercent: 5, employerRatePercent: 7.5 }
      const payroll = await createPayroll(service(), {
        members: 1,
        fields: { ...rates, pensionableSalaryCents: 24_000_00 },
      })
      const [{ id } = { id: '' }] = payroll.members
      await payroll.firm.broker.call(recordMemberPay, {
        id,
        validFrom,
        ...rates,
        pensionableSalaryCents: salary,
      })
      const { body } = await dryRun(
        payroll,
        edited(payroll, (row) => ({ ...row, ee_contribution: '100', er_contribution: '150', ...cells })),
      )
      const found = body.errors.filter(({ code }: { code: string }) => code === 'W03')
      expect([...new Set(found.map(({ level }: { level: string }) => level))]).toEqual(levels)
    },
  )

  test.each([
    [null, ['W01'], 'The auto-enrolment status of the employer is not recorded'],
    ['EXEMPT_ALL', ['W01'], 'may lose the exemption'],
    ['MIXED', ['W01'], 'may lose the exemption'],
    ['NO_LIABLE_EMPLOYEES', ['W01'], 'no employee who is liable'],
    ['ENROLLED', ['W01', 'W14'], 'is not exempt'],
  ] as const)(
    'W01 and W14 follow the auto-enrolment status %s of the employer',
    async (status, codes, words) => {
      const payroll = await createPayroll(service())
      const { employerId: id } = payroll.scheme
      const legalName = `Employer ${id}`
      await payroll.firm.broker.call(updateEmployer, { id, legalName, autoEnrolmentStatus: status })
      const rows = edited(payroll, onlyFirst({ ee_contribution: '0', er_contribution: '' }))
      const reply = await dryRun(payroll, rows)
      expect(codesOf(reply)).toEqual(codes)
      const zero = reply.body.errors.find(({ code }: { code: string }) => code === 'W01')
      expect(zero.message).toContain(words)
    },
  )

  test('W14: a file without contributions does not contradict the enrolment', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { employerId: id } = payroll.scheme
    const legalName = `Employer ${id}`
    await payroll.firm.broker.call(updateEmployer, { id, legalName, autoEnrolmentStatus: 'ENROLLED' })
    const rows = edited(payroll, onlyFirst({ ee_contribution: '0', er_contribution: '' }))
    expect(codesOf(await dryRun(payroll, rows))).toEqual(['W01'])
  })

  test('W05: active members whom the file does not name', async () => {
    const payroll = await createPayroll(service(), { members: 3 })
    const later = { schemeId: payroll.scheme.id, status: 'ACTIVE', joinedSchemeOn: '2026-11-01' } as const
    await payroll.firm.hasMember(later)
    const reply = await dryRun(payroll, buildPayrollRows(payroll).slice(1))
    const { lastName } = payroll.members[0] as Payroll['members'][number]
    expect(reply.body).toMatchObject({
      missingMembers: 1,
      errors: [
        { row: null, column: null, code: 'W05', level: 'WARN', message: expect.stringContaining(`W001`) },
      ],
    })
    expect(reply.body.errors[0].message).toContain(lastName)
  })

  test.each<[string, object, PayrollRow, string[]]>([
    ['W06: another name', {}, { last_name: 'Somebodyelse' }, ['W06']],
    [
      'the names change places',
      { firstName: 'Aoife', lastName: 'Ní Bhriain' },
      { first_name: 'Bhriain Ní', last_name: 'Aoife' },
      [],
    ],
    ['accents, marks and case', { lastName: "O'Brien" }, { last_name: 'OBRIEN' }, []],
    [
      'a short first name',
      { firstName: 'William', lastName: 'Byrne' },
      { first_name: 'Bill', last_name: 'Byrne' },
      [],
    ],
  ])('names: %s', async (_, fields, cells, codes) => {
    const payroll = await createPayroll(service(), { members: 1, fields })
    expect(
      codesOf(
        await dryRun(
          payroll,
          edited(payroll, (row) => ({ ...row, ...cells })),
        ),
      ),
    ).toEqual(codes)
  })

  test('W09: after the due date; W11: every date is of another month', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const late = edited(payroll, (row) => ({ ...row, pay_date: '30/09/2026' }))
    expect(codesOf(await dryRun(payroll, late, { payrollMonth: '2026-09' }))).toEqual(['W09'])
    // Deductions of October are due in November, under any payroll month.
    expect(codesOf(await dryRun(payroll, buildPayrollRows(payroll), { payrollMonth: '2026-09' }))).toEqual([
      'W11',
    ])
  })

  test('W10: the old form of a PPS number for a member who joined later', async () => {
    const digits = '1234567'
    const old = `${digits}${calculatePpsCheckLetter(digits)}`
    const payroll = await createPayroll(service(), { members: 1, fields: { ppsNumber: old } })
    const rows = edited(payroll, (row) => ({ ...row, ppsn: old }))
    expect((await dryRun(payroll, rows)).body.errors).toMatchObject([{ code: 'W10', level: 'INFO' }])
  })
})

describe('permission to upload', () => {
  test('an employer uploads for its own scheme, and for no other', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const neighbour = await createPayroll(service(), { firm: payroll.firm, members: 1 })
    const stranger = await createPayroll(service(), { members: 1 })
    for (const other of [neighbour, stranger]) {
      expect(await upload(payroll.employer, other, buildPayrollRows(other))).toMatchObject({ status: 403 })
      for (const employerId of [payroll.scheme.employerId, other.scheme.employerId])
        expect(await upload(payroll.employer, other, buildPayrollRows(other), { employerId })).toMatchObject({
          status: 403,
        })
    }
  })

  test('a broker uploads for employers of the firm that take part in the scheme', async () => {
    const payroll = await createPayroll(service(), { members: 1, scheme: { isMasterTrust: true } })
    const { firm, scheme } = payroll
    const outsider = await firm.hasEmployer()
    expect(
      await upload(firm.broker, payroll, buildPayrollRows(payroll), { employerId: outsider.id }),
    ).toMatchObject(buildRefusal(422, 'EMPLOYER_NOT_IN_SCHEME'))
    await firm.hasParticipant(scheme.id, { employerId: outsider.id })
    const ppsNumber = generatePpsNumber()
    const member = await firm.hasMember({
      schemeId: scheme.id,
      employerId: outsider.id,
      status: 'ACTIVE',
      worksNumber: 'W001',
      ppsNumber,
    })
    const participant = await firm.hires('EmployerUser', { employerId: outsider.id })
    const rows = [{ ppsn: ppsNumber, pay_date: '2026-10-30', ee_contribution: '10' }]
    const reply = await upload(participant, payroll, rows, { employerId: outsider.id })
    expect(reply).toMatchObject({
      status: 201,
      body: { batch: { schemeName: scheme.name, employerId: outsider.id, totalCents: 10_00 } },
    })
    const { data } = await participant.call(listContributionLines, { id: reply.body.id })
    expect(data).toMatchObject([{ memberId: member.id }])
    // The employer whose scheme it is has a month of its own.
    expect((await upload(payroll.employer, payroll, buildPayrollRows(payroll))).status).toBe(201)
  })

  test.each([
    ['until', { fromOn: '2020-01-01', untilOn: '2026-09-30' }, ['W13']],
    ['until in the month', { fromOn: '2020-01-01', untilOn: '2026-10-01' }, []],
    ['from', { fromOn: '2026-11-01', untilOn: null }, ['W13']],
    ['from in the month', { fromOn: '2026-10-31', untilOn: null }, []],
  ])('W13: a month outside the participation of the employer (%s)', async (_, period, codes) => {
    const payroll = await createPayroll(service(), { members: 0 })
    const { firm, scheme } = payroll
    const { employerId } = await firm.hasParticipant(scheme.id, period)
    const ppsNumber = generatePpsNumber()
    await firm.hasMember({
      schemeId: scheme.id,
      employerId,
      status: 'ACTIVE',
      worksNumber: 'W001',
      joinedSchemeOn: period.fromOn,
      ppsNumber,
    })
    const rows = [{ ppsn: ppsNumber, pay_date: '2026-10-30', ee_contribution: '10' }]
    const participant = await firm.hires('EmployerUser', { employerId })
    const reply = await upload(participant, payroll, rows, { employerId })
    if (codes.length === 0) expect(reply).toMatchObject({ status: 201 })
    else expect(reply).toMatchObject(buildRefusal(422, 'WARNINGS_UNCONFIRMED', { unconfirmed: codes }))
  })

  test('an unknown scheme gets 404, and a member cannot upload', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const absent = { scheme: { ...payroll.scheme, id: createId() } }
    expect(await upload(payroll.firm.broker, absent, buildPayrollRows(payroll))).toMatchObject({
      status: 404,
    })
    const employerId = payroll.scheme.employerId
    expect(
      await upload(payroll.firm.broker, absent, buildPayrollRows(payroll), { employerId }),
    ).toMatchObject({ status: 404 })
    const self = await payroll.firm.hires('Member', { memberId: payroll.members[0]?.id ?? '' })
    expect(await upload(self, payroll, buildPayrollRows(payroll))).toMatchObject({ status: 403 })
    const other = await createFirm(service())
    expect(await upload(other.broker, payroll, buildPayrollRows(payroll))).toMatchObject({ status: 403 })
  })
})

test('an upload that cannot be audited stores nothing', async () => {
  const payroll = await createPayroll(service())
  await service().asOwner(`
    create function app.break_upload() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
    create trigger break_upload before insert on audit_log for each row
      when (new.action = 'contribution.upload' and new.tenant_id = '${payroll.firm.id}') execute function app.break_upload();`)
  const before = await allOf()
  const broken = buildPayrollRows(payroll).map((row, index) =>
    index === 0 ? { ...row, ee_contribution: 'x' } : row,
  )
  for (const rows of [buildPayrollRows(payroll), broken])
    expect(await upload(payroll.firm.broker, payroll, rows)).toMatchObject({ status: 500 })
  expect(await allOf()).toEqual(before)
})
