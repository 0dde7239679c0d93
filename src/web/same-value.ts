/** Whether two values of a record are equal, from any origin: the database, a form, the audit log. */

type Fields = Record<string, unknown>
export const isFieldsObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An empty value is null in records, may be missing in forms, and is an empty list in fields with several values. */
export const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

export const listKeys = (a: Fields, b: Fields): string[] => [
  ...new Set([...Object.keys(a), ...Object.keys(b)]),
]

/** Ignores the order of keys, because the database keeps its own. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, index) => isSameValue(one, b[index]))
  if (isFieldsObject(a) && isFieldsObject(b))
    return listKeys(a, b).every((key) => isSameValue(a[key], b[key]))
  return a === b
}
