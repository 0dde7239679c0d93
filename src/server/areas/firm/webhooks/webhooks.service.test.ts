import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyWebhook } from '../../../../../examples/verify-webhook.ts'
import { type Caller, createFirm, createSuperAdmin, type Firm } from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { approveDraft, createDraft, updateDraft } from '../../../../contract/drafts.ts'
import { housekeeping } from '../../../../contract/jobs.ts'
import { createSchemeEvent } from '../../../../contract/scheme-events.ts'
import { rejectScheme, submitScheme } from '../../../../contract/schemes.ts'
import * as contract from '../../../../contract/webhooks.ts'
import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '../../../../contract/webhooks.ts'
import type { ResolvedAddress } from '../../../platform/outbound-addresses.ts'
import { followSchemes } from '../../calendar/obligations/index.ts'
import { storeDueObligations } from './index.ts'

const service = useService()

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}
let server: Server
let origin: string
const received: Received[] = []
/** Status by path; 200 unless stated. */
const statuses = new Map<string, number>()
/** Paths that answer only when this resolves. */
const held = new Map<string, Promise<void>>()
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      body += chunk
    })
    request.on('end', async () => {
      const path = request.url ?? ''
      received.push({ path, headers: request.headers, body })
      await held.get(path)
      response.writeHead(statuses.get(path) ?? 200, { location: `${origin}/redirected` })
      response.end('x'.repeat(path.startsWith('/long') ? 1_000_000 : 2))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(async () => {
  await service().app.webhooks.idle()
  received.length = 0
  statuses.clear()
  held.clear()
  service().clock.reset()
})

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
})

let paths = 0
/** A webhook of the firm with a path of its own at the receiver. */
async function createWebhook(
  eventTypes: readonly contract.WebhookEventType[] = WEBHOOK_EVENT_TYPES,
  { of = firm, path = `/hook-${++paths}` }: { of?: Firm; path?: string } = {},
) {
  const webhook = await of.admin.call(contract.createWebhook, {
    name: 'Receiver',
    url: origin + path,
    eventTypes: [...eventTypes],
  })
  return { ...webhook, path, at: () => received.filter((one) => one.path === path) }
}
const deliver = () => service().app.webhooks.deliver()
const deliveriesOf = async (id: string, person: Caller = firm.admin) =>
  (await person.call(contract.listWebhookDeliveries, { id, limit: 200 } as never)).data
const eventOf = ({ body }: Received): WebhookEvent => contract.WebhookEvent.parse(JSON.parse(body))
const MINUTE_MS = 60_000

describe('a webhook', () => {
  test('has a secret that is shown once and stored sealed', async () => {
    const { secret, ...webhook } = await createWebhook()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const read = await firm.admin.call(contract.getWebhook, { id: webhook.id })
    expect(read).toMatchObject({ status: 'ACTIVE', host: new URL(origin).host, previousSecretUntil: null })
    for (const table of ['webhooks', 'audit_log', 'idempotency_keys']) {
      const rows = await service().asOwner<{ row: string }>(
        `select t::text as row from ${table} t where tenant_id = $1`,
        [firm.id],
      )
      expect(rows.map(({ row }) => row).join('\n'), table).not.toContain(secret.slice('whsec_'.length))
    }
    const entries = await firm.admin.call(listAuditEntries, { entityId: webhook.id })
    expect(JSON.stringify(entries)).not.toContain(webhook.path)
  })

  test('is for administrators of a firm; a firm has at most 10', async () => {
    const own = await createFirm(service())
    const sent = { name: 'Receiver', url: origin, eventTypes: ['breach.created'] }
    expect((await own.broker.send(contract.createWebhook, sent)).status).toBe(403)
    expect((await (await createSuperAdmin(service())).send(contract.createWebhook, sent)).status).toBe(403)
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => own.admin.send(contract.createWebhook, sent)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 422, 422])
    expect((await own.admin.call(contract.listWebhooks, {})).data).toHaveLength(10)
  })

  test('and each change of it has an audit entry', async () => {
    const { id, name, eventTypes, url } = await createWebhook()
    await firm.admin.call(contract.updateWebhook, { id, name, eventTypes, url: `${url}/new` })
    await firm.admin.call(contract.pauseWebhook, { id })
    expect((await firm.admin.send(contract.sendTestEvent, { id })).body.details).toMatchObject({
      code: 'WEBHOOK_PAUSED',
    })
    await firm.admin.call(contract.resumeWebhook, { id })
    await firm.admin.call(contract.rotateWebhookSecret, { id })
    await firm.admin.call(contract.removeWebhook, { id })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(data.map(({ action }) => action)).toEqual([
      'webhook.remove',
      'webhook.rotate-secret',
      'webhook.resume',
      'webhook.pause',
      'webhook.update',
      'webhook.create',
    ])
    expect(await service().asOwner('select from webhook_deliveries where webhook_id = $1', [id])).toEqual([])
  })

  test.each([
    'ftp://example.com/',
    'https://user:password@example.com/',
    'https://example.com/#part',
    'example.com',
  ])('with the address %s is refused', async (url) => {
    const sent = { name: 'Receiver', url, eventTypes: ['breach.created'] }
    expect((await firm.admin.send(contract.createWebhook, sent)).status).toBe(400)
  })
})

describe('an event', () => {
  test('is signed; the documented example accepts it, and refuses another body, secret or time', async () => {
    const webhook = await createWebhook()
    await firm.admin.call(contract.sendTestEvent, { id: webhook.id })
    await service().app.webhooks.idle()
    const [request] = webhook.at()
    const { headers, body } = request as Received
    expect(headers).toMatchObject({ 'content-type': 'application/json', host: new URL(origin).host })
    expect(verifyWebhook(webhook.secret, headers, body)).toBe(true)
    expect(verifyWebhook(webhook.secret, headers, `${body} `)).toBe(false)
    expect(verifyWebhook(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body)).toBe(false)
    expect(verifyWebhook(webhook.secret, { ...headers, 'webhook-id': 'another' }, body)).toBe(false)
    expect(verifyWebhook(webhook.secret, headers, body, Date.now() + 10 * MINUTE_MS)).toBe(false)
    expect(eventOf(request as Received)).toMatchObject({
      id: headers['webhook-id'],
      type: 'webhook.test',
      tenantId: firm.id,
      data: { entityType: 'webhook', id: webhook.id, status: 'ACTIVE' },
    })
    expect(await deliveriesOf(webhook.id)).toMatchObject([
      { status: 'DELIVERED', attempts: 1, httpStatus: 200, failure: null, nextAttemptAt: null },
    ])
  })

  test('has both signatures for 24 hours after a rotation', async () => {
    const webhook = await createWebhook()
    const { secret, previousSecretUntil } = await firm.admin.call(contract.rotateWebhookSecret, {
      id: webhook.id,
    })
    expect(previousSecretUntil).toBe('2026-11-22T12:00:00.000Z')
    const send = async () => {
      await firm.admin.call(contract.sendTestEvent, { id: webhook.id })
      await service().app.webhooks.idle()
      const { headers, body } = webhook.at().at(-1) as Received
      return [webhook.secret, secret].map((one) => verifyWebhook(one, headers, body))
    }
    expect(await send()).toEqual([true, true])
    service().clock.advance(24 * 60 * MINUTE_MS + 1)
    expect(await send()).toEqual([false, true])
  })

  test('of a breach, an approval and an obligation has identifiers and statuses only', async () => {
    const own = await createFirm(service())
    const webhook = await createWebhook(WEBHOOK_EVENT_TYPES, { of: own })
    const scheme = await own.hasActiveScheme({ schemeYearEnd: { month: 12, day: 31 } })
    const breach = await own.broker.call(createBreach, {
      schemeId: scheme.id,
      category: 'LATE_REPORT',
      title: 'A text that names a person',
      occurredOn: '2026-11-19',
    })
    await deliver()
    const events = webhook.at().map(eventOf)
    expect(webhook.at().every(({ headers, body }) => verifyWebhook(webhook.secret, headers, body))).toBe(true)
    expect(events.filter(({ data }) => data.id === breach.id)).toEqual([
      expect.objectContaining({
        type: 'breach.created',
        tenantId: own.id,
        data: {
          entityType: 'breach',
          id: breach.id,
          schemeId: scheme.id,
          status: breach.status,
          previousStatus: null,
        },
      }),
    ])
    expect(events.filter(({ type }) => type === 'obligation.created').length).toBeGreaterThan(3)
    expect(
      webhook
        .at()
        .map(({ body }) => body)
        .join(),
    ).not.toMatch(/names a person|Scheme /)
  })

  test('of a submission and its return is sent to webhooks that want its type only', async () => {
    const own = await createFirm(service())
    const approvals = await createWebhook(['approval.submitted', 'approval.returned'], { of: own })
    const breaches = await createWebhook(['breach.created'], { of: own })
    const scheme = await own.hasScheme({ type: 'PRSA' } as never)
    expect((await own.broker.send(submitScheme, { id: scheme.id })).status).toBe(200)
    await own.admin.call(rejectScheme, { id: scheme.id, reason: 'Incomplete' } as never)
    await deliver()
    expect(approvals.at().map(eventOf)).toMatchObject([
      {
        type: 'approval.submitted',
        data: { id: scheme.id, schemeId: scheme.id, status: 'PENDING_APPROVAL', previousStatus: 'DRAFT' },
      },
      {
        type: 'approval.returned',
        data: { id: scheme.id, status: 'DRAFT', previousStatus: 'PENDING_APPROVAL' },
      },
    ])
    expect(breaches.at()).toEqual([])
  })

  test('is not made of restricted breaches and their obligations', async () => {
    const own = await createFirm(service())
    const scheme = await own.hasActiveScheme({
      type: 'DC',
      wentLiveOn: '2022-01-01',
      schemeYearEnd: { month: 12, day: 31 },
    } as never)
    const webhook = await createWebhook(WEBHOOK_EVENT_TYPES, { of: own })
    await own.broker.call(createBreach, {
      schemeId: scheme.id,
      category: 'MISAPPROPRIATION_SUSPECTED',
      title: 'Money that did not arrive',
      occurredOn: '2026-11-20',
      awareAt: '2026-11-20T10:00:00.000Z',
    })
    expect(
      await service().asOwner('select from obligations where tenant_id = $1 and breach_id is not null', [
        own.id,
      ]),
    ).not.toEqual([])
    service().clock.set('2026-12-05T12:00:00.000Z')
    await follow(own, '2026-12-05')
    const ids = await service().asOwner<{ id: string }>(
      'select id from obligations where tenant_id = $1 and breach_id is not null union select id from breaches where tenant_id = $1',
      [own.id],
    )
    const events = await deliveriesOf(webhook.id, own.admin)
    expect(events.length).toBeGreaterThan(0)
    for (const { id } of ids) expect(events.map(({ entityId }) => entityId)).not.toContain(id)
  })

  test('is made of the report of a breach, and not of that of a restricted one', async () => {
    const own = await createFirm(service())
    const { id: schemeId } = await own.hasScheme()
    const webhook = await createWebhook(WEBHOOK_EVENT_TYPES, { of: own })
    const approveReport = async (category: 'OTHER' | 'MISAPPROPRIATION_SUSPECTED') => {
      const breach = await own.admin.call(createBreach, {
        schemeId,
        category,
        title: 'Money that did not arrive',
        occurredOn: '2026-11-20',
      })
      const { id, title } = await own.admin.call(createDraft, {
        schemeId,
        kind: 'BREACH_REPORT',
        subjectId: breach.id,
      })
      await own.admin.call(updateDraft, { id, title, text: 'A report without open points' })
      await own.secondAdmin.call(approveDraft, { id })
      return id
    }
    const [shown, restricted] = [
      await approveReport('OTHER'),
      await approveReport('MISAPPROPRIATION_SUSPECTED'),
    ]
    const entities = (await deliveriesOf(webhook.id, own.admin)).map(({ entityId }) => entityId)
    expect(entities).toContain(shown)
    expect(entities).not.toContain(restricted)
  })

  test('of an obligation follows from the date in the daily job, once a day', async () => {
    const own = await createFirm(service())
    await own.hasActiveScheme({
      type: 'DC',
      wentLiveOn: '2022-01-01',
      schemeYearEnd: { month: 12, day: 31 },
    } as never)
    const webhook = await createWebhook(['obligation.status-changed'], { of: own })
    // Dates of payroll months without contributions become NOT_APPLICABLE, and have no such event.
    const listOpen = () =>
      service().asOwner<{ id: string }>(
        `select id from obligations where tenant_id = $1 and state = 'OPEN' and due_on between '2026-11-22' and '2027-02-28' and legal_end_on is null`,
        [own.id],
      )
    const before = (await listOpen()).map(({ id }) => id)
    service().clock.set('2027-03-05T12:00:00.000Z')
    expect(await follow(own, '2027-03-05')).toBeGreaterThan(0)
    expect(await follow(own, '2027-03-05')).toBe(0)
    // The session of the tests has ended by then.
    service().clock.reset()
    const overdue = (await listOpen()).map(({ id }) => id).filter((id) => before.includes(id))
    expect(overdue).not.toEqual([])
    const events = await deliveriesOf(webhook.id, own.admin)
    expect(
      events.filter(({ entityStatus }) => entityStatus === 'OVERDUE').map(({ entityId }) => entityId),
    ).toEqual(expect.arrayContaining(overdue))
    const wrong = await service().asOwner(
      `select from obligations where tenant_id = $1 and state = 'OPEN' and app.open_status_on(app.today(), due_on, legal_end_on, soon_days)
         <> app.obligation_status(state, due_on, due_at, legal_end_on, completed_on, completed_at, soon_days)`,
      [own.id],
    )
    expect(wrong).toEqual([])
  })

  test('of a refused change is not stored', async () => {
    const own = await createFirm(service())
    const webhook = await createWebhook(WEBHOOK_EVENT_TYPES, { of: own })
    const { id } = await own.hasScheme()
    const deliveries = await deliveriesOf(webhook.id, own.admin)
    const reply = await own.broker.send(createSchemeEvent, { id, kind: 'NOT_A_KIND' })
    expect(reply.status).toBe(400)
    expect(await deliveriesOf(webhook.id, own.admin)).toEqual(deliveries)
  })
})

/** The part of the daily job about the firm; returns the number of events that follow from the date. */
const follow = (own: Firm, today: string): Promise<number> =>
  service().app.pipeline.actIn(own.id, 'job.obligations', async (tx) => {
    const { changes } = await followSchemes(tx, own.id, today)
    return { answer: await storeDueObligations(tx, own.id), changes }
  })

describe('a delivery', () => {
  test('is repeated with the same webhook-id after growing delays, and given up after 10 attempts', async () => {
    const webhook = await createWebhook()
    statuses.set(webhook.path, 500)
    await firm.admin.call(contract.sendTestEvent, { id: webhook.id })
    await service().app.webhooks.idle()
    const minutes = [1, 3, 9, 27, 81, 243, 729, 1440, 1440]
    for (const [index, delay] of minutes.entries()) {
      expect(webhook.at()).toHaveLength(index + 1)
      service().clock.advance(delay * MINUTE_MS - 1)
      await deliver()
      expect(webhook.at(), `${delay} minutes`).toHaveLength(index + 1)
      service().clock.advance(1)
      await deliver()
    }
    expect(new Set(webhook.at().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    service().clock.advance(5 * 1440 * MINUTE_MS)
    await deliver()
    expect(webhook.at()).toHaveLength(10)
    const [delivery] = await deliveriesOf(webhook.id)
    expect(delivery).toMatchObject({ status: 'FAILED', attempts: 10, httpStatus: 500, failure: 'STATUS' })
    statuses.delete(webhook.path)
    await firm.admin.call(contract.resendWebhookDelivery, { id: delivery?.id ?? '' })
    await service().app.webhooks.idle()
    expect(webhook.at()).toHaveLength(11)
    expect(webhook.at().at(-1)?.headers['webhook-id']).toBe(delivery?.id)
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
  })

  test('does not follow a redirect, and does not read a long response', async () => {
    const redirect = await createWebhook()
    statuses.set(redirect.path, 302)
    const long = await createWebhook(WEBHOOK_EVENT_TYPES, { path: '/long' })
    for (const { id } of [redirect, long]) await firm.admin.call(contract.sendTestEvent, { id })
    await service().app.webhooks.idle()
    expect(received.map(({ path }) => path)).not.toContain('/redirected')
    expect(await deliveriesOf(redirect.id)).toMatchObject([
      { status: 'PENDING', httpStatus: 302, failure: 'STATUS' },
    ])
    expect(await deliveriesOf(long.id)).toMatchObject([{ status: 'DELIVERED' }])
    await firm.admin.call(contract.removeWebhook, { id: long.id })
    await firm.admin.call(contract.removeWebhook, { id: redirect.id })
  })

  test('with status 410 pauses the webhook, with an audit entry', async () => {
    const webhook = await createWebhook()
    statuses.set(webhook.path, 410)
    await firm.admin.call(contract.sendTestEvent, { id: webhook.id })
    await service().app.webhooks.idle()
    expect(await firm.admin.call(contract.getWebhook, { id: webhook.id })).toMatchObject({
      status: 'PAUSED',
      pauseReason: 'GONE',
    })
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: 'FAILED', attempts: 1, httpStatus: 410 }])
    const { data } = await firm.admin.call(listAuditEntries, { entityId: webhook.id })
    expect(data[0]).toMatchObject({
      action: 'webhook.pause',
      actorId: 'system',
      newState: { httpStatus: 410 },
    })
    await firm.admin.call(contract.removeWebhook, { id: webhook.id })
  })

  test('to a slow receiver ends after its time, and does not delay other webhooks', async () => {
    const own = await createFirm(service())
    const slow = await createWebhook(WEBHOOK_EVENT_TYPES, { of: own })
    const quick = await createWebhook(WEBHOOK_EVENT_TYPES, { of: own })
    const release = Promise.withResolvers<void>()
    held.set(slow.path, release.promise)
    const startedAt = performance.now()
    await own.admin.call(contract.sendTestEvent, { id: slow.id })
    await own.admin.call(contract.sendTestEvent, { id: quick.id })
    await expect.poll(() => quick.at().length).toBe(1)
    expect(performance.now() - startedAt).toBeLessThan(1_900)
    await service().app.webhooks.idle()
    release.resolve()
    expect(await deliveriesOf(slow.id, own.admin)).toMatchObject([{ status: 'PENDING', failure: 'TIMEOUT' }])
    expect(await deliveriesOf(quick.id, own.admin)).toMatchObject([{ status: 'DELIVERED' }])
  })

  test('is made by one of two instances, and webhooks of a firm have at most two at a time', async () => {
    const own = await createFirm(service())
    const hooks = await Promise.all([1, 2, 3].map(() => createWebhook(WEBHOOK_EVENT_TYPES, { of: own })))
    const release = Promise.withResolvers<void>()
    for (const { path } of hooks) held.set(path, release.promise)
    const other = await service().open()
    for (const { id } of hooks) await own.admin.call(contract.sendTestEvent, { id })
    const delivering = Promise.all([deliver(), other.webhooks.deliver()])
    const countReceived = () => received.filter(({ path }) => hooks.some((hook) => hook.path === path)).length
    await expect.poll(countReceived, { timeout: 10_000 }).toBe(2)
    await new Promise((done) => setTimeout(done, 300))
    expect(countReceived()).toBe(2)
    release.resolve()
    await delivering
    await Promise.all([service().app.webhooks.idle(), other.webhooks.idle()])
    await Promise.all([deliver(), other.webhooks.deliver()])
    for (const hook of hooks) expect(hook.at(), hook.path).toHaveLength(1)
  })

  test('is made again with the same webhook-id if its instance ended before it was recorded', async () => {
    const webhook = await createWebhook()
    const release = Promise.withResolvers<void>()
    held.set(webhook.path, release.promise)
    const ending = await service().open()
    await service().asOwner(
      `insert into webhook_deliveries (tenant_id, id, webhook_id, event_type, entity_type, entity_id) values ($1, 'acrash', $2, 'webhook.test', 'webhook', $2)`,
      [firm.id, webhook.id],
    )
    const first = ending.webhooks.deliver()
    await expect.poll(() => webhook.at().length).toBe(1)
    await deliver()
    expect(webhook.at()).toHaveLength(1)
    service().clock.advance(61_000)
    held.delete(webhook.path)
    await deliver()
    expect(webhook.at().map(({ headers }) => headers['webhook-id'])).toEqual(['acrash', 'acrash'])
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: 'DELIVERED', attempts: 1, version: 2 }])
    release.resolve()
    await first
    // The instance that lost the webhook records nothing.
    expect(await deliveriesOf(webhook.id)).toMatchObject([{ status: 'DELIVERED', attempts: 1, version: 2 }])
  })

  test('waits while the webhook is paused, and is removed after 30 days', async () => {
    const webhook = await createWebhook()
    await service().asOwner(
      `insert into webhook_deliveries (tenant_id, id, webhook_id, event_type, entity_type, entity_id, created_at)
       values ($1, 'waits', $2, 'webhook.test', 'webhook', $2, now()), ($1, 'old', $2, 'webhook.test', 'webhook', $2, now() - interval '31 days')`,
      [firm.id, webhook.id],
    )
    await firm.admin.call(contract.pauseWebhook, { id: webhook.id })
    await deliver()
    expect(webhook.at()).toEqual([])
    const reply = await service().app.http.inject({
      method: 'POST',
      url: housekeeping.route.slice('POST '.length),
      headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
    })
    expect(reply.statusCode).toBe(200)
    await firm.admin.call(contract.resumeWebhook, { id: webhook.id })
    await service().app.webhooks.idle()
    expect((await deliveriesOf(webhook.id)).map(({ id, status }) => [id, status])).toEqual([
      ['waits', 'DELIVERED'],
    ])
  })
})

describe('an address that leads to this machine', () => {
  let addresses: ResolvedAddress[] = []
  const strict = useService({
    env: { ALLOW_LOCAL_WEBHOOKS: '0' },
    parts: { resolveHost: async () => addresses },
  })
  const PUBLIC: ResolvedAddress = { address: '193.1.1.1', family: 4 }
  const HIDDEN: readonly ResolvedAddress[] = [
    { address: '127.0.0.1', family: 4 },
    { address: '::ffff:127.0.0.1', family: 6 },
    { address: '10.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ]

  test('is refused with an audit entry and a limit, and nothing is stored', async () => {
    const own = await createFirm(strict())
    const sent = { name: 'Receiver', url: 'https://hooks.example.com/a', eventTypes: ['breach.created'] }
    for (const address of HIDDEN) {
      addresses = [PUBLIC, address]
      const reply = await own.admin.send(contract.createWebhook, sent)
      expect(reply, address.address).toMatchObject({
        status: 422,
        body: { details: { code: 'ADDRESS_NOT_PUBLIC', field: 'url' } },
      })
      expect(reply.text).not.toContain(address.address)
    }
    expect((await own.admin.call(contract.listWebhooks, {})).data).toEqual([])
    const { data } = await own.admin.call(listAuditEntries, { entityId: own.admin.id })
    expect(data.filter(({ action }) => action === 'webhook.create')).toHaveLength(HIDDEN.length)
    expect(data[0]).toMatchObject({ newState: { refusal: 'ADDRESS_NOT_PUBLIC', host: 'hooks.example.com' } })
    const replies = []
    for (let i = 0; i < 18; i++) replies.push((await own.admin.send(contract.createWebhook, sent)).status)
    expect([replies[0], replies.at(-1)]).toEqual([422, 429])
    const others = await createFirm(strict())
    addresses = [PUBLIC]
    expect((await others.admin.send(contract.createWebhook, sent)).status).toBe(201)
    expect(
      (await others.admin.send(contract.createWebhook, { ...sent, url: 'http://hooks.example.com' })).status,
    ).toBe(422)
  })

  test('is refused again when an event is sent: a name that changed leads nowhere', async () => {
    const own = await createFirm(strict())
    addresses = [PUBLIC]
    const { id } = await own.admin.call(contract.createWebhook, {
      name: 'Receiver',
      url: `https://hooks.example.com:${new URL(origin).port}/rebound`,
      eventTypes: ['breach.created'],
    })
    addresses = [{ address: '127.0.0.1', family: 4 }]
    await own.admin.call(contract.sendTestEvent, { id })
    await strict().app.webhooks.idle()
    expect(received).toEqual([])
    expect(await deliveriesOf(id, own.admin)).toMatchObject([
      { status: 'PENDING', attempts: 1, failure: 'ADDRESS', httpStatus: null },
    ])
  })

  test('is connected to at the address that was checked: the name is not resolved again', async () => {
    const pinned = await strict().open({
      config: { ...strict().config, allowsLocalWebhooks: true },
      resolveHost: async () => [{ address: '127.0.0.1', family: 4 }],
    })
    const own = await createFirm(strict())
    addresses = [PUBLIC]
    const { id } = await own.admin.call(contract.createWebhook, {
      name: 'Receiver',
      url: 'https://hooks.example.com/pinned',
      eventTypes: ['breach.created'],
    })
    await strict().asOwner('update webhooks set url = $2 where id = $1', [
      id,
      `http://no-such-name.invalid:${new URL(origin).port}/pinned`,
    ])
    await strict().asOwner(
      `insert into webhook_deliveries (tenant_id, id, webhook_id, event_type, entity_type, entity_id) values ($1, 'pinned', $2, 'webhook.test', 'webhook', $2)`,
      [own.id, id],
    )
    await pinned.webhooks.deliver()
    expect(received).toMatchObject([
      { path: '/pinned', headers: { host: expect.stringContaining('no-such-name.invalid') } },
    ])
  })
})
