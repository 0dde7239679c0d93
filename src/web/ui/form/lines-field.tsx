/** Several short texts, one a line; none is an empty list. */
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field, type FieldProps } from './labelled-field.tsx'

export function LinesField({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  const { field: formField } = useController({ name: field.name })
  const lines: readonly string[] = Array.isArray(formField.value) ? formField.value : []
  // The line that is being typed may be empty still.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          ref={formField.ref}
          name={formField.name}
          rows={rows}
          autoComplete="off"
          className="control"
          value={typed ?? lines.join('\n')}
          onBlur={() => {
            setTyped(null)
            formField.onBlur()
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            formField.onChange(
              target.value
                .split('\n')
                .map((line) => line.trim())
                .filter(Boolean),
            )
          }}
        />
      )}
    </Field>
  )
}
