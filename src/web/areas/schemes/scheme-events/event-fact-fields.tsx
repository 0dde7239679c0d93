import { useWatch } from 'react-hook-form'
import {
  INVESTMENT_POLICY_EVENTS,
  POLICY_EVENTS,
  RISK_PROFILE_EVENTS,
} from '../../../../contract/scheme-event-duties.ts'
import { createSchemeEvent, SchemeEventKind } from '../../../../contract/scheme-events.ts'
import { getFieldHelp } from '../../../forms/field-help.ts'
import { DateField, MomentField, TextField, YesNoField } from '../../../ui/form/fields.tsx'

/** Has an event of this kind to be significant for its obligations? */
export const hasSignificance = (kind: SchemeEventKind): boolean =>
  [...RISK_PROFILE_EVENTS, ...POLICY_EVENTS, ...INVESTMENT_POLICY_EVENTS].includes(kind)

/** The facts on which the obligations of an event depend, by its kind. */
export function EventFactFields({ kind: fixed }: { kind?: SchemeEventKind }) {
  const watched = SchemeEventKind.safeParse(useWatch({ name: 'kind' }))
  const kind = fixed ?? (watched.success ? watched.data : null)
  if (kind === null) return null
  return (
    <>
      {hasSignificance(kind) && (
        <YesNoField name="isSignificant" help={getFieldHelp(createSchemeEvent, 'isSignificant')} />
      )}
      {kind === 'CYBER_INCIDENT' && (
        <MomentField name="awareAt" help={getFieldHelp(createSchemeEvent, 'awareAt')} />
      )}
      {kind === 'ACCESS_REQUEST' && (
        <>
          <DateField name="extendedOn" help={getFieldHelp(createSchemeEvent, 'extendedOn')} />
          <TextField
            name="extensionReason"
            rows={2}
            help={getFieldHelp(createSchemeEvent, 'extensionReason')}
          />
        </>
      )}
    </>
  )
}
