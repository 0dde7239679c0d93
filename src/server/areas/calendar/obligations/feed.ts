/**
 * Calendar feed of a user. The secret is part of the address, so the feed contains only names of schemes and obligations. It ends with the
 * sessions of its owner or when the owner revokes it; only the hash of the secret is stored.
 */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import * as contract from '../../../../contract/calendar-feeds.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { type Change, defineAudited } from '../../../pipeline/audit-log.ts'
import { created, defineCommand, defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { createNoSessionRefusal, createNotFoundRefusal } from '../../../pipeline/refusal.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'

const SECRET_BYTES = 32
const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

const auditedFeed = defineAudited('calendarFeed', contract.CalendarFeed)

type StoredFeed = contract.CalendarFeed & { isOpen: boolean }

/** The unrevoked feed of a user; open until the owner's sessions end. */
const loadStoredFeed = async (db: ReadDb | Tx, userId: string): Promise<StoredFeed | null> => {
  const { rows } = await sql<StoredFeed>`
    select f.id, app.instant(f.created_at) as "createdAt", null as "revokedAt", f.session_version = u.session_version as "isOpen"
      from calendar_feeds f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
     where f.user_id = ${userId} and f.revoked_at is null`.execute(db)
  return rows[0] ?? null
}
const findOpenFeed = async (db: ReadDb | Tx, userId: string): Promise<contract.CalendarFeed | null> => {
  const stored = await loadStoredFeed(db, userId)
  if (!stored?.isOpen) return null
  const { isOpen, ...feed } = stored
  return feed
}

/** Audited as the revoke operation, also if a new feed replaces it. */
async function revoke(tx: Tx, { isOpen, ...feed }: StoredFeed): Promise<Change> {
  const { revokedAt } = await tx
    .updateTable('calendar_feeds')
    .set({ revoked_at: sql`clock_timestamp()` })
    .where('id', '=', feed.id)
    .returning(sql<string>`app.instant(revoked_at)`.as('revokedAt'))
    .executeTakeFirstOrThrow()
  return {
    audited: auditedFeed,
    before: { ...feed },
    after: { ...feed, revokedAt },
    action: contract.revokeFeed.name,
  }
}

interface FeedRow {
  id: string
  title: string
  scheme: string
  rule: string
  who: string
  due: string
  source: string
  ruling: string | null
  updated: string
}

export function createFeedOperations({
  pipeline,
  appUrl,
  refuseDevelopmentAccounts,
}: {
  pipeline: Pipeline
  appUrl: string
  refuseDevelopmentAccounts: boolean
}): Operation[] {
  return [
    defineQuery({
      contract: contract.getFeed,
      owner: 'in-scope',
      handle: async ({ db, actor }) => ({ feed: await findOpenFeed(db, actor.id) }),
    }),
    defineCommand({
      contract: contract.createFeed,
      owner: (_, find, actor) => find.self(actor),
      async handle({ tx, actor }) {
        const before = await loadStoredFeed(tx, actor.id)
        const ended = before ? [await revoke(tx, before)] : []
        const [id, token] = [createId(), randomBytes(SECRET_BYTES).toString('base64url')]
        await tx
          .insertInto('calendar_feeds')
          .values(({ selectFrom }) => ({
            tenant_id: actor.tenantId,
            id,
            user_id: actor.id,
            token_hash: hashToken(token),
            session_version: selectFrom('users').select('session_version').where('id', '=', actor.id),
          }))
          .execute()
        const feed = await findOpenFeed(tx, actor.id)
        if (!feed) throw createNotFoundRefusal()
        const { changes } = created(auditedFeed, { ...feed })
        return {
          answer: { ...feed, url: `${appUrl}/api/obligations/feed.ics?token=${token}` },
          changes: [...changes, ...ended],
          location: '/api/me/calendar-feed',
        }
      },
    }),
    defineCommand({
      contract: contract.revokeFeed,
      owner: (_, find, actor) => find.self(actor),
      async handle({ tx, actor }) {
        const feed = await loadStoredFeed(tx, actor.id)
        return { answer: null, changes: feed ? [await revoke(tx, feed)] : [] }
      },
    }),
    defineQuery({
      contract: contract.readFeed,
      async respond({ input }) {
        const [rows] = await pipeline.runQueryAs(null)({
          text: 'select case when app.feed_is_open($1, $2::boolean) then app.duties_of_feed($1)::text end',
          values: [hashToken(input.token), refuseDevelopmentAccounts],
        })
        const found = rows?.[0]?.[0]
        if (!found) throw createNoSessionRefusal()
        return {
          body: null,
          attachment: {
            content: [await buildCalendar(JSON.parse(found) as FeedRow[], appUrl)],
            contentType: 'text/calendar; charset=utf-8',
            fileName: 'duties.ics',
          },
        }
      },
    }),
  ]
}

/** All-day events, because deadlines are dates. Stable ids and timestamps let a client recognise updates. */
async function buildCalendar(obligations: readonly FeedRow[], appUrl: string): Promise<string> {
  const { default: ical, ICalCalendarMethod } = await import('ical-generator')
  const calendar = ical({
    name: 'Pension compliance obligations',
    prodId: { company: 'pension-compliance-service', product: 'calendar', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 6 * 60 * 60,
  })
  for (const { id, title, scheme, rule, who, due, source, ruling, updated } of obligations) {
    calendar.createEvent({
      id: `${id}@pension-compliance-service`,
      start: new Date(`${due}T00:00:00Z`),
      allDay: true,
      stamp: new Date(updated),
      summary: `${title}: ${scheme}`,
      description: [`${rule}, ${who}`, source, ...(ruling ? [`Our interpretation: ${ruling}`] : [])].join(
        '\n',
      ),
      url: `${appUrl}${PAGES.obligation.replace('$obligationId', id)}`,
    })
  }
  return calendar.toString()
}
