import type { ReactNode } from 'react'
import type { Contract, Output } from '../../contract/define.ts'
import type { ImportReport } from './report.ts'

/** What tells one import from another: the rest of the wizard is the same. */
export interface ImportKind<C extends Contract> {
  contract: C
  /** Heads the first step. */
  question: string
  /** What the rows are, in the name of the sample file. */
  noun: string
  /** The canonical columns, in the order in which they are offered. */
  columns: readonly string[]
  /** Made-up rows for the sample file, by canonical column. */
  sample: readonly Readonly<Record<string, string>>[]
  /** A code as people read it: `W03`. */
  codeWords: (code: string) => string
  /** Totals of the rows, from the response or from the details of a refusal; null if absent. */
  summary?: (told: Partial<Output<C>>) => string | null
  /** Keeps the list of problems of a file that cannot be imported, where the service does. */
  keepsRejected: boolean
  /** Of a workbook with several sheets; it has numbers, and no amounts with a decimal comma. */
  workbook?: {
    columnsOf: (sheet: string) => readonly string[]
    sheetsOf: (answer: Output<C>) => readonly (ImportReport & { sheet: string })[]
    /** What an import would create. */
    summary: (answer: Output<C>) => ReactNode
    /** Leads to the workbook to fill in. */
    template: ReactNode
  }
}
