/** Who is signed in, and what that person may do. */
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { getSession, type SessionUser, signOut, signOutEverywhere } from '../contract/auth.ts'
import { type Contract, can } from '../contract/define.ts'
import { PAGES } from '../contract/pages.ts'
import { call, forgetCsrfToken } from './client.ts'
import { asked } from './queries.ts'

export type Person = z.output<typeof SessionUser>

export const sessionQuery = { ...asked(getSession, {}), staleTime: Number.POSITIVE_INFINITY }

export async function findPerson(queries: QueryClient): Promise<Person | null> {
  return (await queries.ensureQueryData(sessionQuery)).user
}

/** The signed-in person; only for pages that are behind the sign-in. */
export function usePerson(): Person {
  const { user } = useSuspenseQuery(sessionQuery).data
  if (!user) throw new Error('Nobody is signed in')
  return user
}

/** `const may = useMay(); may(approveScheme)`: asks the contract, never the name of a role. */
export function useMay(): (contract: Pick<Contract, 'access'>) => boolean {
  const { role } = usePerson()
  return (contract) => can(role, contract)
}

/** Leaves by a full load of the page, so that nothing of the person stays in memory. */
export function useSignOut(): { signOut(): Promise<void>; signOutEverywhere(): Promise<void> } {
  const queries = useQueryClient()
  const leave = async (contract: typeof signOut | typeof signOutEverywhere): Promise<void> => {
    await call(contract, {})
    forgetCsrfToken()
    queries.clear()
    window.location.assign(PAGES.signIn)
  }
  return { signOut: () => leave(signOut), signOutEverywhere: () => leave(signOutEverywhere) }
}
