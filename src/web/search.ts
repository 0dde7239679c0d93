/** Filters are part of the address, under their names in the API, so that users can link to a filtered list. */
import type { z } from 'zod'
import type { Contract, Operation, Sent } from '../contract/define.ts'

/** All parameters of a list except those of paging and the choice of fields. */
export type SearchOf<C extends Operation> = Partial<Omit<Sent<C>, 'limit' | 'cursor' | 'fields'>>

const IN_NO_ADDRESS = new Set(['limit', 'cursor', 'fields'])

/** Reads the address with the contract's own schemas; values that do not match are left out instead of refused. */
export function createSearchParser<C extends Contract>(
  contract: C,
): (raw: Record<string, unknown>) => SearchOf<C> {
  const { shape } = contract.input as z.ZodObject
  return (raw) => {
    const entries = Object.entries(raw).filter(
      ([name, value]) =>
        !IN_NO_ADDRESS.has(name) &&
        value !== '' &&
        // `?constructor=` is no filter, though every object has one.
        Object.hasOwn(shape, name) &&
        (shape[name] as z.ZodType | undefined)?.safeParse(value).success,
    )
    return Object.fromEntries(entries) as SearchOf<C>
  }
}

/** The same before the schemas of the page are loaded: the texts of the address, which the page then parses. */
export const createSearchTextParser =
  <C extends Operation>(_operation: C) =>
  (raw: Record<string, unknown>): SearchOf<C> =>
    Object.fromEntries(
      Object.entries(raw).filter(
        ([name, value]) => !IN_NO_ADDRESS.has(name) && typeof value === 'string' && value !== '',
      ),
    ) as SearchOf<C>

/** Initial values of a page from its address, which the page itself parses: a scheme, versions to compare, a day. */
export const parseTextParameters = (raw: Record<string, unknown>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => typeof value === 'string')) as Record<
    string,
    string
  >

// Plain text, not JSON: `?q=12` stays text.
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))
export function formatSearch(search: Record<string, unknown>): string {
  const known = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  const text = new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}
