import type { ReactNode } from 'react'
import type { Contract, Output } from '../../contract/define.ts'
import type { ImportDraftKind } from '../../contract/import-drafts.ts'
import type { ImportReport } from './report.ts'

/** Differences between imports: the rest of the wizard is the same. */
export interface ImportKind<C extends Contract> {
  contract: C
  /** As which a checked file is kept. */
  draftKind: ImportDraftKind
  /** Heads the first step. */
  question: string
  /** Noun for the rows, used in the name of the sample file. */
  noun: string
  /** The canonical columns, in the order in which they are offered. */
  columns: readonly string[]
  /** Made-up rows for the sample file, by canonical column. */
  sample: readonly Readonly<Record<string, string>>[]
  /** A code as users see it: `W03`. */
  codeWords: (code: string) => string
  /** Totals of the rows, from the response or from the details of a refusal; null if absent. */
  summary?: (answer: Partial<Output<C>>) => string | null
  /** Code of rows without a PPS number, where all of them can be marked as pending. */
  ppsnMissingCode?: string
  /** The service stores the list of problems of a file that cannot be imported. */
  keepsRejected: boolean
  /** Of a workbook with several sheets; it has numbers, and no amounts with a decimal comma. */
  workbook?: {
    columnsOf: (sheet: string) => readonly string[]
    sheetsOf: (answer: Output<C>) => readonly (ImportReport & { sheet: string })[]
    /** Records that an import would create. */
    summary: (answer: Output<C>) => ReactNode
    /** Link to the workbook template. */
    template: ReactNode
  }
}
