/** What a person decided about each sheet of a file, and the reports of the sheets as one. A file without sheets has one, without a name. */
import type { Contract, Output } from '../../contract/define.ts'
import type { ImportOptions } from '../../contract/imports.ts'
import { type Draft, NOTHING_DECIDED, toOptions } from './draft.ts'
import type { ImportKind } from './import-kind.ts'
import { type Report, reportOf } from './report.ts'
import type { Checked } from './use-check.ts'

export type Drafts = Readonly<Record<string, Draft>>
export const ONLY_SHEET = ''

export const draftOf = (drafts: Drafts, sheet: string): Draft => drafts[sheet] ?? NOTHING_DECIDED

export const withDraft = (drafts: Drafts, sheet: string, change: (draft: Draft) => Draft): Drafts => ({
  ...drafts,
  [sheet]: change(draftOf(drafts, sheet)),
})

/** Of another version of the same file: it has the same columns; what was decided about its rows is about other rows. */
export const keepColumns = (drafts: Drafts): Drafts =>
  Object.fromEntries(
    Object.entries(drafts).map(([sheet, { mapping, decimalComma }]) => [
      sheet,
      { ...NOTHING_DECIDED, mapping, decimalComma },
    ]),
  )

/** As the form of a workbook takes it. */
export function toWorkbookOptions(drafts: Drafts) {
  const sheets = Object.entries(drafts).map(([sheet, draft]) => [sheet, toOptions(draft)] as const)
  return {
    edits: sheets.flatMap(([sheet, { edits }]) => edits.map((edit) => ({ sheet, ...edit }))),
    skipRows: sheets.flatMap(([sheet, { skipRows }]) => skipRows.map((row) => ({ sheet, row }))),
    mapping: Object.fromEntries(
      sheets
        .filter(([, { mapping }]) => Object.keys(mapping).length > 0)
        .map(([sheet, { mapping }]): [string, ImportOptions['mapping']] => [sheet, mapping]),
    ),
  }
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
        .map(({ sheet, ...ofSheet }) => ({ name: sheet, report: reportOf(ofSheet) }))
}

export const isRejecting = ({ issues }: Report): boolean => issues.some(({ level }) => level === 'REJECT')

/** The sheet to show first: one that stands in the way, else one with warnings. */
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
    ...reportOf({ errors: sheets.flatMap(({ report }) => [...report.issues]) }),
    counts,
    warningCodes: [...new Set(sheets.flatMap(({ report }) => report.warningCodes))].sort(),
  }
}
