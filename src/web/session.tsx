/** The signed-in user and their permissions. */
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  getSession,
  resetPassword,
  type SessionUser,
  signIn,
  signOut,
  signOutEverywhere,
} from '../contract/auth.ts'
import { can, type Operation, type Output, type Role } from '../contract/define.ts'
import { isOfOwnAccount, isOpenToGrant } from '../contract/grant-operations.ts'
import { PAGES } from '../contract/pages.ts'
import { TEXT } from '../contract/problems.ts'
import { isBrokerRole } from '../contract/users.ts'
import {
  forgetCsrfToken,
  getCurrentUser,
  notifySessionEnded,
  Refused,
  sendRequest,
  setCurrentUser,
} from './client.ts'
import { mayLoseWork, useLeaveUnasked } from './confirm-leave.ts'
import { createQuery } from './queries.ts'

export type Person = z.output<typeof SessionUser>

/** The signed-in user. If another user signs in later in this browser, the session of this page has ended. */
export const sessionQuery = {
  ...createQuery(getSession, {}),
  staleTime: Number.POSITIVE_INFINITY,
  async queryFn(): Promise<Output<typeof getSession>> {
    const session = await sendRequest(getSession, {})
    const known = getCurrentUser()
    if (known === null) setCurrentUser(session.user?.id ?? null)
    else if (session.user?.id !== known) {
      notifySessionEnded()
      throw new Refused(401, { error: TEXT.sessionEnded }, null)
    }
    return session
  },
}

export const findSession = (queries: QueryClient) => queries.ensureQueryData(sessionQuery)

export async function findPerson(queries: QueryClient): Promise<Person | null> {
  return (await findSession(queries)).user
}

/** The signed-in user; only for pages behind the sign-in. */
export function usePerson(): Person {
  const { user } = useSuspenseQuery(sessionQuery).data
  if (!user) throw new Error('Not signed in')
  return user
}

/** An operation of the contract, or a role check that the order of roles does not express: `canManageAccounts`. */
export type Needed = Pick<Operation, 'access' | 'name' | 'route'> | ((role: Role) => boolean)

/** Used by navigation, palette, guard and pages, so that they agree. */
export function isPermitted({ role, grant }: Pick<Person, 'role' | 'grant'>, needed: Needed): boolean {
  // A person with a grant reads the records that a broker reads, and is no broker otherwise.
  if (typeof needed === 'function') return needed(role) && (!grant || needed === isBrokerRole)
  if (!grant) return can(role, needed)
  return isOfOwnAccount(needed) ? can('Member', needed) : isOpenToGrant(needed, grant.capability)
}

/** `const may = useMay(); may(approveScheme)`: asks the contract, never the name of a role. */
export function useMay(): (needed: Needed) => boolean {
  const person = usePerson()
  return (needed) => isPermitted(person, needed)
}

/** The tabs of a browser share one session: they notify each other of its user. */
const OTHER_TABS = 'session'
function tellOtherTabs(userId: string | null): void {
  const channel = new BroadcastChannel(OTHER_TABS)
  channel.postMessage(userId)
  channel.close()
}
/** Notifies the listener of the user who signed in in another tab; null: the user signed out there. */
export function subscribeToOtherTabs(listener: (userId: string | null) => void): () => void {
  const channel = new BroadcastChannel(OTHER_TABS)
  channel.onmessage = ({ data }) => listener(data as string | null)
  return () => channel.close()
}

export function useSignIn(): (email: string, password: string) => Promise<Person | null> {
  const enter = useEnterSession()
  return (email, password) => enter(() => sendRequest(signIn, { email, password }))
}

/** Sets the password by a mailed link, which signs the user in. */
export function usePasswordFromLink(): (token: string, password: string) => Promise<Person | null> {
  const enter = useEnterSession()
  return (token, password) => enter(() => sendRequest(resetPassword, { token, password }))
}

/** Runs a request that opens a session. Null: the second step of the sign-in follows. */
export function useEnterSession(): (open: () => Promise<unknown>) => Promise<Person | null> {
  const queries = useQueryClient()
  return async (open) => {
    // The old and the new token belong to different sessions, and between them this page has no user.
    const known = getCurrentUser()
    forgetCsrfToken()
    setCurrentUser(null)
    try {
      await open()
    } catch (error) {
      setCurrentUser(known)
      throw error
    }
    forgetCsrfToken()
    const { user } = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 })
    tellOtherTabs(user?.id ?? null)
    return user
  }
}

/** Ends the session, here or everywhere, and opens the sign-in page; stays if the user keeps unsaved work. */
export function useSignOut(): { signOut(): Promise<void>; signOutEverywhere(): Promise<void> } {
  const leave = useLeaveUnasked()
  const end = async (contract: typeof signOut | typeof signOutEverywhere): Promise<void> => {
    if (!(await mayLoseWork())) return
    try {
      await sendRequest(contract, {})
    } catch (error) {
      // A session that has ended already is the wanted result.
      if (!(error instanceof Refused && error.status === 401)) throw error
    }
    tellOtherTabs(null)
    leave(PAGES.signIn)
  }
  return { signOut: () => end(signOut), signOutEverywhere: () => end(signOutEverywhere) }
}
