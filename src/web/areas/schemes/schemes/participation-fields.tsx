import { DateField } from '../../../ui/form/fields.tsx'

/** First and last day; only the scheme's own employer may leave the first one open. */
export const ParticipationFields = ({ isFromRequired = false }: { isFromRequired?: boolean }) => (
  <>
    <DateField
      name="fromOn"
      isRequired={isFromRequired}
      help={
        isFromRequired
          ? 'As the deed of adherence says. Contributions are expected from the payroll month of this day on.'
          : 'Empty: since the scheme began.'
      }
    />
    <DateField
      name="untilOn"
      help="Contributions are expected up to the payroll month of this day. Empty: the employer takes part."
    />
  </>
)
