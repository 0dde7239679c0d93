import { Visibility } from '../../../../contract/documents.ts'
import { getLabel } from '../../../labels.ts'
import { RadiosField } from '../../../ui/form/radios-field.tsx'
import {
  type Audience,
  findMissingAudience,
  formatAudience,
  type Place,
  VISIBILITY_WORDS,
} from './visibility.ts'

/** Visibility of a document: each choice names the people who will see it. */
export function VisibilityField({
  audience,
  place,
  isPlaceFixed = false,
}: {
  audience: Audience
  place: Place
  /** The scheme, employer or member that a document is shared through cannot be chosen. */
  isPlaceFixed?: boolean
}) {
  return (
    <RadiosField
      name="visibility"
      label={getLabel('visibility')}
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

/** Visibility of several documents, which belong to different schemes. */
export const BulkVisibilityField = () => (
  <RadiosField
    name="visibility"
    label={getLabel('visibility')}
    choices={Visibility.options.map((value) => ({
      value,
      label: VISIBILITY_WORDS[value],
      help: PEOPLE[value],
    }))}
  />
)

const PEOPLE: Record<Visibility, string> = {
  BROKER: 'Only users of the firm',
  EMPLOYER: 'Also the users of the employer of each document',
  MEMBER: 'Also the users of the employer and the members of the scheme, or the member it is addressed to',
}
