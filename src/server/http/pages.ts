/** Pages outside the web application: the API reference and, in development, the outbox. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createNotFoundRefusal } from '../pipeline/refusal.ts'
import type { MovableClock } from '../platform/clock.ts'
import { renderClockPage } from './clock-page.ts'
import { mountOutbox } from './outbox-page.ts'
import { renderReferencePage } from './reference-page.ts'
import { getContentCoding, NONCE_PLACEHOLDER } from './web-app.ts'

export interface PageOptions {
  openApi: () => object
  /** Counts a visit in the bucket of its address, like any other request without a session. */
  admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Shown in development only, and to this machine only: the mails hold working links. Null if mail is sent to users. */
  outboxDirectory: string | null
  /** Null if the service uses the system clock: always in production. */
  movableClock: MovableClock | null
}

const config = { madeBy: 'page' } as const
const [compress, brotli] = [promisify(gzip), promisify(brotliCompress)]
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const sendHtml = (reply: FastifyReply, html: string | Buffer): FastifyReply =>
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)

export function mountPages(
  app: FastifyInstance,
  { openApi, admit, outboxDirectory, movableClock }: PageOptions,
): void {
  const page = { config, onRequest: admit }
  // A page of a megabyte whose copies differ only in the nonce.
  let reference: string[] | undefined
  app.get('/docs', page, async (request, reply) => {
    reference ??= renderReferencePage(openApi(), NONCE_PLACEHOLDER).split(NONCE_PLACEHOLDER)
    const text = reference.join(request.context.nonce)
    reply.header('vary', 'accept-encoding')
    const coding = getContentCoding(request.headers['accept-encoding'])
    if (coding === 'identity') return sendHtml(reply, text)
    const bytes = await (coding === 'br' ? brotli(text, QUICK) : compress(text, { level: 4 }))
    return sendHtml(reply.header('content-encoding', coding), bytes)
  })
  if (movableClock) mountClock(app, page, movableClock)
  if (outboxDirectory !== null) mountOutbox(app, page, outboxDirectory, requireThisMachine)
}

type Page = { config: typeof config; onRequest: PageOptions['admit'] }

function mountClock(app: FastifyInstance, page: Page, clock: MovableClock): void {
  // Tells clients the date of the service: the web application counts the remaining days by it.
  app.addHook('onSend', async (_request, reply) => {
    if (clock.daysAhead > 0) reply.header('date', clock.now().toUTCString())
  })
  app.get('/clock', page, (request, reply) => {
    requireThisMachine(request)
    return sendHtml(reply, renderClockPage(clock, request.context.nonce))
  })
  app.post('/clock', page, (request, reply) => {
    requireThisMachine(request)
    // No cookie is involved, but another site must not move the clock.
    const { origin, host } = request.headers
    if (origin && origin !== `http://${host}`) throw createNotFoundRefusal()
    clock.moveTo(Number((request.body as { daysAhead?: string } | undefined)?.daysAhead))
    return reply.redirect('/clock', 303)
  })
}

function requireThisMachine(request: FastifyRequest): void {
  if (!isLoopback(request.socket.remoteAddress) || !isOwnName(request.headers.host))
    throw createNotFoundRefusal()
}

const isLoopback = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address ?? '')

// Another host name that leads here may be that of an attacker's page, which must not read the links.
const isOwnName = (host = ''): boolean => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host)
