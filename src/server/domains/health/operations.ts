import * as contract from '../../../contract/health.ts'
import { answer, type Operation } from '../../operation/perform.ts'
import { Refusal, unavailable } from '../../operation/refusal.ts'
import type { Database } from '../../platform/database.ts'

/** A database that takes longer is not there. */
const PATIENCE_MS = 2_000

const COUNTS_ALONE = { body: { status: 'ok', details: { limits: 'per instance' } } } as const

export interface Health {
  /** How many required variables are missing; their names are in the log only. */
  missing: number
  isDraining(): boolean
  /** Whether the limits that instances share are away. */
  countsAlone(): boolean
  database: Pick<Database, 'ping'> | null
  openApi: () => object
  openApiText: () => string
}

export function healthOperations({
  missing,
  isDraining,
  database,
  openApi,
  openApiText,
  countsAlone,
}: Health): Operation[] {
  const ok = { body: { status: 'ok' as const } }
  return [
    answer({ contract: contract.live, respond: () => ok }),
    answer({
      contract: contract.ready,
      respond() {
        if (missing > 0 || isDraining()) {
          throw new Refusal(503, 'Not ready', { details: { missing }, headers: { 'Retry-After': '5' } })
        }
        return countsAlone() ? COUNTS_ALONE : ok
      },
    }),
    answer({
      contract: contract.databaseHealth,
      async respond() {
        try {
          if (!database) throw new Error('no database is configured')
          await database.ping(PATIENCE_MS)
          return ok
        } catch {
          throw unavailable()
        }
      },
    }),
    answer({
      contract: contract.openApiDocument,
      respond: () => ({ body: openApi() as Record<string, unknown>, text: openApiText() }),
    }),
  ]
}
