import { DateField, ProseField, TextField } from '../../../ui/form/fields.tsx'

/** What is known of a meeting beforehand, for planning and for editing. */
export function MeetingFields({ isHeld = false }: { isHeld?: boolean }) {
  return (
    <>
      <TextField name="title" isRequired />
      {!isHeld && <DateField name="plannedForOn" isRequired />}
      <TextField name="location" label="Where" />
      <ProseField name="agenda" rows={10} help="One item a line" />
    </>
  )
}
