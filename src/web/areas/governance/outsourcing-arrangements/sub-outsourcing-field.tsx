/** To whom the provider passes on what: one line each, `name: activity`. */
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../../../ui/form/labelled-field.tsx'
import { formatSubOutsourcing, parseSubOutsourcing, type SubOutsourcedActivity } from './arrangement.ts'

export function SubOutsourcingField() {
  const { field: formField } = useController({ name: 'subOutsourcing' })
  // The line that is being typed may be unfinished.
  const [typed, setTyped] = useState<string | null>(null)
  const passed: readonly SubOutsourcedActivity[] = Array.isArray(formField.value) ? formField.value : []
  return (
    <Field name="subOutsourcing" help="One sub-provider per line: name, colon, activity">
      {(control) => (
        <textarea
          {...control}
          ref={formField.ref}
          name={formField.name}
          rows={3}
          autoComplete="off"
          className="control"
          value={typed ?? formatSubOutsourcing(passed)}
          onBlur={() => {
            setTyped(null)
            formField.onBlur()
          }}
          onChange={({ target }) => {
            setTyped(target.value)
            formField.onChange(parseSubOutsourcing(target.value))
          }}
        />
      )}
    </Field>
  )
}
