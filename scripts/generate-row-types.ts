/**
 * Writes src/server/platform/rows.ts from a freshly migrated embedded database: the row types of all tables, and the tables of
 * `app.kinds_of_firms`. With --check it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createPool } from '../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../src/server/platform/embedded-database.ts'
import { runMigrations } from '../src/server/platform/migrate.ts'

const target = new URL('../src/server/platform/rows.ts', import.meta.url)

const COLUMNS = `
  select c.relname as "table", a.attname as "column", t.typname as "type", not a.attnotnull as "nullable",
         a.atthasdef or a.attidentity <> '' as "hasDefault"
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
   where c.relkind = 'r' and c.relname <> 'schema_migrations'
   order by c.relname, a.attnum`

const TYPES: Record<string, string> = {
  text: 'string',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  bool: 'boolean',
  date: 'string',
  timestamptz: 'Instant',
  jsonb: 'Json',
  _text: 'string[]',
  _int4: 'number[]',
  _float4: 'number[]',
  vector: 'string',
  xid8: 'string',
}

const KINDS = 'select kind, relation as "table" from app.kinds_of_firms order by kind'

/** Columns that hold the title of a record, in the order in which they are looked for. */
const TITLE_COLUMNS = ['title', 'name', 'subject', 'topic']

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
  hasDefault: boolean
}

function typeOf({ table, column, type, nullable, hasDefault }: Column): string {
  const name = TYPES[type]
  if (!name) throw new Error(`No row type for ${table}.${column}: ${type}`)
  const whole = nullable ? `${name} | null` : name
  return hasDefault ? `Generated<${whole}>` : whole
}

const pascalCase = (name: string): string =>
  name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

const embedded = await openEmbeddedDatabase({})
const pool = createPool({ openStream: embedded.openStream, poolSize: 1 })
const client = await pool.connect()
await runMigrations(client)
const { rows } = await client.query<Column>(COLUMNS)
const kinds = await client.query<{ kind: string; table: string }>(KINDS)
client.release()
await pool.end()
await embedded.close()

const tables = Map.groupBy(rows, (row) => row.table)

/** Title and scheme on the alias `x`, where the table has a column for them. */
function describeKind({ kind, table }: { kind: string; table: string }): string {
  const columns = new Set((tables.get(table) ?? []).map(({ column }) => column))
  if (columns.size === 0) throw new Error(`app.kinds_of_firms names a table that does not exist: ${table}`)
  const title = TITLE_COLUMNS.find((column) => columns.has(column))
  const fields = [
    `table: '${table}'`,
    ...(title ? [`title: 'x.${title}'`] : []),
    ...(columns.has('scheme_id') ? ["scheme: 'x.scheme_id'"] : []),
  ]
  return `  ${kind}: { ${fields.join(', ')} },`
}

const generated = `// Made by \`npm run rows\` from the migrated schema; the check fails when it is out of date.
import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
type Instant = ColumnType<Date, Date | string, Date | string>
/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string | null, string | null>

${[...tables]
  .map(
    ([table, columns]) =>
      `export interface ${pascalCase(table)} {\n${columns.map((column) => `  ${column.column}: ${typeOf(column)}`).join('\n')}\n}`,
  )
  .join('\n\n')}

export interface DB {
${[...tables.keys()].map((table) => `  ${table}: ${pascalCase(table)}`).join('\n')}
}

/** Kinds of records that belong to their firm alone (app.kinds_of_firms), with SQL of title and scheme where a column has it. */
export const RECORDS_OF_FIRMS = {
${kinds.rows.map(describeKind).join('\n')}
} as const
`
if (!process.argv.includes('--check')) await writeFile(target, generated)
else if ((await readFile(target, 'utf8')) !== generated) {
  process.stderr.write('src/server/platform/rows.ts is out of date: run npm run rows\n')
  process.exitCode = 1
}
