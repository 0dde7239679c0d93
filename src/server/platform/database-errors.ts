/** Maps database failures to responses: one table of all SQLSTATEs that are not programming errors. */

export interface DatabaseFailure {
  status: 400 | 409 | 503
  /** For the log, in addition to the SQLSTATE. */
  reason: string
  /** Seconds until a retry is useful; with 503 only. */
  retryAfter?: number
}

const createOutageFailure = (reason: string, retryAfter = 5): DatabaseFailure => ({
  status: 503,
  reason,
  retryAfter,
})
/** A conflict with another transaction, which ends shortly. */
const createContentionFailure = (reason: string): DatabaseFailure => createOutageFailure(reason, 1)
const createUnstorableFailure = (reason: string): DatabaseFailure => ({ status: 400, reason })
const createConflict = (reason: string): DatabaseFailure => ({ status: 409, reason })

const BY_CODE: Readonly<Record<string, DatabaseFailure>> = {
  // Values that pass their schema and that PostgreSQL cannot hold: invalid bytes, impossible numbers, dates and times.
  '22021': createUnstorableFailure('invalid characters'),
  '22P05': createUnstorableFailure('untranslatable character'),
  '22003': createUnstorableFailure('number out of range'),
  '22007': createUnstorableFailure('invalid date or time'),
  '22008': createUnstorableFailure('date or time out of range'),
  '22009': createUnstorableFailure('invalid time zone'),
  // Two concurrent requests; the other one committed first.
  '23505': createConflict('not unique'),
  '23503': createConflict('a record that is referred to is gone'),
  '23P01': createConflict('excluded'),
  '25P03': createOutageFailure('transaction idle for too long'),
  '25P04': createOutageFailure('transaction timeout'),
  '40001': createContentionFailure('serialization failure'),
  '40P01': createContentionFailure('deadlock'),
  '55P03': createContentionFailure('lock timeout'),
  '57014': createOutageFailure('statement timeout'),
  // Every write is also written to the log on the server's disk.
  '53100': createOutageFailure('disk full', 30),
  '58030': createOutageFailure('input or output failed', 30),
  // A primary that became a standby.
  '25006': createOutageFailure('read-only server'),
}

/** By class, the first two characters. */
const BY_CLASS: Readonly<Record<string, DatabaseFailure>> = {
  '08': createOutageFailure('connection lost'),
  '53': createOutageFailure('out of resources'),
  '57': createOutageFailure('the server stops or starts'),
}

/** Codes of the operating system, and of our own components (file store, virus scanner, slots). */
const OF_SYSTEM: Readonly<Record<string, DatabaseFailure>> = {
  UNAVAILABLE: createOutageFailure('unavailable'),
  ECONNREFUSED: createOutageFailure('connection refused'),
  ECONNRESET: createOutageFailure('connection reset'),
  ENOENT: createOutageFailure('no socket'),
  EPIPE: createOutageFailure('connection closed'),
  ETIMEDOUT: createOutageFailure('no answer'),
  EHOSTUNREACH: createOutageFailure('host unreachable'),
  ENETUNREACH: createOutageFailure('network unreachable'),
  ENOTFOUND: createOutageFailure('host unknown'),
  EAI_AGAIN: createOutageFailure('name not resolved'),
  ENOSPC: createOutageFailure('disk full', 30),
  EDQUOT: createOutageFailure('disk quota reached', 30),
}

/** Messages of the driver without a code, and of a standby for every write. */
const MESSAGES =
  /during recovery|Connection terminated|timeout exceeded when trying to connect|Client was closed|not queryable|Cannot use a pool after calling end/

const SQLSTATE = /^[0-9A-Z]{5}$/

/** The SQLSTATE of an error of the database; undefined for any other error. */
export function getSqlState(error: unknown): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && SQLSTATE.test(code) && !(code in OF_SYSTEM) ? code : undefined
}

/** Null for a programming error. */
export function toDatabaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const { code, cause } = error as Error & { code?: unknown }
  if (typeof code === 'string') {
    const found =
      BY_CODE[code] ?? OF_SYSTEM[code] ?? (SQLSTATE.test(code) ? BY_CLASS[code.slice(0, 2)] : undefined)
    if (found) return found
  }
  if (MESSAGES.test(error.message)) return createOutageFailure('connection lost')
  return cause instanceof Error && cause !== error && code === undefined ? toDatabaseFailure(cause) : null
}
