/** A label, help and the error of one field, tied together for eyes and for screen readers. */
import { type ReactNode, useId } from 'react'
import { get, useFormContext } from 'react-hook-form'
import { getLabel } from '../../labels.ts'
import { joinClassNames } from '../class-names.ts'
import { formatError } from './error-words.ts'

export interface FieldProps {
  name: string
  label?: string
  help?: ReactNode
  /** Marked "(optional)" unless it has to be filled. */
  isRequired?: boolean
  /** As wide as prose is read: for long texts. */
  isWide?: boolean
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The words for an error: what to enter, by the name of the field where nothing was. */
export function useFieldError(name: string, label: string): string | undefined {
  const { formState } = useFormContext()
  const found = get(formState.errors, name) as { message?: string } | { message?: string }[] | undefined
  const error = Array.isArray(found) ? found.find(Boolean) : found
  return error?.message ? formatError(error.message, label) : undefined
}

export function Field({
  name,
  label = getLabel(name),
  help,
  isRequired = false,
  isWide = false,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const error = useFieldError(name, label)
  const describedBy = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div
      data-field={name}
      data-label={label}
      className={joinClassNames('flex flex-col gap-1', isWide ? 'max-w-[80ch]' : 'max-w-[480px]')}
    >
      <label htmlFor={id} className="font-medium">
        {label}
        {!isRequired && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {help && (
        <p id={`${id}-help`} className="text-muted text-sm">
          {help}
        </p>
      )}
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': isRequired || undefined,
      })}
      {error && (
        <p id={`${id}-error`} className="font-medium text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
