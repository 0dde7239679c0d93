/**
 * Finds PPS numbers in texts that earlier versions stored, when fields accepted them (Spec 2.7). It reports table, column and record, never
 * the text. All text and JSON columns are scanned unless they are excluded here, so that new columns are included.
 */
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import type { Change } from '../../../pipeline/audit-log.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import type { Tx } from '../../../platform/database.ts'
import { RESOURCES } from '../../../platform/resources.ts'
import { runRows } from '../../../platform/statements.ts'

/** The record that a row belongs to: its kind in the audit log, and the column with its id. */
interface Record_ {
  kind: string
  id: string
}

const defineScannedRecord = (kind: string, id = 'id'): Record_ => ({ kind, id })

export const SCANNED_TABLES: Readonly<Record<string, Record_>> = {
  ...Object.fromEntries(
    Object.entries(RESOURCES).map(([kind, { table }]) => [table, defineScannedRecord(kind)]),
  ),
  ai_disclosures: defineScannedRecord('aiDisclosure'),
  audit_log: defineScannedRecord('auditEntry'),
  contribution_lines: defineScannedRecord('contribution', 'batch_id'),
  contribution_receipts: defineScannedRecord('contribution', 'batch_id'),
  contribution_reports: defineScannedRecord('contribution', 'batch_id'),
  document_versions: defineScannedRecord('document', 'document_id'),
  draft_versions: defineScannedRecord('draft', 'draft_id'),
  import_mappings: defineScannedRecord('scheme', 'scheme_id'),
  key_function_reports: defineScannedRecord('keyFunctionHolder', 'holder_id'),
  policy_versions: defineScannedRecord('writtenPolicy', 'policy_id'),
  rule_decisions: defineScannedRecord('scheme', 'scheme_id'),
  sent_reminders: defineScannedRecord('reminder'),
  statement_checklists: defineScannedRecord('document', 'document_id'),
  trustee_review_responses: defineScannedRecord('trusteeReview', 'review_id'),
}

/** Columns with ids, hashes and keys, and columns computed from a scanned column. */
export const NOT_SCANNED_COLUMN =
  /(^|_)(ids?|by|keys?|sha256s?|hash|fingerprint|signature|digest|corpus_snapshot)$|^(pps_number_.*|ip_address)$/

/** Revenue issues employer numbers in the format of a PPS number (contract/free-text.test.ts). */
const NOT_SCANNED = new Set(['employers.registered_number'])

/** Hashes and ids within text or JSON: one in thirty hashes has seven digits before a letter that fits a PPS number. */
const OPAQUE = /\b(?:[0-9a-f]{40,}|[a-z][a-z0-9]{23})\b/g

const ROWS_AT_ONCE = 500
const ENTRIES_AT_ONCE = 200

const Finding = z.object({ kind: z.string(), table: z.string(), columns: z.array(z.string()) })
type Finding = z.infer<typeof Finding> & { id: string }

/** Runs a transaction that is restricted to the firm. */
export type InFirm = <T>(work: (tx: Tx) => Promise<{ answer: T; changes: readonly Change[] }>) => Promise<T>

/** Writes one audit entry per record, in the record's firm. Each transaction covers a limited number of rows or entries. */
export async function scanFreeText(inFirm: InFirm, tenantId: string): Promise<{ did: { found: number } }> {
  let found = 0
  for (const table of await inFirm(loadScannedTables)) {
    const findings = new Map<string, Finding>()
    let after: readonly unknown[] | null = null
    do {
      const rows: Row[] = await inFirm((tx) => loadRows(tx, table, tenantId, after))
      for (const row of rows) addFinding(findings, table, row)
      await setImmediate()
      after = rows.length < ROWS_AT_ONCE ? null : (rows.at(-1)?.place ?? null)
    } while (after !== null)
    const changes = [...findings.values()].map(buildChange)
    for (let from = 0; from < changes.length; from += ENTRIES_AT_ONCE)
      await inFirm(async () => ({ answer: null, changes: changes.slice(from, from + ENTRIES_AT_ONCE) }))
    found += findings.size
  }
  return { did: { found } }
}

const buildChange = ({ id, ...finding }: Finding): Change => ({
  audited: defineAudited(finding.kind, Finding),
  before: null,
  after: { id, ...finding },
})

function addFinding(findings: Map<string, Finding>, { name, columns }: Table, { id, texts }: Row): void {
  const kind = SCANNED_TABLES[name]?.kind as string
  for (const [at, column] of columns.entries()) {
    if (!containsPpsNumber(texts[at])) continue
    const finding = findings.get(id) ?? { id, kind, table: name, columns: [] }
    if (!finding.columns.includes(column)) finding.columns.push(column)
    findings.set(id, finding)
  }
}

/** Parts of JSON are scanned one by one, because two adjacent numbers are not one number. */
function containsPpsNumber(value: unknown): boolean {
  if (typeof value === 'string') return hasPpsNumber(value.replace(OPAQUE, ' '))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, part]) => !NOT_SCANNED_COLUMN.test(key) && (hasPpsNumber(key) || containsPpsNumber(part)),
  )
}

interface Table {
  name: string
  columns: readonly string[]
  /** Columns of the primary key with their types. */
  key: readonly { name: string; type: string }[]
}

/** Returns the tables and columns to scan that the application role may read. */
async function loadScannedTables(tx: Tx): Promise<{ answer: Table[]; changes: [] }> {
  const rows = await runRows<{ table: string; columns: string[]; key: Table['key'] }>(
    tx,
    `select c.relname as "table",
        array_agg(a.attname::text order by a.attnum) filter (where a.atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype)
          and has_column_privilege(c.oid, a.attnum, 'select')) as columns,
        (select json_agg(json_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod)) order by array_position(i.indkey::int[], k.attnum::int))
           from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any(i.indkey)
          where i.indrelid = c.oid and i.indisprimary) as key
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) group by c.oid, c.relname order by c.relname`,
    [Object.keys(SCANNED_TABLES)],
  )
  const tables = rows.map(({ table, columns, key }) => ({
    name: table,
    columns: (columns ?? []).filter(
      (column) => !NOT_SCANNED_COLUMN.test(column) && !NOT_SCANNED.has(`${table}.${column}`),
    ),
    key,
  }))
  return { answer: tables.filter(({ columns }) => columns.length > 0), changes: [] }
}

interface Row {
  id: string
  texts: readonly unknown[]
  place: readonly unknown[]
}

/** Table and column names come from the database catalogue. */
async function loadRows(
  tx: Tx,
  { name, columns, key }: Table,
  tenantId: string,
  after: readonly unknown[] | null,
): Promise<{ answer: Row[]; changes: [] }> {
  const keyColumns = key.map((column) => `r."${column.name}"`).join(', ')
  const place = key.map((column) => `r."${column.name}"::text`).join(', ')
  const beyond = key.map((column, at) => `$${at + 3}::${column.type}`).join(', ')
  const rows = await runRows<Row>(
    tx,
    `select r."${SCANNED_TABLES[name]?.id}" as id, jsonb_build_array(${columns.map((column) => `r."${column}"`).join(', ')}) as texts,
        jsonb_build_array(${place}) as place
       from "${name}" r where r.${name === 'tenants' ? 'id' : 'tenant_id'} = $1 ${after ? `and (${keyColumns}) > (${beyond})` : ''}
      order by ${keyColumns} limit $2::int`,
    [tenantId, ROWS_AT_ONCE, ...(after ?? [])],
  )
  return { answer: rows, changes: [] }
}
