/** Terms of an import are part of the address, so that a link can start one and a reload keeps them. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import type { Contract } from '../../contract/define.ts'
import { createSearchParser, type SearchOf } from '../search.ts'

/** Values of these fields in the address, where they match the contract. */
export function useAddressTerms<C extends Contract, const N extends keyof SearchOf<C> & string>(
  contract: C,
  names: readonly N[],
): Partial<Record<N, string>> {
  const known = createSearchParser(contract)(useSearch({ strict: false })) as Record<string, string>
  return Object.fromEntries(
    names.filter((name) => known[name] !== undefined).map((name) => [name, known[name]]),
  ) as Partial<Record<N, string>>
}

/** Writes the chosen values to the address; used inside the form. */
export function useSyncedAddress(names: readonly string[]): void {
  const navigate = useNavigate()
  const values = useWatch({ name: names as string[] })
  const chosen = JSON.stringify(names.map((name, index) => [name, values[index] ?? '']))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen, as text, is what it depends on
  useEffect(() => {
    void navigate({
      to: '.',
      search: ((before: object) => ({
        ...before,
        ...Object.fromEntries(JSON.parse(chosen) as [string, string][]),
      })) as never,
      replace: true,
    })
  }, [chosen])
}
