/** Transitions of a payroll month after the import: receipts, investment, corrections, closing, undo. */
import { sql } from 'kysely'
import * as contract from '../../../../contract/contributions.ts'
import { listReceiptMonths } from '../../../../contract/receipt-months.ts'
import { requireNotInFuture } from '../../../operation/date-guards.ts'
import { transitionCommands } from '../../../operation/transitions.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Operation } from '../../../pipeline/define-operation.ts'
import { createBusinessRuleRefusal, createStaleVersionRefusal } from '../../../pipeline/refusal.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import { auditedBatch, contributions, loadReceipts, parseLineId } from './records.ts'
import {
  type Amounts,
  addAmounts,
  calculateSettlement,
  isCorrectedLineAllowed,
  NOTHING,
  toAmountColumns,
} from './rules.ts'

const defineTransition = transitionCommands({
  records: contributions,
  audited: auditedBatch,
  transitions: contract.CONTRIBUTION_TRANSITIONS,
})

interface Dependencies {
  clock: Clock
}

/** Date of the transition: today unless given. */
function requirePastDay({ clock }: Dependencies, { on }: { on?: string | undefined }): string {
  const today = getTodayInDublin(clock)
  return requireNotInFuture(on ?? today, today)
}

const recordFunds = (dependencies: Dependencies): Operation =>
  defineTransition(
    contract.recordFunds,
    async ({ input, before, tx, actor }) => {
      const today = getTodayInDublin(dependencies.clock)
      const receivedOn = requireNotInFuture(input.receivedOn ?? today, today, 'receivedOn')
      refuseImpossiblePart(input)
      await insertReceipt(tx, before, actor, { ...input, receivedOn, isDirect: false })
      return requireSettledColumns(tx, before, before)
    },
    // The reference is free text from a third party, and the log is never deleted.
    ({ receivedOn, amountCents, employeeCents }) => ({
      receipt: { amountCents, employeeCents, ...(receivedOn ? { receivedOn } : {}) },
    }),
  )

const recordInvestment = (dependencies: Dependencies): Operation =>
  defineTransition(contract.recordInvestment, ({ input, before }) => {
    const on = requirePastDay(dependencies, input)
    if (before.fundedOn !== null && on < before.fundedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The full amount had not been received on that date: enter a later date',
        { field: 'on' },
      )
    return { invested_on: on }
  })

const recordDeductionsInvestment = (dependencies: Dependencies): Operation =>
  defineTransition(contract.recordDeductionsInvestment, ({ input, before }) => {
    const on = requirePastDay(dependencies, input)
    if (before.deductionsReceivedOn === null || on < before.deductionsReceivedOn)
      throw createBusinessRuleRefusal(
        'DATES_OUT_OF_ORDER',
        'The deductions had not been received in full on that date: enter a later date',
        { field: 'on' },
      )
    return { deductions_invested_on: on }
  })

const recordDirectPayment = (dependencies: Dependencies): Operation =>
  defineTransition(
    contract.recordDirectPayment,
    async ({ input, before, tx, actor }) => {
      const today = getTodayInDublin(dependencies.clock)
      const receivedOn = requireNotInFuture(input.receivedOn ?? today, today, 'receivedOn')
      await requireTrustRac(tx, before)
      await insertReceipt(tx, before, actor, {
        receivedOn,
        amountCents: input.amountCents,
        employeeCents: null,
        reference: input.reference,
        isDirect: true,
      })
      return { receipt_months: JSON.stringify(await loadReceiptMonths(tx, before)) }
    },
    ({ receivedOn, amountCents }) => ({
      directPayment: { amountCents, ...(receivedOn ? { receivedOn } : {}) },
    }),
  )

const recordReceiptsInvestment = (dependencies: Dependencies): Operation =>
  defineTransition(
    contract.recordReceiptsInvestment,
    async ({ input, before, tx }) => {
      const on = requirePastDay(dependencies, input)
      await requireTrustRac(tx, before)
      const month = before.receiptMonths.find((one) => one.month === input.receiptMonth)
      if (!month)
        throw createBusinessRuleRefusal(
          'NO_MONEY_IN_MONTH',
          'No money was received in that month: choose a month of receipt',
          { field: 'receiptMonth' },
        )
      if (on < month.lastReceivedOn)
        throw createBusinessRuleRefusal(
          'DATES_OUT_OF_ORDER',
          'The money of that month had not been received in full on that date: enter a later date',
          { field: 'on' },
        )
      return {
        receipt_months: JSON.stringify(
          before.receiptMonths.map((one) => (one === month ? { ...one, investedOn: on } : one)),
        ),
      }
    },
    ({ receiptMonth }) => ({ receiptMonth }),
  )

const recordStatement = (dependencies: Dependencies): Operation =>
  defineTransition(contract.recordStatement, ({ input, before }) => {
    const on = requirePastDay(dependencies, input)
    if (on < `${before.payrollMonth}-01`)
      throw createBusinessRuleRefusal('DATES_OUT_OF_ORDER', 'The date cannot be before the payroll month', {
        field: 'on',
      })
    return { statement_issued_on: on }
  })

const correctContributions = (): Operation =>
  defineTransition(
    contract.correctContributions,
    async ({ input, before, tx }) => correctLines(tx, before, input),
    ({ corrections, reason }) => ({ corrections: corrections.length, reason }),
  )

const closeContributions = (): Operation =>
  defineTransition(contract.closeContributions, ({ before }) => {
    if (before.status === 'AWAITING_FUNDS' && before.totalCents > 0)
      throw createBusinessRuleRefusal(
        'MONEY_OUTSTANDING',
        'Record the money and its investment before you close this month',
      )
    return {}
  })

const undoContributions = (): Operation =>
  defineTransition(contract.undoContributions, async ({ input, before, tx }) => {
    // A refunded receipt leaves a zero balance, but is a record that money was received.
    if ((await loadReceipts(tx, before.id)).length > 0)
      throw createBusinessRuleRefusal(
        'HAS_RECEIPTS',
        'This import cannot be undone, because money is recorded for the month: add corrections instead',
      )
    return { undone_at: sql`clock_timestamp()`, undo_reason: input.reason }
  })

export const createContributionCommands = (dependencies: Dependencies): Operation[] => [
  recordFunds(dependencies),
  recordInvestment(dependencies),
  recordDeductionsInvestment(dependencies),
  recordDirectPayment(dependencies),
  recordReceiptsInvestment(dependencies),
  recordStatement(dependencies),
  correctContributions(),
  closeContributions(),
  undoContributions(),
]

type NewReceipt = Pick<
  contract.ContributionReceipt,
  'receivedOn' | 'amountCents' | 'employeeCents' | 'reference' | 'isDirect'
>

const insertReceipt = (
  tx: Tx,
  batch: contract.ContributionBatch,
  actor: Actor,
  receipt: NewReceipt,
): Promise<unknown> =>
  tx
    .insertInto('contribution_receipts')
    .values({
      id: createId(),
      tenant_id: batch.tenantId,
      batch_id: batch.id,
      employer_id: batch.employerId,
      received_on: receipt.receivedOn,
      amount_cents: receipt.amountCents,
      employee_cents: receipt.employeeCents,
      reference: receipt.reference,
      is_direct: receipt.isDirect,
      created_by: actor.id,
    })
    .execute()

/** 422 if the ten days do not start in the month of receipt. */
async function requireTrustRac(tx: Tx, { id }: contract.ContributionBatch): Promise<void> {
  const { legal_form } = await tx
    .selectFrom('contribution_batches')
    .select('legal_form')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (legal_form !== 'TRUST_RAC')
    throw createBusinessRuleRefusal(
      'NOT_A_TRUST_RAC',
      'This can be recorded only for trust RACs: record money and its investment instead',
    )
}

/** Months of receipt after a direct payment. 422 if direct refunds would exceed direct payments. */
async function loadReceiptMonths(tx: Tx, batch: contract.ContributionBatch) {
  const receipts = await loadReceipts(tx, batch.id)
  const directCents = receipts.reduce((sum, one) => sum + (one.isDirect ? one.amountCents : 0), 0)
  if (directCents < 0)
    throw createBusinessRuleRefusal(
      'RECEIPTS_BELOW_ZERO',
      'Refunds would exceed the money received: enter a smaller refund',
      { field: 'amountCents' },
    )
  return listReceiptMonths(receipts, batch.receiptMonths)
}

/** The employees' share is between zero and the whole amount, with the same sign. */
function refuseImpossiblePart({
  amountCents,
  employeeCents,
}: {
  amountCents: number
  employeeCents: number | null
}): void {
  if (employeeCents === null || employeeCents === 0) return
  if (Math.sign(employeeCents) === Math.sign(amountCents) && Math.abs(employeeCents) <= Math.abs(amountCents))
    return
  throw createBusinessRuleRefusal(
    'PART_ABOVE_AMOUNT',
    'Enter an employee part between €0.00 and the amount',
    { field: 'employeeCents' },
  )
}

/** Columns that follow from all receipts. 422 if refunds would exceed the money received. */
async function requireSettledColumns(tx: Tx, batch: contract.ContributionBatch, owed: Amounts) {
  const settled = calculateSettlement(batch, owed, await loadReceipts(tx, batch.id))
  if (settled.receivedCents < 0)
    throw createBusinessRuleRefusal(
      'RECEIPTS_BELOW_ZERO',
      'Refunds would exceed the money received: enter a smaller refund',
      { field: 'amountCents' },
    )
  return {
    status: settled.status,
    received_cents: settled.receivedCents,
    received_on: settled.receivedOn,
    first_received_on: settled.firstReceivedOn,
    deductions_received_on: settled.deductionsReceivedOn,
    employer_received_on: settled.employerReceivedOn,
    funded_on: settled.fundedOn,
    invested_on: settled.investedOn,
    deductions_invested_on: settled.deductionsInvestedOn,
    receipt_months: JSON.stringify(settled.receiptMonths),
  }
}

interface Corrections {
  corrections: ({ lineId: string } & Amounts)[]
  reason: string
}

/** Appends a line for each correction; totals and status are recalculated from all lines and receipts. */
async function correctLines(
  tx: Tx,
  batch: contract.ContributionBatch,
  { corrections, reason }: Corrections,
): Promise<object> {
  const requested = corrections.map(({ lineId, ...amounts }) => ({
    number: parseLineId(lineId, batch.id),
    amounts,
  }))
  // Locked until commit: of two simultaneous corrections, each gets its own number, or the later one a conflict.
  const { line_count, version } = await tx
    .selectFrom('contribution_batches')
    .select(['line_count', 'version'])
    .where('id', '=', batch.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (version !== batch.version) throw createStaleVersionRefusal(version)
  const lines = await loadLinesToCorrect(
    tx,
    batch,
    requested.map(({ number }) => number ?? 0),
  )
  let added = NOTHING
  const rows = requested.map(({ number, amounts }, index) => {
    const line = lines.get(number ?? 0)
    if (!line) {
      throw createBusinessRuleRefusal(
        'LINE_NOT_IN_BATCH',
        'This line does not belong to this payroll month: choose one of its lines',
        { field: `corrections.${index}.lineId` },
      )
    }
    line.corrected = addAmounts(line.corrected, amounts)
    added = addAmounts(added, amounts)
    return { line, amounts, number: line_count + index + 1 }
  })
  for (const { line } of rows) {
    if (!isCorrectedLineAllowed(line.corrected, line.imported))
      throw createBusinessRuleRefusal(
        'CORRECTION_BELOW_ZERO',
        `Line ${line.number} would fall below zero: deduct a smaller amount`,
        { number: line.number },
      )
  }
  await tx
    .insertInto('contribution_lines')
    .values(
      rows.map(({ line, amounts, number }) => ({
        tenant_id: batch.tenantId,
        batch_id: batch.id,
        number,
        employer_id: batch.employerId,
        member_id: line.memberId,
        kind: 'CORRECTION',
        corrects: line.number,
        pay_on: line.payOn,
        ...toAmountColumns(amounts),
        note: reason,
      })),
    )
    .execute()
  const totals = addAmounts(batch, added)
  return {
    ...toAmountColumns(totals),
    line_count: line_count + rows.length,
    ...(await requireSettledColumns(tx, batch, totals)),
  }
}

interface CorrectableLine {
  number: number
  memberId: string
  payOn: string
  imported: Amounts
  /** Includes earlier corrections. */
  corrected: Amounts
}

/** Imported lines of the batch by number; a correction is corrected by another for the same line. */
async function loadLinesToCorrect(
  tx: Tx,
  batch: contract.ContributionBatch,
  numbers: number[],
): Promise<Map<number, CorrectableLine>> {
  const rows = await tx
    .selectFrom('contribution_lines')
    .select([
      'number',
      'corrects',
      'member_id',
      'pay_on',
      'ee_cents',
      'er_cents',
      'avc_cents',
      'er_special_cents',
      'single_premium_cents',
    ])
    .where('tenant_id', '=', batch.tenantId)
    .where('batch_id', '=', batch.id)
    .where((line) => line.or([line('number', 'in', numbers), line('corrects', 'in', numbers)]))
    .orderBy('number')
    .execute()
  const lines = new Map<number, CorrectableLine>()
  for (const row of rows) {
    const amounts: Amounts = {
      eeCents: row.ee_cents,
      erCents: row.er_cents,
      avcCents: row.avc_cents,
      erSpecialCents: row.er_special_cents,
      singlePremiumCents: row.single_premium_cents,
    }
    const corrected = row.corrects === null ? undefined : lines.get(row.corrects)
    if (corrected) corrected.corrected = addAmounts(corrected.corrected, amounts)
    else if (row.corrects === null) {
      lines.set(row.number, {
        number: row.number,
        memberId: row.member_id,
        payOn: row.pay_on,
        imported: amounts,
        corrected: amounts,
      })
    }
  }
  return lines
}
