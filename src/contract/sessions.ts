/** The sessions of an account. A session is valid by its signed token; the list says where a user is signed in. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { FACTOR_METHODS } from './second-step.ts'
import { Empty, Instant, NoParameters, Nothing } from './values.ts'

export const Session = z.object({
  session: z.string().describe('Identifies the session'),
  isCurrent: z.boolean().describe('Whether the request belongs to this session'),
  method: z.enum(['PASSWORD', 'SINGLE_SIGN_ON', ...FACTOR_METHODS]).describe('Last step of the sign-in'),
  network: z.string().nullable().describe('First part of the network address'),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  signedInAt: Instant,
  lastUsedAt: Instant.describe('Last use, to the hour'),
})
export type Session = z.infer<typeof Session>

const OF_SESSIONS = {
  access: 'Member',
  bodyBytes: 64 * 1024,
  isAllowedInClosedFirm: true,
  changesNoRecord: true,
  isReplayable: false,
  output: Empty,
  status: 204,
} as const

export const listSessions = query('session.list', {
  route: 'GET /api/me/sessions',
  access: 'Member',
  summary: 'Lists the sessions of the caller that have not ended, the last used first.',
  input: NoParameters,
  output: z.object({ sessions: z.array(Session) }),
})
export const endSession = command('session.end', {
  route: 'POST /api/me/sessions/end',
  ...OF_SESSIONS,
  summary: 'Ends one session of the caller.',
  input: z.object({ session: z.uuid() }),
})
export const endOtherSessions = command('session.end-others', {
  route: 'POST /api/me/sessions/end-others',
  ...OF_SESSIONS,
  summary: 'Ends all sessions of the caller except this one.',
  input: Nothing,
})
