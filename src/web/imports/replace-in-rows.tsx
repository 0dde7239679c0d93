/** Replaces a value of a column in all rows that have it, such as the wrong name of a scheme. */

import { useId, useMemo, useState } from 'react'
import type { ImportColumn } from '../../contract/imports.ts'
import { formatCount } from '../../contract/value-format.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { formatHeader } from './column-words.ts'
import { listAcceptedValues, type Report } from './report.ts'

export interface Replacement {
  column: ImportColumn
  value: string
  /** Rows of the report that have the value. */
  rows: readonly number[]
}

export function ReplaceDialog({
  replacement: { column, value, rows },
  reports,
  onClose,
  onReplace,
}: {
  replacement: Replacement
  /** Of all sheets. */
  reports: readonly Report[]
  onClose: () => void
  onReplace: (value: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  const suggestions = useMemo(() => listAcceptedValues(reports, column.field), [reports, column])
  const header = formatHeader(column)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Replace in all ${formatCount(rows.length, 'row')}`}
      description={
        <p>
          {formatCount(rows.length, 'row has', 'rows have')} {value ? `“${value}”` : 'no value'} in the column{' '}
          {header}.
        </p>
      }
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onReplace(typed)
        }}
      >
        <div className="flex max-w-[480px] flex-col gap-1">
          <label htmlFor={id} className="font-medium">
            New value
          </label>
          <input
            id={id}
            className="control"
            autoComplete="off"
            spellCheck={false}
            list={`${id}-values`}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <datalist id={`${id}-values`}>
            {suggestions.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="primary" type="submit">
            Replace in {formatCount(rows.length, 'row')}
          </Button>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
