/** The CSV files of the supervisory pack. A cell that begins like a formula is escaped, as in every exported file. */
import type { RuleDecision } from '../../../../contract/obligations.ts'
import { formatCsvLines } from '../../members/imports/index.ts'
import { formatReading, type Gap } from './gaps.ts'
import { REGISTERS } from './register-definitions.ts'
import type { SchemeFile } from './scheme-file.ts'

const BYTE_ORDER_MARK = '\ufeff'
const ROWS_AT_ONCE = 200

export interface RegisterFile {
  name: string
  fields: readonly string[]
  records: readonly Record<string, unknown>[]
  rows: number
  lines: () => Iterable<string>
}

export const registerFiles = (file: SchemeFile): RegisterFile[] =>
  Object.values(REGISTERS).map(({ of, name, fields }) =>
    createCsvFile(name, fields, file[of] as unknown as Record<string, unknown>[]),
  )

export const createCsvFile = (
  name: string,
  fields: readonly string[],
  records: readonly Record<string, unknown>[],
): RegisterFile => ({
  name,
  fields,
  records,
  rows: records.length,
  *lines() {
    yield BYTE_ORDER_MARK + formatCsvLines([fields])
    for (let from = 0; from < records.length; from += ROWS_AT_ONCE)
      yield formatCsvLines(
        records
          .slice(from, from + ROWS_AT_ONCE)
          .map((record) => fields.map((field) => getCell(record[field]))),
      )
  },
})

function getCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(getCell).join('; ')
  return typeof value === 'object'
    ? Object.entries(value)
        .map(([name, one]) => `${name}: ${getCell(one)}`)
        .join(', ')
    : String(value)
}

/** The obligations as they are stored, past ones included. */
export const createObligationsFile = ({ obligations }: SchemeFile): RegisterFile =>
  createCsvFile(
    'obligations',
    [
      'ruleId',
      'title',
      'who',
      'periodKey',
      'status',
      'anchorOn',
      'dueOn',
      'legalEndOn',
      'completedOn',
      'effectiveOn',
      'isByHand',
      'completionNote',
      'waiverReason',
      'confirmation',
      'reason',
      'facts',
      'source',
      'confidence',
      'reading',
      'severity',
    ],
    obligations.map((one) => ({ ...one, facts: listFacts(one), reading: formatReading(one) })),
  )

/** Every rule and what it says today, what does not apply included. */
export const createRulesFile = ({ standing }: SchemeFile): RegisterFile =>
  createCsvFile(
    'rules',
    [
      'ruleId',
      'title',
      'applies',
      'status',
      'periodKey',
      'anchorOn',
      'dueOn',
      'legalEndOn',
      'completedOn',
      'reason',
      'facts',
      'source',
      'confidence',
      'reading',
    ],
    standing.decisions.map((one) => ({ ...one, facts: listFacts(one), reading: formatReading(one) })),
  )

const listFacts = ({ facts }: Pick<RuleDecision, 'facts'>): string[] =>
  facts.map(({ label, value }) => `${label}: ${value}`)

export const createGapsFile = (gaps: readonly Gap[]): RegisterFile =>
  createCsvFile(
    'gaps',
    ['kind', 'subject', 'what', 'ruleId', 'dueOn', 'source', 'confidence', 'reading'],
    gaps as readonly (Gap & Record<string, unknown>)[],
  )
