/** Several short texts, one a line; none is an empty list. */
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field, type FieldProps } from './field.tsx'

export function LinesField({ rows = 3, ...field }: FieldProps & { rows?: number }) {
  const { field: bound } = useController({ name: field.name })
  const lines: readonly string[] = Array.isArray(bound.value) ? bound.value : []
  // The line that is being typed may be empty still.
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          ref={bound.ref}
          name={bound.name}
          rows={rows}
          autoComplete="off"
          className="control"
          value={typed ?? lines.join('\n')}
          onBlur={() => {
            setTyped(null)
            bound.onBlur()
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            bound.onChange(
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
