/**
 * Import wizard on one page: terms, automatic check, rows to correct, import. The browser keeps no file data after the page is left; the
 * service keeps a checked file as an unfinished import.
 */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import type { Contract, Output, Sent } from '../../contract/define.ts'
import { Refused } from '../client.ts'
import { formatProblem } from '../problems.ts'
import { createFetch } from '../shell/fetch-module.ts'
import { Button } from '../ui/button.tsx'
import { DropZone } from '../ui/drop-zone.tsx'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { ChosenFile, Outcome, useChosenFile } from './chosen-file.tsx'
import { toOptions } from './draft.ts'
import { downloadSample } from './files.ts'
import type { ImportKind } from './import-kind.ts'
import { Progress } from './progress.tsx'
import { ALL_ROWS, getFirstFilter, type RowFilter } from './report.ts'
import {
  type CheckedSheet,
  combineReports,
  type Drafts,
  findFirstSheet,
  getSheetDraft,
  keepColumns,
  listSheets,
  ONLY_SHEET,
  toDrafts,
  toWorkbookOptions,
  withDraft,
} from './sheets.ts'
import { toRequest, useCheck } from './use-check.ts'
import { useImport } from './use-import.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useStoredImport } from './use-stored-import.ts'

/** Components needed once there is a file are loaded while the user is still choosing it. */
const loadSteps = () => import('./steps.ts')
const stepsLater = createFetch(loadSteps)
const RefusedFile = lazy(async () => ({ default: (await stepsLater()).RefusedFile }))
const UnfinishedImports = lazy(async () => ({ default: (await stepsLater()).UnfinishedImports }))
const SheetChoice = lazy(async () => ({ default: (await stepsLater()).SheetChoice }))
const RowsStep = lazy(async () => ({ default: (await stepsLater()).RowsStep })) as Steps['RowsStep']
const ImportStep = lazy(async () => ({ default: (await stepsLater()).ImportStep })) as Steps['ImportStep']
type Steps = Awaited<ReturnType<typeof loadSteps>>

interface ImportWizardProps<C extends Contract> {
  kind: ImportKind<C>
  /** Values sent besides the file and the decisions about it; null while one is missing. */
  terms: Partial<Sent<C>> | null
  /** The missing value, as an instruction. */
  missing: string
  /** The fields of the first step. */
  children: ReactNode
  /** Fills in the first step of a continued import. */
  onContinue?: (options: Readonly<Record<string, unknown>>) => void
  result: (answer: Output<C>, startAgain: () => void) => ReactNode
  /** If the service stores a file with rejected rows: the stored details, from the refusal. */
  rejectedResult?: (details: Readonly<Record<string, unknown>>, startAgain: () => void) => ReactNode
}

export function ImportWizard<C extends Contract>(props: ImportWizardProps<C>) {
  const { kind, missing, children, result, rejectedResult } = props
  const wizard = useImportWizard(props)
  const { chosen, sheets, outcome, sent, check, confirmed, startAgain } = wizard
  useEffect(() => {
    // After a failure it is loaded again when needed.
    void stepsLater().catch(() => {})
  }, [])
  const report = useMemo(() => combineReports(sheets), [sheets])

  if (outcome !== null)
    return (
      <Outcome>
        {'answer' in outcome
          ? result(outcome.answer, startAgain)
          : rejectedResult?.(outcome.details, startAgain)}
      </Outcome>
    )
  const { file } = chosen
  return (
    <div className="flex flex-col gap-8">
      <Section title={`1. ${kind.question}`} actions={kind.workbook?.template}>
        {children}
        {file && <ChosenFile file={file} onRemove={startAgain} />}
        <FileField kind={kind} chosen={chosen} onChoose={(one) => void wizard.choose(one)} />
      </Section>

      <Suspense>
        {!file && wizard.resuming.problem && (
          <Notice look="warn" title="The unfinished import cannot be continued">
            It was finished or discarded, or its time is over. Choose the file again.
          </Notice>
        )}
        {!file && <UnfinishedImports kind={kind.draftKind} />}
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
            {check.importDraftId && check.isCurrent && (
              <p className="text-muted text-sm">
                Saved as an unfinished import. You can leave the page and continue later.
              </p>
            )}
            {check.checked && (
              <CheckedFile kind={kind} fileName={file.name} wizard={wizard} checked={check.checked} />
            )}
          </Section>
        )}

        {file && report && report.counts !== null && (
          <ImportStep
            kind={kind}
            report={report}
            isRefused={check.checked?.refusal != null}
            isCurrent={check.isCurrent}
            confirmed={confirmed}
            onConfirm={wizard.confirm}
            importing={wizard.importing}
            onShow={wizard.showCode}
            onImport={() => wizard.importRows(report.warningCodes.filter((code) => confirmed.has(code)))}
          />
        )}
      </Suspense>
    </div>
  )
}

/** State of the import: decisions about the file, its check and its result. */
function useImportWizard<C extends Contract>({
  kind,
  terms,
  rejectedResult,
  onContinue,
}: ImportWizardProps<C>) {
  const chosen = useChosenFile()
  const { file, take, drop } = chosen
  const [drafts, setDrafts] = useState<Drafts>({})
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [chosenSheet, setSheet] = useState<string | null>(null)
  /** Without a filter: the rows to correct, as long as there are any. */
  const [filters, setFilters] = useState<Readonly<Record<string, RowFilter>>>({})
  const [outcome, setOutcome] = useState<
    { answer: Output<C> } | { details: Readonly<Record<string, unknown>> } | null
  >(null)
  const sent = useSentTerms(kind, terms, drafts)
  const check = useCheck(kind.contract, sent, outcome === null ? file : null, drafts)
  const sheets = useMemo(() => listSheets(kind, check.checked), [kind, check.checked])
  const resuming = useStoredImport(
    outcome === null ? check.importDraftId : null,
    ({ id, fileName, sizeBytes, options }) => {
      chosen.continueWith({ importDraftId: id, name: fileName, size: sizeBytes })
      setDrafts(toDrafts(kind.workbook !== undefined, options))
      onContinue?.(options)
    },
  )
  const importing = useImport(
    kind.contract,
    (answer) => setOutcome({ answer }),
    (error) => {
      if (!(error instanceof Refused)) return
      const { code, batchId } = error.details
      if (code === 'ROWS_REJECTED' && rejectedResult && typeof batchId === 'string')
        setOutcome({ details: error.details })
      // The data changed since the check: the whole file is checked again.
      else if (error.status === 409 || error.status === 422) check.again()
    },
  )
  const hasWork = file !== null && outcome === null && !(check.importDraftId && check.isCurrent)
  useLeaveGuard(hasWork)

  function forget(next: Drafts): void {
    importing.forget()
    setDrafts(next)
    setConfirmed(new Set())
    setFilters({})
  }
  const showRows = (sheet: string, filter: RowFilter): void => {
    setSheet(sheet)
    setFilters((before) => ({ ...before, [sheet]: filter }))
  }
  return {
    chosen,
    resuming,
    drafts,
    setDrafts,
    confirmed,
    confirm: (code: string, isRead: boolean) =>
      setConfirmed((before) => (isRead ? before.union(new Set([code])) : before.difference(new Set([code])))),
    sheets,
    current: sheets.find(({ name }) => name === chosenSheet) ?? findFirstSheet(sheets),
    setSheet,
    filters,
    showRows,
    showCode(code: string): void {
      const found = sheets.find(({ report }) => report.warningCodes.includes(code))
      if (found) showRows(found.name, { kind: 'code', code })
    },
    outcome,
    sent,
    check,
    importing,
    async choose(one: File): Promise<void> {
      if (await take(one)) forget(file?.name === one.name ? keepColumns(drafts) : {})
    },
    startAgain(): void {
      drop()
      forget({})
      setOutcome(null)
      moveFocusToHeading(document.querySelector('main h1'))
    },
    importRows(confirmedWarnings: readonly string[]): void {
      if (!file || sent === null) return
      const { importDraftId } = check
      importing.send(
        {
          ...(toRequest<C>(sent, importDraftId) as object),
          keep: false,
          dryRun: false,
          preview: false,
          confirmedWarnings,
        } as Sent<C>,
        importDraftId === null && file instanceof File ? file : undefined,
      )
    },
  }
}
type Wizard<C extends Contract> = ReturnType<typeof useImportWizard<C>>

/** Options that the check sends, as text: the same text is not checked again. Null while an option is missing. */
function useSentTerms<C extends Contract>(
  { workbook }: ImportKind<C>,
  terms: object | null,
  drafts: Drafts,
): string | null {
  const termsText = terms === null ? null : JSON.stringify(terms)
  return useMemo(() => {
    if (termsText === null) return null
    const options = workbook ? toWorkbookOptions(drafts) : toOptions(getSheetDraft(drafts, ONLY_SHEET))
    return JSON.stringify({
      ...(JSON.parse(termsText) as object),
      ...options,
      dryRun: true,
      preview: true,
      keep: true,
    })
  }, [termsText, workbook, drafts])
}

function FileField<C extends Contract>({
  kind: { workbook, noun, columns, sample },
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
      accept={workbook ? '.xlsx' : '.csv,.txt,.tsv,.xlsx'}
      help={
        workbook ? (
          'Excel workbook (.xlsx), up to 10 MB'
        ) : (
          <>
            CSV, or the first sheet of an Excel workbook (.xlsx); up to 10 MB and 20,000 rows.{' '}
            <button type="button" className="link" onClick={() => downloadSample(noun, columns, sample)}>
              Download sample file
            </button>
          </>
        )
      }
      problem={problem}
      onFiles={([one]) => one && onChoose(one)}
    />
  )
}

/** Result of the check: the rows of a sheet, or why the file as a whole was refused. */
function CheckedFile<C extends Contract>({
  kind,
  fileName,
  wizard,
  checked: { answer, refusal, draft: checkedDrafts },
}: {
  kind: ImportKind<C>
  fileName: string
  wizard: Wizard<C>
  checked: NonNullable<Wizard<C>['check']['checked']>
}) {
  const { sheets, current, setDrafts } = wizard
  return (
    <>
      {refusal && (
        <RefusedFile
          refusal={refusal}
          columns={kind.columns}
          onColumn={(field, column, sheet = ONLY_SHEET) =>
            setDrafts((before) =>
              withDraft(before, sheet, (draft) => ({
                ...draft,
                mapping: { ...draft.mapping, [field]: column },
              })),
            )
          }
          onPpsnPending={() =>
            setDrafts((before) => withDraft(before, ONLY_SHEET, (draft) => ({ ...draft, ppsnPending: true })))
          }
          onForgetColumns={() =>
            setDrafts((before) =>
              Object.fromEntries(
                Object.entries(before).map(([sheet, draft]) => [sheet, { ...draft, mapping: {} }]),
              ),
            )
          }
        />
      )}
      {answer !== null && kind.workbook?.summary(answer)}
      {current && kind.workbook && (
        <SheetChoice sheets={sheets} current={current.name} onChoose={wizard.setSheet} />
      )}
      {current && (
        <SheetRows
          key={current.name}
          {...{ kind, wizard, refusal, current }}
          fileName={current.name || fileName}
          answer={refusal ? refusal.details : (answer as object)}
          checkedDraft={getSheetDraft(checkedDrafts, current.name)}
        />
      )}
    </>
  )
}

function SheetRows<C extends Contract>({
  kind,
  wizard: { drafts, setDrafts, filters, showRows, check, sheets },
  current: { name, report },
  ...others
}: {
  kind: ImportKind<C>
  wizard: Wizard<C>
  current: CheckedSheet
  fileName: string
  answer: object
  refusal: Refused | null
  checkedDraft: Drafts[string]
}) {
  return (
    <RowsStep
      {...others}
      kind={kind.workbook ? { ...kind, columns: kind.workbook.columnsOf(name) } : kind}
      report={report}
      reports={useMemo(() => sheets.map((sheet) => sheet.report), [sheets])}
      isCurrent={check.isCurrent}
      draft={getSheetDraft(drafts, name)}
      change={(next) => setDrafts((before) => withDraft(before, name, next))}
      filter={filters[name] ?? (report.counts ? getFirstFilter(report.counts) : ALL_ROWS)}
      onFilter={(filter) => showRows(name, filter)}
    />
  )
}
