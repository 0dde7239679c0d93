/**
 * A connection that is given up when the server falls silent. When a primary fails over, its connections stay open on this side and
 * nothing ever comes back on them: neither the server's time limits nor TCP end a query within minutes.
 */
import type { Socket } from 'node:net'
import type pg from 'pg'
import { PreparingClient } from './prepared-statements.ts'

/** Of one connection, for `pg.Pool`, which passes its options on. */
export interface WatchOptions {
  /** Longer than the server's own limit for a statement. Without one, queries take as long as they take. */
  queryLimitMs?: number
  /** The server has answered a query. */
  onAnswer?: () => void
  /** The server has not, and this connection is given up. */
  onSilence?: () => void
}

/** Begins a transaction that may take long; its connection is not given up until the transaction ends. */
export const MAY_TAKE_LONG = "set local statement_timeout = '10min'"

class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor() {
    super('The database did not answer in time')
  }
}

/** What the driver does not declare. */
interface Underneath {
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
    const { connection } = this as unknown as Underneath
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
    if (text === 'commit' || text === 'rollback') this.#mayTakeLong = false
    else if (text === MAY_TAKE_LONG || (text as { text?: unknown })?.text === MAY_TAKE_LONG)
      this.#mayTakeLong = true
    this.#unanswered += 1
    this.#watch()
    const run = super.query as (...args: unknown[]) => unknown
    return run.apply(this, args)
  }

  /** Gives this connection up: what runs on it fails, and the pool replaces it. */
  giveUp(): void {
    this.#options.onSilence?.()
    const { connection } = this as unknown as Underneath
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
