import type { ImportColumn, ImportIssue, ImportOptions } from '../../../../contract/imports.ts'
import { normaliseText } from '../../../../contract/plain-text.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { createInvalidInputRefusal, type Issue } from '../../../pipeline/refusal.ts'
import { maskCell } from './pps.ts'

/** A canonical column of an import and the headers that files use for it. */
export interface ColumnDefinition<F extends string = string> {
  field: F
  /** Accepted besides the field name itself; compared by `toHeaderKey`. A header that ends in % matches only such a header. */
  headers: readonly string[]
  /** A header that ends in % matches only such a field, so that a rate is never read as an amount. */
  unit?: '%'
  /** Headers that are used only if no other header fits, and their warning. */
  doubtful?: Readonly<Record<string, Pick<ImportIssue, 'code' | 'level' | 'message'>>>
}

/** Headers of the columns that identify a person. */
export const PERSON_COLUMNS = [
  {
    field: 'ppsn',
    headers: [
      'PPSN',
      'PPS',
      'PPS No',
      'PPS Number',
      'RSI No',
      'RSI Number',
      'Personal Public Service Number',
      'Tax Ref',
    ],
  },
  {
    field: 'works_number',
    headers: [
      'Works No',
      'Works Number',
      'Employee No',
      'Employee Number',
      'Emp No',
      'Employee ID',
      'Payroll No',
      'Payroll Number',
      'Staff No',
      'Staff Number',
      'Clock No',
    ],
  },
  { field: 'first_name', headers: ['First Name', 'Forename', 'Name', 'Given Name'] },
] as const satisfies ColumnDefinition[]

/** Field to the header last used for it; null: the field was switched off. */
export type RememberedMapping = Readonly<Record<string, string | null>>

export interface MatchedColumns<F extends string = string> {
  /** All columns of the file, in order. A header that contains a PPS number is masked. */
  columns: ImportColumn[]
  /** Field to the index of its cell. Two fields share a cell if one of them was matched by a doubtful header. */
  places: ReadonlyMap<F, number>
  /** Columns matched by a doubtful header; `row` is null. */
  doubts: ImportIssue[]
  /** Mapping to remember when a file with a given mapping has been imported. */
  remember: RememberedMapping
}

interface Mapping {
  given: ImportOptions['mapping']
  remembered: RememberedMapping
  /** The sheet of a workbook, whose mapping is one of several. */
  sheet?: string | undefined
}

/**
 * Finds the column of each field: as given, else as remembered, else by its header. 400 on `mapping` for an unknown field or column, and
 * for two columns that match the same field.
 */
export function matchColumns<F extends string>(
  header: readonly string[],
  definitions: readonly ColumnDefinition<F>[],
  mapping: Mapping,
): MatchedColumns<F> {
  const matching = new Matching(header, definitions, mapping.sheet)
  matching.give(mapping.given)
  matching.recall(mapping.remembered)
  matching.recognise()
  matching.doubt()
  return matching.end()
}

/** A header as it is compared, and whether it contains a per cent sign. */
interface Heading {
  text: string
  key: string
  isPercent: boolean
}

type From = NonNullable<ImportColumn['from']>

class Matching<F extends string> {
  readonly #headings: readonly Heading[]
  readonly #definitions: ReadonlyMap<string, ColumnDefinition<F>>
  readonly #columns: ImportColumn[]
  readonly #places = new Map<F, number>()
  readonly #switchedOff = new Map<F, From>()
  readonly #doubts: ImportIssue[] = []
  readonly #issues: Issue[] = []

  readonly #path: readonly string[]

  constructor(
    header: readonly string[],
    definitions: readonly ColumnDefinition<F>[],
    sheet: string | undefined,
  ) {
    this.#path = sheet === undefined ? ['mapping'] : ['mapping', sheet]
    this.#headings = header.map(getHeading)
    this.#definitions = new Map(definitions.map((definition) => [definition.field, definition]))
    this.#columns = header.map((text, index) => ({
      column: index + 1,
      header: maskCell(text),
      field: null,
      from: null,
    }))
  }

  give(given: ImportOptions['mapping']): void {
    for (const [name, reference] of Object.entries(given)) {
      const definition = this.#definitions.get(name)
      if (!definition) {
        const names = [...this.#definitions.keys()].join(', ')
        this.#refuse(name, `This field does not exist. Choose one of ${names}`)
      } else if (reference === null) this.#switchedOff.set(definition.field, 'GIVEN')
      else {
        const index = this.#referred(name, reference)
        if (index === null) continue
        const other = this.#columns[index]?.field
        if (other) this.#refuse(name, `This column is already used for ${other}`)
        else this.#place(definition.field, index, 'GIVEN')
      }
    }
  }

  /** Ignores remembered columns that do not fit this file: the mapping is of an earlier file. */
  recall(remembered: RememberedMapping): void {
    for (const { field } of this.#undecided()) {
      const text = remembered[field]
      if (text === undefined) continue
      if (text === null) this.#switchedOff.set(field, 'REMEMBERED')
      else {
        const [index, ...others] = this.#withHeader(text)
        if (index !== undefined && others.length === 0 && !this.#columns[index]?.field)
          this.#place(field, index, 'REMEMBERED')
      }
    }
  }

  recognise(): void {
    for (const definition of this.#definitions.values()) {
      const { field } = definition
      if (this.#places.has(field)) continue
      const accepted = [field, ...definition.headers].map(getHeading)
      const found = this.#where((heading) =>
        accepted.some((one) => isFitting(heading, one, definition)),
      ).filter((index) => !this.#columns[index]?.field)
      const from = this.#switchedOff.get(field)
      // Included with the decision, so that the column table shows why they are ignored.
      if (from) for (const index of found) this.#column(index).from = from
      else this.#decide(field, found, 'HEADER')
    }
  }

  doubt(): void {
    for (const definition of this.#undecided()) {
      const accepted = Object.entries(definition.doubtful ?? {}).map(
        ([text, answer]) => [getHeading(text), answer] as const,
      )
      const findAcceptedAnswer = (heading: Heading) =>
        accepted.find(([one]) => isFitting(heading, one, definition))?.[1]
      const found = this.#where((heading) => findAcceptedAnswer(heading) !== undefined).filter((index) => {
        const { from } = this.#column(index)
        return from === null || from === 'HEADER'
      })
      const index = this.#decide(definition.field, found, 'HEADER')
      const answer = index === null ? undefined : findAcceptedAnswer(this.#headings[index] as Heading)
      if (index !== null && answer)
        this.#doubts.push({ row: null, column: this.#column(index).header, ...answer })
    }
  }

  /** Throws the collected issues. */
  end(): MatchedColumns<F> {
    if (this.#issues.length > 0) throw createInvalidInputRefusal(...this.#issues)
    return {
      columns: this.#columns,
      places: this.#places,
      doubts: this.#doubts,
      remember: this.#toRemember(),
    }
  }

  #undecided(): ColumnDefinition<F>[] {
    return [...this.#definitions.values()].filter(
      ({ field }) => !this.#places.has(field) && !this.#switchedOff.has(field),
    )
  }

  #column(index: number): ImportColumn {
    return this.#columns[index] as ImportColumn
  }

  /** The column found, or null. If two fit, the sender must choose. */
  #decide(field: F, found: readonly number[], from: From): number | null {
    const [index, second] = found
    if (index === undefined) return null
    if (second !== undefined) {
      const named = [index, second].map((one) => `"${this.#column(one).header}" (column ${one + 1})`)
      this.#refuse(field, `${named.join(' and ')} are both read as ${field}: choose one in mapping`)
      return null
    }
    this.#place(field, index, from)
    return index
  }

  #place(field: F, index: number, from: From): void {
    this.#places.set(field, index)
    const column = this.#column(index)
    if (column.field) return
    column.field = field
    column.from = from
  }

  #refuse(name: string, message: string): void {
    this.#issues.push({ path: [...this.#path, name], code: 'custom', message })
  }

  #where(isSought: (heading: Heading) => boolean): number[] {
    return this.#headings.flatMap((heading, index) =>
      heading.text !== '' && isSought(heading) ? [index] : [],
    )
  }

  /** Finds the exact header, else one that differs only in case, spaces and similar. */
  #withHeader(text: string): number[] {
    const exact = this.#where((heading) => heading.text === text.trim())
    if (exact.length > 0) return exact
    const { key, isPercent } = getHeading(text)
    return this.#where((heading) => heading.key === key && heading.isPercent === isPercent)
  }

  #referred(name: string, reference: string | number): number | null {
    const found =
      typeof reference === 'number'
        ? this.#columns.flatMap(({ column }, index) => (column === reference ? [index] : []))
        : this.#withHeader(reference)
    const [index] = found
    if (found.length > 1) this.#refuse(name, 'Several columns have this header: give the position')
    else if (index === undefined) this.#refuse(name, 'The file has no column with this header or position')
    return found.length === 1 ? (index as number) : null
  }

  /** Only columns that can be found again by a unique header, without headers that contain a PPS number. */
  #toRemember(): RememberedMapping {
    const decided = this.#columns.flatMap(({ field, from }, index): [string, string][] => {
      const { text } = this.#headings[index] as Heading
      const isFindable = text !== '' && text.length <= 200 && this.#withHeader(text).length === 1
      return field && from !== 'HEADER' && isFindable && !hasPpsNumber(text) ? [[field, text]] : []
    })
    const off = [...this.#switchedOff.keys()].map((field): [string, null] => [field, null])
    return Object.fromEntries([...decided, ...off])
  }
}

const PER_CENT = /(?:\(\s*%\s*\)|%)\s*$/
const EUROS = /(?:\(\s*(?:€|eur|euro)\s*\)|€|[\s_.-](?:eur|euro))\s*$/

const getHeading = (text: string): Heading => ({
  text,
  key: toHeaderKey(text),
  isPercent: PER_CENT.test(normaliseText(text, 'NFKD')),
})

/** A rate may have a per cent sign that the definition lacks; an amount may not. */
const isFitting = (heading: Heading, accepted: Heading, { unit }: Pick<ColumnDefinition, 'unit'>): boolean =>
  heading.key === accepted.key &&
  (heading.isPercent === accepted.isPercent || (heading.isPercent && unit === '%'))

/** Ignores case, accents, invisible characters, spaces, `_`, `-`, `.`, and a unit at the end. */
export const toHeaderKey = (text: string): string =>
  normaliseText(text, 'NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(PER_CENT, '')
    .replace(EUROS, '')
    .replace(/[\s_.-]/g, '')
