/** Placeholders that the template left unfilled: filled here, or replaced in the text. */
import { useFormState } from 'react-hook-form'
import type { OpenPlace } from '../../../../contract/drafts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { Section } from '../../../ui/section.tsx'

export function UnfilledPlaceholders({
  places,
  onGo,
}: {
  places: readonly OpenPlace[]
  onGo: (name: string) => void
}) {
  const { defaultValues } = useFormState()
  const toFill = places.filter(
    ({ name, filling }) =>
      (filling === 'BY_HAND' || filling === 'RECORD') &&
      // After a save, the form drops a filled placeholder before the shown draft does.
      Object.hasOwn(defaultValues?.values ?? {}, name),
  )
  const toWrite = places.filter(({ filling }) => filling === 'IN_PLACE' || filling === 'UNKNOWN')
  return (
    <Section id="open-places" title="Blanks to fill">
      {places.length === 0 && <p className="text-muted">All blanks are filled.</p>}
      {toFill.length > 0 && (
        <p className="text-muted text-sm">Save the draft to insert your entries into the text.</p>
      )}
      {toFill.map((place) => (
        <TextField
          key={place.name}
          name={`values.${place.name}`}
          label={place.label}
          isRequired
          rows={2}
          help={describePlaceHelp(place)}
        />
      ))}
      {toWrite.length > 0 && (
        <ul aria-label="Write in the text" className="flex flex-col gap-3">
          {toWrite.map((place) => (
            <li key={place.name} className="flex flex-col items-start gap-1">
              <span className="font-medium">{place.label}</span>
              <span className="text-muted text-sm">{describePlaceHelp(place)}</span>
              <Button onClick={() => onGo(place.name)} aria-label={`Go to blank: ${place.label}`}>
                Go to blank
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function describePlaceHelp({ name, description, count, filling }: OpenPlace): string {
  const parts = [
    description,
    filling === 'RECORD' && 'Not in the records',
    filling === 'UNKNOWN' && `{{${name}}} is not a placeholder of the template: replace or remove it`,
    count > 1 && `Used ${count} times`,
  ]
  return parts.filter(Boolean).join('. ')
}
