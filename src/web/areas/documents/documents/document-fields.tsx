import { DateField } from '../../../ui/form/fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'

/** The days of a document, for adding and for editing. */
export function DateFields({ retentionHelp }: { retentionHelp: string }) {
  return (
    <FormSection title="Dates">
      <DateField name="receivedOn" help="The day the firm had it" />
      <DaysOfContent />
      <DateField name="retainUntilOn" help={`It cannot be removed before that day. ${retentionHelp}`} />
    </FormSection>
  )
}

/** What the document itself says. */
export function DaysOfContent() {
  return (
    <>
      <DateField
        name="periodEndOn"
        help="Of a report or a statement: the last day of the time that it is about"
      />
      <DateField
        name="effectiveOn"
        help="Of a deed, a policy or an agreement: the first day that it counts"
      />
    </>
  )
}
