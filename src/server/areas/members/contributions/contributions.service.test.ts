import { describe, expect, test } from 'vitest'
import {
  buildPayrollRows,
  createBatch,
  createPayroll,
  type Payroll,
  type PayrollRow,
  upload,
} from '../../../../../test/harness/payroll.ts'
import { type Caller, createFirm, createSuperAdmin } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import * as contract from '../../../../contract/contributions.ts'
import {
  closeContributions,
  correctContributions,
  getContribution,
  getContributionClock,
  getContributionGrid,
  listContributionLines,
  listContributions,
  listMemberContributions,
  recordDeductionsInvestment,
  recordDirectPayment,
  recordFunds,
  recordInvestment,
  recordReceiptsInvestment,
  recordStatement,
  undoContributions,
} from '../../../../contract/contributions.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { endParticipation, listParticipations } from '../../../../contract/participations.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService()

/** €500 for October 2026, due today, 21 November. */
async function createFundedPayroll(): Promise<Payroll & { batchId: string; broker: Caller }> {
  const payroll = await createPayroll(service())
  const { broker } = payroll.firm
  const { id } = await createBatch(payroll)
  await broker.call(recordFunds, { id, amountCents: 500_00 })
  return { ...payroll, batchId: id, broker }
}

const linesOf = (caller: Caller, id: string) => caller.call(listContributionLines, { id })

describe('money', () => {
  test('deductions and employer contributions are each met on their own date', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    const { eeCents, avcCents, totalCents } = await broker.call(getContribution, { id })
    const deducted = eeCents + avcCents
    const receive = (receivedOn: string, amountCents: number, employeeCents: number | null) =>
      broker.call(recordFunds, { id, receivedOn, amountCents, employeeCents })
    expect(await receive('2026-11-12', deducted, deducted)).toMatchObject({
      status: 'PART_FUNDED',
      firstReceivedOn: '2026-11-12',
      deductionsReceivedOn: '2026-11-12',
      employerReceivedOn: null,
    })
    const schemeId = payroll.scheme.id
    const statusOf = async (ruleId: string) =>
      (await broker.call(listObligations, { schemeId, ruleId })).data.find(
        ({ periodKey }) => periodKey === '2026-10',
      )?.status
    expect([await statusOf('CON-01'), await statusOf('CON-02')]).toEqual(['DONE', 'DUE_SOON'])
    expect(await receive('2026-11-20', totalCents - deducted, 0)).toMatchObject({
      status: 'FUNDED',
      receivedOn: '2026-11-20',
      firstReceivedOn: '2026-11-12',
      deductionsReceivedOn: '2026-11-12',
      employerReceivedOn: '2026-11-20',
    })
    expect(await statusOf('CON-02')).toBe('DONE')
    // A refund that does not state the employees' share leaves both unpaid until the full amount is received again.
    expect(await receive('2026-11-20', -100, null)).toMatchObject({
      deductionsReceivedOn: null,
      employerReceivedOn: null,
    })
    expect(await receive('2026-11-21', 100, null)).toMatchObject({
      deductionsReceivedOn: '2026-11-21',
      employerReceivedOn: '2026-11-21',
    })
  })

  test('receipts decide the status and the date on which the total was covered', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    const receive = (receivedOn: string, amountCents: number) =>
      broker.call(recordFunds, { id, receivedOn, amountCents, reference: 'SEPA 1' })
    expect(await receive('2026-11-10', 200_00)).toMatchObject({
      status: 'PART_FUNDED',
      receivedCents: 200_00,
      receivedOn: '2026-11-10',
      fundedOn: null,
      varianceCents: -300_00,
      flags: ['SHORT'],
    })
    expect(await receive('2026-11-20', 320_00)).toMatchObject({
      status: 'FUNDED',
      receivedOn: '2026-11-20',
      fundedOn: '2026-11-20',
      varianceCents: 20_00,
      flags: ['OVER'],
    })
    // Recorded last but received first.
    expect(await receive('2026-11-09', 100_00)).toMatchObject({ status: 'FUNDED', fundedOn: '2026-11-20' })
    expect(await receive('2026-11-21', -500_00)).toMatchObject({
      status: 'PART_FUNDED',
      receivedCents: 120_00,
      fundedOn: null,
    })
    expect(await receive('2026-11-21', -120_00)).toMatchObject({ status: 'AWAITING_FUNDS', receivedCents: 0 })
    const { receipts } = await broker.call(getContributionClock, { id })
    expect(receipts.map(({ receivedOn, amountCents }) => [receivedOn, amountCents])).toEqual([
      ['2026-11-09', 100_00],
      ['2026-11-10', 200_00],
      ['2026-11-20', 320_00],
      ['2026-11-21', -500_00],
      ['2026-11-21', -120_00],
    ])
    expect(receipts[0]).toMatchObject({ reference: 'SEPA 1', recordedBy: broker.id, employeeCents: null })
  })

  test.each([
    [{ amountCents: 10, receivedOn: '2026-11-22' }, 422, 'DATE_IN_FUTURE'],
    [{ amountCents: -1 }, 422, 'RECEIPTS_BELOW_ZERO'],
    [{ amountCents: 100, employeeCents: 101 }, 422, 'PART_ABOVE_AMOUNT'],
    [{ amountCents: 100, employeeCents: -1 }, 422, 'PART_ABOVE_AMOUNT'],
  ])('%j is refused and leaves no receipt', async (receipt, status, code) => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { id } = await createBatch(payroll)
    expect(await payroll.firm.broker.send(recordFunds, { id, ...receipt })).toMatchObject(
      buildRefusal(status, code),
    )
    expect((await payroll.firm.broker.call(getContributionClock, { id })).receipts).toEqual([])
  })

  test('a receipt without an amount, with a fraction of a cent or with a PPS number as reference is refused', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { id } = await createBatch(payroll)
    const reference = payroll.members[0]?.ppsNumber
    for (const sent of [
      {},
      { amountCents: 0 },
      { amountCents: 1.5 },
      { amountCents: 1e15 },
      { amountCents: 1, reference },
    ])
      expect(await payroll.firm.broker.send(recordFunds, { id, ...sent })).toMatchObject({ status: 400 })
  })

  test('concurrent receipts of two users are both recorded', async () => {
    const payroll = await createPayroll(service())
    const { broker, admin } = payroll.firm
    const { id } = await createBatch(payroll)
    const replies = await Promise.all(
      [broker, admin, broker, admin].map((caller) => caller.send(recordFunds, { id, amountCents: 50_00 })),
    )
    const done = replies.filter(({ status }) => status === 200).length
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(done).toBeGreaterThan(0)
    const clock = await broker.call(getContributionClock, { id })
    expect(clock.receipts).toHaveLength(done)
    expect(await broker.call(getContribution, { id })).toMatchObject({ receivedCents: done * 50_00 })
  })
})

describe('from funded to closed', () => {
  test('a funded month is invested, gets a statement and is closed', async () => {
    const { broker, batchId: id } = await createFundedPayroll()
    expect(await broker.call(recordStatement, { id, on: '2026-10-30' })).toMatchObject({
      status: 'FUNDED',
      statementIssuedOn: '2026-10-30',
    })
    expect(await broker.call(recordInvestment, { id })).toMatchObject({
      status: 'INVESTED',
      investedOn: '2026-11-21',
      flags: [],
    })
    expect((await broker.call(getContributionClock, { id })).duties.map(({ state }) => state)).toEqual([
      'MET',
      'MET',
      'MET',
      'MET',
      'NOT_APPLICABLE',
    ])
    expect(await broker.call(closeContributions, { id })).toMatchObject({ status: 'CLOSED' })
    for (const verb of [recordFunds, recordInvestment, recordStatement, closeContributions]) {
      expect(await broker.send(verb, { id, amountCents: 1 })).toMatchObject(
        buildRefusal(409, 'ILLEGAL_TRANSITION'),
      )
    }
  })

  test('the money of a trust RAC has a deadline for each month of receipt', async () => {
    const payroll = await createPayroll(service(), {
      members: 1,
      scheme: { type: 'RAC', legalForm: 'TRUST_RAC' },
    })
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    const con05 = async () => {
      const { duties } = await broker.call(getContributionClock, { id })
      const contributionObligation = duties.find(({ rule }) => rule === 'CON-05')
      const { data } = await broker.call(listObligations, { schemeId: payroll.scheme.id, ruleId: 'CON-05' })
      const obligation = data.find(({ periodKey }) => periodKey === '2026-10')
      expect(obligation?.dueOn).toBe(contributionObligation?.dueOn)
      return [contributionObligation?.dueOn, contributionObligation?.state, obligation?.status]
    }
    await broker.call(recordFunds, { id, amountCents: 100_00, receivedOn: '2026-10-30' })
    expect(await con05()).toEqual(['2026-11-10', 'OVERDUE', 'OVERDUE'])
    const invest = (receiptMonth: string, on: string) =>
      broker.send(recordReceiptsInvestment, { id, receiptMonth, on })
    expect(await invest('2026-09', '2026-11-09')).toMatchObject(buildRefusal(422, 'NO_MONEY_IN_MONTH'))
    expect(await invest('2026-10', '2026-10-29')).toMatchObject(buildRefusal(422, 'DATES_OUT_OF_ORDER'))
    expect((await invest('2026-10', '2026-11-09')).body).toMatchObject({
      receiptMonths: [{ month: '2026-10', lastReceivedOn: '2026-10-30', investedOn: '2026-11-09' }],
    })
    expect(await con05()).toEqual(['2026-11-10', 'MET', 'DONE'])
    await broker.call(recordFunds, { id, amountCents: 150_00, receivedOn: '2026-11-12' })
    expect(await con05()).toEqual(['2026-12-10', 'NOT_DUE', 'DUE_SOON'])
    expect((await invest('2026-11', '2026-11-20')).status).toBe(200)
    expect(await con05()).toEqual(['2026-12-10', 'MET', 'DONE'])
    // The date for October is corrected: October is late, November is not.
    await invest('2026-10', '2026-11-13')
    expect(await con05()).toEqual(['2026-11-10', 'LATE', 'DONE_LATE'])
  })

  test('a direct payment to a trust RAC is invested, but not part of the amount that the employer owes', async () => {
    const payroll = await createPayroll(service(), {
      members: 1,
      scheme: { type: 'RAC', legalForm: 'TRUST_RAC' },
    })
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    const pay = (amountCents: number, receivedOn: string) =>
      broker.send(recordDirectPayment, { id, amountCents, receivedOn })
    expect((await pay(70_00, '2026-10-05')).body).toMatchObject({
      status: 'AWAITING_FUNDS',
      receivedCents: 0,
      receiptMonths: [{ month: '2026-10', lastReceivedOn: '2026-10-05', investedOn: null }],
    })
    const clock = await broker.call(getContributionClock, { id })
    expect(clock.receipts).toMatchObject([{ amountCents: 70_00, isDirect: true }])
    expect(clock.duties.map(({ rule, state }) => [rule, state])).toEqual(
      expect.arrayContaining([
        ['CON-01', 'NOT_DUE'],
        ['CON-05', 'OVERDUE'],
      ]),
    )
    expect(await pay(-71_00, '2026-11-05')).toMatchObject(buildRefusal(422, 'RECEIPTS_BELOW_ZERO'))
    // A later payment of the employer keeps the direct payment.
    expect(
      await broker.call(recordFunds, { id, amountCents: 250_00, receivedOn: '2026-11-12' }),
    ).toMatchObject({ status: 'FUNDED', receiptMonths: [{ month: '2026-10' }, { month: '2026-11' }] })

    const other = await createPayroll(service(), { members: 1 })
    const batch = await createBatch(other)
    expect(await other.firm.broker.send(recordDirectPayment, { id: batch.id, amountCents: 1 })).toMatchObject(
      buildRefusal(422, 'NOT_A_TRUST_RAC'),
    )
  })

  test('deductions of a DB scheme are invested before the employer has paid', async () => {
    const payroll = await createPayroll(service(), { members: 1, scheme: { type: 'DB' } })
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    const invest = (on: string) => broker.send(recordDeductionsInvestment, { id, on })
    expect(await invest('2026-11-20')).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION'))
    await broker.call(recordFunds, {
      id,
      amountCents: 100_00,
      employeeCents: 100_00,
      receivedOn: '2026-11-12',
    })
    expect(await invest('2026-11-11')).toMatchObject(buildRefusal(422, 'DATES_OUT_OF_ORDER'))
    expect((await invest('2026-11-20')).body).toMatchObject({
      status: 'PART_FUNDED',
      deductionsInvestedOn: '2026-11-20',
      investedOn: null,
    })
    const { duties } = await broker.call(getContributionClock, { id })
    expect(duties.find(({ rule }) => rule === 'CON-04')).toMatchObject({
      state: 'MET',
      metOn: '2026-11-20',
    })
    const { data } = await broker.call(listObligations, { schemeId: payroll.scheme.id, ruleId: 'CON-04' })
    expect(data.find(({ periodKey }) => periodKey === '2026-10')).toMatchObject({
      status: 'DONE',
      completedOn: '2026-11-20',
    })
    // Refunded money was not invested.
    expect(await broker.call(recordFunds, { id, amountCents: -50_00, employeeCents: -50_00 })).toMatchObject({
      deductionsInvestedOn: null,
    })
  })

  test.each([
    [recordInvestment, { on: '2026-11-20' }, 'DATES_OUT_OF_ORDER'],
    [recordInvestment, { on: '2026-11-22' }, 'DATE_IN_FUTURE'],
    [recordStatement, { on: '2026-09-30' }, 'DATES_OUT_OF_ORDER'],
    [recordStatement, { on: '2026-11-22' }, 'DATE_IN_FUTURE'],
  ])('$name of %j is refused', async (verb, sent, code) => {
    const { broker, batchId } = await createFundedPayroll()
    expect(await broker.send(verb, { id: batchId, ...sent })).toMatchObject(buildRefusal(422, code))
  })

  test('a month without amounts is never late and can be closed', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const rows = buildPayrollRows(payroll).map((row) => ({
      ...row,
      ee_contribution: '0',
      er_contribution: '',
    }))
    const { body } = await upload(broker, payroll, rows, {
      payrollMonth: '2026-09',
      confirmedWarnings: ['W01', 'W09', 'W11'],
    })
    expect(body.batch).toMatchObject({ status: 'AWAITING_FUNDS', totalCents: 0, daysLate: 0, flags: [] })
    expect(await broker.call(closeContributions, { id: body.id })).toMatchObject({ status: 'CLOSED' })
  })

  test('a month with outstanding money cannot be closed', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { id } = await createBatch(payroll)
    expect(await payroll.firm.broker.send(closeContributions, { id })).toMatchObject(
      buildRefusal(422, 'MONEY_OUTSTANDING'),
    )
  })
})

describe('undoing an upload', () => {
  test('allows another upload of the month and hides the lines from members', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const memberId = payroll.members[0]?.id ?? ''
    const self = await payroll.firm.hires('Member', { memberId })
    const { id } = await createBatch(payroll)
    expect((await self.call(listMemberContributions, { id: memberId })).data).toHaveLength(1)
    expect(await broker.call(undoContributions, { id, reason: 'Wrong file' })).toMatchObject({
      status: 'UNDONE',
      undoReason: 'Wrong file',
      undoneAt: expect.any(String),
      flags: [],
    })
    expect((await self.call(listMemberContributions, { id: memberId })).data).toEqual([])
    expect((await broker.call(listMemberContributions, { id: memberId })).data).toEqual([])
    const again = await createBatch(payroll)
    expect(again.id).not.toBe(id)
  })

  test('is refused once money was recorded, even if it was refunded', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    await broker.call(recordFunds, { id, amountCents: 10 })
    const undo = () => broker.send(undoContributions, { id, reason: 'Wrong file' })
    expect(await undo()).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION'))
    await broker.call(recordFunds, { id, amountCents: -10 })
    expect(await undo()).toMatchObject(buildRefusal(422, 'HAS_RECEIPTS'))
  })
})

describe('corrections', () => {
  test('are separate lines, and the status is recalculated', async () => {
    const { broker, batchId: id, members } = await createFundedPayroll()
    const [first, second] = (await linesOf(broker, id)).data
    const corrected = await broker.call(correctContributions, {
      id,
      corrections: [
        { lineId: first?.id ?? '', eeCents: 25_00 },
        { lineId: second?.id ?? '', eeCents: -100_00, erCents: -50_00, avcCents: 75_00 },
      ],
      reason: 'Rate was wrong',
    })
    expect(corrected).toMatchObject({
      status: 'FUNDED',
      eeCents: 125_00,
      erCents: 250_00,
      avcCents: 75_00,
      totalCents: 450_00,
      receivedCents: 500_00,
      flags: ['OVER'],
    })
    const lines = (await linesOf(broker, id)).data
    expect(lines.slice(2)).toMatchObject([
      {
        number: 3,
        kind: 'CORRECTION',
        corrects: first?.id,
        row: null,
        memberId: members[0]?.id,
        eeCents: 25_00,
        totalCents: 25_00,
        payOn: '2026-10-30',
        note: 'Rate was wrong',
      },
      {
        number: 4,
        corrects: second?.id,
        eeCents: -100_00,
        erCents: -50_00,
        avcCents: 75_00,
        totalCents: -75_00,
      },
    ])
    expect(lines.slice(0, 2)).toEqual([first, second])
    expect(
      await broker.call(correctContributions, {
        id,
        corrections: [{ lineId: first?.id ?? '', erSpecialCents: 100_00 }],
        reason: 'Forgotten',
      }),
    ).toMatchObject({ status: 'PART_FUNDED', fundedOn: null, totalCents: 550_00 })
  })

  test('an invested month that becomes short is no longer invested', async () => {
    const { broker, batchId: id } = await createFundedPayroll()
    await broker.call(recordInvestment, { id })
    const [line] = (await linesOf(broker, id)).data
    const correct = (eeCents: number) =>
      broker.call(correctContributions, {
        id,
        corrections: [{ lineId: line?.id ?? '', eeCents }],
        reason: 'Rate',
      })
    expect(await correct(-1)).toMatchObject({ status: 'INVESTED', investedOn: '2026-11-21' })
    expect(await correct(2)).toMatchObject({ status: 'PART_FUNDED', investedOn: null })
  })

  test('cannot reduce a line below zero, in total', async () => {
    const { broker, batchId: id } = await createFundedPayroll()
    const [line] = (await linesOf(broker, id)).data
    const lineId = line?.id ?? ''
    const correct = (...corrections: object[]) =>
      broker.send(correctContributions, { id, corrections, reason: 'Rate' })
    expect(await correct({ lineId, eeCents: -60_00 })).toMatchObject({ status: 200 })
    expect(await correct({ lineId, eeCents: -40_01 })).toMatchObject(
      buildRefusal(422, 'CORRECTION_BELOW_ZERO'),
    )
    expect(await correct({ lineId, eeCents: -20_00 }, { lineId, eeCents: -20_01 })).toMatchObject(
      buildRefusal(422, 'CORRECTION_BELOW_ZERO'),
    )
    expect(await correct({ lineId, eeCents: -20_00 }, { lineId, eeCents: -20_00 })).toMatchObject({
      status: 200,
    })
    expect((await linesOf(broker, id)).data).toHaveLength(5)
  })

  test('apply only to lines imported with the batch', async () => {
    const { broker, batchId: id } = await createFundedPayroll()
    const other = await createFundedPayroll()
    const [line] = (await linesOf(broker, id)).data
    const [strange] = (await linesOf(other.broker, other.batchId)).data
    const correct = (lineId: string | undefined) =>
      broker.send(correctContributions, { id, corrections: [{ lineId, eeCents: 1 }], reason: 'Rate' })
    expect(await correct(line?.id)).toMatchObject({ status: 200 })
    for (const lineId of [strange?.id, `${id}000099`, `${id}000003`, createId()])
      expect(await correct(lineId)).toMatchObject(buildRefusal(422, 'LINE_NOT_IN_BATCH'))
    for (const bad of [{ lineId: line?.id }, { lineId: line?.id, eeCents: 0.5 }])
      expect(
        await broker.send(correctContributions, { id, corrections: [bad], reason: 'Rate' }),
      ).toMatchObject({ status: 400 })
  })
})

describe('the audit log', () => {
  test('has sums and dates, and no data of a member', async () => {
    const { firm, broker, batchId: id, members } = await createFundedPayroll()
    const [line] = (await linesOf(broker, id)).data
    await broker.call(correctContributions, {
      id,
      corrections: [{ lineId: line?.id ?? '', eeCents: 1 }],
      reason: 'Rate was wrong',
    })
    const { data } = await firm.admin.call(listAuditEntries, { entityType: 'contribution', sort: 'sequence' })
    expect(data).toMatchObject([
      {
        action: 'contribution.upload',
        entityId: id,
        previousState: null,
        newState: { status: 'AWAITING_FUNDS', totalCents: 500_00, rowCount: 2, counts: { rows: 2, ok: 2 } },
      },
      {
        action: 'contribution.record-funds',
        previousState: { status: 'AWAITING_FUNDS', receivedCents: 0 },
        newState: {
          status: 'FUNDED',
          receivedCents: 500_00,
          receipt: { amountCents: 500_00, employeeCents: null },
        },
      },
      {
        action: 'contribution.correct',
        newState: { status: 'PART_FUNDED', totalCents: 500_01, corrections: 1, reason: 'Rate was wrong' },
      },
    ])
    const text = JSON.stringify(data)
    for (const { id: memberId, lastName, ppsNumber } of members)
      for (const personal of [memberId, lastName, ppsNumber]) expect(text).not.toContain(personal)
  })
})

test('lines and receipts have a creation time; lines older than the column have the time of their batch', async () => {
  const payroll = await createPayroll(service())
  const { broker } = payroll.firm
  const memberId = payroll.members[0]?.id ?? ''
  const self = await payroll.firm.hires('Member', { memberId })
  const { id } = await createBatch(payroll)
  const { createdAt } = await broker.call(getContribution, { id })
  const [first] = (await linesOf(broker, id)).data
  expect((first?.createdAt ?? '') >= createdAt).toBe(true)
  await broker.call(recordFunds, { id, amountCents: 500_00 })
  const { receipts } = await broker.call(getContributionClock, { id })
  expect(receipts[0]?.createdAt).toBe(receipts[0]?.recordedAt)
  await service().asOwner('update contribution_lines set created_at = null where batch_id = $1', [id])
  const created = { createdAt }
  expect((await linesOf(broker, id)).data).toMatchObject([created, created])
  expect((await self.call(listMemberContributions, { id: memberId })).data).toMatchObject([created])
})

describe('access to contributions', () => {
  test('a member reads their own lines and no batch', async () => {
    const payroll = await createPayroll(service())
    const [own, other] = payroll.members
    const self = await payroll.firm.hires('Member', { memberId: own?.id ?? '' })
    const { id } = await createBatch(payroll)
    const { data } = await self.call(listMemberContributions, { id: own?.id ?? '' })
    expect(data).toMatchObject([
      {
        batchId: id,
        payrollMonth: '2026-10',
        memberId: own?.id,
        number: 1,
        eeCents: 100_00,
        totalCents: 250_00,
      },
    ])
    expect(await self.send(listMemberContributions, { id: other?.id })).toMatchObject({ status: 403 })
    expect(await self.send(getContribution, { id })).toMatchObject({ status: 403 })
    expect(await self.send(listContributionLines, { id })).toMatchObject({ status: 403 })
  })

  test("an employer's users can read their own batches, but record nothing", async () => {
    const payroll = await createPayroll(service())
    const neighbour = await createPayroll(service(), { firm: payroll.firm })
    const { id } = await createBatch(payroll)
    const theirs = await createBatch(neighbour)
    const { employer } = payroll
    expect((await employer.call(listContributions, {})).data.map((batch) => batch.id)).toEqual([id])
    expect((await linesOf(employer, id)).data).toHaveLength(2)
    expect(await employer.call(getContributionClock, { id })).toMatchObject({ batchId: id })
    expect(await employer.send(getContribution, { id: theirs.id })).toMatchObject({ status: 403 })
    for (const verb of [recordFunds, recordInvestment, undoContributions])
      expect(await employer.send(verb, { id, amountCents: 1, reason: 'Theirs' })).toMatchObject({
        status: 403,
      })
    expect(await employer.send(getContributionGrid, {})).toMatchObject({ status: 403 })
  })

  test('another firm sees no batches, and a SuperAdmin sees all', async () => {
    const payroll = await createPayroll(service())
    const { id } = await createBatch(payroll)
    const stranger = (await createFirm(service())).broker
    expect(await stranger.send(getContribution, { id })).toMatchObject({ status: 403 })
    expect((await stranger.call(listContributions, {})).data).toEqual([])
    const superAdmin = await createSuperAdmin(service())
    expect(await superAdmin.call(getContribution, { id })).toMatchObject({ id })
    expect((await linesOf(superAdmin, id)).data).toHaveLength(2)
  })
})

describe('lists', () => {
  test('filter batches by month, scheme, status and lateness', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const other = await createPayroll(service(), { firm: payroll.firm, members: 1 })
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    const { id: elsewhere } = await createBatch(other)
    const past = buildPayrollRows(payroll).map((row) => ({ ...row, pay_date: '30/09/2026' }))
    const late = await upload(broker, payroll, past, { payrollMonth: '2026-09', confirmedWarnings: ['W09'] })
    const ids = async (filters: object) =>
      (await broker.call(listContributions, filters as never)).data.map((batch) => batch.id).sort()
    expect(await ids({})).toEqual([id, elsewhere, late.body.id].sort())
    expect(await ids({ late: 'true' })).toEqual([late.body.id])
    expect(await ids({ late: 'false' })).toEqual([id, elsewhere].sort())
    expect(await ids({ payrollMonth: '2026-09' })).toEqual([late.body.id])
    expect(await ids({ schemeId: other.scheme.id })).toEqual([elsewhere])
    expect(await ids({ employerId: payroll.scheme.employerId })).toEqual([id, late.body.id].sort())
    expect(await ids({ status: 'FUNDED' })).toEqual([])
    const sorted = await broker.call(listContributions, { sort: 'dueOn' })
    expect(sorted.data[0]?.id).toBe(late.body.id)
  })

  test('return lines page by page, and filter those with a warning', async () => {
    const payroll = await createPayroll(service(), { members: 3 })
    const { broker } = payroll.firm
    const rows = buildPayrollRows(payroll)
    const wrong = rows.map((row, index) => (index === 1 ? { ...row, last_name: 'Somebodyelse' } : row))
    const { body } = await upload(broker, payroll, wrong, { confirmedWarnings: ['W06'] })
    const numbers: number[] = []
    let cursor: string | undefined
    do {
      const page = await broker.call(listContributionLines, {
        id: body.id,
        limit: 1,
        ...(cursor ? { cursor } : {}),
      })
      numbers.push(...page.data.map(({ number }) => number))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(numbers).toEqual([1, 2, 3])
    const flagged = await broker.call(listContributionLines, { id: body.id, flagged: 'true' })
    expect(flagged.data).toMatchObject([{ number: 2, flags: ['W06'] }])
    const memberId = payroll.members[2]?.id ?? ''
    const ofMember = await broker.call(listContributionLines, { id: body.id, memberId })
    expect(ofMember.data).toMatchObject([{ number: 3, memberId }])
  })
})

describe('the grid', () => {
  test('expects an active scheme that never sent a file, from the month of its approval', async () => {
    const payroll = await createPayroll(service())
    const { broker } = payroll.firm
    const { scheme } = payroll
    const rowsOfScheme = async () =>
      (await broker.call(getContributionGrid, { from: '2026-08', to: '2026-11' })).rows.map((row) => [
        row.schemeId,
        row.employerId,
        row.cells.map(({ month, state, batchId, totalCents }) => [month, state, batchId, totalCents]),
      ])
    await service().asOwner("update schemes set approved_at = '2026-09-10T12:00:00Z' where id = $1", [
      scheme.id,
    ])
    // Today is 21 November: September was due on 21 October.
    expect(await rowsOfScheme()).toEqual([
      [
        scheme.id,
        scheme.employerId,
        [
          ['2026-08', 'NONE', null, null],
          ['2026-09', 'OVERDUE', null, null],
          ['2026-10', 'EXPECTED', null, null],
          ['2026-11', 'EXPECTED', null, null],
        ],
      ],
    ])
    await service().asOwner("update members set status = 'DEFERRED' where scheme_id = $1", [scheme.id])
    expect(await rowsOfScheme()).toEqual([])
  })

  /** Payroll files of these months, uploaded today. */
  async function months(payroll: Payroll, ...of: string[]): Promise<Record<string, string>> {
    const ids: Record<string, string> = {}
    for (const month of of) {
      const rows: PayrollRow[] = buildPayrollRows(payroll).map((row) => ({ ...row, pay_date: `${month}-28` }))
      const { body } = await upload(payroll.firm.broker, payroll, rows, {
        payrollMonth: month,
        confirmedWarnings: ['W09'],
      })
      ids[month] = body.id
    }
    return ids
  }

  test('shows received and expected amounts of each month', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const { broker } = payroll.firm
    const ids = await months(payroll, '2026-05', '2026-06', '2026-08', '2026-09', '2026-10')
    const receive = (month: string, receivedOn: string, amountCents = 250_00) =>
      broker.call(recordFunds, { id: ids[month] as string, receivedOn, amountCents })
    await receive('2026-05', '2026-06-21')
    await receive('2026-06', '2026-07-22')
    await receive('2026-09', '2026-10-30', 100_00)
    await receive('2026-10', '2026-11-20', 100_00)
    const grid = await broker.call(getContributionGrid, { from: '2026-04', to: '2026-12' })
    expect(grid.months).toHaveLength(9)
    expect(grid.rows).toHaveLength(1)
    const cells = grid.rows[0]?.cells.map(({ month, state, daysLate, varianceCents, batchId }) => [
      month.slice(5),
      state,
      daysLate,
      varianceCents,
      batchId === ids[month],
    ])
    expect(cells).toEqual([
      ['04', 'NONE', 0, null, false],
      ['05', 'ON_TIME', 0, 0, true],
      ['06', 'LATE', 1, 0, true],
      ['07', 'OVERDUE', 92, null, false],
      ['08', 'OVERDUE', 61, -250_00, true],
      ['09', 'OVERDUE', 31, -150_00, true],
      ['10', 'PART_FUNDED', 0, -150_00, true],
      ['11', 'EXPECTED', 0, null, false],
      ['12', 'NONE', 0, null, false],
    ])
    // May to September have fallen due; October falls due today.
    expect(grid.rows[0]).toMatchObject({ monthsDue: 5, onTimePercent: 20 })
    expect(grid).toMatchObject({ onTimePercent: 20, overdueCents: 400_00, truncated: false })
    const { data: participations } = await broker.call(listParticipations, { id: payroll.scheme.id })
    await broker.call(endParticipation, { id: participations[0]?.id as string, on: '2026-10-15' })
    const ended = await broker.call(getContributionGrid, { from: '2026-07', to: '2026-11' })
    expect(ended.rows[0]?.cells.map(({ state }) => state)).toEqual([
      'OVERDUE',
      'OVERDUE',
      'OVERDUE',
      'PART_FUNDED',
      'NONE',
    ])
    await service().asOwner("update schemes set status = 'PAID_UP' where id = $1", [payroll.scheme.id])
    const frozen = await broker.call(getContributionGrid, { from: '2026-07', to: '2026-11' })
    expect(frozen.rows[0]?.cells.map(({ state }) => state)).toEqual([
      'NONE',
      'OVERDUE',
      'OVERDUE',
      'PART_FUNDED',
      'NONE',
    ])
    // A month that ended before that date is still owed.
    await service().asOwner("update schemes set paid_up_on = '2026-08-15' where id = $1", [payroll.scheme.id])
    const since = await broker.call(getContributionGrid, { from: '2026-07', to: '2026-11' })
    expect(since.rows[0]?.cells.map(({ state }) => state)).toEqual([
      'OVERDUE',
      'OVERDUE',
      'OVERDUE',
      'PART_FUNDED',
      'NONE',
    ])
  })

  test('is filtered by scheme and employer, and leaves out undone months', async () => {
    const payroll = await createPayroll(service(), { members: 1 })
    const other = await createPayroll(service(), { firm: payroll.firm, members: 1 })
    const { broker } = payroll.firm
    const { id } = await createBatch(payroll)
    await createBatch(other)
    const rows = async (filters: object) =>
      (await broker.call(getContributionGrid, filters)).rows.map(({ schemeId }) => schemeId)
    expect(await rows({})).toHaveLength(2)
    expect(await rows({ schemeId: payroll.scheme.id })).toEqual([payroll.scheme.id])
    expect(await rows({ employerId: other.scheme.employerId })).toEqual([other.scheme.id])
    await broker.call(undoContributions, { id, reason: 'Wrong file' })
    // The row stays, since files of the employer are expected; the withdrawn month is not in it.
    expect(await rows({})).toHaveLength(2)
    const { rows: own } = await broker.call(getContributionGrid, { schemeId: payroll.scheme.id })
    expect(own.flatMap(({ cells }) => cells.flatMap(({ batchId }) => batchId ?? []))).toEqual([])
  })

  test.each([{ from: '2026-11', to: '2026-10' }, { from: '2024-10', to: '2026-10' }, { from: '2026-13' }])(
    '%j is refused',
    async (input) => {
      const { broker } = await createFirm(service())
      expect(await broker.send(contract.getContributionGrid, input)).toMatchObject({ status: 400 })
    },
  )
})
