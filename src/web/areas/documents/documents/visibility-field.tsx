import { Visibility } from '../../../../contract/documents.ts'
import { labelOf } from '../../../labels.ts'
import { RadiosField } from '../../../ui/form/radios-field.tsx'
import {
  type Audience,
  findMissingAudience,
  formatAudience,
  type Place,
  VISIBILITY_WORDS,
} from './visibility.ts'

/** Who sees a document, each answer with the names of those it means. */
export function VisibilityField({
  audience,
  place,
  isPlaceFixed = false,
}: {
  audience: Audience
  place: Place
  /** Nothing can be chosen that others would see it by. */
  isPlaceFixed?: boolean
}) {
  return (
    <RadiosField
      name="visibility"
      label={labelOf('visibility')}
      choices={Visibility.options
        .map((value) => ({ value, missing: findMissingAudience(value, place) }))
        .filter(({ missing }) => !missing || !isPlaceFixed)
        .map(({ value, missing }) => ({
          value,
          label: VISIBILITY_WORDS[value],
          help: missing ?? formatAudience(value, audience),
        }))}
    />
  )
}
