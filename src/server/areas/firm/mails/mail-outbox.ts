/**
 * Mails are stored in the transaction of the change that causes them and sent afterwards, at least once: a row is deleted only after its
 * mail was sent. Each instance sends due mails, those of the firms in turn. No transaction is open while a mail is sent. A repeated mail
 * has the same Message-ID. A mail that was given up leaves a row without its content, which administrators see.
 */
import { randomInt } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { sql } from 'kysely'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { Pipeline } from '../../../pipeline/pipeline.ts'
import type { Tx } from '../../../platform/database.ts'
import { createId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mail, Mailer } from '../../../platform/mailer.ts'
import type { Logo } from '../../../platform/paper/pages.ts'
import { decryptText, encryptText, type TextKeys } from '../../../platform/sealed-text.ts'
import { runOutsideSpan, runTrace, type Tracing } from '../../../platform/traces.ts'
import { addLogo } from './add-logo.ts'

/** Request for a password reset mail: stored in the same way for known and unknown addresses. */
export interface ResetRequest {
  email: string
  origin: Origin
}
/** `firmId`: the mail shows the logo that this firm has when the mail is sent. */
type Content = { mail: Mail; firmId?: string } | { reset: ResetRequest }

export interface MailTiming {
  /** Interval of the search for due mails, in addition to the search after each change. Null: no polling. */
  pollMs: number | null
  /** Delay between a reset request and its mail: random, so that response times do not reveal known addresses. */
  resetDelayMs(): number
}

const TIMING: MailTiming = { pollMs: 10_000, resetDelayMs: () => randomInt(500, 5_000) }

/** Longer than a send with all of its attempts. */
const LEASE_SECONDS = 180
const FIRST_DELAY_MS = 10_000
const LONGEST_DELAY_MS = 900_000
/** Mails that an instance sends at a time: a slow recipient delays only one of them. Fewer than the connections of the mailer. */
const SENT_AT_ONCE = 4
/** Lifetime of the links in the mails. */
const MINUTES_TO_KEEP = { mail: 7 * 24 * 60, reset: 60 }
const STOP_WITHIN_MS = 5_000
const SENDING = { name: 'mail.send', kind: 'internal', operation: 'mail.send' } as const

export interface MailOutboxDependencies {
  pipeline: Pick<Pipeline, 'actAs'>
  mailer: Mailer
  keys: TextKeys
  /**
   * Writes the reset mail, or returns null if no account with that address may reset its password. `keep` stores the mail in the
   * transaction that stores its token.
   */
  writeReset(request: ResetRequest, keep: (tx: Tx, mail: Mail) => Promise<void>): Promise<Mail | null>
  /** Logo of a firm; null if it has none, or if it cannot be read now. */
  loadLogo(firmId: string): Promise<Logo | null>
  log: Log
  tracing?: Tracing | undefined
  timing?: MailTiming
}

type Command = { tx: Tx; afterCommit: (work: () => Promise<void>) => void }

export interface MailOutbox {
  /** Stores a mail in the transaction of a command and sends it after the commit. */
  post(command: Command, mail: Mail, firmId?: string): Promise<void>
  postReset(command: Command, request: ResetRequest): Promise<void>
  /** Sends all due mails; resolves when none is left. */
  deliver(): Promise<void>
  /** Resolves when the current sends are finished. */
  idle(): Promise<void>
  /** `isOnlyProcess`: no other process sends mails, so that those that were in flight at a crash are sent again at once. */
  start(options: { isOnlyProcess: boolean }): void
  stop(): Promise<void>
}

export function createMailOutbox(dependencies: MailOutboxDependencies): MailOutbox {
  const { keys, log, tracing, timing = TIMING } = dependencies
  const { take, send, releaseAll } = createSender(dependencies)
  const timers = new Set<NodeJS.Timeout>()
  let running: Promise<void> | null = null
  let isWanted = false
  /** New mails are looked for while others are sent. */
  let woken = Promise.withResolvers<void>()
  let isStopped = false

  const next = async () => (isStopped ? undefined : take())

  async function sendAll(): Promise<void> {
    const sending = new Set<Promise<void>>()
    try {
      for (;;) {
        isWanted = false
        woken = Promise.withResolvers()
        let isEmpty = false
        while (sending.size < SENT_AT_ONCE && !isEmpty) {
          const taken = await next()
          isEmpty = taken === undefined
          if (!taken) continue
          const one = runTrace(tracing, SENDING, () => send(taken)).finally(() => sending.delete(one))
          // Reported by a race below, also if it fails before that.
          one.catch(() => {})
          sending.add(one)
        }
        if (!isEmpty) await Promise.race(sending)
        while (isEmpty && !isWanted && sending.size > 0) await Promise.race([...sending, woken.promise])
        if (isEmpty && !isWanted) return
      }
    } finally {
      await Promise.allSettled(sending)
    }
  }

  function deliver(): Promise<void> {
    isWanted = true
    woken.resolve()
    if (isStopped) return Promise.resolve()
    // The request that began it does not wait for the mails, which are mostly those of others.
    running ??= runOutsideSpan(sendAll)
      .catch((error: unknown) => log.error('mails cannot be sent now', { error }))
      .finally(() => {
        running = null
        if (isWanted && !isStopped) void deliver()
      })
    return running
  }

  function deliverAfter(delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void deliver()
    }, delayMs).unref()
    timers.add(timer)
  }

  async function idle(): Promise<void> {
    // Work that follows a commit starts in the next turn of the event loop.
    await yieldToEventLoop()
    while (running) await running
  }

  return {
    async post({ tx, afterCommit }, mail, firmId) {
      await enqueue(keys, tx, { mail, ...(firmId && { firmId }) }, 0, MINUTES_TO_KEEP.mail)
      afterCommit(async () => void deliver())
    },
    async postReset({ tx, afterCommit }, request) {
      const delayMs = timing.resetDelayMs()
      await enqueue(keys, tx, { reset: request }, delayMs, MINUTES_TO_KEEP.reset)
      afterCommit(async () => (delayMs === 0 ? void deliver() : deliverAfter(delayMs)))
    },
    deliver,
    idle,
    start({ isOnlyProcess }) {
      if (timing.pollMs === null || isStopped) return
      const released = isOnlyProcess ? releaseAll() : Promise.resolve()
      void released
        .catch((error: unknown) => log.warn('mails in flight at a crash are sent later', { error }))
        .then(deliver)
      timers.add(setInterval(() => void deliver(), timing.pollMs).unref())
    },
    async stop() {
      // `isWanted` stays: the search that it woke waits for mails that are being sent only after it has read it.
      isStopped = true
      for (const timer of timers) clearTimeout(timer)
      // Another process sends a mail again if its sender stopped in the middle.
      await Promise.race([idle(), new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())])
    },
  }
}

const encryptContent = (keys: TextKeys, content: Content, id: string): string =>
  encryptText(keys, JSON.stringify(content), id)

async function enqueue(
  keys: TextKeys,
  tx: Tx,
  content: Content,
  delayMs: number,
  minutes: number,
): Promise<void> {
  const id = createId()
  await sql`select app.enqueue_mail(${id}, ${encryptContent(keys, content, id)}, ${delayMs}::int, ${minutes}::int)`.execute(
    tx,
  )
}

interface ClaimedMail {
  id: string
  sealed: string
  attempts: number
  is_expired: boolean
}

/**
 * `take` leases the due mail whose turn it is; `send` sends it, and rejects only if the database cannot record the result. `releaseAll` ends
 * the leases of a former process.
 */
function createSender({ pipeline, mailer, keys, writeReset, loadLogo, log }: MailOutboxDependencies) {
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    pipeline.actAs(SYSTEM, 'mail.send', async (tx) => ({ answer: await work(tx), changes: [] }))

  const take = (): Promise<ClaimedMail | undefined> =>
    inTransaction(async (tx) => {
      const { rows } = await sql<ClaimedMail>`select * from app.take_mail(${LEASE_SECONDS}::int)`.execute(tx)
      return rows[0]
    })
  const remove = (id: string) => inTransaction((tx) => sql`select app.remove_mail(${id})`.execute(tx))
  const giveUp = (id: string, reason: 'REFUSED_BY_RELAY' | 'NOT_SENT_IN_TIME') =>
    inTransaction((tx) => sql`select app.give_up_mail(${id}, ${reason})`.execute(tx))
  const delay = (id: string, attempts: number) => {
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), LONGEST_DELAY_MS)
    return inTransaction((tx) => sql`select app.delay_mail(${id}, ${delayMs}::int)`.execute(tx))
  }

  async function handOver({ id, sealed }: ClaimedMail): Promise<void> {
    const text = decryptText(keys, sealed, id)
    if (text === null) throw new Error('No configured key decrypts a stored mail')
    const content = JSON.parse(text) as Content
    const keep = async (tx: Tx, mail: Mail) => {
      await sql`select app.write_mail(${id}, ${encryptContent(keys, { mail }, id)})`.execute(tx)
    }
    const mail = 'mail' in content ? content.mail : await writeReset(content.reset, keep)
    const logo = 'firmId' in content && content.firmId ? await loadLogo(content.firmId) : null
    if (mail) await mailer.send({ ...addLogo(mail, logo), id })
  }

  async function send(taken: ClaimedMail): Promise<void> {
    const { id, attempts } = taken
    if (taken.is_expired) {
      log.error('a mail was not sent in time and is given up', { names: [id], count: attempts })
      await giveUp(id, 'NOT_SENT_IN_TIME')
      return
    }
    try {
      await handOver(taken)
    } catch (error) {
      // A permanent refusal (5xx) is final. All other errors are retried.
      const { responseCode } = error as { responseCode?: number }
      const isPermanent = responseCode !== undefined && responseCode >= 500
      const about = { names: [id], count: attempts, error }
      if (isPermanent) log.error('a mail was refused and is given up', about)
      else log.warn('a mail was not sent yet', about)
      await (isPermanent ? giveUp(id, 'REFUSED_BY_RELAY') : delay(id, attempts))
      return
    }
    await remove(id)
  }

  const releaseAll = () => inTransaction((tx) => sql`select app.release_mails()`.execute(tx)).then(() => {})

  return { take, send, releaseAll }
}
