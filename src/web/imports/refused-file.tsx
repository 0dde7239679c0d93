/** Why a file as a whole is not taken, and what to do next. */
import { PAGES } from '../../contract/pages.ts'
import type { Refused } from '../client.ts'
import { labelOf } from '../labels.ts'
import { formatProblem } from '../problems.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ColumnQuestion } from './column-question.tsx'
import { listQuestions } from './column-questions.ts'
import { formatColumn } from './column-words.ts'

const NEXT: Readonly<Record<string, string>> = {
  F01: 'Choose the file that has the rows.',
  F02: 'It has a line of headers and no row below. Export it again with the rows.',
  F04: 'The rows are below with what is wrong with each. Correct them here, or send the file back to be corrected.',
  F05: 'Correct the control total above, or the amounts in the rows.',
  F06: 'Leave the rows of other months out, or choose the month that they are for. Each month is a file of its own.',
  F07: 'Leave out what does not belong to it, or split it.',
  F08: 'Look at what was imported. Choose another file if this was not the one you meant.',
  F09: 'Money is recorded for that month, so it is not imported again. Correct single lines there.',
  BATCH_EXISTS: 'Take that one back first and upload this file again, or correct single lines there.',
}

/** The name of a canonical column inside a sentence of the service: `ppsn or works_number`. */
const inWords = (text: string, columns: readonly string[]): string =>
  text.replace(/[a-z][a-z0-9_]*/g, (word) => (columns.includes(word) ? formatColumn(word) : word))

export function RefusedFile({
  refusal,
  columns,
  onColumn,
  onForgetColumns,
}: {
  refusal: Refused
  /** The canonical columns. */
  columns: readonly string[]
  onColumn: (field: string, column: number | null) => void
  /** Back to what the headers say. */
  onForgetColumns: () => void
}) {
  const { status, details, issues, message } = refusal
  const code = String(details.code ?? '')
  if (status === 413)
    return (
      <Notice look="late" title="The file is larger than 10 MB">
        Remove sheets and columns that are not needed, or save it as CSV, and choose it again.
      </Notice>
    )
  const questions = listQuestions(refusal)
  if (questions.length > 0)
    return (
      <Notice look="late" title="Two columns look like the same one">
        <div className="flex flex-col gap-3">
          {questions.map((question) => (
            <ColumnQuestion key={question.field} question={question} onAnswer={onColumn} />
          ))}
        </div>
      </Notice>
    )
  if (status === 400)
    return (
      <Notice
        look="late"
        title="The file cannot be read as it is"
        action={
          issues.some(({ path }) => path[0] === 'mapping') && (
            <Button onClick={onForgetColumns}>Read the columns by their headers</Button>
          )
        }
      >
        <ul className="flex flex-col gap-1">
          {issues.map(({ path, message: words }) => (
            <li key={`${path.join('.')} ${words}`}>
              {SAYS_ITSELF.has(String(path[0])) ? words : `${labelOf(String(path[0]))}: ${words}`}
            </li>
          ))}
        </ul>
      </Notice>
    )
  const missing = Array.isArray(details.missing) ? (details.missing as string[]) : []
  if (code === 'F03')
    return (
      <Notice look="late" title="A column that is needed was not found">
        Say below which column of the file holds{' '}
        {missing.map((one) => inWords(one, columns)).join(', and which ')}. This is remembered for the next
        file.
      </Notice>
    )
  const batchId = status === 409 && typeof details.batchId === 'string' ? details.batchId : null
  return (
    <Notice
      look="late"
      title={NEXT[code] ? message.replace(/[.]$/, '') : formatProblem(refusal)}
      action={
        batchId && (
          <ButtonLink to={PAGES.contribution} params={{ batchId }}>
            Open what is there
          </ButtonLink>
        )
      }
    >
      {NEXT[code]}
    </Notice>
  )
}

const SAYS_ITSELF: ReadonlySet<string> = new Set(['file', 'mapping', 'edits', 'skipRows'])
