/** Changes of an audit entry, field by field. */
import { getLabel } from '../../../labels.ts'
import { isFieldsObject, isNothing, isSameValue, listKeys } from '../../../same-value.ts'

export type State = Record<string, unknown> | null

export interface FieldChange {
  /** From the record inwards: `['trusteeBody', 'croNumber']`. */
  path: readonly string[]
  before: unknown
  after: unknown
}

export interface Difference {
  changed: FieldChange[]
  /** Unchanged, empty on both sides, or bookkeeping that changes with every write. */
  others: FieldChange[]
  /** Fields of personal data that changed; the log has their names only. */
  concealed: string[]
}

const BOOKKEEPING: ReadonlySet<string> = new Set(['id', 'tenantId', 'version', 'createdAt', 'updatedAt'])
/** Objects that are shown as one value. */
const WHOLE: ReadonlySet<string> = new Set(['schemeYearEnd'])

function getFields(before: unknown, after: unknown, path: readonly string[]): FieldChange[] {
  const areFields =
    (isFieldsObject(before) || isFieldsObject(after)) &&
    (isFieldsObject(before) || isNothing(before)) &&
    (isFieldsObject(after) || isNothing(after))
  if (!areFields || WHOLE.has(path.at(-1) ?? '')) return [{ path, before, after }]
  const [from, to] = [isFieldsObject(before) ? before : {}, isFieldsObject(after) ? after : {}]
  return listKeys(from, to).flatMap((key) => getFields(from[key], to[key], [...path, key]))
}

/** A field of a group by its own label where it has one, otherwise after the group's: `Settings: Four eyes`. */
export function formatFieldPath(path: readonly string[]): string {
  const words = getLabel(path.join('.'))
  const hasOwn = words !== getLabel(path.at(-1) ?? '')
  return path.length === 1 || hasOwn ? words : path.map((name) => getLabel(name)).join(': ')
}

export function findDifference(previous: State, next: State): Difference {
  const { concealedChanges, ...after } = next ?? {}
  const fields = getFields(previous ?? {}, after, []).sort((a, b) =>
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
