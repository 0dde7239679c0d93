import { formatCitedSources } from '../../../../contract/citations.ts'
import {
  CONTRIBUTION_TRANSITIONS,
  type ContributionBatch,
  type ContributionStatus,
  type ContributionVerb,
  closeContributions,
  recordFunds,
  recordInvestment,
  recordStatement,
  undoContributions,
} from '../../../../contract/contributions.ts'
import { formatDate, formatMoney, formatMonth, getTodayInDublin } from '../../../format.ts'
import { type Act, Acts, listActions } from '../../../forms/acts.tsx'
import { useMay } from '../../../session.tsx'
import { DateField, MoneyField, TextField } from '../../../ui/form/fields.tsx'
import { calculateMissingCents, formatBatchTitle } from './batch.ts'

/** What can be done with a batch from where it is. Lines are corrected where they stand. */
export default function BatchActs({
  batch,
  hasReceipts,
}: {
  batch: ContributionBatch
  hasReceipts: boolean
}) {
  const may = useMay()
  // The page does not offer what is refused: a month with money owed is closed after it is invested, and one for which
  // money came is not taken back.
  const isOpenTo: Partial<Record<string, boolean>> = {
    [closeContributions.name]: batch.status !== 'AWAITING_FUNDS' || batch.totalCents <= 0,
    [undoContributions.name]: !hasReceipts,
  }
  const acts = listActions<Verb, ContributionStatus>(
    CONTRIBUTION_TRANSITIONS,
    tableOf(batch),
    batch,
    (contract) => may(contract) && isOpenTo[contract.name] !== false,
  )
  return <Acts acts={acts} subject={batch} />
}

const RECORDED = 'You, the day and the time are recorded in the audit log.'

type Verb = Exclude<ContributionVerb, 'correct'>

/** What leads on first, what ends last. */
function tableOf(batch: ContributionBatch): Record<Verb, Act> {
  const missing = calculateMissingCents(batch)
  const { investByOn, eeCents, avcCents, payrollMonth } = batch
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
      done: 'The money is recorded',
    },
    'record-investment': {
      contract: recordInvestment,
      label: 'Record investment',
      title: 'Record the investment of the money',
      explanation: [
        `The money of ${title} was invested on this date.${investByOn ? ` The due date was ${formatDate(investByOn)} (${formatCitedSources('PA 59(1)(a)')}).` : ''}`,
        RECORDED,
      ],
      defaults: { on: getTodayInDublin() },
      fields: <DateField name="on" label="Invested on" isRequired />,
      look: 'primary',
      isMain: true,
      done: 'The investment is recorded',
    },
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
      done: 'The month is closed',
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
      done: 'The statement is recorded',
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
      done: 'The upload is undone',
    },
  }
}
