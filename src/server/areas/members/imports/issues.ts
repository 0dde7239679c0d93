/** Tables of issues: each issue of an import has a name, a code, a level and the text of its message. */
import type { ImportLevel } from '../../../../contract/imports.ts'
import type { ImportReporter } from './report.ts'

type Message = string | ((...values: string[]) => string)
export interface Issue {
  code: string
  level: ImportLevel
  message: Message
}
export type IssueTable = Readonly<Record<string, Issue>>

const define =
  <const L extends ImportLevel>(level: L) =>
  <const C extends string, const M extends Message>(code: C, message: M) => ({ code, level, message })
export const reject = define('REJECT')
export const warn = define('WARN')
export const inform = define('INFO')

/** Issues that the codes of the contract allow, each with the level of its code. */
export type IssuesOf<Codes extends Record<string, { level: ImportLevel }>> = Readonly<
  Record<string, { [C in keyof Codes]: { code: C; level: Codes[C]['level']; message: Message } }[keyof Codes]>
>

type ValuesOf<M> = M extends (...values: infer V extends string[]) => string ? V : []
/** An issue of a table by its name, the field of its cell, and the values of its message. */
export type Found<T extends IssueTable, F extends string> = {
  [N in keyof T]: [name: N, field: F | null, ...values: ValuesOf<T[N]['message']>]
}[keyof T]
export type AddIssue<T extends IssueTable, F extends string> = (...found: Found<T, F>) => void
/** Names of the issues whose message is the problem text of a cell. */
export type ProblemName<T extends IssueTable> = {
  [N in keyof T]: ValuesOf<T[N]['message']> extends [string] ? N : never
}[keyof T]

/** Part of a report that a validator uses: adds issues and reads which rows are rejected. */
export type IssueReport<F extends string> = Pick<
  ImportReporter<F>,
  'add' | 'drop' | 'isRejected' | 'warningsOf'
>

const writeMessage = (message: Message, values: readonly string[]): string =>
  typeof message === 'string' ? message : message(...values)

export function addIssue<F extends string>(
  report: Pick<IssueReport<F>, 'add'>,
  row: number | null,
  field: F | null,
  { code, level, message }: Issue,
  values: readonly string[] = [],
): void {
  report.add({ row, field, code, level, message: writeMessage(message, values) })
}

/** Adds issues of one row to the report; `row` is null for issues of the file as a whole. */
export const createAddIssue =
  <T extends IssueTable>(table: T) =>
  <F extends string>(report: Pick<IssueReport<F>, 'add'>, row: number | null): AddIssue<T, F> =>
  (...[name, field, ...values]) =>
    addIssue(report, row, field, table[name] as Issue, values as string[])

/** The issue of a column that was recognised by a doubtful header. */
export const toHeaderIssue = ({ code, level, message }: Issue & { message: string }) => ({
  code,
  level,
  message,
})
