/**
 * Input of a PPS number: visible while the field has the focus and masked otherwise; browsers must not store or suggest it. In the form,
 * the mask of the recorded number means "unchanged" and null means "removed".
 */
import { useLayoutEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../../../ui/form/labelled-field.tsx'

const isMask = (value: unknown): boolean => typeof value === 'string' && value.startsWith('*')

/** Whether no number is sent: it is unchanged, or none was recorded and none entered. */
export const isUnchangedNumber = (value: unknown, recorded: string | null): boolean =>
  value === undefined || isMask(value) || (value === null && recorded === null)

/** Letters are shown for recognition, as in the mask of the service. */
const maskDigits = (typed: string): string => typed.replace(/\d/g, '*')

export function PpsNumberField({ recorded }: { recorded: string | null }) {
  const { field } = useController({ name: 'ppsNumber' })
  const [hasFocus, setFocus] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  // The selection was of the mask, which the focus has replaced by the number.
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select()
  }, [hasFocus])
  const isRemoved = recorded !== null && field.value === null
  const typed = typeof field.value === 'string' && !isMask(field.value) ? field.value : ''
  return (
    <>
      <Field
        name="ppsNumber"
        help={
          recorded
            ? `Recorded: ${recorded}. Leave empty to keep it. Masked when you leave the field.`
            : 'Seven digits and one or two letters, such as 1234567FA. Masked when you leave the field, and stored encrypted.'
        }
      >
        {(control) => (
          <input
            {...control}
            // Without a name attribute: browsers store input under names.
            ref={(element) => {
              input.current = element
              field.ref(element)
            }}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            data-1p-ignore
            data-lpignore="true"
            className="control max-w-48"
            disabled={isRemoved}
            value={hasFocus ? typed : maskDigits(typed)}
            onFocus={() => setFocus(true)}
            onBlur={() => {
              setFocus(false)
              field.onBlur()
            }}
            onChange={({ target }) => field.onChange(target.value.trim() === '' ? recorded : target.value)}
          />
        )}
      </Field>
      {recorded !== null && (
        <label className="flex max-w-[480px] cursor-pointer items-start gap-2">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={isRemoved}
            onChange={({ target }) => field.onChange(target.checked ? null : recorded)}
          />
          <span>
            Remove recorded number
            <span className="block text-muted text-sm">Saving deletes the number permanently</span>
          </span>
        </label>
      )}
    </>
  )
}
