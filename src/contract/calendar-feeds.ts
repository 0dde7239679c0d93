/** A calendar feed: an address with a secret in it, for programs that can send no session. Revocable, one a person. */
import { z } from 'zod'
import { command, query } from './define.ts'
import { codeLine, Id, Instant, NoParameters, Nothing } from './values.ts'

export const CalendarFeed = z.object({
  id: Id,
  createdAt: Instant,
  revokedAt: Instant.nullable(),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const getFeed = query('calendar-feed.get', {
  route: 'GET /api/me/calendar-feed',
  access: 'BrokerUser',
  summary:
    "Returns the caller's calendar feed, if there is one. Its address is shown only once, when it is created.",
  input: NoParameters,
  output: z.object({ feed: CalendarFeed.nullable() }),
})
export const createFeed = command('calendar-feed.create', {
  route: 'POST /api/me/calendar-feed',
  access: 'BrokerUser',
  summary:
    'Creates the calendar feed and revokes the previous one. The feed also ends when the caller signs out everywhere or changes the password.',
  input: Nothing,
  output: CalendarFeed.extend({
    url: z
      .string()
      .describe('Address of the feed. Returned only once: the service stores a hash of its secret'),
  }),
  status: 201,
  isReplayable: false,
})
export const revokeFeed = command('calendar-feed.revoke', {
  route: 'POST /api/me/calendar-feed/revoke',
  access: 'BrokerUser',
  summary: 'Revokes the calendar feed, if there is one: its address then returns 401.',
  input: Nothing,
  output: z.null(),
  status: 204,
})
export const readFeed = query('obligation.calendar-feed', {
  route: 'GET /api/obligations/feed.ics',
  access: 'public',
  summary:
    'Returns the open obligations of the firm as iCalendar (RFC 5545). The feed does not contain completed obligations.',
  input: z.strictObject({ token: codeLine(20, 200).describe('Secret of the feed, from its address') }),
  output: z.unknown(),
})
