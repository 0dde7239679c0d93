/** Mapping of the file's columns to fields; the user can map each column to another field, or to none. */

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import type { ImportColumn } from '../../contract/imports.ts'
import { formatCount } from '../../contract/value-format.ts'
import { Button } from '../ui/button.tsx'
import { formatColumn } from './column-words.ts'
import type { Report } from './report.ts'

const EXAMPLES = 3
const LOOKED_AT = 50

const FROM: Record<NonNullable<ImportColumn['from']>, string> = {
  HEADER: 'matched by header',
  REMEMBERED: 'remembered from the last file',
  GIVEN: 'chosen by you',
}

export function ColumnMapping({
  report,
  fields,
  isOpen,
  onToggle,
  onChange,
}: {
  report: Report
  /** The canonical columns. */
  fields: readonly string[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  onChange: (column: number, field: string | null) => void
}) {
  const id = useId()
  const { columns } = report
  const read = columns.filter(({ field }) => field !== null).length
  const remembered = columns.some(({ from }) => from === 'REMEMBERED')
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <Button
          look="quiet"
          aria-expanded={isOpen}
          aria-controls={id}
          icon={
            isOpen ? (
              <ChevronDown aria-hidden="true" size={16} />
            ) : (
              <ChevronRight aria-hidden="true" size={16} />
            )
          }
          onClick={() => onToggle(!isOpen)}
        >
          Columns
        </Button>
        <span className="text-muted text-sm">
          {read} of {formatCount(columns.length, 'column')} of the file {read === 1 ? 'is' : 'are'} imported
          {remembered && ', some mapped as in the last file'}
        </span>
      </div>
      <ul id={id} hidden={!isOpen} className="divide-y divide-line rounded-md border border-line bg-surface">
        {isOpen &&
          columns.map((column) => (
            <MappedColumn
              key={column.column}
              column={column}
              examples={getExamples(report, column)}
              fields={fields}
              onChange={(field) => onChange(column.column, field)}
            />
          ))}
      </ul>
    </div>
  )
}

function MappedColumn({
  column: { column, header, field, from },
  examples,
  fields,
  onChange,
}: {
  column: ImportColumn
  examples: string
  fields: readonly string[]
  onChange: (field: string | null) => void
}) {
  const id = useId()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <label htmlFor={id} className="font-medium">
          {header || `Column ${column}`}
        </label>
        {examples && <p className="truncate text-muted text-sm">{examples}</p>}
      </div>
      <div className="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 gap-y-1">
        <select
          id={id}
          className="control max-w-64"
          aria-describedby={from ? `${id}-from` : undefined}
          value={field ?? ''}
          onChange={({ target }) => onChange(target.value || null)}
        >
          <option value="">Not imported</option>
          {fields.map((one) => (
            <option key={one} value={one}>
              {formatColumn(one)}
            </option>
          ))}
        </select>
        {from && (
          <span id={`${id}-from`} className="text-muted text-sm">
            {FROM[from]}
          </span>
        )}
      </div>
    </li>
  )
}

/** Values of the column in the first rows, as examples for the user. */
const getExamples = ({ rows }: Report, { column }: ImportColumn): string =>
  [...new Set(rows.slice(0, LOOKED_AT).map(({ cells }) => cells[column - 1] ?? ''))]
    .filter((text) => text !== '')
    .slice(0, EXAMPLES)
    .join(' · ')
