import { describe, expect, test } from 'vitest'
import {
  buildPayrollRows,
  createPayroll,
  type Payroll,
  type PayrollRow,
  upload,
} from '../../../../../test/harness/payroll.ts'
import { type Caller, createFirm, type Reply } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { readStoredDigests } from '../../../../../test/harness/stored-rows.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  type EntryLine,
  enterContributions,
  listExpectedLines,
} from '../../../../contract/contribution-entries.ts'
import {
  closeContributions,
  correctContributions,
  downloadContributionErrors,
  listContributionLines,
  listContributions,
  recordFunds,
  recordInvestment,
  undoContributions,
} from '../../../../contract/contributions.ts'
import { recordMemberPay } from '../../../../contract/member-pay.ts'
import { leaveMember, recordMemberDeath } from '../../../../contract/members.ts'

const service = useService({ ownDatabase: true })

type Named = { id: string }
type SentLine = { memberId: string } & Partial<EntryLine>

/** €100 of the employee and €150 of the employer for each member, paid on 30 October 2026, as `buildPayrollRows` has them. */
const buildLines = ({ members }: Pick<Payroll, 'members'>): SentLine[] =>
  members.map(({ id }) => ({ memberId: id, payOn: '2026-10-30', eeCents: 100_00, erCents: 150_00 }))

const enter = (
  caller: Caller,
  { scheme }: Pick<Payroll, 'scheme'>,
  lines: SentLine[],
  fields: object = {},
  headers: Record<string, string> = {},
): Promise<Reply> =>
  caller.send(
    enterContributions,
    { schemeId: scheme.id, payrollMonth: '2026-10', lines, ...fields } as never,
    { headers },
  )

const errorsOf = ({ body }: Reply): { code: string; level: string; message: string }[] =>
  body.errors ?? body.details.errors
const allOf = async (): Promise<Record<string, unknown[]>> => readStoredDigests(service()) as never

describe('an entry', () => {
  test('by a user of the employer imports every line without a file', async () => {
    const payroll = await createPayroll(service())
    const reply = await enter(payroll.employer, payroll, buildLines(payroll), {
      source: 'MANUAL',
      declaredTotalCents: 500_00,
    })
    expect(reply).toMatchObject({
      status: 201,
      headers: { location: `/api/contributions/${reply.body.id}` },
      body: {
        dryRun: false,
        status: 'VALIDATED',
        counts: { rows: 2, ok: 2, warn: 0, reject: 0 },
        errors: [],
        dueOn: '2026-11-21',
        totals: { eeCents: 200_00, erCents: 300_00, totalCents: 500_00 },
        batch: {
          status: 'AWAITING_FUNDS',
          source: 'MANUAL',
          fileName: '',
          fileSha256: '',
          rowCount: 2,
          declaredTotalCents: 500_00,
          uploadedBy: payroll.employer.id,
        },
      },
    })
    const { data } = await payroll.employer.call(listContributionLines, { id: reply.body.id })
    expect(data).toMatchObject(
      payroll.members.map(({ id }, index) => ({
        memberId: id,
        number: index + 1,
        row: index + 1,
        kind: 'REGULAR',
        payOn: '2026-10-30',
        eeCents: 100_00,
        erCents: 150_00,
      })),
    )
  })

  test('by a program is marked as such, with the last day of the month as default pay date', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const lines = buildLines(payroll).map(({ payOn: _, ...line }) => line)
    const { body } = await enter(payroll.firm.broker, payroll, lines)
    expect(body).toMatchObject({ batch: { source: 'API' } })
    const { data } = await payroll.firm.broker.call(listContributionLines, { id: body.id })
    expect(data).toMatchObject([{ payOn: '2026-10-31' }])
  })

  test('as a dry run gets the same response and stores no rows', async () => {
    const payroll = await createPayroll(service())
    const before = await allOf()
    const reply = await enter(payroll.employer, payroll, buildLines(payroll), { dryRun: true })
    expect(reply).toMatchObject({
      status: 200,
      body: { dryRun: true, status: 'VALIDATED', batchId: null, batch: null, totals: { totalCents: 500_00 } },
    })
    expect(await allOf()).toEqual(before)
  })

  test('is recorded in the audit log with its sums and without its members', async () => {
    const payroll = await createPayroll(service())
    const { body } = await enter(payroll.employer, payroll, buildLines(payroll), { source: 'MANUAL' })
    const { data } = await payroll.firm.admin.call(listAuditEntries, { entityId: body.id })
    expect(data).toMatchObject([
      {
        action: 'contribution.enter',
        actorId: payroll.employer.id,
        newState: { source: 'MANUAL', status: 'AWAITING_FUNDS', totalCents: 500_00 },
      },
    ])
    expect(JSON.stringify(data)).not.toContain(payroll.members[0]?.id)
  })

  test('is repeated by its key without a second batch', async () => {
    const payroll = await createPayroll(service())
    const send = () =>
      enter(payroll.employer, payroll, buildLines(payroll), {}, { 'idempotency-key': 'october' })
    const [first, second] = [await send(), await send()]
    expect(first.status).toBe(201)
    expect(second).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } })
    expect(second.body).toEqual(first.body)
    expect((await payroll.firm.broker.call(listContributions, {})).data).toHaveLength(1)
  })

  test('takes the same amounts in one month after another', async () => {
    const payroll = await createPayroll(service())
    const lines = buildLines(payroll).map(({ payOn: _, ...line }) => line)
    const months = ['2026-09', '2026-10']
    for (const payrollMonth of months) {
      const confirmedWarnings = payrollMonth === '2026-09' ? ['W09'] : []
      const reply = await enter(payroll.employer, payroll, lines, { payrollMonth, confirmedWarnings })
      expect(reply).toMatchObject({ status: 201 })
    }
  })

  test('fills in an expected month', async () => {
    const payroll = await createPayroll(service())
    await service().asOwner(
      `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
         status, file_name, file_sha256, row_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, due_on)
       values ($1, 'awaited1', $2, 'Scheme', 'DC', 'GROUP', $3, '2026-10', 'EXPECTED', '', '', 0, 0, 0, 0, 0, 0, '2026-11-21')`,
      [payroll.firm.id, payroll.scheme.id, payroll.scheme.employerId],
    )
    const reply = await enter(payroll.employer, payroll, buildLines(payroll))
    expect(reply).toMatchObject({ status: 201, body: { id: 'awaited1', batch: { source: 'API' } } })
  })

  test('is undone like an upload, and the month can be entered again', async () => {
    const payroll = await createPayroll(service())
    const { body } = await enter(payroll.employer, payroll, buildLines(payroll))
    const again = await enter(payroll.employer, payroll, buildLines(payroll))
    expect(again).toMatchObject(buildRefusal(409, 'BATCH_EXISTS', { batchId: body.id }))
    await payroll.firm.broker.call(undoContributions, { id: body.id, reason: 'Wrong month' })
    expect((await enter(payroll.employer, payroll, buildLines(payroll))).status).toBe(201)
  })

  test('of a closed month is refused, whether it came from a file or an entry', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const { body } = await upload(broker, payroll, buildPayrollRows(payroll))
    const { id } = body
    await broker.call(recordFunds, { id, receivedOn: '2026-11-10', amountCents: 500_00 })
    await broker.call(recordInvestment, { id, on: '2026-11-12' })
    await broker.call(closeContributions, { id })
    const entered = await enter(payroll.employer, payroll, buildLines(payroll))
    expect(entered).toMatchObject(buildRefusal(409, 'F09', { batchId: id }))
  })

  test('of two concurrent ones, only one succeeds', async () => {
    const payroll = await createPayroll(service())
    const replies = await Promise.all([1, 2].map(() => enter(payroll.employer, payroll, buildLines(payroll))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('stores no rejected lines', async () => {
    const payroll = await createPayroll(service())
    const before = await allOf()
    const [first, second] = buildLines(payroll) as [SentLine, SentLine]
    const reply = await enter(payroll.employer, payroll, [first, { ...second, erCents: -1 }])
    expect(reply).toMatchObject(
      buildRefusal(422, 'ROWS_REJECTED', {
        errors: [{ line: 2, memberId: second.memberId, field: 'erCents', code: 'R06', level: 'REJECT' }],
      }),
    )
    expect(Object.keys(reply.body.details)).not.toContain('format')
    expect(await allOf()).toEqual(before)
  })

  test('is refused for a scheme without contributions, and for a month too far ahead', async () => {
    const payroll = await createPayroll(service())
    const ahead = await enter(payroll.employer, payroll, buildLines(payroll), { payrollMonth: '2027-03' })
    expect(ahead).toMatchObject(buildRefusal(422, 'MONTH_IN_FUTURE'))
    await service().asOwner("update schemes set status = 'DRAFT' where id = $1", [payroll.scheme.id])
    const draft = await enter(payroll.employer, payroll, buildLines(payroll))
    expect(draft).toMatchObject(buildRefusal(422, 'SCHEME_TAKES_NO_CONTRIBUTIONS'))
  })
})

describe('the members of an entry', () => {
  test('are those of the scheme and employer: others are refused, to an employer as if they did not exist', async () => {
    const firm = await createFirm(service())
    const [payroll, other] = [
      await createPayroll(service(), { firm, members: 1 }),
      await createPayroll(service(), { firm, members: 1 }),
    ]
    const foreign = await createPayroll(service(), { members: 1 })
    const ask = async (caller: Caller, memberId: string) => {
      const lines = [...buildLines(payroll), { memberId, eeCents: 1_00, payOn: '2026-10-30' }]
      const reply = await enter(caller, payroll, lines, { dryRun: true })
      const [error] = errorsOf(reply)
      return { ...error, memberId: 'as asked' }
    }
    const [stranger, neighbour] = [other.members[0]?.id ?? '', foreign.members[0]?.id ?? '']
    const absent = await ask(payroll.employer, 'mdoesnotexist')
    expect(absent).toMatchObject({ line: 2, field: null, code: 'R02', level: 'REJECT' })
    expect(await ask(payroll.employer, stranger)).toEqual(absent)
    expect(await ask(payroll.employer, neighbour)).toEqual(absent)
    expect(await ask(firm.broker, neighbour)).toEqual(absent)
    expect(await ask(firm.broker, stranger)).toMatchObject({ code: 'R03', level: 'REJECT' })
  })

  test("of another employer are refused, with the user's own or the other scheme and employer", async () => {
    const firm = await createFirm(service())
    const [payroll, other] = [
      await createPayroll(service(), { firm, members: 1 }),
      await createPayroll(service(), { firm, members: 1 }),
    ]
    expect((await enter(payroll.employer, other, buildLines(other))).status).toBe(403)
    const fields = { employerId: other.scheme.employerId }
    expect((await enter(payroll.employer, payroll, buildLines(payroll), fields)).status).toBe(403)
    const filter = { schemeId: other.scheme.id, payrollMonth: '2026-10' }
    expect((await payroll.employer.send(listExpectedLines, filter)).status).toBe(403)
  })

  test('are never shown with a PPS number', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const lines = buildLines(payroll).map((line) => ({ ...line, eeCents: 0, erCents: 0 }))
    const dry = await enter(broker, payroll, lines, { dryRun: true })
    const done = await enter(broker, payroll, lines, { confirmedWarnings: ['W01'] })
    const expected = await broker.send(listExpectedLines, {
      schemeId: payroll.scheme.id,
      payrollMonth: '2026-11',
    })
    const file = await broker.send(downloadContributionErrors, { id: done.body.id })
    expect(file.text).toContain('W01')
    for (const { text } of [dry, done, expected, file])
      for (const { ppsNumber } of payroll.members) expect(text).not.toContain(ppsNumber.slice(0, 7))
  })
})

describe('an entry and a file with the same content', () => {
  type Case = [what: string, codes: string[], row: PayrollRow, line: Partial<EntryLine>, fields?: object]
  const CASES: Case[] = [
    ['of nothing', ['W01'], { ee_contribution: '0', er_contribution: '0' }, { eeCents: 0, erCents: 0 }],
    ['above the largest amount', ['R05'], { avc: '1000000.01' }, { avcCents: 1_000_000_01 }],
    ['with a negative amount', ['R06'], { ee_contribution: '-5' }, { eeCents: -5_00 }],
    [
      'with a correction',
      [],
      { ee_contribution: '-5', kind: 'CORRECTION' },
      { eeCents: -5_00, kind: 'CORRECTION' },
    ],
    ['with a pay date too far ahead', ['R07'], { pay_date: '2027-06-01' }, { payOn: '2027-06-01' }],
    ['other than expected', ['W03'], { ee_contribution: '300' }, { eeCents: 300_00 }],
    ['without the money of the employer', ['W04'], { er_contribution: '0' }, { erCents: 0 }],
    ['above the limit of tax relief', ['W08'], { avc: '2000' }, { avcCents: 2_000_00 }],
    ['of a leaver', ['W02', 'W03'], { leave_date: '2026-10-20' }, { leftOn: '2026-10-20' }],
    ['of a member who died', ['W02', 'W03'], {}, {}],
  ]
  test.each(CASES)('%s have the same issues: %s', async (what, codes, cells, fields) => {
    const payroll = await createPayroll(service(), { members: 3, fields: { dateOfBirth: '1990-05-04' } })
    const [first] = payroll.members as [Payroll['members'][number]]
    const { broker } = payroll.firm
    await broker.call(recordMemberPay, {
      id: first.id,
      validFrom: '2026-01-01',
      pensionableSalaryCents: 36_000_00,
      employeeRatePercent: 3.3333,
      employerRatePercent: 5,
    })
    if (what === 'of a member who died')
      await broker.call(recordMemberDeath, { id: first.id, on: '2026-10-02' })
    const rows = buildPayrollRows(payroll).map((row, index) => ({
      avc: '',
      kind: '',
      leave_date: '',
      ...row,
      ...(index === 0 ? cells : {}),
    }))
    const lines = buildLines(payroll).map((line, index) => (index === 0 ? { ...line, ...fields } : line))
    const ofFile = await upload(broker, payroll, rows, { dryRun: true })
    const ofEntry = await enter(broker, payroll, lines, { dryRun: true })
    const toIssues = (reply: Reply) =>
      errorsOf(reply).map(({ code, level, message }) => ({ code, level, message }))
    expect(toIssues(ofEntry)).toEqual(toIssues(ofFile))
    expect([...new Set(toIssues(ofEntry).map(({ code }) => code))].sort()).toEqual(codes)
    for (const field of ['status', 'counts', 'totals', 'warningCodes', 'dueOn', 'missingMembers'])
      expect(ofEntry.body[field], field).toEqual(ofFile.body[field])
  })

  type Whole = [what: string, code: string, entry: (lines: SentLine[]) => [SentLine[], object]]
  const WHOLE: Whole[] = [
    ['another control total', 'F05', (lines) => [lines, { declaredTotalCents: 1 }]],
    [
      'pay dates in two months',
      'F06',
      ([one, two]) => [[one, { ...two, payOn: '2026-11-02' }] as SentLine[], {}],
    ],
    ['only rejected rows', 'F04', (lines) => [lines.map((line) => ({ ...line, eeCents: -1 })), {}]],
  ]
  test.each(WHOLE)('with %s are refused: %s', async (_what, code, edit) => {
    const payroll = await createPayroll(service())
    const [lines, fields] = edit(buildLines(payroll))
    const rows = buildPayrollRows(payroll).map((row, index) => ({
      ...row,
      pay_date: lines[index]?.payOn ?? '',
      ee_contribution: String((lines[index]?.eeCents ?? 0) / 100),
    }))
    const [ofFile, ofEntry] = [
      await upload(payroll.firm.broker, payroll, rows, fields),
      await enter(payroll.firm.broker, payroll, lines, fields),
    ]
    expect(ofEntry).toMatchObject({ status: 422, body: { error: ofFile.body.error, details: { code } } })
    expect(ofFile).toMatchObject(buildRefusal(422, code))
  })

  test('with a member twice are refused, or need a confirmation if the amounts differ', async () => {
    const payroll = await createPayroll(service())
    const [first, second] = buildLines(payroll) as [SentLine, SentLine]
    const twice = await enter(payroll.employer, payroll, [first, second, first], { dryRun: true })
    expect(errorsOf(twice)).toMatchObject([{ line: 3, code: 'R08', level: 'REJECT' }])
    const other = await enter(payroll.employer, payroll, [first, second, { ...first, eeCents: 1 }], {
      dryRun: true,
    })
    expect(errorsOf(other)).toMatchObject([{ line: 3, code: 'W07', level: 'WARN' }])
    const without = await enter(payroll.employer, payroll, [first])
    expect(without).toMatchObject(buildRefusal(422, 'WARNINGS_UNCONFIRMED', { unconfirmed: ['W05'] }))
  })
})

describe('the expected lines of a month', () => {
  const ask = (caller: Caller, { scheme }: Payroll, payrollMonth: string) =>
    caller.call(listExpectedLines, { schemeId: scheme.id, payrollMonth })

  test('contain participating members, with expected amounts or the reason why an amount is not known', async () => {
    const payroll = await createPayroll(service(), { members: 3 })
    const { broker } = payroll.firm
    const [first, second, third] = payroll.members.map(({ id }) => ({ id })) as [Named, Named, Named]
    await broker.call(recordMemberPay, {
      id: first.id,
      validFrom: '2026-01-01',
      pensionableSalaryCents: 36_000_00,
      employeeRatePercent: 5,
      employerRatePercent: 7,
    })
    await broker.call(leaveMember, { id: third.id, on: '2026-09-15' })
    const answer = await ask(payroll.employer, payroll, '2026-10')
    expect(answer.imported).toBeNull()
    expect(answer.lines.map(({ memberId }) => memberId).sort()).toEqual([first.id, second.id].sort())
    expect(answer.lines.find(({ memberId }) => memberId === first.id)).toMatchObject({
      ee: { cents: 150_00, gap: null },
      er: { cents: 210_00, gap: null },
      avc: { cents: null, gap: 'NO_RATE' },
      lastMonth: null,
    })
    expect(answer.lines.find(({ memberId }) => memberId === second.id)).toMatchObject({
      ee: { cents: null, gap: 'NO_RATE' },
    })
    expect((await ask(broker, payroll, '2026-09')).lines).toHaveLength(3)
  })

  test('contain the regular amounts of the previous month including corrections', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const [first, second] = buildLines(payroll) as [SentLine, SentLine]
    const single = {
      ...second,
      kind: 'SINGLE',
      eeCents: 0,
      erCents: 0,
      singlePremiumCents: 9_00,
      payOn: '2026-10-29',
    }
    const { body } = await enter(broker, payroll, [first, second, single as SentLine])
    await broker.call(correctContributions, {
      id: body.id,
      corrections: [{ lineId: `${body.id}000001`, eeCents: 5_00 }],
      reason: 'Overtime',
    })
    const { lines } = await ask(payroll.employer, payroll, '2026-11')
    const lastMonthOf = (id: string) => lines.find(({ memberId }) => memberId === id)?.lastMonth
    expect(lastMonthOf(first.memberId)).toEqual({ eeCents: 105_00, erCents: 150_00, avcCents: 0 })
    expect(lastMonthOf(second.memberId)).toEqual({ eeCents: 100_00, erCents: 150_00, avcCents: 0 })
  })

  test('name an existing batch of the month', async () => {
    const payroll = await createPayroll(service())
    const { body } = await enter(payroll.employer, payroll, buildLines(payroll))
    const { imported } = await ask(payroll.employer, payroll, '2026-10')
    expect(imported).toEqual({ batchId: body.id, status: 'AWAITING_FUNDS' })
  })
})
