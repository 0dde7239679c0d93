/** The last step: the warnings that were read, and the button that says how many rows are imported. */
import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../contract/define.ts'
import { Refused } from '../client.ts'
import { formatCount } from '../format.ts'
import { formatProblem } from '../problems.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import type { Draft } from './draft.ts'
import type { ImportKind } from './import-kind.ts'
import { countReadyRows, findObstacles } from './obstacles.ts'
import { Progress } from './progress.tsx'
import type { Report } from './report.ts'
import type { Importing } from './use-import.ts'
import { Warnings } from './warnings.tsx'

export function ImportStep<C extends Contract>({
  kind,
  report,
  isRefused,
  isCurrent,
  draft,
  change,
  importing,
  onShow,
  onImport,
}: {
  kind: ImportKind<C>
  report: Report
  isRefused: boolean
  isCurrent: boolean
  draft: Draft
  change: (next: (draft: Draft) => Draft) => void
  importing: Pick<Importing<C>, 'isBusy' | 'share' | 'error'>
  /** Narrows the rows to those with this warning. */
  onShow: (code: string) => void
  onImport: () => void
}) {
  const [tries, setTries] = useState(0)
  const [isKeeping, setKeeping] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const obstacles = findObstacles({ report, draft, isCurrent, isRefused })
  const isStopped = tries > 0 && obstacles.length > 0
  useEffect(() => {
    if (tries > 0) box.current?.focus()
  }, [tries])
  const rejected = report.counts?.reject ?? 0
  const ready = countReadyRows(report)
  const isUnknown = importing.error !== null && !isRefusal(importing.error)
  return (
    <Section title="3. Import">
      {report.warningCodes.length > 0 && (
        <Warnings
          report={report}
          draft={draft}
          codeWords={kind.codeWords}
          onShow={onShow}
          onConfirm={(code, isRead) =>
            change((before) => ({
              ...before,
              confirmed: isRead
                ? before.confirmed.union(new Set([code]))
                : before.confirmed.difference(new Set([code])),
            }))
          }
        />
      )}
      {isStopped && (
        <div
          ref={box}
          role="alert"
          tabIndex={-1}
          className="max-w-[70ch] rounded-md border border-danger bg-danger-soft p-3"
        >
          <p className="font-medium">Nothing is imported yet</p>
          <ul className="mt-1 flex flex-col gap-1">
            {obstacles.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      {importing.error && !importing.isBusy && (
        <div role="alert">
          <Notice
            look="late"
            title={isUnknown ? 'No response: import not confirmed' : 'Nothing was imported'}
          >
            {isUnknown
              ? 'Try again. If the first attempt succeeded, nothing is imported twice.'
              : formatProblem(importing.error)}
          </Notice>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          look="primary"
          isBusy={importing.isBusy}
          onClick={() => {
            if (obstacles.length > 0) setTries((count) => count + 1)
            else {
              setTries(0)
              onImport()
            }
          }}
        >
          Import {formatCount(ready, 'row')}
        </Button>
        {kind.keepsRejected && rejected > 0 && isCurrent && (
          <Button onClick={() => setKeeping(true)}>Record as rejected</Button>
        )}
        <Progress isBusy={importing.isBusy} share={importing.share} words="Importing" />
      </div>
      {isKeeping && (
        <Dialog
          isOpen
          onClose={() => setKeeping(false)}
          title="Record this file as rejected"
          description={
            <>
              <p>
                Nothing is imported. The service records the rejected upload with the{' '}
                {formatCount(rejected, 'row')} to correct and creates a list to send back.
              </p>
              <p className="mt-2">You, the day and the time are recorded in the audit log.</p>
            </>
          }
        >
          <div className="flex flex-wrap gap-2">
            <Button
              look="primary"
              onClick={() => {
                setKeeping(false)
                onImport()
              }}
            >
              Record as rejected
            </Button>
            <Button look="quiet" onClick={() => setKeeping(false)}>
              Cancel
            </Button>
          </div>
        </Dialog>
      )}
    </Section>
  )
}

/** The service has decided; anything else may have been done all the same. */
const isRefusal = (error: Error): boolean => error instanceof Refused && error.status < 500
