/**
 * Structured logs by allow-list: a line contains the fields named here and no part of a request's URL query, headers or body. Refusals name
 * no person (style rule 8), so their messages may be logged; driver errors may quote values, so only their code is.
 */
import { pino } from 'pino'
import { getTraceId } from './traces.ts'

export interface LogFields {
  requestId?: string | undefined
  /** Trace of the request or job; that of the running work unless given. */
  traceId?: string | undefined
  operation?: string | undefined
  method?: string | undefined
  route?: string | undefined
  status?: number | undefined
  durationMs?: number | undefined
  userId?: string | undefined
  tenantId?: string | undefined
  code?: string | undefined
  names?: string[] | undefined
  address?: string | undefined
  /** A keyed hash of the network of a client: equal for equal networks, and useless without the key. */
  network?: string | undefined
  version?: string | undefined
  count?: number | undefined
  /** Key of a file in the store; it reveals nothing about the file. */
  storageKey?: string | undefined
  error?: unknown
}

export interface Log {
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
  flush(): void
}

/** Loggable facts about an error and its cause: class, code and stack. Driver messages quote values. */
function describeError(error: unknown): Record<string, unknown> | undefined {
  if (error === undefined) return undefined
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, constraint, routine } = error as { code?: string; constraint?: string; routine?: string }
  const isOurs = code === undefined && constraint === undefined && error.constructor === Error
  return {
    type: error.constructor.name,
    ...(code ? { code } : {}),
    ...(constraint ? { constraint } : {}),
    ...(routine ? { routine } : {}),
    ...(isOurs ? { message: error.message } : {}),
    ...(error.cause instanceof Error ? { cause: getKind(error.cause) } : {}),
    stack: error.stack
      ?.split('\n')
      .filter((text) => text.startsWith('    at '))
      .slice(0, 12)
      .map((text) => text.trim()),
  }
}

/** Without the cause, the log would give no reason for an outage of a dependency. */
const getKind = ({ name, code }: Error & { code?: string }): Record<string, unknown> => ({
  type: name,
  ...(code ? { code } : {}),
})

export function createLog(level: string, destination?: { write(line: string): void }): Log {
  const sink = destination ?? pino.destination({ dest: 1, sync: false, minLength: 4_096 })
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    sink,
  )
  // Lines are buffered for speed and flushed soon enough for users who watch the log.
  const flush = (): void => {
    if ('flushSync' in sink && typeof sink.flushSync === 'function') {
      try {
        sink.flushSync()
      } catch {
        // the destination is not open yet
      }
    }
  }
  if (!destination) setInterval(flush, 500).unref()
  const write =
    (name: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, { error, ...given }: LogFields = {}): void => {
      const traceId = given.traceId ?? getTraceId()
      const fields = traceId === undefined ? given : { ...given, traceId }
      logger[name](error === undefined ? fields : { ...fields, error: describeError(error) }, message)
    }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error'), flush }
}
