import { spellCode } from '../../../../contract/values.ts'
import { toHeaderKey } from './columns.ts'
import type { Read } from './read.ts'

/** One of the values by its name or a synonym, compared without case, accents, spaces, `_`, `-` and `.`. */
export function readChoice<T extends string>(
  text: string,
  choices: Readonly<Record<T, readonly string[]>>,
): Read<T> {
  if (text.trim() === '') return null
  const key = toHeaderKey(text)
  const values = Object.keys(choices) as T[]
  const value = values.find((name) => [name, ...choices[name]].some((one) => toHeaderKey(one) === key))
  return value ? { value } : { problem: `Write one of ${values.map(spellCode).join(', ')}` }
}
