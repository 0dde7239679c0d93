/**
 * A file of rows on its way in, on one page: what it is for, the check that runs by itself, the rows to correct, and one button
 * that says how many are imported. Nothing of the file is kept when the page is left.
 */
import { useBlocker } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { IMPORT_LIMITS, type ImportOptions } from '../../contract/imports.ts'
import { Refused } from '../client.ts'
import { confirmLeaveWithoutSaving } from '../confirm-leave.ts'
import { countWords } from '../format.ts'
import { formatProblem } from '../problems.ts'
import { createFetch } from '../shell/fetch-module.ts'
import { Button } from '../ui/button.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { type Draft, NOTHING_DECIDED, toOptions } from './draft.ts'
import { createFixedCopy, downloadSample } from './files.ts'
import type { ImportKind } from './import-kind.ts'
import { Progress } from './progress.tsx'
import { ALL_ROWS, type RowFilter, selectFirstFilter } from './report.ts'
import { useCheck } from './use-check.ts'
import { useImport } from './use-import.ts'

/** What is needed once there is a file is brought while one is still being chosen. */
const loadSteps = () => import('./steps.ts')
const stepsLater = createFetch(loadSteps)
const RefusedFile = lazy(async () => ({ default: (await stepsLater()).RefusedFile }))
const RowsStep = lazy(async () => ({
  default: (await stepsLater()).RowsStep,
})) as unknown as Steps['RowsStep']
const ImportStep = lazy(async () => ({
  default: (await stepsLater()).ImportStep,
})) as unknown as Steps['ImportStep']
type Steps = Awaited<ReturnType<typeof loadSteps>>

const MEGABYTE = 1024 * 1024

interface ImportWizardProps<C extends Contract> {
  kind: ImportKind<C>
  /** What is sent besides the file and what was decided about it; null while something of it is missing. */
  terms: Partial<Sent<C>> | null
  /** What is missing, as an instruction. */
  missing: string
  /** The fields of the first step. */
  children: ReactNode
  result: (answer: Output<C>, startAgain: () => void) => ReactNode
  /** Where a file with rejected rows is kept: what was kept of it, from the details of the refusal. */
  rejectedResult?: (details: Readonly<Record<string, unknown>>, startAgain: () => void) => ReactNode
}

export function ImportWizard<C extends Contract>({
  kind,
  terms,
  missing,
  children,
  result,
  rejectedResult,
}: ImportWizardProps<C>) {
  const { file, problem: fileProblem, take, drop } = useChosenFile()
  const [draft, setDraft] = useState<Draft>(NOTHING_DECIDED)
  /** Null: what stands in the way, for as long as something does. */
  const [filter, setFilter] = useState<RowFilter | null>(null)
  const [outcome, setOutcome] = useState<
    { answer: Output<C> } | { kept: Readonly<Record<string, unknown>> } | null
  >(null)

  const { mapping, decimalComma, edits, skipped } = draft
  const options = useMemo(
    () => toOptions({ mapping, decimalComma, edits, skipped }),
    [mapping, decimalComma, edits, skipped],
  )
  const termsText = terms === null ? null : JSON.stringify(terms)
  const sent = useMemo(() => (termsText === null ? null : sentAs(termsText, options)), [termsText, options])
  const check = useCheck(kind.contract, sent, outcome === null ? file : null, draft)
  const { checked } = check

  const importing = useImport(
    kind.contract,
    (answer) => setOutcome({ answer }),
    (error) => {
      if (!(error instanceof Refused)) return
      const { code, batchId } = error.details
      if (code === 'ROWS_REJECTED' && rejectedResult && typeof batchId === 'string')
        setOutcome({ kept: error.details })
      // Something changed since the check: it is looked at again, whole.
      else if (error.status === 409 || error.status === 422) check.again()
    },
  )

  useEffect(() => {
    // What fails here is asked for again when it is needed.
    void stepsLater().catch(() => {})
  }, [])

  const hasWork = file !== null && outcome === null
  useBlocker({
    // The address of this page keeps what is chosen; that is no leaving.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && hasWork && !confirmLeaveWithoutSaving(),
    enableBeforeUnload: () => hasWork,
  })

  const choose = async (chosen: File): Promise<void> => {
    const taken = await take(chosen)
    importing.forget()
    setFilter(null)
    // The same file with corrections has the same columns; what was decided about its rows is about other rows.
    if (taken)
      setDraft((before) =>
        file?.name === chosen.name
          ? { ...NOTHING_DECIDED, mapping: before.mapping, decimalComma: before.decimalComma }
          : NOTHING_DECIDED,
      )
  }
  const startAgain = (): void => {
    drop()
    importing.forget()
    setDraft(NOTHING_DECIDED)
    setFilter(null)
    setOutcome(null)
    moveFocusToHeading(document.querySelector('main h1'))
  }

  if (outcome !== null)
    return (
      <Outcome>
        {'answer' in outcome
          ? result(outcome.answer, startAgain)
          : rejectedResult?.(outcome.kept, startAgain)}
      </Outcome>
    )

  const report = checked?.report ?? null
  const refusal = checked?.refusal ?? null
  const isAnswered = checked !== null && file !== null
  const shownRows = filter ?? (report?.counts ? selectFirstFilter(report.counts) : ALL_ROWS)
  return (
    <div className="flex flex-col gap-8">
      <Section title={`1. ${kind.question}`}>
        {children}
        {file && <ChosenFile file={file} onRemove={startAgain} />}
        <DropZone
          label={file ? 'Replace file' : 'File'}
          isSmall={file !== null}
          accept=".csv,.txt,.tsv,.xlsx"
          help={
            <>
              CSV, or the first sheet of an Excel workbook (.xlsx); up to 10 MB and 20,000 rows.{' '}
              <button
                type="button"
                className="link"
                onClick={() => downloadSample(kind.noun, kind.columns, kind.sample)}
              >
                Download sample file
              </button>
            </>
          }
          problem={fileProblem}
          onFiles={([chosen]) => chosen && void choose(chosen)}
        />
      </Section>

      <Suspense>
        {file && (
          <Section
            title="2. Check"
            actions={<Progress isBusy={check.isChecking} share={check.share} words="Checking the rows" />}
          >
            {sent === null && <Notice title={missing}>Complete step 1 to check the file.</Notice>}
            {check.failure && (
              <Notice
                look="late"
                title="The file could not be checked"
                action={<Button onClick={check.again}>Try again</Button>}
              >
                {formatProblem(check.failure)}
              </Notice>
            )}
            {isAnswered && refusal && (
              <RefusedFile
                refusal={refusal}
                columns={kind.columns}
                onColumn={(field, column) =>
                  setDraft((before) => ({ ...before, mapping: { ...before.mapping, [field]: column } }))
                }
                onForgetColumns={() => setDraft((before) => ({ ...before, mapping: {} }))}
              />
            )}
            {isAnswered && report && (
              <RowsStep
                kind={kind}
                told={refusal ? refusal.details : (checked.answer as object)}
                fileName={file.name}
                report={report}
                refusal={refusal}
                isCurrent={check.isCurrent}
                draft={draft}
                checkedDraft={checked.draft}
                change={setDraft}
                filter={shownRows}
                onFilter={setFilter}
              />
            )}
          </Section>
        )}

        {isAnswered && report && report.counts !== null && (
          <ImportStep
            kind={kind}
            report={report}
            isRefused={refusal !== null}
            isCurrent={check.isCurrent}
            draft={draft}
            change={setDraft}
            importing={importing}
            onShow={(code) => setFilter({ kind: 'code', code })}
            onImport={() =>
              file &&
              sent !== null &&
              importing.send(
                {
                  ...(JSON.parse(sent) as object),
                  dryRun: false,
                  preview: false,
                  confirmedWarnings: report.warningCodes.filter((code) => draft.confirmed.has(code)),
                } as unknown as Sent<C>,
                file,
              )
            }
          />
        )}
      </Suspense>
    </div>
  )
}

const sentAs = (
  termsText: string,
  options: Pick<ImportOptions, 'mapping' | 'decimalComma' | 'edits' | 'skipRows'>,
): string => JSON.stringify({ ...(JSON.parse(termsText) as object), ...options, dryRun: true, preview: true })

function useChosenFile(): {
  file: File | null
  problem: string | null
  /** Whether it was taken. */
  take: (chosen: File) => Promise<boolean>
  drop: () => void
} {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    file,
    problem,
    async take(chosen) {
      if (chosen.size > IMPORT_LIMITS.bytes) {
        setProblem(
          `${chosen.name} has ${(chosen.size / MEGABYTE).toFixed(1)} MB; the maximum is ${IMPORT_LIMITS.bytes / MEGABYTE} MB. Remove unneeded sheets and columns, or save it as CSV.`,
        )
        return false
      }
      try {
        setFile(await createFixedCopy(chosen))
        setProblem(null)
        return true
      } catch {
        setProblem(
          `${chosen.name} cannot be opened. Choose a file, not a folder, and close it in other programs.`,
        )
        return false
      }
    },
    drop() {
      setFile(null)
      setProblem(null)
    },
  }
}

const KILOBYTE = 1024

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FileSpreadsheet aria-hidden="true" size={18} className="shrink-0 text-accent" />
      <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{file.name}</span>
      <span className="text-muted">{countWords(Math.ceil(file.size / KILOBYTE))} kB</span>
      <button type="button" className="link" onClick={onRemove}>
        Remove
      </button>
    </p>
  )
}

/** What became of it is read first. */
function Outcome({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => moveFocusToHeading(box.current?.querySelector('h2') ?? null), [])
  return <div ref={box}>{children}</div>
}
