/** Filters stand in the address, under the names the API gives them, so that a filtered list can be linked to. */
import type { z } from 'zod'
import type { Contract, Operation, Sent } from '../contract/define.ts'

/** Everything a list can be asked but where to go on. */
export type SearchOf<C extends Operation> = Partial<Omit<Sent<C>, 'limit' | 'cursor'>>

/** Reads the address with the contract's own schemas; what does not fit is left out instead of refused. */
export function searchOf<C extends Contract>(contract: C): (raw: Record<string, unknown>) => SearchOf<C> {
  const { shape } = contract.input as unknown as z.ZodObject
  return (raw) => {
    const kept = Object.entries(raw).filter(
      ([name, value]) =>
        name !== 'limit' &&
        name !== 'cursor' &&
        value !== '' &&
        // `?constructor=` is no filter, though every object has one.
        Object.hasOwn(shape, name) &&
        (shape[name] as z.ZodType | undefined)?.safeParse(value).success,
    )
    return Object.fromEntries(kept) as SearchOf<C>
  }
}

/** The same before the page with its schemas is there: texts as they stand in the address, which the page then reads. */
export const searchTextsOf =
  <C extends Operation>(_operation: C) =>
  (raw: Record<string, unknown>): SearchOf<C> =>
    Object.fromEntries(
      Object.entries(raw).filter(
        ([name, value]) => name !== 'limit' && name !== 'cursor' && typeof value === 'string' && value !== '',
      ),
    ) as SearchOf<C>

/** What a page is begun with, which the page itself reads: a scheme, what is compared, a day. */
export const parseTextParameters = (raw: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >

// Plain text, not JSON: `?q=12` stays the text it is.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))
export function formatSearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
