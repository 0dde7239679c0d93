/** What is in the database, as its owner sees it: for telling that nothing changed, or exactly what did. */
import type { Service } from './service.ts'

/** What the service keeps about its own work, besides the records. */
const BOOKS = ['audit_log', 'audit_chains', 'idempotency_keys']

export async function tablesOf(service: Service): Promise<string[]> {
  const rows = await service.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations' order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Every table with the number of its rows and a digest of their contents. */
export async function stored(service: Service): Promise<Record<string, string>> {
  const parts = (await tablesOf(service)).map(
    (table) =>
      `select '${table}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest from ${table} t`,
  )
  const rows = await service.asOwner<{ name: string; digest: string }>(parts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Every row of every table as text, for looking for what must not be there. */
export async function everythingStored(service: Service): Promise<string> {
  const parts = (await tablesOf(service)).map((table) => `select t::text as line from ${table} t`)
  const rows = await service.asOwner<{ line: string }>(parts.join(' union all '))
  return rows.map(({ line }) => line).join('\n')
}

export interface StoredRow {
  table: string
  tenantId: string
  id: string
  digest: string
}

/** What belongs to an account and is told of as that account, with what names a row of it. */
const OF_USERS: Record<string, string> = { password_tokens: 'id', revoked_sessions: 'session_id' }

/** Every row of the records, by table and id; of a token or a session, the id is its user's. */
export async function storedRows(service: Service): Promise<Map<string, StoredRow>> {
  const tables = (await tablesOf(service)).filter((table) => !BOOKS.includes(table))
  const parts = tables.map((table) => {
    const tenant = table === 'tenants' ? 't.id' : 't.tenant_id'
    const id = OF_USERS[table] ? 't.user_id' : 't.id'
    return `select '${table}' as "table", ${tenant} as "tenantId", ${id} as id, t.${OF_USERS[table] ?? 'id'} as "rowId", md5(t::text) as digest from ${table} t`
  })
  const rows = await service.asOwner<StoredRow & { rowId: string; [key: string]: unknown }>(
    parts.join(' union all '),
  )
  return new Map(
    rows.map(({ table, tenantId, id, digest, rowId }) => [
      `${table}/${rowId}`,
      { table, tenantId, id, digest },
    ]),
  )
}

/** The rows that are new, gone or other than they were. */
export function changedRows(before: Map<string, StoredRow>, after: Map<string, StoredRow>): StoredRow[] {
  const changed = [...after].filter(([key, row]) => before.get(key)?.digest !== row.digest)
  const gone = [...before].filter(([key]) => !after.has(key))
  return [...changed, ...gone].map(([, row]) => row)
}
