/**
 * Accepts browsers' reports of violations of the content security policy (OWASP ASVS 3.4.7). They need no sign-in, so a report is only
 * logged, by the directive and the blocked host, and at a limited rate: no page address, no text and no name of a person.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPpsNumber } from '../../contract/pps-number.ts'
import type { Log } from '../platform/log.ts'
import { CSP_REPORTS_PATH } from './headers.ts'

const MOST_BYTES = 16 * 1024
const MOST_REPORTS = 10
/** For all senders together. */
const MOST_LINES_A_MINUTE = 30
const MINUTE_MS = 60_000

export interface CspViolation {
  directive: string
  blocked: string
}

export function mountCspReports(
  app: FastifyInstance,
  {
    admit,
    log,
    now = Date.now,
  }: {
    admit: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
    log: Pick<Log, 'warn'>
    now?: () => number
  },
): void {
  let minute = 0
  let lines = 0
  const mayLog = (): boolean => {
    const current = Math.floor(now() / MINUTE_MS)
    if (current !== minute) [minute, lines] = [current, 0]
    lines += 1
    return lines <= MOST_LINES_A_MINUTE
  }
  // These content types apply to this path only.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: MOST_BYTES },
      (_request, body, done) => done(null, body),
    )
    scope.post(
      CSP_REPORTS_PATH,
      { config: { madeBy: 'page' }, onRequest: admit, bodyLimit: MOST_BYTES },
      (request, reply) => {
        const body = typeof request.body === 'string' ? request.body : JSON.stringify(request.body ?? null)
        for (const { directive, blocked } of readCspViolations(body))
          if (mayLog())
            log.warn('the content security policy blocked something', { names: [directive, blocked] })
        return reply.code(204).header('cache-control', 'no-store').send()
      },
    )
  })
}

/** Reads the format of `report-to` (a list) or of `report-uri` (one); empty if it is neither. */
export function readCspViolations(body: string): CspViolation[] {
  let sent: unknown
  try {
    sent = JSON.parse(body)
  } catch {
    return []
  }
  const reports = Array.isArray(sent) ? sent.slice(0, MOST_REPORTS) : [sent]
  return reports.flatMap((report) => {
    const fields = getFields(getFields(report)?.body) ?? getFields(getFields(report)?.['csp-report'])
    if (!fields) return []
    const directive =
      fields.effectiveDirective ?? fields['effective-directive'] ?? fields['violated-directive']
    return [
      { directive: getDirective(directive), blocked: getHost(fields.blockedURL ?? fields['blocked-uri']) },
    ]
  })
}

const getFields = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null

const getDirective = (value: unknown): string =>
  typeof value === 'string' && /^[a-z-]{1,40}$/.test(value) ? value : 'unknown'

/** A keyword such as `inline`, or scheme and host. */
function getHost(value: unknown): string {
  if (typeof value !== 'string') return 'unknown'
  if (/^[a-z-]{1,20}$/.test(value)) return value
  if (!URL.canParse(value)) return 'unknown'
  const { protocol, host } = new URL(value)
  // Reports need no sign-in, and no PPS number may be written to the log (Spec 2.7).
  return /^[a-z0-9.:[\]-]{0,100}$/.test(host) && !hasPpsNumber(host) ? `${protocol}//${host}` : 'unknown'
}
