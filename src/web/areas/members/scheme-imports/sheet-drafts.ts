/** What a person decided about each sheet of a workbook, and the reports of the sheets as one. */
import type { Sent } from '../../../../contract/define.ts'
import type { importSchemes, SheetName, SheetReport } from '../../../../contract/scheme-imports.ts'
import { type Draft, NOTHING_DECIDED, toOptions } from '../../../imports/draft.ts'
import { type Report, reportOf } from '../../../imports/report.ts'

export type SheetDrafts = Readonly<Partial<Record<SheetName, Draft>>>

export const draftOf = (drafts: SheetDrafts, sheet: SheetName): Draft => drafts[sheet] ?? NOTHING_DECIDED

export const withDraft = (
  drafts: SheetDrafts,
  sheet: SheetName,
  change: (draft: Draft) => Draft,
): SheetDrafts => ({ ...drafts, [sheet]: change(draftOf(drafts, sheet)) })

type Options = Pick<Sent<typeof importSchemes>, 'edits' | 'skipRows' | 'mapping'>

/** As the form of the import takes it. */
export function toWorkbookOptions(drafts: SheetDrafts): Options {
  const sheets = (Object.entries(drafts) as [SheetName, Draft][]).map(
    ([sheet, draft]) => [sheet, toOptions(draft)] as const,
  )
  return {
    edits: sheets.flatMap(([sheet, { edits }]) => edits.map((edit) => ({ sheet, ...edit }))),
    skipRows: sheets.flatMap(([sheet, { skipRows }]) => skipRows.map((row) => ({ sheet, row }))),
    mapping: Object.fromEntries(
      sheets
        .filter(([, { mapping }]) => Object.keys(mapping).length > 0)
        .map(([sheet, { mapping }]) => [sheet, mapping]),
    ) as NonNullable<Options['mapping']>,
  }
}

/** The counts and issues of all sheets, for the step that imports them at once. */
export function combineReports(sheets: readonly SheetReport[]): Report {
  const counts = { rows: 0, ok: 0, warn: 0, reject: 0, skipped: 0, dropped: 0 }
  for (const sheet of sheets)
    for (const state of Object.keys(counts) as (keyof typeof counts)[]) counts[state] += sheet.counts[state]
  const errors = sheets.flatMap((sheet) => sheet.errors)
  return {
    ...reportOf({ errors }),
    counts,
    warningCodes: [...new Set(sheets.flatMap(({ warningCodes }) => warningCodes))].sort(),
  }
}

/** The sheet to show first: one that stands in the way, else one with warnings. */
export const findFirstSheet = (sheets: readonly SheetReport[]): SheetName | null =>
  (
    sheets.find(({ status }) => status === 'REJECTED') ??
    sheets.find(({ counts }) => counts.warn > 0) ??
    sheets[0]
  )?.sheet ?? null
