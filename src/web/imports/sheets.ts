/**
 * Decisions of the user about each sheet of a file, and the combined report of the sheets. A file without sheets has one, without a name.
 */
import type { Contract, Output } from '../../contract/define.ts'
import type { ImportOptions } from '../../contract/imports.ts'
import type { SheetName } from '../../contract/scheme-imports.ts'
import { type Draft, NOTHING_DECIDED, toDraft, toOptions } from './draft.ts'
import type { ImportKind } from './import-kind.ts'
import { type Report, toReport } from './report.ts'
import type { Checked } from './use-check.ts'

export type Drafts = Readonly<Record<string, Draft>>
export const ONLY_SHEET = ''
const SHEET_OF_MEMBERS = 'Members' satisfies SheetName

export const getSheetDraft = (drafts: Drafts, sheet: string): Draft => drafts[sheet] ?? NOTHING_DECIDED

export const withDraft = (drafts: Drafts, sheet: string, change: (draft: Draft) => Draft): Drafts => ({
  ...drafts,
  [sheet]: change(getSheetDraft(drafts, sheet)),
})

/** For another version of the same file: keeps the columns, and drops decisions about rows, which are other rows now. */
export const keepColumns = (drafts: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).map(([sheet, { mapping, decimalComma }]) => [
      sheet,
      { ...NOTHING_DECIDED, mapping, decimalComma },
    ]),
  )

/** Options for the form of a workbook. */
export function toWorkbookOptions(drafts: Drafts) {
  const sheets = Object.entries(drafts).map(([sheet, draft]) => [sheet, toOptions(draft)] as const)
  return {
    ...(sheets.some(([, { ppsnPending }]) => ppsnPending) ? { ppsnPending: true } : {}),
    edits: sheets.flatMap(([sheet, { edits }]) => edits.map((edit) => ({ sheet, ...edit }))),
    skipRows: sheets.flatMap(([sheet, { skipRows }]) => skipRows.map((row) => ({ sheet, row }))),
    mapping: Object.fromEntries(
      sheets
        .filter(([, { mapping }]) => Object.keys(mapping).length > 0)
        .map(([sheet, { mapping }]): [string, ImportOptions['mapping']] => [sheet, mapping]),
    ),
  }
}

/** The decisions of a kept import, whose options are those that were sent. */
export function toDrafts(isWorkbook: boolean, options: Readonly<Record<string, unknown>>): Drafts {
  if (!isWorkbook) return { [ONLY_SHEET]: toDraft(options) }
  const {
    ppsnPending,
    edits = [],
    skipRows = [],
    mapping = {},
  } = options as Partial<ReturnType<typeof toWorkbookOptions>>
  const names = new Set([...edits, ...skipRows].map(({ sheet }) => sheet).concat(Object.keys(mapping)))
  if (ppsnPending) names.add(SHEET_OF_MEMBERS)
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      toDraft({
        mapping: mapping[name] ?? {},
        ppsnPending: ppsnPending === true && name === SHEET_OF_MEMBERS,
        edits: edits.filter(({ sheet }) => sheet === name),
        skipRows: skipRows.filter(({ sheet }) => sheet === name).map(({ row }) => row),
      }),
    ]),
  )
}

export interface CheckedSheet {
  name: string
  report: Report
}

export function listSheets<C extends Contract>(
  { workbook }: Pick<ImportKind<C>, 'workbook'>,
  checked: Pick<Checked<C, unknown>, 'answer' | 'report'> | null,
): CheckedSheet[] {
  const { answer = null, report = null } = checked ?? {}
  if (!workbook) return report ? [{ name: ONLY_SHEET, report }] : []
  return answer === null
    ? []
    : workbook
        .sheetsOf(answer as Output<C>)
        .map(({ sheet, ...ofSheet }) => ({ name: sheet, report: toReport(ofSheet) }))
}

export const isRejecting = ({ issues }: Report): boolean => issues.some(({ level }) => level === 'REJECT')

/** The sheet to show first: one that prevents the import, otherwise one with warnings. */
export const findFirstSheet = (sheets: readonly CheckedSheet[]): CheckedSheet | undefined =>
  sheets.find(({ report }) => isRejecting(report)) ??
  sheets.find(({ report }) => (report.counts?.warn ?? 0) > 0) ??
  sheets[0]

/** The counts and issues of all sheets, for the step that imports them at once. */
export function combineReports(sheets: readonly CheckedSheet[]): Report | null {
  const [first, ...others] = sheets.map(({ report }) => report)
  if (!first || others.length === 0) return first ?? null
  const counts = { rows: 0, ok: 0, warn: 0, reject: 0, skipped: 0, dropped: 0 }
  for (const { report } of sheets)
    for (const state of Object.keys(counts) as (keyof typeof counts)[])
      counts[state] += report.counts?.[state] ?? 0
  return {
    ...toReport({ errors: sheets.flatMap(({ report }) => [...report.issues]) }),
    counts,
    warningCodes: [...new Set(sheets.flatMap(({ report }) => report.warningCodes))].sort(),
  }
}
