import * as contract from '../../../../contract/health.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { createUnavailableRefusal, Refusal } from '../../../pipeline/refusal.ts'
import type { Database } from '../../../platform/database.ts'

/** A database that takes longer is not there. */
const PATIENCE_MS = 2_000

export interface Health {
  /** How many required variables are missing; their names are in the log only. */
  missing: number
  isDraining(): boolean
  /** Whether the limits that instances share are away. */
  countsAlone(): boolean
  /** Whether a disk that this instance writes to is nearly full. */
  isDiskLow(): Promise<boolean>
  database: Pick<Database, 'ping'> | null
  openApi: () => object
  openApiText: () => string
}

export function createHealthOperations({
  missing,
  isDraining,
  database,
  openApi,
  openApiText,
  countsAlone,
  isDiskLow,
}: Health): Operation[] {
  const ok = { body: { status: 'ok' as const } }
  const disk = async () => ((await isDiskLow()) ? { disk: 'nearly full' as const } : {})
  return [
    defineQuery({ contract: contract.live, respond: () => ok }),
    defineQuery({
      contract: contract.ready,
      async respond() {
        const notReady = (details: object): Refusal =>
          new Refusal(503, 'Not ready', { details: { missing, ...details }, headers: { 'Retry-After': '5' } })
        if (missing > 0 || isDraining()) throw notReady({})
        await database?.ping(PATIENCE_MS).catch(() => {
          throw notReady({ database: 'no answer' })
        })
        const details = { ...(countsAlone() ? { limits: 'per instance' as const } : {}), ...(await disk()) }
        return Object.keys(details).length > 0 ? { body: { status: 'ok' as const, details } } : ok
      },
    }),
    defineQuery({
      contract: contract.databaseHealth,
      async respond() {
        try {
          if (!database) throw new Error('no database is configured')
          await database.ping(PATIENCE_MS)
        } catch {
          throw createUnavailableRefusal()
        }
        const details = await disk()
        return 'disk' in details ? { body: { status: 'ok' as const, details } } : ok
      },
    }),
    defineQuery({
      contract: contract.openApiDocument,
      respond: () => ({ body: openApi() as Record<string, unknown>, text: openApiText() }),
    }),
  ]
}
