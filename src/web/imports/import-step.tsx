/** The last step: the warnings that were read, and the button that says how many rows are imported. */

import { useEffect, useRef, useState } from 'react'
import type { Contract } from '../../contract/define.ts'
import { formatCount } from '../../contract/value-format.ts'
import { Refused } from '../client.ts'
import { formatProblem } from '../problems.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { countReadyRows, listImportBlockers } from './import-blockers.ts'
import type { ImportKind } from './import-kind.ts'
import { Progress } from './progress.tsx'
import type { Report } from './report.ts'
import type { Importing } from './use-import.ts'
import { Warnings } from './warnings.tsx'

interface ImportStepProps<C extends Contract> {
  kind: ImportKind<C>
  report: Report
  isRefused: boolean
  isCurrent: boolean
  /** Codes of the warnings that were read. */
  confirmed: ReadonlySet<string>
  onConfirm: (code: string, isRead: boolean) => void
  importing: Pick<Importing<C>, 'isBusy' | 'share' | 'error'>
  /** Narrows the rows to those with this warning. */
  onShow: (code: string) => void
  onImport: () => void
}

export function ImportStep<C extends Contract>({
  kind,
  report,
  isRefused,
  isCurrent,
  confirmed,
  onConfirm,
  importing,
  onShow,
  onImport,
}: ImportStepProps<C>) {
  const [tries, setTries] = useState(0)
  const [isKeeping, setKeeping] = useState(false)
  const blockers = listImportBlockers({ report, confirmed, isCurrent, isRefused })
  const rejected = report.counts?.reject ?? 0
  const importRows = (): void => {
    if (blockers.length > 0) setTries((count) => count + 1)
    else {
      setTries(0)
      onImport()
    }
  }
  return (
    <Section title="3. Import">
      {report.warningCodes.length > 0 && (
        <Warnings
          report={report}
          confirmed={confirmed}
          codeWords={kind.codeWords}
          onShow={onShow}
          onConfirm={onConfirm}
        />
      )}
      {tries > 0 && blockers.length > 0 && <ImportBlockers key={tries} blockers={blockers} />}
      {importing.error && !importing.isBusy && <FailedImport error={importing.error} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" isBusy={importing.isBusy} onClick={importRows}>
          {rejected > 0 ? 'Import' : `Import ${formatCount(countReadyRows(report), 'row')}`}
        </Button>
        {rejected > 0 && tries === 0 && (
          <span className="text-muted">
            First correct or skip the {formatCount(rejected, 'rejected row')}.
          </span>
        )}
        {kind.keepsRejected && rejected > 0 && isCurrent && (
          <Button onClick={() => setKeeping(true)}>Record as rejected</Button>
        )}
        <Progress isBusy={importing.isBusy} share={importing.share} words="Importing" />
      </div>
      {isKeeping && (
        <RejectedFileDialog
          rejected={rejected}
          onClose={() => setKeeping(false)}
          onConfirm={() => {
            setKeeping(false)
            onImport()
          }}
        />
      )}
    </Section>
  )
}

/** Takes the focus each time an import was tried. */
function ImportBlockers({ blockers }: { blockers: readonly string[] }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="max-w-[70ch] rounded-md border border-danger bg-danger-soft p-3"
    >
      <p className="font-medium">The file is not imported yet</p>
      <ul className="mt-1 flex flex-col gap-1">
        {blockers.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </div>
  )
}

function FailedImport({ error }: { error: Error }) {
  const isUnknown = !isRefusal(error)
  return (
    <div role="alert">
      <Notice
        look="late"
        title={isUnknown ? 'No response: import not confirmed' : 'The file was not imported'}
      >
        {isUnknown
          ? 'Try again. If the first attempt succeeded, nothing is imported twice.'
          : formatProblem(error)}
      </Notice>
    </div>
  )
}

function RejectedFileDialog({
  rejected,
  onClose,
  onConfirm,
}: {
  rejected: number
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Record this file as rejected"
      description={
        <>
          <p>
            The file is not imported. The service records the rejected upload with the{' '}
            {formatCount(rejected, 'row')} to correct and creates a list to send back.
          </p>
          <p className="mt-2">The audit log records the user, the date and the time.</p>
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onConfirm}>
          Record as rejected
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  )
}

/** The service has decided; anything else may have been done all the same. */
const isRefusal = (error: Error): boolean => error instanceof Refused && error.status < 500
