import { useFormContext } from 'react-hook-form'
import type { MemberImportReport } from '../../../../contract/member-imports.ts'

export type MemberImportMode = MemberImportReport['mode']

const MODES: readonly { value: MemberImportMode; label: string; help: string }[] = [
  {
    value: 'INSERT_ONLY',
    label: 'Only add members',
    help: 'Rows of existing members are rejected.',
  },
  {
    value: 'UPSERT',
    label: 'Add and update members',
    help: 'Rows match by member ID, PPS number or works number. Fields without a column in the file do not change; an empty cell means "not known". A PPS number is never removed.',
  },
]

/** Handling of rows about members who are already recorded. */
export function ImportMode() {
  const { register } = useFormContext()
  return (
    <fieldset className="flex max-w-[60ch] flex-col gap-2">
      <legend className="mb-1 font-medium">Import mode</legend>
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
