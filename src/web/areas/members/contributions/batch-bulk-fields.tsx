/** Fields of actions on several payroll months at once. */
import { DateField, TextField } from '../../../ui/form/fields.tsx'

export const BulkMoneyFields = () => (
  <>
    <DateField name="receivedOn" label="Received on" isRequired />
    <TextField
      name="reference"
      help="Reference of the bank transfer, the same for each month, without PPS numbers"
    />
  </>
)

export const BulkInvestmentField = () => <DateField name="on" label="Invested on" isRequired />
