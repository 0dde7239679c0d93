/** The demo accounts, and their sessions, which all journeys share. */
import { type APIRequestContext, request } from 'playwright-core'

export type Account =
  | 'superadmin'
  | 'brokeradmin'
  | 'approver'
  | 'brokeruser'
  | 'employeradmin'
  | 'employeruser'
  | 'member'
  | 'brokeradmin2'
  | 'employeruser2'

/** The accounts whose session is opened once for the whole run. */
export const SHARED_SESSIONS = [
  'superadmin',
  'brokeradmin',
  'approver',
  'brokeruser',
  'employeradmin',
  'employeruser',
  'member',
  'brokeradmin2',
] as const satisfies readonly Account[]
export type SharedAccount = (typeof SHARED_SESSIONS)[number]

export type Session = Awaited<ReturnType<APIRequestContext['storageState']>>

export const getAddress = (account: string): string => `${account}@dev.local`

/** Opens a session over the API and returns a client that uses it. */
export async function signInOverApi(
  url: string,
  account: Account,
  password: string,
): Promise<APIRequestContext> {
  // The edge has a certificate of its own; it inspects the user agent.
  const client = await request.newContext({ baseURL: url, ignoreHTTPSErrors: true })
  const { csrfToken } = (await (await client.get('/api/auth/csrf')).json()) as { csrfToken: string }
  const response = await client.post('/api/auth/signin', {
    headers: { accept: 'application/json' },
    form: { csrfToken, email: getAddress(account), password },
  })
  if (!response.ok()) throw new Error(`${account} cannot sign in: ${response.status()}`)
  return client
}
