import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from './labelled-field.tsx'

/** A password field, hidden until the user chooses to show it. The value is not trimmed: spaces count. */
export function PasswordField({
  autoComplete,
  ...field
}: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const { register } = useFormContext()
  const [isShown, setShown] = useState(false)
  return (
    <Field {...field} isRequired>
      {(control) => (
        <span className="relative block">
          <input
            {...register(field.name)}
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            className="control pr-16!"
          />
          <button
            type="button"
            aria-controls={control.id}
            className="absolute inset-y-1 right-1 min-w-13 rounded px-2 text-muted text-sm hover:bg-hover hover:text-text"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? 'Hide' : 'Show'}
            <span className="sr-only"> the password</span>
          </button>
        </span>
      )}
    </Field>
  )
}
