/** What an entry of the log changed, field by field. */
import { labelOf } from '../../../labels.ts'
import { isFields, isNothing, isSameValue, listKeys } from '../../../same-value.ts'

export type State = Record<string, unknown> | null

export interface FieldChange {
  /** From the record inwards: `['trusteeBody', 'croNumber']`. */
  path: readonly string[]
  before: unknown
  after: unknown
}

export interface Difference {
  changed: FieldChange[]
  /** As it was, empty on both sides, or bookkeeping that every change moves. */
  others: FieldChange[]
  /** Fields of personal data that changed; the log has their names only. */
  concealed: string[]
}

const BOOKKEEPING: ReadonlySet<string> = new Set(['id', 'tenantId', 'version', 'createdAt', 'updatedAt'])
/** Objects that people read as one value. */
const WHOLE: ReadonlySet<string> = new Set(['schemeYearEnd'])

function fieldsOf(before: unknown, after: unknown, path: readonly string[]): FieldChange[] {
  const areFields =
    (isFields(before) || isFields(after)) &&
    (isFields(before) || isNothing(before)) &&
    (isFields(after) || isNothing(after))
  if (!areFields || WHOLE.has(path.at(-1) ?? '')) return [{ path, before, after }]
  const [from, to] = [isFields(before) ? before : {}, isFields(after) ? after : {}]
  return listKeys(from, to).flatMap((key) => fieldsOf(from[key], to[key], [...path, key]))
}

/** The part of a group by its own words where it has some, else behind the group's: `Settings: Four eyes`. */
export function formatFieldPath(path: readonly string[]): string {
  const words = labelOf(path.join('.'))
  const hasOwn = words !== labelOf(path.at(-1) ?? '')
  return path.length === 1 || hasOwn ? words : path.map((name) => labelOf(name)).join(': ')
}

export function findDifference(previous: State, next: State): Difference {
  const { concealedChanges, ...after } = next ?? {}
  const fields = fieldsOf(previous ?? {}, after, []).sort((a, b) =>
    formatFieldPath(a.path).localeCompare(formatFieldPath(b.path), 'en'),
  )
  const hasMoved = ({ path, before, after }: FieldChange): boolean =>
    !BOOKKEEPING.has(path[0] ?? '') && !isSameValue(before, after)
  return {
    changed: fields.filter(hasMoved),
    others: fields.filter((field) => !hasMoved(field)),
    concealed: Array.isArray(concealedChanges) ? concealedChanges.map(String) : [],
  }
}
