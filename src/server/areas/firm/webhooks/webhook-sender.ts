/**
 * Sends the stored events of webhooks, at least once: a delivery is marked only after its receiver has responded, and a repeated request has
 * the same webhook-id. Each instance sends; one webhook is served by one instance at a time.
 */
import { randomInt } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { MOST_ATTEMPTS, type WebhookEvent } from '../../../../contract/webhooks.ts'
import { updateUnlessStale } from '../../../operation/update-unless-stale.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import type { Changed } from '../../../pipeline/define-operation.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { OutboundAddresses } from '../../../platform/outbound-addresses.ts'
import { decryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import { sendToAddress } from '../../../platform/send-to-address.ts'
import { runOutsideSpan, runTrace, type Tracing } from '../../../platform/traces.ts'
import { auditedWebhook, webhooks } from './records.ts'
import { signEvent } from './signatures.ts'

export interface WebhookTiming {
  /** Interval of the search for due deliveries. Null: no polling. */
  pollMs: number | null
  /** Nothing is sent when a user asks for it: tests that roll everything back call `deliver`. */
  isManual?: boolean
  /** For one attempt, with the look-up of the host name. */
  attemptMs: number
  /** Factor of each delay, so that deliveries that failed together are not repeated together. */
  jitter(): number
}

const TIMING: WebhookTiming = { pollMs: 5_000, attemptMs: 10_000, jitter: () => randomInt(80, 121) / 100 }

const AT_ONCE = 8
/** A firm with slow receivers leaves places for the others. */
const AT_ONCE_OF_FIRM = 2
/** Longer than an attempt and the transactions around it. */
const LEASE_SECONDS = 60
const FIRST_DELAY_MS = 60_000
const DELAY_FACTOR = 3
const LONGEST_DELAY_MS = 24 * 3_600_000
const STOP_WITHIN_MS = 5_000
const GONE = 410
const SENDING = { name: 'webhook.send', kind: 'internal', operation: 'webhook.send' } as const

export interface WebhookSenderDependencies {
  pipeline: Pick<Pipeline, 'actAs' | 'actIn'>
  addresses: OutboundAddresses
  keys: TextKeys
  clock: Clock
  log: Log
  tracing?: Tracing | undefined
  timing?: WebhookTiming
}

export interface WebhookSender {
  /** Sends all due deliveries; resolves when none is left. */
  deliver(): Promise<void>
  /** Starts to send all due deliveries, after a command has stored one. */
  wake(): Promise<void>
  /** Resolves when the current attempts are finished. */
  idle(): Promise<void>
  start(): void
  stop(): Promise<void>
}

interface ClaimedDelivery {
  claim: string
  tenantId: string
  webhookId: string
  url: string
  sealedSecret: string
  previousSealedSecret: string | null
  deliveryId: string
  eventType: WebhookEvent['type']
  entityType: string
  entityId: string
  schemeId: string | null
  entityStatus: string | null
  previousEntityStatus: string | null
  attempts: number
  createdAt: string
}

interface Outcome {
  httpStatus: number | null
  failure: 'ADDRESS' | 'CONNECTION' | 'TIMEOUT' | 'STATUS' | null
}

export function createWebhookSender(dependencies: WebhookSenderDependencies): WebhookSender {
  const { log, tracing, timing = TIMING } = dependencies
  const take = createTake(dependencies)
  const attempt = createAttempt(dependencies, timing)
  const record = createRecord(dependencies, timing)
  let poll: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let wake = Promise.withResolvers<void>()
  /** A delivery may have become due since the last search began. */
  let isWanted = false
  let isStopped = false

  async function send(taken: ClaimedDelivery): Promise<void> {
    try {
      await record(taken, await attempt(taken))
    } catch (error) {
      // The lease of the webhook ends, and the event is sent again.
      log.error('a delivery of a webhook could not be recorded', {
        tenantId: taken.tenantId,
        names: [taken.deliveryId],
        error,
      })
    }
  }

  /** Takes deliveries while there are due ones; a slow receiver does not stop the search for others. */
  async function sendAll(): Promise<void> {
    const busy = new Set<Promise<void>>()
    try {
      while (!isStopped) {
        wake = Promise.withResolvers()
        isWanted = false
        const taken = busy.size < AT_ONCE ? await take() : undefined
        if (taken) {
          const work: Promise<void> = runTrace(tracing, SENDING, () => send(taken)).finally(() => {
            busy.delete(work)
            isWanted = true
          })
          busy.add(work)
        } else if (isWanted && busy.size < AT_ONCE) {
          // Searched again.
        } else if (busy.size > 0) await Promise.race([...busy, wake.promise])
        else return
      }
    } finally {
      await Promise.all(busy)
    }
  }

  function deliver(): Promise<void> {
    if (isStopped) return Promise.resolve()
    isWanted = true
    wake.resolve()
    // The request that began it does not wait for the deliveries.
    running ??= runOutsideSpan(sendAll)
      .catch((error: unknown) => log.error('webhooks cannot be served now', { error }))
      .finally(() => {
        running = null
      })
    return running
  }

  async function idle(): Promise<void> {
    // Work that follows a commit starts in the next turn of the event loop.
    await yieldToEventLoop()
    while (running) await running
  }

  return {
    deliver,
    async wake() {
      if (!timing.isManual) void deliver()
    },
    idle,
    start() {
      if (timing.pollMs === null || isStopped) return
      poll = setInterval(() => void deliver(), timing.pollMs).unref()
    },
    async stop() {
      isStopped = true
      clearInterval(poll)
      wake.resolve()
      // Another process sends an event again if its sender stopped in the middle.
      await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())])
    },
  }
}

/** Takes one due delivery of a webhook that no instance serves now. */
function createTake({ pipeline, clock }: WebhookSenderDependencies) {
  return async (): Promise<ClaimedDelivery | undefined> => {
    const claim = createId()
    const rows = await pipeline.actAs(SYSTEM, 'webhook.send', async (tx) => {
      const { rows } = await sql<Omit<ClaimedDelivery, 'claim'>>`
        select tenant_id as "tenantId", webhook_id as "webhookId", url, sealed_secret as "sealedSecret", previous_sealed_secret as "previousSealedSecret",
               delivery_id as "deliveryId", event_type as "eventType", entity_type as "entityType", entity_id as "entityId", scheme_id as "schemeId",
               entity_status as "entityStatus", previous_entity_status as "previousEntityStatus", attempts, created_at as "createdAt"
          from app.take_webhook(${clock.now().toISOString()}::timestamptz, ${claim}, ${LEASE_SECONDS}::int, ${AT_ONCE_OF_FIRM}::int)`.execute(
        tx,
      )
      return { answer: rows, changes: [] }
    })
    return rows[0] && { ...rows[0], claim }
  }
}

const buildBody = (taken: ClaimedDelivery): string =>
  JSON.stringify({
    id: taken.deliveryId,
    type: taken.eventType,
    createdAt: taken.createdAt,
    tenantId: taken.tenantId,
    data: {
      entityType: taken.entityType,
      id: taken.entityId,
      schemeId: taken.schemeId,
      status: taken.entityStatus,
      previousStatus: taken.previousEntityStatus,
    },
  } satisfies WebhookEvent)

/** Resolves the host name, checks the address and sends the event to it. Never rejects. */
function createAttempt({ addresses, keys, log }: WebhookSenderDependencies, { attemptMs }: WebhookTiming) {
  const openSecrets = ({ sealedSecret, previousSealedSecret, webhookId }: ClaimedDelivery): string[] => {
    const secrets = [sealedSecret, previousSealedSecret]
      .filter((sealed) => sealed !== null)
      .map((sealed) => decryptText(keys, sealed, webhookId))
    if (secrets.includes(null)) throw new Error('No configured key decrypts the secret of a webhook')
    return secrets.filter((secret) => secret !== null)
  }
  return async (taken: ClaimedDelivery): Promise<Outcome> => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), attemptMs)
    const overtime = new Promise<never>((_, reject) =>
      deadline.signal.addEventListener('abort', () => reject(new Error('timeout'))),
    )
    overtime.catch(() => {})
    try {
      const url = new URL(taken.url)
      const address = await Promise.race([addresses.findAddress(url), overtime])
      if (!address) return { httpStatus: null, failure: 'ADDRESS' }
      const body = buildBody(taken)
      // The receiver compares the timestamp with its own clock.
      const timestamp = Math.floor(systemClock.now().getTime() / 1000)
      const signature = signEvent(openSecrets(taken), { id: taken.deliveryId, timestamp, body })
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Pension-Compliance-Service',
        ...signature,
      }
      const httpStatus = await sendToAddress(url, address, { headers, body, signal: deadline.signal })
      return { httpStatus, failure: httpStatus >= 200 && httpStatus < 300 ? null : 'STATUS' }
    } catch (error) {
      if (deadline.signal.aborted) return { httpStatus: null, failure: 'TIMEOUT' }
      log.info('an event was not delivered', { tenantId: taken.tenantId, names: [taken.deliveryId], error })
      return { httpStatus: null, failure: 'CONNECTION' }
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Records the result of an attempt and releases the webhook, unless its lease ended and another instance has it now. */
function createRecord({ pipeline, clock, log }: WebhookSenderDependencies, { jitter }: WebhookTiming) {
  return async (taken: ClaimedDelivery, { httpStatus, failure }: Outcome): Promise<void> => {
    const { tenantId, webhookId, deliveryId, claim } = taken
    const attempts = taken.attempts + 1
    const isFinal = failure === null || httpStatus === GONE || attempts >= MOST_ATTEMPTS
    const status = failure === null ? 'DELIVERED' : isFinal ? 'FAILED' : 'PENDING'
    const now = clock.now()
    await pipeline.actIn(tenantId, 'webhook.pause', async (tx): Promise<Changed<null>> => {
      const { numUpdatedRows } = await tx
        .updateTable('webhooks')
        .set({ claim: null, busy_until: null })
        .where('id', '=', webhookId)
        .where('claim', '=', claim)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return { answer: null, changes: [] }
      await tx
        .updateTable('webhook_deliveries')
        .set({
          status,
          attempts,
          http_status: httpStatus,
          failure,
          last_attempt_at: now,
          next_attempt_at: isFinal ? null : new Date(now.getTime() + calculateDelay(attempts, jitter())),
          delivered_at: failure === null ? now : null,
          version: sql<number>`version + 1`,
          updated_at: sql<Date>`clock_timestamp()`,
        })
        .where('id', '=', deliveryId)
        .execute()
      return { answer: null, changes: httpStatus === GONE ? await pauseGone(tx, webhookId) : [] }
    })
    if (status === 'FAILED')
      log.warn('an event was given up', {
        tenantId,
        names: [deliveryId],
        count: attempts,
        status: httpStatus ?? 0,
      })
  }
}

/** Milliseconds from the failed attempt with this number to the next one: 1, 3, 9, … minutes, at most a day. */
const calculateDelay = (attempts: number, jitter: number): number =>
  Math.round(Math.min(FIRST_DELAY_MS * DELAY_FACTOR ** (attempts - 1), LONGEST_DELAY_MS) * jitter)

async function pauseGone(tx: Tx, id: string): Promise<Change[]> {
  const before = await webhooks.require(tx, id)
  if (before.status === 'PAUSED') return []
  await updateUnlessStale(tx, 'webhooks', before, { status: 'PAUSED', pause_reason: 'GONE' })
  return [
    { audited: auditedWebhook, before, after: await webhooks.require(tx, id), note: { httpStatus: GONE } },
  ]
}
