import { useFormContext } from 'react-hook-form'
import type { MemberImportReport } from '../../../../contract/member-imports.ts'

export type MemberImportMode = MemberImportReport['mode']

const MODES: readonly { value: MemberImportMode; label: string; help: string }[] = [
  {
    value: 'INSERT_ONLY',
    label: 'Only add members',
    help: 'A row of somebody who is a member already is rejected.',
  },
  {
    value: 'UPSERT',
    label: 'Add members and change those who are recorded',
    help: 'A row is recognised by member id, PPS number or works number. Columns that the file does not have stay as they are; an empty cell in one that it has means "not known". A PPS number is never emptied.',
  },
]

/** What happens to rows of people who are recorded already. */
export function ImportMode() {
  const { register } = useFormContext()
  return (
    <fieldset className="flex max-w-[60ch] flex-col gap-2">
      <legend className="mb-1 font-medium">What to do with the rows</legend>
      {MODES.map(({ value, label, help }) => (
        <label key={value} className="flex cursor-pointer items-start gap-2">
          <input
            type="radio"
            value={value}
            {...register('mode')}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {label}
            <span className="block text-muted text-sm">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
