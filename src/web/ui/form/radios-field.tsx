/** One of a few codes, each with a sentence about what it means: all of them are read before one is chosen. */
import { type ReactNode, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { type FieldProps, useFieldError } from './labelled-field.tsx'

export interface RadioChoice {
  value: string
  label: string
  help?: ReactNode
}

export function RadiosField({
  name,
  label,
  help,
  choices,
}: Omit<FieldProps, 'isRequired'> & { label: string; choices: readonly RadioChoice[] }) {
  const { register } = useFormContext()
  const id = useId()
  const error = useFieldError(name, label)
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      data-field={name}
      data-label={label}
      aria-describedby={describedBy || undefined}
      className="flex max-w-[70ch] flex-col gap-2"
    >
      <legend className="mb-2 font-semibold text-lg">{label}</legend>
      {help && (
        <p id={`${id}-help`} className="text-muted text-sm">
          {help}
        </p>
      )}
      {choices.map((choice) => (
        <label key={choice.value} className="flex cursor-pointer items-start gap-2">
          <input
            type="radio"
            value={choice.value}
            {...register(name)}
            aria-invalid={error ? true : undefined}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="[overflow-wrap:anywhere]">
            {choice.label}
            {choice.help && <span className="block text-muted text-sm">{choice.help}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
