/** Result of the check: notes on the file, its columns, and the rows to correct or skip. */
import { type ReactNode, useEffect, useState } from 'react'
import type { Contract, Output } from '../../contract/define.ts'
import type { ImportCounts } from '../../contract/imports.ts'
import { formatCount, formatNumber } from '../../contract/value-format.ts'
import type { Refused } from '../client.ts'
import { Notice } from '../ui/notice.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { withColumn } from './draft.ts'
import { Notes } from './notes.tsx'
import { RejectReasons } from './reject-reasons.tsx'
import { Rows, type RowsProps } from './rows.tsx'

interface RowsStepProps<C extends Contract> extends RowsProps<C> {
  /** The answer, or the details of the refusal. */
  answer: object
  /** Why the file as a whole is refused, if it is. */
  refusal: Refused | null
  isCurrent: boolean
}

export function RowsStep<C extends Contract>(props: RowsStepProps<C>) {
  const { kind, report, answer, refusal, isCurrent, draft, change, onFilter } = props
  const needsColumns =
    refusal !== null &&
    (refusal.details.code === 'F03' || refusal.issues.some(({ path }) => path[0] === 'mapping'))
  const [isMappingOpen, setMappingOpen] = useState(needsColumns)
  useEffect(() => {
    if (needsColumns) setMappingOpen(true)
  }, [needsColumns])
  const { counts } = report
  return (
    <>
      {counts !== null && refusal === null && (
        <Answer
          counts={counts}
          summary={kind.summary?.(answer as Partial<Output<C>>) ?? null}
          reasons={
            <RejectReasons
              report={report}
              codeWords={kind.codeWords}
              onShow={(code) => onFilter({ kind: 'code', code })}
            />
          }
        />
      )}
      <Notes report={report} />
      <ColumnMapping
        report={report}
        fields={kind.columns}
        isOpen={isMappingOpen}
        onToggle={setMappingOpen}
        onChange={(column, field) => change((before) => withColumn(before, report.columns, column, field))}
      />
      {!kind.workbook && (
        <label className="flex min-h-7 cursor-pointer items-center gap-2 self-start">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={draft.decimalComma}
            onChange={({ target }) => change((before) => ({ ...before, decimalComma: target.checked }))}
          />
          Amounts in this file have a decimal comma, such as 1.234,56
        </label>
      )}
      {counts !== null && (
        <>
          <p role="status" className="sr-only">
            {isCurrent &&
              `Checked ${formatCount(counts.rows, 'row')}: ${counts.reject} rejected, ${counts.warn} to confirm, ${counts.ok} OK`}
          </p>
          <Rows {...props} counts={counts} />
        </>
      )}
    </>
  )
}

/** Summary of the check, above its details. */
function Answer({
  counts: { rows, ok, warn, reject },
  summary,
  reasons,
}: {
  counts: ImportCounts
  summary: string | null
  reasons: ReactNode
}) {
  if (reject > 0)
    return (
      <Notice look="late" title={`${formatNumber(reject)} of ${formatCount(rows, 'row')} cannot be imported`}>
        Correct {reject === 1 ? 'it below or skip it' : 'them below or skip them'}; the check then runs again.{' '}
        {summary}
        {reasons}
      </Notice>
    )
  if (warn > 0)
    return (
      <Notice look="warn" title={`${formatCount(warn, 'row')} to check, ${formatCount(ok, 'row')} OK`}>
        Confirm the warnings to import these rows. {summary}
      </Notice>
    )
  return (
    <Notice look="done" title={ok === 1 ? 'The row is OK' : `All ${formatCount(ok, 'row')} are OK`}>
      {summary}
    </Notice>
  )
}
