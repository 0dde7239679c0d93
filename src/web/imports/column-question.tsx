/** Two columns of the file match one field: the file is read only after the user has chosen one. */
import { useId } from 'react'
import { formatColumn } from './column-words.ts'
import type { Question } from './list-column-questions.ts'

export function ColumnQuestion({
  question: { field, sheet, candidates },
  onAnswer,
}: {
  question: Question
  /** Null: none of them. */
  onAnswer: (field: string, column: number | null, sheet?: string) => void
}) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="font-medium">
        {sheet && `${sheet}: `}Which column is the {formatColumn(field)}?
      </label>
      <select
        id={id}
        className="control max-w-80"
        value=""
        onChange={({ target }) =>
          onAnswer(field, target.value === 'none' ? null : Number(target.value), sheet)
        }
      >
        <option value="">Choose …</option>
        {candidates.map(({ header, column }) => (
          <option key={column} value={column}>
            {header} (column {column})
          </option>
        ))}
        <option value="none">Another format</option>
      </select>
    </div>
  )
}
