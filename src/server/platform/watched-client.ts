/**
 * A connection that is closed when the server stops responding. When a primary fails over, its connections stay open on this side without
 * any response: neither the server's time limits nor TCP end a query within minutes.
 */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { Batch } from './batch.ts'
import { PreparingClient } from './prepared-statements.ts'
import { describeStatement, isTraced, runSpan } from './traces.ts'

/** Options of one connection, passed on by `pg.Pool`. */
export interface WatchOptions {
  /** Longer than the server's own limit for a statement. Without it, queries have no time limit. */
  queryLimitMs?: number
  /** The server has answered a query. */
  onAnswer?: () => void
  /** The server has not answered, and this connection is closed. */
  onSilence?: () => void
}

/** Begins a transaction that may take long; its connection is not closed until the transaction ends. */
export const MAY_TAKE_LONG = "set local statement_timeout = '10min'"

class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not answer in time')
  }
}

/** Fields that the driver's types omit. */
interface DriverInternals {
  connection: { stream: Socket; on(event: 'readyForQuery', listener: () => void): void }
}

export class WatchedClient extends PreparingClient {
  readonly #options: WatchOptions
  #unanswered = 0
  #mayTakeLong = false
  #timer: NodeJS.Timeout | undefined

  constructor(options: pg.ClientConfig & WatchOptions = {}) {
    super(options)
    this.#options = options
    const { connection } = this as unknown as DriverInternals
    // Once for each query, whether it succeeded or failed, and once for the start of the connection.
    connection.on('readyForQuery', () => {
      options.onAnswer?.()
      this.#unanswered = Math.max(0, this.#unanswered - 1)
      this.#watch()
    })
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares nine overloads and none is changed here
  override query(...args: any[]): any {
    const [text] = args
    if (text === 'commit' || text === 'rollback' || (text instanceof Batch && text.endsTransaction))
      this.#mayTakeLong = false
    else if (text === MAY_TAKE_LONG || (text as { text?: unknown })?.text === MAY_TAKE_LONG)
      this.#mayTakeLong = true
    this.#unanswered += 1
    this.#watch()
    const query = super.query as (...args: unknown[]) => unknown
    const run = () => query.apply(this, args)
    // A batch has its own span.
    return typeof text === 'string' && isTraced()
      ? runSpan(describeStatement(text), async () => run())
      : run()
  }

  /** Closes this connection: its queries fail, and the pool replaces it. */
  giveUp(): void {
    this.#options.onSilence?.()
    const { connection } = this as unknown as DriverInternals
    connection.stream.destroy(new NoAnswer())
  }

  #watch(): void {
    clearTimeout(this.#timer)
    const { queryLimitMs } = this.#options
    if (queryLimitMs === undefined || this.#unanswered === 0 || this.#mayTakeLong) return
    this.#timer = setTimeout(() => this.giveUp(), queryLimitMs)
    this.#timer.unref()
  }
}
