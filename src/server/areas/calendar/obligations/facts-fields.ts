/**
 * Reads one object of a facts file by its field names; the table of aliases has their other spellings. Unknown fields are reported with
 * the closest known name; wrong types are refused with the path and the expected type.
 */
import { CivilDate } from '../../../../contract/values.ts'
import { countEdits } from '../../../platform/count-edits.ts'
import { ALIASES } from './facts-aliases.ts'

/** An error in the file, worded for its author. */
export class FactsError extends Error {}

export type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export class Fields {
  readonly #object: Json
  readonly #path: string
  readonly #unknown: string[]
  readonly #asked = new Set<string>()
  readonly #kind: string
  readonly #around: Fields | undefined

  /** `kind` is the section of the aliases. `around` is the fallback for missing fields: the scheme may be a nested object or not. */
  constructor(object: Json, path: string, unknown: string[], kind: string, around?: Fields) {
    this.#object = object
    this.#path = path
    this.#unknown = unknown
    this.#kind = kind
    this.#around = around
  }

  raw(name: string): unknown {
    return this.#find(name).value
  }

  /** Is the field present, even without a value? */
  has(name: string): boolean {
    return this.#spellingsOf(name).some((one) => one in this.#object)
  }

  /** Names that the rules do not use. */
  ignore(names: readonly string[]): void {
    for (const name of names) this.#asked.add(name)
  }

  day(name: string): string | null {
    const { path, value } = this.#find(name)
    if (value === null) return null
    const read = CivilDate.safeParse(value)
    if (read.success) return read.data
    throw new FactsError(`${path}: must be a valid date, written as YYYY-MM-DD`)
  }

  /** A list of dates: plain, or in an object under `field`. */
  days(name: string, field: string, ignored: readonly string[] = []): string[] {
    return this.list(
      (one) => {
        one.ignore(ignored)
        return one.day(field)
      },
      name,
      { ofDay: field },
    ).filter((day): day is string => day !== null)
  }

  text<const T extends string>(allowed: readonly T[], name: string): T | null {
    const { path, value } = this.#find(name)
    if (value === null) return null
    const code = typeof value === 'string' ? toCode(value) : value
    if (allowed.includes(code as T)) return code as T
    throw new FactsError(`${path}: must be one of ${allowed.join(', ')}`)
  }

  /** A code of an open list: unknown codes are reported and ignored. */
  code<const T extends string>(allowed: readonly T[], name: string): T | null {
    const { path, value } = this.#find(name)
    if (value === null) return null
    const code = typeof value === 'string' ? toCode(value) : ''
    if (allowed.includes(code as T)) return code as T
    this.#unknown.push(`${path} (not one of the kinds that start or end an obligation)`)
    return null
  }

  words(name: string): string | null {
    const { path, value } = this.#find(name)
    if (value === null || typeof value === 'string') return value
    throw new FactsError(`${path}: must be a text in quotation marks`)
  }

  /** Null if absent. */
  flag(name: string): boolean | null {
    const { path, value } = this.#find(name)
    if (value === null || typeof value === 'boolean') return value
    throw new FactsError(`${path}: must be true or false, without quotation marks`)
  }

  /** A whole number that is not negative. */
  count(name: string): number | null {
    const { path, value } = this.#find(name)
    if (value === null || (Number.isInteger(value) && (value as number) >= 0)) return value as number | null
    throw new FactsError(`${path}: must be a whole number, 0 or more, without quotation marks`)
  }

  /** A divisor or ordinal: 1 or more. */
  divisor(name: string): number | null {
    const { path } = this.#find(name)
    const count = this.count(name)
    if (count === 0) throw new FactsError(`${path}: must be 1 or more`)
    return count
  }

  /** Refuses two dates in the wrong order. */
  requireOrder(first: readonly [string, string | null], second: readonly [string, string | null]): void {
    if (first[1] !== null && second[1] !== null && first[1] > second[1])
      throw new FactsError(
        `${this.#path}${second[0]} (${second[1]}): must not be before ${this.#path}${first[0]} (${first[1]})`,
      )
  }

  /** An amount in cents. */
  cents(name: string): number | null {
    const { path, value } = this.#find(name)
    if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value as number | null
    throw new FactsError(`${path}: must be a number without quotation marks`)
  }

  object(name: string): Fields | null {
    const { path, value } = this.#find(name)
    if (value === null) return null
    if (isObject(value)) return new Fields(value, `${path}.`, this.#unknown, name)
    throw new FactsError(`${path}: must be an object in braces`)
  }

  /**
   * A list of objects, or of dates for the field `ofDay`; a single value is a list of one. The objects have the aliases of `kind`, which
   * is the name of the list unless stated.
   */
  list<T>(
    read: (one: Fields, index: number) => T,
    name: string,
    { ofDay, kind = name }: { ofDay?: string; kind?: string } = {},
  ): T[] {
    const { path, value } = this.#find(name)
    if (value === null) return []
    return (Array.isArray(value) ? value : [value]).map((item, index) => {
      const object = isObject(item) ? item : ofDay ? { [ofDay]: item } : null
      if (!object) throw new FactsError(`${path}[${index}]: must be an object in braces`)
      const fields = new Fields(object, `${path}[${index}].`, this.#unknown, kind)
      const answer = read(fields, index)
      fields.close()
      return answer
    })
  }

  require<T>(value: T | null, name: string): T {
    if (value !== null) return value
    throw new FactsError(`${this.#path}${name}: is missing`)
  }

  /** Reports unused fields. */
  close(): void {
    for (const name of Object.keys(this.#object)) {
      if (this.#asked.has(name) || EVERYWHERE.includes(name)) continue
      const meant = findNearestName(name, [...this.#asked])
      this.#unknown.push(`${this.#path}${name}${meant ? ` (is ${meant} meant?)` : ''}`)
    }
  }

  #spellingsOf(name: string): string[] {
    const spellings = [name, ...(ALIASES[this.#kind]?.[name] ?? [])]
    for (const one of spellings) this.#asked.add(one)
    return spellings
  }

  #find(name: string): { path: string; value: unknown } {
    const given = this.#spellingsOf(name).filter(
      (one) => this.#object[one] !== undefined && this.#object[one] !== null,
    )
    if (given.length > 1)
      throw new FactsError(
        `${given.map((one) => `${this.#path}${one}`).join(' and ')}: two names for the same fact; keep one of them`,
      )
    const [spelling] = given
    if (spelling !== undefined) return { path: `${this.#path}${spelling}`, value: this.#object[spelling] }
    return this.#around ? this.#around.#find(name) : { path: `${this.#path}${name}`, value: null }
  }
}

/** The record's id, or one from its kind and position. */
export const readId = (one: Fields, kind: string, index: number): string =>
  one.words('id') ?? `${kind}${index + 1}`

/** Fields of every record that no rule reads. */
const EVERYWHERE = [
  'id',
  'tenantId',
  'schemeId',
  'schemeName',
  'employerId',
  'employerName',
  'createdAt',
  'updatedAt',
  'createdBy',
  'version',
  'archivedAt',
  'name',
  'title',
  'comment',
  'note',
  'description',
]

/** `bulk transfer` and `Bulk-Transfer` are BULK_TRANSFER. */
const toCode = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')

/** The known name that differs in case, separators or at most two letters. */
function findNearestName(name: string, known: readonly string[]): string | null {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const plainName = plain(name)
  return (
    known.find((one) => plain(one) === plainName) ??
    known.find((one) => one.length > 5 && countEdits(plain(one), plainName) <= 2) ??
    null
  )
}
