/** Fields of acts on several obligations at once. */
import { DateField, TextField } from '../../../ui/form/fields.tsx'

export const BulkCompletionFields = () => (
  <>
    <DateField name="completedOn" label="Completed on" isRequired />
    <TextField name="note" label="Note" rows={3} isRequired help="No names, PPS numbers or health data" />
  </>
)

export const BulkWaiverFields = () => (
  <TextField
    name="reason"
    rows={3}
    isRequired
    help="Kept in the audit log. No names, PPS numbers or health data"
  />
)
