import { EVENT_DAYS, type SchemeEventKind } from '../../../../contract/scheme-events.ts'
import { DateField } from '../../../ui/form/fields.tsx'

/** The day that an event of this kind is about; no field where there is none. */
export function RelevantDayField({ kind }: { kind: SchemeEventKind }) {
  const day = EVENT_DAYS[kind]
  return day ? <DateField name="relevantOn" label={day.label} help={day.help} /> : null
}
