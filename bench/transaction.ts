/**
 * The statements that the service sends for one `GET /api/schemes`, overheard from its own pipeline, as a script for
 * pgbench: the same texts and values, prepared, in one pipeline and one implicit transaction.
 */
import { listSchemes } from '../src/contract/schemes.ts'
import { createSchemeOperations } from '../src/server/areas/schemes/schemes/index.ts'
import { createCompletePipeline } from '../src/server/operation/complete-pipeline.ts'
import type { Statement } from '../src/server/platform/batch.ts'
import { getTodayInDublin, systemClock } from '../src/server/platform/clock.ts'
import type { Database } from '../src/server/platform/database.ts'

export interface Script {
  text: string
  variables: Record<string, string>
}

export async function buildSchemeListScript(reader: { id: string; tenantId: string }): Promise<Script> {
  const statements = await overhear(reader)
  const variables: Record<string, string> = {}
  const texts = statements.map(({ text, values }, statement) => {
    for (const [place, value] of values.entries()) variables[nameOf(statement, place + 1)] = String(value)
    // The space keeps `[1:$3::int]` from becoming `[1::…`, which pgbench reads as a cast.
    return `${text.replace(/\$(\d+)/g, (_, place) => ` :${nameOf(statement, place)}`)};`
  })
  return { text: ['\\startpipeline', ...texts, '\\endpipeline', ''].join('\n'), variables }
}

const nameOf = (statement: number, place: number | string): string => `s${statement}_${place}`

async function overhear({ id, tenantId }: { id: string; tenantId: string }): Promise<readonly Statement[]> {
  let sent: readonly Statement[] = []
  const listener = {
    async batch(statements: readonly Statement[]) {
      sent = statements
      return []
    },
  } as unknown as Database
  const list = createSchemeOperations({ clock: systemClock }).find(
    ({ contract }) => contract.name === listSchemes.name,
  )
  if (list?.kind !== 'statement') throw new Error(`${listSchemes.name} is no longer one statement`)
  const { query } = createCompletePipeline({
    database: listener,
    refuseDevelopmentAccounts: false,
    today: () => getTodayInDublin(systemClock),
    onAfterCommitFailure: () => {},
    derive: async () => null,
  })
  const user = {
    id,
    tenantId,
    role: 'BrokerUser',
    employerId: null,
    memberId: null,
    sessionVersion: 1,
  } as const
  // It refuses, because no database answers; only the statements it sent count.
  await query(list, user, listSchemes.input.parse({}) as never).catch(() => {})
  if (sent.length === 0) throw new Error(`${listSchemes.name} sent nothing`)
  return sent
}
