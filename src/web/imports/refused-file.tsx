/** Why a file as a whole is not taken, and what to do next. */
import { PAGES } from '../../contract/pages.ts'
import type { Refused } from '../client.ts'
import { getLabel } from '../labels.ts'
import { formatProblem } from '../problems.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ColumnQuestion } from './column-question.tsx'
import { formatColumn } from './column-words.ts'
import { listQuestions } from './list-column-questions.ts'

const NEXT: Readonly<Record<string, string>> = {
  F01: 'Choose a file with rows.',
  F02: 'The file has a header and no rows. Export it again with the rows.',
  F04: 'Correct the rows below, or send the file back for correction.',
  F05: 'Correct the control total above, or the amounts in the rows.',
  F06: 'Remove the rows of other months, or choose their month. Upload one file per month.',
  F07: 'Remove unneeded rows and columns, or split the file.',
  F08: 'Check the earlier import. Choose another file if this is the wrong one.',
  F09: 'Money is already recorded for this month, so it cannot be imported again. Correct individual lines there.',
  BATCH_EXISTS: 'Undo the earlier upload and upload this file again, or correct individual lines there.',
}

/** The name of a canonical column inside a sentence of the service: `ppsn or works_number`. */
const formatInWords = (text: string, columns: readonly string[]): string =>
  text.replace(/[a-z][a-z0-9_]*/g, (word) => (columns.includes(word) ? formatColumn(word) : word))

export function RefusedFile({
  refusal,
  columns,
  onColumn,
  onForgetColumns,
  onPpsnPending,
}: {
  refusal: Refused
  /** The canonical columns. */
  columns: readonly string[]
  onColumn: (field: string, column: number | null, sheet?: string) => void
  /** Back to what the headers say. */
  onForgetColumns: () => void
  /** Marks the PPS numbers of all rows as pending. */
  onPpsnPending: () => void
}) {
  const { status, details, issues, message } = refusal
  const code = String(details.code ?? '')
  if (status === 413)
    return (
      <Notice look="late" title="The file is larger than 10 MB">
        Remove unneeded sheets and columns, or save it as CSV, and choose it again.
      </Notice>
    )
  const questions = listQuestions(refusal)
  if (questions.length > 0)
    return (
      <Notice look="late" title="Two columns match the same field">
        <div className="flex flex-col gap-3">
          {questions.map((question) => (
            <ColumnQuestion
              key={`${question.sheet} ${question.field}`}
              question={question}
              onAnswer={onColumn}
            />
          ))}
        </div>
      </Notice>
    )
  if (status === 400)
    return (
      <Notice
        look="late"
        title="The file cannot be read"
        action={
          issues.some(({ path }) => path[0] === 'mapping') && (
            <Button onClick={onForgetColumns}>Map columns by header</Button>
          )
        }
      >
        <ul className="flex flex-col gap-1">
          {issues.map(({ path, message: words }) => (
            <li key={`${path.join('.')} ${words}`}>
              {SAYS_ITSELF.has(String(path[0])) ? words : `${getLabel(String(path[0]))}: ${words}`}
            </li>
          ))}
        </ul>
      </Notice>
    )
  const missing = Array.isArray(details.missing) ? (details.missing as string[]) : []
  if (code === 'F03')
    return (
      <Notice
        look="late"
        title="Required column not found"
        action={
          missing.some((one) => one.includes('ppsn_pending')) && (
            <Button onClick={onPpsnPending}>Mark all PPS numbers as pending</Button>
          )
        }
      >
        Choose the column of the file for {missing.map((one) => formatInWords(one, columns)).join(' and ')}.
        The choice is saved for the next file.
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
            Open the earlier import
          </ButtonLink>
        )
      }
    >
      {NEXT[code]}
    </Notice>
  )
}

const SAYS_ITSELF: ReadonlySet<string> = new Set(['file', 'mapping', 'edits', 'skipRows'])
