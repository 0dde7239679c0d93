/** Reads the stored rows as the database owner, so that tests can prove that no row changed, or exactly which rows changed. */
import type { Service } from './service.ts'

/** Tables about the service's own work, and tables that it computes from the records. */
const LOG_TABLES = [
  'ai_disclosures',
  'audit_log',
  'audit_chains',
  'audit_checkpoints',
  'idempotency_keys',
  'unclaimed_files',
  'import_mappings',
  'rule_decisions',
  'compliance_snapshots',
  'scheme_data_changes',
  'scheme_data_quality',
  'sent_reminders',
  'inbox_items',
  'saved_views',
]

/** Tables that belong to no firm: the public texts. */
const PLATFORM_TABLES = [
  'corpus_documents',
  'corpus_ingests',
  'corpus_chunks',
  'corpus_terms',
  'corpus_postings',
  'corpus_chunk_terms',
  'corpus_fields',
  'corpus_embedders',
  'corpus_embeddings',
]
export const isPlatformTable = (name: string): boolean => PLATFORM_TABLES.includes(name)

const tables = new WeakMap<Service['asOwner'], Promise<string[]>>()
/** Names of all tables, read once for each service: no test that adds a table compares stored rows. */
export function listTables({ asOwner }: Service): Promise<string[]> {
  const known =
    tables.get(asOwner) ??
    asOwner<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations' order by 1`,
    ).then((rows) => rows.map(({ name }) => name))
  tables.set(asOwner, known)
  return known
}

/** Leaves out columns that the service writes after the response, in background work. */
const WRITTEN_LATER: Record<string, string> = {
  sent_reminders: "to_jsonb(t) - 'begun_on' - 'handed_over_at'",
}

/**
 * Returns for every table the number of its rows and a digest of their contents. The digest is a sum, which does not depend on the
 * order of rows and is faster than sorting. The statements of this file take a parameter so that they are prepared: planning a statement
 * over all tables takes longer than running it.
 */
export async function readStoredDigests(service: Service): Promise<Record<string, string>> {
  const parts = (await listTables(service)).map(
    (table) =>
      `select '${table}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended((${WRITTEN_LATER[table] ?? 't'})::text, $1::bigint)), 0) as digest
         from ${table} t`,
  )
  const rows = await service.asOwner<{ name: string; digest: string }>(parts.join(' union all '), [0])
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

/** Returns every row of every table as text, so that tests can search it for forbidden values. */
export async function readStoredText(service: Service): Promise<string> {
  const parts = (await listTables(service)).map(
    (table) => `select t::text || $1::text as line from ${table} t`,
  )
  const rows = await service.asOwner<{ line: string }>(parts.join(' union all '), [''])
  return rows.map(({ line }) => line).join('\n')
}

export interface StoredRow {
  table: string
  tenantId: string
  id: string
  digest: string
}

/** Tables whose rows are parts of a record and are reported as that record, with the column that identifies a row. */
const PARTS: Record<string, { of: string; row: string }> = {
  password_tokens: { of: 'user_id', row: 'id' },
  revoked_sessions: { of: 'user_id', row: 'session_id' },
  authenticator_apps: { of: 'user_id', row: 'id' },
  passkeys: { of: 'user_id', row: 'id' },
  recovery_codes: { of: 'user_id', row: 'id' },
  factor_challenges: { of: 'user_id', row: 'id' },
  sessions: { of: 'user_id', row: 'id' },
  single_sign_on_links: { of: 'user_id', row: 'id' },
  single_sign_ons: { of: 'tenant_id', row: 'id' },
  single_sign_on_domains: { of: 'tenant_id', row: 'id' },
  document_versions: { of: 'document_id', row: 'id' },
  statement_checklists: { of: 'document_id', row: 'id' },
  key_function_reports: { of: 'holder_id', row: 'id' },
  policy_versions: { of: 'policy_id', row: 'id' },
  draft_versions: { of: 'draft_id', row: 'id' },
  policy_acknowledgements: { of: 'policy_id', row: 'id' },
  trustee_review_responses: { of: 'review_id', row: 'id' },
  member_pay: { of: 'member_id', row: 'id' },
  member_emoluments: { of: 'member_id', row: 'id' },
  contribution_lines: { of: 'batch_id', row: "batch_id || '/' || t.number" },
  contribution_receipts: { of: 'batch_id', row: 'id' },
  contribution_reports: { of: 'batch_id', row: 'batch_id' },
}

/** Computed rows count as records only if a person created, confirmed or assigned them. */
const RECORDED: Record<string, string> = {
  obligations: '(t.is_by_hand or t.confirmation is not null or t.assignee_id is not null)',
}

/**
 * Leaves out columns that repeat the editors of other records, because the audit entries of those records name them: a change of the
 * risk register adds its editor to the assessment.
 */
const REPEATED: Record<string, string> = { own_risk_assessments: "to_jsonb(t) - 'edited_by'" }

/** Returns all rows of the records, by table and row id; a row that is part of a record has the id of that record. */
export async function readStoredRows(service: Service): Promise<Map<string, StoredRow>> {
  // Corpus documents are records of the platform; the other tables without a firm are parts of them.
  const tables = (await listTables(service)).filter(
    (table) => !LOG_TABLES.includes(table) && (!isPlatformTable(table) || table === 'corpus_documents'),
  )
  const parts = tables.map((table) => {
    const tenant = table === 'tenants' ? 't.id' : isPlatformTable(table) ? "'platform'" : 't.tenant_id'
    const { of, row } = PARTS[table] ?? { of: 'id', row: 'id' }
    return `select '${table}' as "table", ${tenant} as "tenantId", t.${of} as id, t.${row} as "rowId", md5((${REPEATED[table] ?? 't'})::text || $1::text) as digest from ${table} t where ${RECORDED[table] ?? 'true'}`
  })
  const rows = await service.asOwner<StoredRow & { rowId: string; [key: string]: unknown }>(
    parts.join(' union all '),
    [''],
  )
  return new Map(
    rows.map(({ table, tenantId, id, digest, rowId }) => [
      `${table}/${rowId}`,
      { table, tenantId, id, digest },
    ]),
  )
}

/** Finds the rows that were added, deleted or changed. */
export function listChangedRows(before: Map<string, StoredRow>, after: Map<string, StoredRow>): StoredRow[] {
  const changed = [...after].filter(([key, row]) => before.get(key)?.digest !== row.digest)
  const gone = [...before].filter(([key]) => !after.has(key))
  return [...changed, ...gone].map(([, row]) => row)
}
