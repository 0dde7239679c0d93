/**
 * A file of rows on its way in, on one page: what it is for, the check that runs by itself, the rows to correct, and one button
 * that says how many are imported. Nothing of the file is kept when the page is left.
 */
import { useBlocker } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import type { ImportOptions } from '../../contract/imports.ts'
import { Refused } from '../client.ts'
import { confirmLeaveWithoutSaving } from '../confirm-leave.ts'
import { formatProblem } from '../problems.ts'
import { createFetch } from '../shell/fetch-module.ts'
import { Button } from '../ui/button.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { ChosenFile, Outcome, useChosenFile } from './chosen-file.tsx'
import { type Draft, NOTHING_DECIDED, toOptions } from './draft.ts'
import { downloadSample } from './files.ts'
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

export function ImportWizard<C extends Contract>(props: ImportWizardProps<C>) {
  const { kind, missing, children, result, rejectedResult } = props
  const wizard = useImportWizard(props)
  const { chosen, draft, setDraft, filter, setFilter, outcome, sent, check, importing, startAgain } = wizard
  useEffect(() => {
    // What fails here is asked for again when it is needed.
    void stepsLater().catch(() => {})
  }, [])

  if (outcome !== null)
    return (
      <Outcome>
        {'answer' in outcome
          ? result(outcome.answer, startAgain)
          : rejectedResult?.(outcome.kept, startAgain)}
      </Outcome>
    )
  const { file } = chosen
  const report = (file && check.checked?.report) ?? null
  return (
    <div className="flex flex-col gap-8">
      <Section title={`1. ${kind.question}`}>
        {children}
        {file && <ChosenFile file={file} onRemove={startAgain} />}
        <FileField kind={kind} chosen={chosen} onChoose={(one) => void wizard.choose(one)} />
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
            {check.checked && (
              <CheckedFile
                kind={kind}
                fileName={file.name}
                check={check}
                checked={check.checked}
                {...{ draft, setDraft, filter, setFilter }}
              />
            )}
          </Section>
        )}

        {report && report.counts !== null && (
          <ImportStep
            kind={kind}
            report={report}
            isRefused={check.checked?.refusal != null}
            isCurrent={check.isCurrent}
            draft={draft}
            change={setDraft}
            importing={importing}
            onShow={(code) => setFilter({ kind: 'code', code })}
            onImport={() =>
              wizard.importRows(report.warningCodes.filter((code) => draft.confirmed.has(code)))
            }
          />
        )}
      </Suspense>
    </div>
  )
}

/** The file on its way in: what was decided about it, its check, and what became of it. */
function useImportWizard<C extends Contract>({ kind, terms, rejectedResult }: ImportWizardProps<C>) {
  const chosen = useChosenFile()
  const { file, take, drop } = chosen
  const [draft, setDraft] = useState<Draft>(NOTHING_DECIDED)
  /** Null: the rows to correct, for as long as there are any. */
  const [filter, setFilter] = useState<RowFilter | null>(null)
  const [outcome, setOutcome] = useState<
    { answer: Output<C> } | { kept: Readonly<Record<string, unknown>> } | null
  >(null)
  const sent = useSentTerms(terms, draft)
  const check = useCheck(kind.contract, sent, outcome === null ? file : null, draft)
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

  const hasWork = file !== null && outcome === null
  useBlocker({
    // The address of this page keeps what is chosen; that is no leaving.
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && hasWork && !confirmLeaveWithoutSaving(),
    enableBeforeUnload: () => hasWork,
  })

  async function choose(one: File): Promise<void> {
    const taken = await take(one)
    importing.forget()
    setFilter(null)
    // The same file with corrections has the same columns; what was decided about its rows is about other rows.
    if (taken)
      setDraft((before) =>
        file?.name === one.name
          ? { ...NOTHING_DECIDED, mapping: before.mapping, decimalComma: before.decimalComma }
          : NOTHING_DECIDED,
      )
  }
  function startAgain(): void {
    drop()
    importing.forget()
    setDraft(NOTHING_DECIDED)
    setFilter(null)
    setOutcome(null)
    moveFocusToHeading(document.querySelector('main h1'))
  }
  function importRows(confirmedWarnings: readonly string[]): void {
    if (!file || sent === null) return
    const terms = JSON.parse(sent) as object
    importing.send({ ...terms, dryRun: false, preview: false, confirmedWarnings } as unknown as Sent<C>, file)
  }
  return {
    chosen,
    draft,
    setDraft,
    filter,
    setFilter,
    outcome,
    sent,
    check,
    importing,
    choose,
    startAgain,
    importRows,
  }
}

/** What the check sends, as text: the same text is not checked again. Null while something of it is missing. */
function useSentTerms(terms: object | null, { mapping, decimalComma, edits, skipped }: Draft): string | null {
  const options = useMemo(
    () => toOptions({ mapping, decimalComma, edits, skipped }),
    [mapping, decimalComma, edits, skipped],
  )
  const termsText = terms === null ? null : JSON.stringify(terms)
  return useMemo(() => (termsText === null ? null : sentAs(termsText, options)), [termsText, options])
}

function FileField<C extends Contract>({
  kind,
  chosen: { file, problem },
  onChoose,
}: {
  kind: ImportKind<C>
  chosen: Pick<ReturnType<typeof useChosenFile>, 'file' | 'problem'>
  onChoose: (file: File) => void
}) {
  return (
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
      problem={problem}
      onFiles={([one]) => one && onChoose(one)}
    />
  )
}

/** What the check found: the rows, or why the file as a whole was refused. */
function CheckedFile<C extends Contract>({
  kind,
  fileName,
  check,
  checked,
  draft,
  setDraft,
  filter,
  setFilter,
}: Pick<ReturnType<typeof useImportWizard<C>>, 'check' | 'draft' | 'setDraft' | 'filter' | 'setFilter'> & {
  kind: ImportKind<C>
  fileName: string
  checked: NonNullable<ReturnType<typeof useCheck<C>>['checked']>
}) {
  const { report, refusal } = checked
  return (
    <>
      {refusal && (
        <RefusedFile
          refusal={refusal}
          columns={kind.columns}
          onColumn={(field, column) =>
            setDraft((before) => ({ ...before, mapping: { ...before.mapping, [field]: column } }))
          }
          onForgetColumns={() => setDraft((before) => ({ ...before, mapping: {} }))}
        />
      )}
      {report && (
        <RowsStep
          kind={kind}
          told={refusal ? refusal.details : (checked.answer as object)}
          fileName={fileName}
          report={report}
          refusal={refusal}
          isCurrent={check.isCurrent}
          draft={draft}
          checkedDraft={checked.draft}
          change={setDraft}
          filter={filter ?? (report.counts ? selectFirstFilter(report.counts) : ALL_ROWS)}
          onFilter={setFilter}
        />
      )}
    </>
  )
}

const sentAs = (
  termsText: string,
  options: Pick<ImportOptions, 'mapping' | 'decimalComma' | 'edits' | 'skipRows'>,
): string => JSON.stringify({ ...(JSON.parse(termsText) as object), ...options, dryRun: true, preview: true })
