/** Import of a firm's existing schemes from one workbook: choose, check each sheet, import all at once. Nothing of the file is kept when the page is left. */
import { useBlocker } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react'
import type { Sent } from '../../../../contract/define.ts'
import { MEMBER_ISSUES, type MemberIssueCode } from '../../../../contract/member-imports.ts'
import { PAGES } from '../../../../contract/pages.ts'
import {
  getSchemeImportTemplate,
  importSchemes,
  SCHEME_IMPORT_ISSUES,
  type SchemeImportIssueCode,
  type SchemeImportReport,
  SHEET_COLUMNS,
  type SheetName,
  type SheetReport,
} from '../../../../contract/scheme-imports.ts'
import { Refused } from '../../../client.ts'
import { confirmLeaveWithoutSaving } from '../../../confirm-leave.ts'
import { formatCount } from '../../../format.ts'
import { ChosenFile, Outcome, useChosenFile } from '../../../imports/chosen-file.tsx'
import { NOTHING_DECIDED } from '../../../imports/draft.ts'
import type { ImportKind } from '../../../imports/import-kind.ts'
import { Progress } from '../../../imports/progress.tsx'
import { ALL_ROWS, type RowFilter, reportOf, selectFirstFilter } from '../../../imports/report.ts'
import { ImportStep, RefusedFile, RowsStep } from '../../../imports/steps.ts'
import { type Check, useCheck } from '../../../imports/use-check.ts'
import { useImport } from '../../../imports/use-import.ts'
import { formatProblem } from '../../../problems.ts'
import { Button, DownloadLink } from '../../../ui/button.tsx'
import { DropZone } from '../../../ui/drop-zone.tsx'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Section } from '../../../ui/section.tsx'
import { ImportedSchemes } from './imported-schemes.tsx'
import { SheetChoice } from './sheet-choice.tsx'
import {
  combineReports,
  draftOf,
  findFirstSheet,
  type SheetDrafts,
  toWorkbookOptions,
  withDraft,
} from './sheet-drafts.ts'

type Contract = typeof importSchemes

const kindOf = (sheet: SheetName): ImportKind<Contract> => ({
  contract: importSchemes,
  question: 'Workbook',
  noun: 'schemes',
  columns: Object.keys(SHEET_COLUMNS[sheet]),
  sample: [],
  codeWords: (code) =>
    SCHEME_IMPORT_ISSUES[code as SchemeImportIssueCode]?.title ??
    MEMBER_ISSUES[code as MemberIssueCode]?.title ??
    code,
  keepsRejected: false,
  hasNoDecimalComma: true,
})

const TEMPLATE_ADDRESS = getSchemeImportTemplate.route.slice('GET '.length)

export default function ImportSchemes() {
  const chosen = useChosenFile()
  const { file } = chosen
  const [drafts, setDrafts] = useState<SheetDrafts>({})
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const [imported, setImported] = useState<SchemeImportReport | null>(null)
  const sent = useMemo(
    () => JSON.stringify({ ...toWorkbookOptions(drafts), dryRun: true, preview: true }),
    [drafts],
  )
  const check = useCheck(importSchemes, sent, imported === null ? file : null, drafts)
  const importing = useImport(importSchemes, setImported, (error) => {
    if (error instanceof Refused && (error.status === 409 || error.status === 422)) check.again()
  })
  const hasWork = file !== null && imported === null
  useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && hasWork && !confirmLeaveWithoutSaving(),
    enableBeforeUnload: () => hasWork,
  })
  const startAgain = (): void => {
    chosen.drop()
    importing.forget()
    setDrafts({})
    setConfirmed(new Set())
    setImported(null)
    moveFocusToHeading(document.querySelector('main h1'))
  }
  const choose = async (next: File): Promise<void> => {
    importing.forget()
    if (await chosen.take(next)) setDrafts({})
  }
  const { checked } = check
  return (
    <>
      <PageHeader title="Import schemes" crumbs={[{ label: 'Schemes', to: PAGES.schemes }]} />
      {imported?.importId ? (
        <Outcome>
          <ImportedSchemes report={imported} importId={imported.importId} onAgain={startAgain} />
        </Outcome>
      ) : (
        <div className="flex flex-col gap-8">
          <ChooseWorkbook
            file={file}
            problem={chosen.problem}
            onRemove={startAgain}
            onFile={(next) => void choose(next)}
          />
          {file && (
            <CheckWorkbook
              check={check}
              drafts={drafts}
              onDrafts={setDrafts}
              confirmed={confirmed}
              onConfirmed={setConfirmed}
              importing={importing}
              onImport={() =>
                importing.send(
                  {
                    ...(JSON.parse(sent) as Sent<Contract>),
                    dryRun: false,
                    preview: false,
                    confirmedWarnings: (checked?.answer?.warningCodes ?? []).filter((code) =>
                      confirmed.has(code),
                    ),
                  },
                  file,
                )
              }
            />
          )}
        </div>
      )}
    </>
  )
}

function ChooseWorkbook({
  file,
  problem,
  onRemove,
  onFile,
}: {
  file: File | null
  problem: string | null
  onRemove: () => void
  onFile: (file: File) => void
}) {
  return (
    <Section
      title="1. Workbook"
      actions={
        <DownloadLink href={TEMPLATE_ADDRESS} icon={<Download aria-hidden="true" size={16} />}>
          Download template
        </DownloadLink>
      }
    >
      <p className="max-w-[70ch] text-muted">
        One Excel workbook with the sheets Employers, Schemes, Trustees and Members. The template explains
        every column. Trustees and members can be left out and added later.
      </p>
      {file && <ChosenFile file={file} onRemove={onRemove} />}
      <DropZone
        label={file ? 'Replace file' : 'File'}
        isSmall={file !== null}
        accept=".xlsx"
        help="Excel workbook (.xlsx), up to 10 MB"
        problem={problem}
        onFiles={([chosen]) => chosen && onFile(chosen)}
      />
    </Section>
  )
}

function CheckWorkbook({
  check,
  drafts,
  onDrafts,
  confirmed,
  onConfirmed,
  importing,
  onImport,
}: {
  check: Check<Contract, SheetDrafts>
  drafts: SheetDrafts
  onDrafts: Dispatch<SetStateAction<SheetDrafts>>
  confirmed: ReadonlySet<string>
  onConfirmed: (confirmed: ReadonlySet<string>) => void
  importing: ReturnType<typeof useImport<Contract>>
  onImport: () => void
}) {
  const [filters, setFilters] = useState<Partial<Record<SheetName, RowFilter>>>({})
  const [chosenSheet, setChosenSheet] = useState<SheetName | null>(null)
  const { checked } = check
  const answer = checked?.answer ?? null
  const sheets = answer?.sheets ?? []
  const current = sheets.find(({ sheet }) => sheet === chosenSheet) ?? findSheet(sheets)
  const combined = useMemo(() => combineReports(answer?.sheets ?? []), [answer])
  return (
    <>
      <Section
        title="2. Check"
        actions={<Progress isBusy={check.isChecking} share={check.share} words="Checking the rows" />}
      >
        {check.failure && (
          <Notice
            look="late"
            title="The file could not be checked"
            action={<Button onClick={check.again}>Try again</Button>}
          >
            {formatProblem(check.failure)}
          </Notice>
        )}
        {checked?.refusal && (
          <RefusedFile
            refusal={checked.refusal}
            columns={[]}
            onColumn={() => {}}
            onForgetColumns={() => onDrafts({})}
          />
        )}
        {answer && current && (
          <>
            <Answer answer={answer} />
            <SheetChoice sheets={sheets} current={current.sheet} onChoose={setChosenSheet} />
            <SheetRows
              key={current.sheet}
              sheet={current}
              isCurrent={check.isCurrent}
              drafts={drafts}
              checkedDrafts={checked?.draft ?? {}}
              onDrafts={onDrafts}
              filter={filters[current.sheet] ?? null}
              onFilter={(filter) => setFilters({ ...filters, [current.sheet]: filter })}
            />
          </>
        )}
      </Section>
      {answer && (
        <ImportStep
          kind={kindOf('Schemes')}
          report={combined}
          isRefused={false}
          isCurrent={check.isCurrent}
          draft={{ ...NOTHING_DECIDED, confirmed }}
          change={(next) => onConfirmed(next({ ...NOTHING_DECIDED, confirmed }).confirmed)}
          importing={importing}
          onShow={(code) => {
            const found = sheets.find(({ warningCodes }) => warningCodes.includes(code))
            if (!found) return
            setChosenSheet(found.sheet)
            setFilters({ ...filters, [found.sheet]: { kind: 'code', code } })
          }}
          onImport={onImport}
        />
      )}
    </>
  )
}

const findSheet = (sheets: readonly SheetReport[]): SheetReport | undefined =>
  sheets.find(({ sheet }) => sheet === findFirstSheet(sheets))

function Answer({ answer: { status, created, drafts } }: { answer: SchemeImportReport }) {
  const parts = [
    formatCount(created.employers, 'employer'),
    formatCount(created.schemes, 'scheme'),
    formatCount(created.trustees, 'trustee'),
    formatCount(created.members, 'member'),
  ].join(', ')
  return (
    <Notice look={status === 'REJECTED' ? 'info' : 'done'} title={`Ready to import: ${parts}`}>
      {status === 'REJECTED' && 'Rejected rows are not counted. '}
      {created.schemes > drafts &&
        `${formatCount(created.schemes - drafts, 'scheme')} will wait for approval by an administrator. `}
      {drafts > 0 && `${formatCount(drafts, 'scheme')} will stay a draft.`}
    </Notice>
  )
}

function SheetRows({
  sheet,
  isCurrent,
  drafts,
  checkedDrafts,
  onDrafts,
  filter,
  onFilter,
}: {
  sheet: SheetReport
  isCurrent: boolean
  drafts: SheetDrafts
  checkedDrafts: SheetDrafts
  onDrafts: Dispatch<SetStateAction<SheetDrafts>>
  filter: RowFilter | null
  onFilter: (filter: RowFilter) => void
}) {
  const report = useMemo(() => reportOf(sheet), [sheet])
  const kind = useMemo(() => kindOf(sheet.sheet), [sheet.sheet])
  return (
    <RowsStep
      kind={kind}
      told={{}}
      fileName={sheet.sheet}
      report={report}
      refusal={null}
      isCurrent={isCurrent}
      draft={draftOf(drafts, sheet.sheet)}
      checkedDraft={draftOf(checkedDrafts, sheet.sheet)}
      change={(next) => onDrafts((before) => withDraft(before, sheet.sheet, next))}
      filter={filter ?? (report.counts ? selectFirstFilter(report.counts) : ALL_ROWS)}
      onFilter={onFilter}
    />
  )
}
