import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  CONTRIBUTION_TRANSITIONS,
  type ContributionBatch,
  type ContributionStatus,
  type ContributionVerb,
  closeContributions,
  recordDeductionsInvestment,
  recordDirectPayment,
  recordFunds,
  recordInvestment,
  recordReceiptsInvestment,
  recordStatement,
  undoContributions,
} from '../../../../contract/contributions.ts'
import { formatDate, formatMoney, formatMonth } from '../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../contract/values.ts'
import { getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, MoneyField, SelectField, TextField } from '../../../ui/form/fields.tsx'
import { calculateMissingCents, formatBatchTitle } from './batch.ts'

/** Actions for a batch, by its status. Lines are corrected in their own table. */
export default function BatchActs({
  batch,
  hasReceipts,
}: {
  batch: ContributionBatch
  hasReceipts: boolean
}) {
  const may = useMay()
  // The page does not offer refused actions: a month with money owed is closed only after its investment, and a month with receipts cannot
  // be undone.
  const isOpenTo: Partial<Record<string, boolean>> = {
    [closeContributions.name]: batch.status !== 'AWAITING_FUNDS' || batch.totalCents <= 0,
    [undoContributions.name]: !hasReceipts,
    // Where the employer's own money is invested by the same date, the investment of the whole is what counts.
    [recordDeductionsInvestment.name]: batch.schemeType === 'DB' && batch.deductionsReceivedOn !== null,
    [recordDirectPayment.name]: batch.schemeType === 'RAC',
    [recordReceiptsInvestment.name]: batch.schemeType === 'RAC' && batch.receiptMonths.length > 0,
  }
  const acts = listActions<Verb, ContributionStatus>(
    CONTRIBUTION_TRANSITIONS,
    buildActTable(batch),
    batch,
    (contract) => may(contract) && isOpenTo[contract.name] !== false,
  )
  return <Acts acts={acts} subject={batch} />
}

const RECORDED = 'The audit log records the user, the date and the time.'

type Verb = Exclude<ContributionVerb, 'correct'>

/** Actions in order: the next step first, the final one last. */
function buildActTable(batch: ContributionBatch): Record<Verb, Act> {
  const missing = calculateMissingCents(batch)
  const { eeCents, avcCents, payrollMonth } = batch
  const title = formatBatchTitle(batch)
  return {
    'record-funds': {
      contract: recordFunds,
      label: 'Record money',
      title: 'Record money received',
      explanation: [
        missing > 0
          ? `${formatMoney(missing)} is outstanding for ${title}.`
          : `${title} is fully paid. Record an extra payment, or a negative amount for a refund.`,
        `A receipt cannot be edited. To correct it, record the amount again with a minus sign. ${RECORDED}`,
      ],
      defaults: { amountCents: missing > 0 ? missing : null, receivedOn: getTodayInDublin() },
      fields: (
        <>
          <MoneyField name="amountCents" isRequired />
          <DateField name="receivedOn" label="Received on" isRequired />
          <MoneyField
            name="employeeCents"
            help={`Employee deductions and employer contributions are two obligations. ${formatMoney(eeCents + avcCents)} of this month was deducted from employees.`}
          />
          <TextField name="reference" help="Reference of the bank transfer, without PPS numbers" />
        </>
      ),
      look: missing > 0 ? 'primary' : 'secondary',
      isMain: missing > 0,
      done: 'Money recorded',
    },
    ...createInvestmentActs(batch),
    ...createTrustRacActs(batch),
    close: {
      contract: closeContributions,
      label: 'Close the month',
      title: 'Close this month',
      explanation: [
        `${title} is complete. Closing is final: money and corrections can no longer be recorded.`,
        RECORDED,
      ],
      look: 'primary',
      isMain: true,
      done: 'Month closed',
    },
    'record-statement': {
      contract: recordStatement,
      label: 'Record statement',
      title: 'Record the statement to employees and trustees',
      explanation: [
        `Records that employees and trustees received a statement of the amounts deducted and paid for ${formatMonth(payrollMonth)} (${formatCitedSources('PA 58A(3)')}). For the employee, a payslip is enough.`,
        batch.statementIssuedOn
          ? `${formatDate(batch.statementIssuedOn)} is recorded and will be replaced.`
          : false,
        RECORDED,
      ],
      defaults: { on: getTodayInDublin() },
      fields: <DateField name="on" label="Given on" isRequired />,
      done: 'Statement recorded',
    },
    undo: {
      contract: undoContributions,
      label: 'Undo upload',
      title: 'Undo this upload',
      explanation: [
        `The lines of ${title} no longer count, and the month can be uploaded again. The record of the upload is kept. This cannot be reversed.`,
        `${RECORDED} It keeps the reason permanently: no PPS numbers.`,
      ],
      fields: <TextField name="reason" isRequired rows={3} />,
      look: 'danger',
      done: 'Upload undone',
    },
  }
}

/** The investment of all the money, and of the deductions alone where only they have a statutory date. */
function createInvestmentActs(
  batch: ContributionBatch,
): Record<'record-investment' | 'record-deductions-investment', Act> {
  const { investByOn, deductionsInvestedOn } = batch
  const title = formatBatchTitle(batch)
  const due = investByOn
    ? ` The due date was ${formatDate(investByOn)} (${formatCitedSources('PA 59(1)(a)')}).`
    : ''
  const onDay = {
    defaults: { on: getTodayInDublin() },
    fields: <DateField name="on" label="Invested on" isRequired />,
  }
  return {
    'record-investment': {
      contract: recordInvestment,
      label: 'Record investment',
      title: 'Record the investment of the money',
      explanation: [`The money of ${title} was invested on this date.${due}`, RECORDED],
      ...onDay,
      look: 'primary',
      isMain: true,
      done: 'Investment recorded',
    },
    'record-deductions-investment': {
      contract: recordDeductionsInvestment,
      label: 'Record investment of deductions',
      title: 'Record the investment of the deductions',
      explanation: [
        `The deductions of ${title} were invested on this date, before all the money was received.${due}`,
        deductionsInvestedOn
          ? `${formatDate(deductionsInvestedOn)} is recorded and will be replaced.`
          : false,
        RECORDED,
      ],
      ...onDay,
      done: 'Investment of deductions recorded',
    },
  }
}

/** Money that a member pays directly, and the investment of what was received in one month. */
function createTrustRacActs({
  receiptMonths,
}: ContributionBatch): Record<'record-direct-payment' | 'record-receipts-investment', Act> {
  const source = formatCitedSources('PA 59(1)(aa)')
  return {
    'record-direct-payment': {
      contract: recordDirectPayment,
      label: 'Record direct payment',
      title: 'Record a direct payment of a member',
      explanation: [
        `Money that a member paid directly to the trustees, not through payroll. It must be invested within ten days after the end of the month of receipt (${source}). Our interpretation that the employer’s deadlines do not apply is ${NOT_VERIFIED}.`,
        `A receipt cannot be edited. To correct it, record the amount again with a minus sign. ${RECORDED}`,
      ],
      defaults: { receivedOn: getTodayInDublin() },
      fields: (
        <>
          <MoneyField name="amountCents" isRequired />
          <DateField name="receivedOn" label="Received on" isRequired />
          <TextField name="reference" help="Reference of the bank transfer, without PPS numbers" />
        </>
      ),
      done: 'Direct payment recorded',
    },
    'record-receipts-investment': {
      contract: recordReceiptsInvestment,
      label: 'Record investment by month',
      title: 'Record the investment of one month of receipt',
      explanation: [
        `All money received in this month was invested on this date. The deadline is ten days after the end of each month of receipt (${source}).`,
        RECORDED,
      ],
      defaults: {
        receiptMonth: (receiptMonths.find(({ investedOn }) => investedOn === null) ?? receiptMonths.at(-1))
          ?.month,
        on: getTodayInDublin(),
      },
      fields: (
        <>
          <SelectField
            name="receiptMonth"
            isRequired
            options={receiptMonths.map(({ month }) => ({ value: month, label: formatMonth(month) }))}
          />
          <DateField name="on" label="Invested on" isRequired />
        </>
      ),
      done: 'Investment recorded',
    },
  }
}
