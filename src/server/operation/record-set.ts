/**
 * Defines the list and get queries of a resource: selected fields (the allow-list of fields returned), owner columns, filters and
 * sort orders. PostgreSQL builds the JSON; a list is one statement with a total, stable order, so that no record is missed or
 * repeated while others are inserted.
 */
import { createHash } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import type { z } from 'zod'
import { type AccessScope, buildScopeConditions, type OwnerColumns } from '../pipeline/access-scope.ts'
import {
  createInvalidFieldRefusal,
  createNotFoundRefusal,
  createRoleRefusal,
  Refusal,
} from '../pipeline/refusal.ts'
import type { Rows, Statement } from '../platform/batch.ts'
import type { ReadDb, Tx } from '../platform/database.ts'
import { searchKey } from '../platform/text-keys.ts'
import { buildColumnExpressions } from './columns.ts'
import { buildJsonText } from './json-text.ts'

/** Kinds of `app.find_candidates`, and obligations, which `app.find_obligations` finds (migrations/functions/22-search.sql). */
type SearchedKind =
  | 'obligation'
  | 'scheme'
  | 'member'
  | 'employer'
  | 'breach'
  | 'keyFunctionHolder'
  | 'document'
  | 'writtenPolicy'
  | 'draft'

/** Filters by a record that names the firm. */
const PARENTS: Readonly<Record<string, string>> = {
  schemeId: 'schemes',
  employerId: 'employers',
  memberId: 'members',
}

interface Order {
  /** The column to order by; ties are broken by id in the same direction. */
  by: string
  /** A date that may be null is ordered by `coalesce(…, 'infinity')`; the text of a date can be in no index. */
  type: 'text' | 'timestamptz' | 'bigint' | 'date'
  descending?: boolean
}

export interface RecordSetDefinition<
  Shape extends z.ZodRawShape,
  Filter extends string,
  Sort extends string,
> {
  /** Fields returned by the API: they decide which columns are selected and how each becomes JSON. */
  record: z.ZodObject<Shape>
  /** Fields of a record in a list with `fields=summary`. */
  summary?: z.ZodObject
  /**
   * Table and joins; the record's own table has the alias `r`. A function where the joins depend on the scope, or on the filters and the order
   * of a list; it gets null for a record by its id.
   */
  from: string | ((list: ListedBy | null) => string)
  /** SQL of the fields that are not a column of `r` with the field's name. */
  columns?: { [K in keyof Shape]?: string }
  owner: OwnerColumns
  /** Conditions with `$` in place of the value. */
  filters: { [K in Filter]: string }
  /** Filters whose words must all occur in a search key, or in a lower-case text: `like all ($)`. */
  contains?: readonly NoInfer<Filter>[]
  /** Kind of record by which the records with the words of the filter `q` are found in an index. */
  searchedAs?: SearchedKind
  sorts: { [K in Sort]: Order }
  /** Excludes records from every list, with any filter. */
  where?: string
}

interface ListedBy {
  scope: AccessScope
  input: Readonly<Record<string, unknown>>
}

type PageInput<Filter extends string, Sort extends string> = {
  limit: number
  cursor?: string | undefined
  fields?: 'all' | 'summary'
  sort: Sort
} & { [K in Filter]?: unknown }

export interface RecordSet<Record_, Filter extends string, Sort extends string> {
  list(input: PageInput<Filter, Sort>, scope: AccessScope): Statement
  /** Body of a list, from the rows of its statement. */
  page(rows: Rows, input: PageInput<Filter, Sort>): string
  one(id: string): Statement
  /** Condition on `r` for the records of an unfiltered list; appends its values and refers to them by position. */
  visible(scope: AccessScope, values: unknown[]): string
  /**
   * A query of `id`, `title` and `detail` for the first records in an order whose `q` filter matches; appends its values. `title`, `detail` and
   * `order` are SQL over the tables of the set.
   */
  find(
    input: { q: string; limit: number; title: string; detail: string; order: string },
    scope: AccessScope,
    values: unknown[],
  ): string
  /** The record as the API returns it, or a 404. */
  require(db: ReadDb | Tx, id: string): Promise<Record_>
  /** Existing records, in the order of their ids: in one statement, for any number. */
  each(db: ReadDb | Tx, ids: readonly string[]): Promise<Record_[]>
}

/** Rows of a search: those of the candidates, or of all records where there are too many candidates. One of the two selects is not run. */
const buildFoundQuery = (candidates: string, select: (condition: string) => string): string =>
  `(with found as materialized (select ${candidates} as ids)
  (${select('r.id = any((select f.ids from found f)::text[])')}) union all (${select('(select f.ids from found f) is null')}))`

/**
 * The condition as one that PostgreSQL expects half of the rows to meet. Of words that it does not know, and of computed values, it expects one
 * row in hundreds, and would then rather find and sort all rows than read them in the order of an index.
 */
export const buildBroadCondition = (condition: string): string =>
  `case when ${condition} then true else false end`

/** Call of the function that finds the candidates of a search in a set that has an index of words. */
const findCandidates = (
  kind: SearchedKind | undefined,
  q: unknown,
  scope: AccessScope,
  values: unknown[],
): string | undefined =>
  kind && q !== undefined
    ? `${kind === 'obligation' ? 'app.find_obligations(' : `app.find_candidates('${kind}', `}$${values.push('tenantId' in scope ? scope.tenantId : null)}, $${values.push(splitIntoWords(String(q)).join(' '))})`
    : undefined

/** A SuperAdmin reads all firms, and the indexes begin with the firm: the record of a filter names it. */
const buildFirmConditions = (
  input: Readonly<Record<string, unknown>>,
  filters: readonly string[],
  tenant: string,
  place: (value: unknown) => string,
): string[] =>
  Object.entries(PARENTS)
    .filter(([name]) => filters.includes(name) && input[name] !== undefined)
    .map(
      ([name, table]) =>
        `${tenant} = (select x.tenant_id from ${table} x where x.id = ${place(input[name])})`,
    )

/** One pattern per word, as a PostgreSQL array: "cian o'sullivan" finds "o'sullivan cian". */
const buildWordPatterns = (text: string): string => {
  const words = splitIntoWords(text)
  return formatArray((words.length > 0 ? words : ['']).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`))
}
const splitIntoWords = (text: string): string[] => searchKey(text).split(/\s+/).filter(Boolean)
const formatArray = (items: string[]): string => `{${items.map((item) => JSON.stringify(item)).join(',')}}`

const buildFromClause =
  (from: string | ((list: ListedBy | null) => string)) =>
  (list: ListedBy | null): string =>
    typeof from === 'string' ? from : from(list)

export function recordSet<Shape extends z.ZodRawShape, Filter extends string, Sort extends string>(
  definition: RecordSetDefinition<Shape, Filter, Sort>,
): RecordSet<z.output<z.ZodObject<Shape>>, Filter, Sort> {
  type Record_ = z.output<z.ZodObject<Shape>>
  const columns = buildColumnExpressions(definition.record, definition.columns)
  const json = buildJsonText(definition.record, columns)
  const summary = definition.summary && buildSummary(definition.summary, columns)
  const fromOf = buildFromClause(definition.from)
  const one = `select ${json} as record from ${fromOf(null)} where r.id = $1`
  const each = `select ${json} as record from ${fromOf(null)} where r.id = any($1) order by r.id`
  const filterNames = Object.keys(definition.filters) as Filter[]
  const fieldNames = Object.keys(definition.record.shape)
  /** A cursor is valid for lists of these records with the same order and filters. */
  const scopeOf = (input: PageInput<Filter, Sort>): string => {
    const filterValues = filterNames.map((name) => input[name] ?? null)
    return createHash('sha256')
      .update(JSON.stringify([fieldNames, input.sort, filterValues]))
      .digest('base64url')
      .slice(0, 12)
  }

  const visible = (scope: AccessScope, values: unknown[]): string => {
    const conditions = buildScopeConditions(scope, definition.owner, values)
    if (definition.where) conditions.push(definition.where)
    return conditions.join(' and ') || 'true'
  }

  return {
    visible,
    find({ q, limit, title, detail, order }, scope, values) {
      const conditions = visible(scope, values)
      // Sets without the filter `q` are not searched.
      const matches = buildBroadCondition(
        definition.filters['q' as Filter].replaceAll('$', () => `$${values.push(buildWordPatterns(q))}`),
      )
      const most = `$${values.push(limit)}::int`
      const select = (condition: string): string =>
        `select r.id, ${title} as title, ${detail} as detail from ${fromOf({ scope, input: { q } })} where ${conditions} and ${matches} and ${condition}
        order by ${order}, r.id limit ${most}`
      const candidates = findCandidates(definition.searchedAs, q, scope, values)
      return candidates ? buildFoundQuery(candidates, select) : select('true')
    },
    list(input, scope) {
      const values: unknown[] = []
      const place = (value: unknown): string => `$${values.push(value)}`
      const conditions = [visible(scope, values)]
      for (const name of filterNames) {
        const value = input[name]
        if (value === undefined) continue
        const sent = definition.contains?.includes(name) ? buildWordPatterns(String(value)) : value
        const condition = definition.filters[name].replaceAll('$', () => place(sent))
        conditions.push(name === 'q' && definition.searchedAs ? buildBroadCondition(condition) : condition)
      }
      if (scope.level === 'platform')
        conditions.push(...buildFirmConditions(input, filterNames, definition.owner.tenant, place))
      const order = definition.sorts[input.sort]
      const direction = order.descending ? 'desc' : 'asc'
      if (input.cursor !== undefined) {
        const [key, id] = parseCursor(input.cursor, scopeOf(input), order.type)
        conditions.push(
          `(${order.by}, r.id) ${order.descending ? '<' : '>'} (${place(key)}::${order.type}, ${place(id)})`,
        )
      }
      // One row more than requested tells whether there is a next page.
      const more = place(input.limit + 1)
      const limit = place(input.limit)
      const candidates = findCandidates(definition.searchedAs, input['q' as Filter], scope, values)
      const select = (condition: string): string =>
        `select ${input.fields === 'summary' ? (summary ?? json) : json} as record, ${order.by}::text as key, r.id from ${fromOf({ scope, input })}
  where ${conditions.join(' and ')} and ${condition} order by ${order.by} ${direction}, r.id ${direction} limit ${more}::int`
      return {
        text: `select '[' || coalesce(array_to_string((array_agg(p.record))[1:${limit}::int], ','), '') || ']' as data,
  case when count(*) > ${limit}::int then (array_agg(p.key))[${limit}::int] end as last_key,
  case when count(*) > ${limit}::int then (array_agg(p.id))[${limit}::int] end as last_id
from ${candidates ? buildFoundQuery(candidates, select) : `(${select('true')})`} p`,
        values,
      }
    },
    page(rows, input) {
      const [data, key, id] = rows[0] ?? ['[]', null, null]
      const isLast = id === null || id === undefined
      const cursor = isLast
        ? ''
        : Buffer.from(JSON.stringify([scopeOf(input), key, id])).toString('base64url')
      return `{"data":${data},"nextCursor":${isLast ? 'null' : `"${cursor}"`}}`
    },
    one: (id) => ({ text: one, values: [id] }),
    async require(db, id) {
      const { rows } = await db.getExecutor().executeQuery<{ record: string }>(CompiledQuery.raw(one, [id]))
      if (!rows[0]) throw createNotFoundRefusal()
      return JSON.parse(rows[0].record) as Record_
    },
    async each(db, ids) {
      const { rows } = await db
        .getExecutor()
        .executeQuery<{ record: string }>(CompiledQuery.raw(each, [[...ids]]))
      return rows.map(({ record }) => JSON.parse(record) as Record_)
    },
  }
}

/** JSON text of the fields of a summary, from the columns of the record. */
const buildSummary = (summary: z.ZodObject, columns: Readonly<Record<string, string>>): string =>
  buildJsonText(
    summary,
    Object.fromEntries(Object.keys(summary.shape).map((name) => [name, columns[name] as string])),
  )

/**
 * Row-level security hides some records of a firm from some of its users: the guard has found such a record, so it is refused as not
 * permitted, not as absent.
 */
export const refuseHiddenRecords = <R, F extends string, S extends string>(
  set: RecordSet<R, F, S>,
): RecordSet<R, F, S> => ({
  ...set,
  require: (db, id) =>
    set.require(db, id).catch((error: unknown) => {
      throw error instanceof Refusal && error.status === 404 ? createRoleRefusal() : error
    }),
})

/** Format of a cursor key by type: PostgreSQL is never asked to parse anything else. */
const KEY_FORM: Record<Order['type'], RegExp> = {
  text: /^[^\0]*$/,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-5])(:[0-5]\d)?$/,
  bigint: /^-?\d{1,18}$/,
  date: /^(\d{4,7}-\d\d-\d\d|-?infinity)$/,
}

/** A cursor belongs to the list, order and filters it came from; anything else is refused. */
function parseCursor(cursor: string, scope: string, type: Order['type']): [key: string, id: string] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(parsed) &&
      parsed.length === 3 &&
      parsed[0] === scope &&
      parsed.every((part) => typeof part === 'string')
    ) {
      const [, key, id] = parsed as [string, string, string]
      if (KEY_FORM[type].test(key) && /^[a-z][a-z0-9]{1,31}$/.test(id)) return [key, id]
    }
  } catch {
    // refused below
  }
  throw createInvalidFieldRefusal('cursor', 'Not a cursor of this list')
}
