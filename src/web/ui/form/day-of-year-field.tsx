import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { getLabel } from '../../labels.ts'
import { type FieldProps, useFieldError } from './labelled-field.tsx'

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2024, month, 1)).toLocaleDateString('en-IE', { month: 'long', timeZone: 'UTC' }),
)
/** A text that is no number stays one, so that the schema refuses it. */
const toNumberOrNull = (text: unknown): unknown => {
  if (text === null || text === undefined || text === '') return null
  return Number.isNaN(Number(text)) ? text : Number(text)
}

/** `settings.annualFeeDue` has its words as `annualFeeDue.day`. */
const getPart = (name: string, part: string): string => `${name.slice(name.lastIndexOf('.') + 1)}.${part}`

/** Day and month, without a year: 31 December. */
export function DayOfYearField({ name, help }: Pick<FieldProps, 'name' | 'help'>) {
  const { register } = useFormContext()
  const id = useId()
  const dayError = useFieldError(`${name}.day`, getLabel(getPart(name, 'day')))
  const monthError = useFieldError(`${name}.month`, getLabel(getPart(name, 'month')))
  const errors = [dayError, monthError].filter((error) => error !== undefined)
  const describedBy = [`${id}-help`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ')
  const shared = { className: 'control', 'aria-describedby': describedBy }
  return (
    <fieldset data-field={name} className="flex max-w-[480px] flex-col gap-1">
      <legend className="mb-1 font-medium">
        {getLabel(name)}
        <span className="font-normal text-muted"> (optional)</span>
      </legend>
      <div className="flex gap-2">
        <label className="flex w-20 flex-col gap-0.5 text-muted text-sm">
          Day
          <input
            {...register(`${name}.day`, { setValueAs: toNumberOrNull })}
            {...shared}
            aria-invalid={dayError ? true : undefined}
            inputMode="numeric"
            autoComplete="off"
            placeholder="31"
          />
        </label>
        <label className="flex w-44 flex-col gap-0.5 text-muted text-sm">
          Month
          <select
            {...register(`${name}.month`, { setValueAs: toNumberOrNull })}
            {...shared}
            aria-invalid={monthError ? true : undefined}
          >
            <option value="">Not known</option>
            {MONTHS.map((month, index) => (
              <option key={month} value={index + 1}>
                {month}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p id={`${id}-help`} className="text-muted text-sm">
        {help}
      </p>
      {errors.length > 0 && (
        <p id={`${id}-error`} className="font-medium text-danger text-sm">
          {errors.join('. ')}
        </p>
      )}
    </fieldset>
  )
}
