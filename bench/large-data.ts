/**
 * npm run bench:large: how long each query of the API takes in a large installation (large-dataset.ts), and its slowest statement.
 *
 * The queries follow from the contracts: each list with each of its filters and orders, its first page and a page further on, and every other
 * query with a record of the firm; as an administrator of the large firm, of a small firm, and of the platform. The time of a statement is
 * what PostgreSQL reports: planning and execution, without the network.
 *
 * DATABASE_URL: a login of a superuser, because reports of statements are his to turn on. --scale makes less data, --keep keeps the
 * database, --database uses a kept one, --only REGEXP measures some operations, --callers some callers, --plans prints the plans of slow statements,
 * --all prints every request. --best takes the fastest round instead of the median: on a machine with other work the times of rounds differ, and
 * the number of pages (buffers, with --plans) does not.
 */
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { z } from 'zod'
import { addDays } from '../src/contract/civil-dates.ts'
import { type Contract, isAtLeast, parseRoute, type Role } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { runMigrations } from '../src/server/platform/migrate.ts'
import { startService } from '../test/service-process.ts'
import { runOnServer } from './dataset.ts'
import { CALLERS, fillLargeDataset, SECRETS } from './large-dataset.ts'
import { signIn } from './sign-in.ts'

const { values: flags } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '3' },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    callers: { type: 'string', default: Object.keys(CALLERS).join(',') },
    keep: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    best: { type: 'boolean', default: false },
  },
})
const NAME = 'pcs_bench_large'
const SERVER = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
/** No statement of an interactive request may take longer. */
const LIMIT_MS = 50
/** Requests after which the page is called a further one. */
const PAGES = 5
/** A list has at most so many values of a filter tried. */
const MOST_VALUES = 4
/** Queries of texts of the law do not depend on the size of firms. */
const LEFT_OUT =
  /^(assistant|corpus|corpus-text|health|meta|auth|tenant\.logo|document\.content|obligation\.calendar-feed)\b/
const rounds = Number(flags.rounds)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
/** The median of the rounds, or with --best the fastest. */
const select = <T>(rounds: readonly T[], toMs: (round: T) => number): T =>
  rounds.toSorted((a, b) => toMs(a) - toMs(b))[flags.best ? 0 : Math.floor(rounds.length / 2)] as T

type Caller = keyof typeof CALLERS
const ROLES: Record<Caller, Role> = {
  'large firm': 'BrokerAdmin',
  'small firm': 'BrokerAdmin',
  platform: 'SuperAdmin',
}

interface Request {
  name: string
  variant: string
  path: string
  query: Record<string, string>
  isHeavy: boolean
}

/** Records of a firm by the name of a path or field: `schemes` and `schemeId`. */
type Ids = Record<string, string>
const TABLES: Record<string, string> = {
  contributions: 'contribution_batches',
  policies: 'written_policies',
  drafts: 'drafts',
  participations: 'scheme_participations',
}
const FIELDS: Record<string, string> = {
  schemeId: 'schemes',
  employerId: 'employers',
  memberId: 'members',
  samePersonAs: 'members',
  assigneeId: 'users',
  actorId: 'users',
  userId: 'users',
  askedById: 'users',
  entityId: 'schemes',
  subjectId: 'policies',
  meetingId: 'trustee-meetings',
  trusteeId: 'trustees',
  providerId: 'service-providers',
}

async function loadIds(client: pg.Client, tenantId: string): Promise<Ids> {
  const paths = CONTRACTS.map(
    ({ route }) => /^GET \/api\/(?:ai\/)?([a-z-]+)\/\{id\}/.exec(route)?.[1],
  ).filter((segment) => segment !== undefined)
  const ids: Ids = { tenants: tenantId, tenantId }
  for (const segment of new Set([...paths, ...Object.values(FIELDS)])) {
    const table = TABLES[segment] ?? segment.replaceAll('-', '_')
    if (
      segment === 'tenants' ||
      !(await client.query('select to_regclass($1) as found', [table])).rows[0].found
    )
      continue
    // In the middle of the firm, and with the most records of its own.
    const { rows } = await client.query(
      `select id from ${table} where tenant_id = $1 order by id offset (select count(*) / 2 from ${table} where tenant_id = $1) limit 1`,
      [tenantId],
    )
    if (rows[0]) ids[segment] = rows[0].id
  }
  return ids
}

const today = new Date().toISOString().slice(0, 10)
const month = today.slice(0, 7)
const VALUES: Record<string, readonly string[]> = {
  q: ['murphy', 'ultan kavanagh', 'plan 17', 'no such name', 'a'],
  ruleId: ['GOV-01'],
  payrollMonth: [addDays(`${month}-01`, -40).slice(0, 7)],
  page: ['schemes'],
  acsYear: ['2025'],
  year: [today.slice(0, 4)],
  action: ['member.update', 'no.such'],
  entityType: ['scheme', 'member'],
  corpusSnapshot: ['0'.repeat(64)],
  id: ['absent'],
  from: [addDays(today, -30)],
  to: [today],
  dueFrom: [today],
  dueTo: [addDays(today, -300), today],
  dueBefore: [today],
  withoutStatementSince: ['2025-01-01'],
  format: ['pdf'],
}

/** Values of a query parameter: codes of the contract, ids of the firm, or words of the data. */
function listValues(field: string, schema: z.ZodType, ids: Ids): readonly string[] {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    enum?: string[]
    anyOf?: { enum?: string[] }[]
    type?: string
  }
  const codes = json.enum ?? json.anyOf?.flatMap((one) => one.enum ?? [])
  if (codes?.length) return codes.slice(0, MOST_VALUES)
  const id = ids[FIELDS[field] ?? field]
  if (id) return [id]
  if (VALUES[field]) return VALUES[field]
  return json.type === 'integer' ? ['3'] : field.startsWith('is') ? ['true', 'false'] : []
}

const PAGING = ['limit', 'cursor', 'fields']

/** Requests of an operation: without parameters, and with each value of each of them. */
function listRequests(contract: Contract, ids: Ids): Request[] {
  const { path, parameters } = parseRoute(contract.route)
  const ofRecord = /^\/api\/(?:ai\/)?([a-z-]+)\/\{id\}/.exec(path)?.[1]
  const id = ofRecord && ids[ofRecord]
  if (parameters.some((one) => one !== 'id' && one !== 'number') || (parameters.includes('id') && !id))
    return []
  const shape = (contract.input as z.ZodObject).shape ?? {}
  const fields = Object.entries(shape).filter(
    ([field]) => !PAGING.includes(field) && !parameters.includes(field),
  )
  const isRequired = ([, schema]: [string, unknown]): boolean =>
    !(schema as z.ZodType).safeParse(undefined).success
  const required = Object.fromEntries(
    fields
      .filter(isRequired)
      .map(([field, schema]) => [field, listValues(field, schema as z.ZodType, ids)[0] ?? '']),
  )
  const request = (variant: string, query: Record<string, string>): Request => ({
    name: contract.name,
    variant,
    path: path.replace('{id}', id ?? '').replace('{number}', '1'),
    query: { ...required, ...query },
    isHeavy: contract.rateClass === 'heavy',
  })
  const variants = fields.flatMap(([field, schema]) =>
    listValues(field, schema as z.ZodType, ids).map((value) =>
      request(`${field}=${value}`, { [field]: value }),
    ),
  )
  const isList = 'limit' in shape && 'cursor' in shape
  return [
    request('', {}),
    ...('fields' in shape ? [request('fields=summary', { fields: 'summary' })] : []),
    ...(isList ? [request(`page ${PAGES}`, { limit: '200' })] : []),
    ...variants,
  ]
}

interface Measured extends Request {
  caller: Caller
  status: number
  ms: number
  statementMs: number
  statement: string
  parameters: string
  plan: string
}

interface Report {
  message: string
  detail?: string
}

/** Reads what the service has written since the last call. */
async function takeReports(): Promise<Report[]> {
  const text = await readFile(reportFile, 'utf8')
  await truncate(reportFile)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

const DURATION = /^duration: ([\d.]+) ms {2}(parse|bind|execute|statement)(?: [^:]*)?: ([\s\S]*)$/
const PLAN = /^duration: [\d.]+ ms {2}plan:\n([\s\S]*)$/

/** The slowest statement of a request: its parts are reported one after the other. */
function findSlowest(reports: readonly Report[]) {
  const slowest = { statementMs: 0, statement: '', parameters: '', plan: '' }
  let [sum, of] = [0, '']
  for (const { message, detail } of reports) {
    const [, ms, part, text] = DURATION.exec(message) ?? []
    if (!ms || !text) continue
    sum = text === of ? sum + Number(ms) : Number(ms)
    of = part === 'execute' ? '' : text
    if (sum > slowest.statementMs)
      Object.assign(slowest, { statementMs: sum, statement: text, parameters: detail ?? '' })
  }
  const plans = reports.map(({ message }) => PLAN.exec(message)?.[1]).filter((plan) => plan !== undefined)
  return { ...slowest, plan: plans.find((plan) => plan.includes(slowest.statement)) ?? plans[0] ?? '' }
}

async function measure(url: string, cookie: string, caller: Caller, request: Request): Promise<Measured> {
  const send = async (query: Record<string, string>) => {
    const began = performance.now()
    const response = await fetch(`${url}${request.path}?${new URLSearchParams(query)}`, {
      headers: { cookie },
    })
    // Files of documents are not stored: a pack ends where the first is read.
    const body = await response.arrayBuffer().catch(() => new ArrayBuffer(0))
    return { status: response.status, body, ms: performance.now() - began }
  }
  let query = request.query
  for (let page = 1; request.variant.startsWith('page') && page < PAGES; page++) {
    const { body } = await send(query)
    const { nextCursor } = JSON.parse(Buffer.from(body).toString()) as { nextCursor?: string }
    if (nextCursor) query = { ...request.query, cursor: nextCursor }
  }
  const runs: Pick<Measured, 'status' | 'ms' | 'statementMs' | 'statement' | 'parameters' | 'plan'>[] = []
  for (let round = 0; round < (request.isHeavy ? 1 : rounds); round++) {
    await takeReports()
    const { status, ms } = await send(query)
    runs.push({ status, ms, ...findSlowest(await takeReports()) })
    // A request of seconds is not repeated.
    if (ms > 2_000) break
  }
  return {
    ...request,
    caller,
    ...select(runs, ({ statementMs }) => statementMs),
    ms: select(runs, ({ ms }) => ms).ms,
  }
}

async function prepareDatabase(): Promise<string> {
  if (flags.database) {
    // A migration of so much data may take longer than a start may.
    await runOnServer(flags.database, async (client) => void (await runMigrations(client)))
    return flags.database
  }
  await runOnServer(SERVER, async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`)
    await client.query(`create database ${NAME}`)
  })
  const url = new URL(SERVER)
  url.pathname = `/${NAME}`
  await fillLargeDataset(url.href, Number(flags.scale), say)
  return url.href
}

const database = await prepareDatabase()
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const reportFile = join(folder, 'statements.jsonl')
await writeFile(reportFile, '')
const firms = await runOnServer(database, async (client) => {
  // Reports go to the client that ran the statement, and not only to the log of the server.
  for (const setting of [
    'set client_min_messages = log',
    "set log_min_duration_statement = '1ms'",
    flags.plans ? 'set session_preload_libraries = auto_explain' : 'reset session_preload_libraries',
    `set auto_explain.log_min_duration = '${LIMIT_MS}ms'`,
    'set auto_explain.log_analyze = on',
    'set auto_explain.log_timing = off',
    'set auto_explain.log_buffers = on',
    'set auto_explain.log_level = notice',
  ])
    await client.query(`alter database ${new URL(database).pathname.slice(1)} ${setting}`)
  const ids: Partial<Record<Caller, Ids>> = {}
  for (const [caller, name] of [
    ['large firm', 'Firm 1'],
    ['small firm', 'Firm 2'],
    ['platform', 'Firm 1'],
  ] as const) {
    const { rows } = await client.query('select id from tenants where name = $1', [name])
    ids[caller] = await loadIds(client, rows[0].id)
  }
  return ids as Record<Caller, Ids>
})
const service = await startService({
  ...SECRETS,
  NODE_ENV: 'development',
  DATABASE_URL: database,
  RATE_LIMIT_SCALE: '100000',
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'statement-log.ts')).href}`,
  STATEMENT_LOG: reportFile,
})
const measured: Measured[] = []
try {
  const only = new RegExp(flags.only)
  const callers = flags.callers.split(',') as Caller[]
  for (const caller of callers) {
    const cookie = await signIn(service.url, CALLERS[caller])
    for (const contract of CONTRACTS as readonly Contract[]) {
      const { kind, name, access } = contract
      if (kind !== 'query' || LEFT_OUT.test(name) || !only.test(name)) continue
      if (
        access === 'public' ||
        access === 'cron' ||
        access === 'ingest' ||
        !isAtLeast(ROLES[caller], access)
      )
        continue
      for (const request of listRequests(contract, firms[caller]))
        measured.push(await measure(service.url, cookie, caller, request))
    }
  }
} catch (error) {
  say(`The service said:\n${await service.output()}`)
  throw error
} finally {
  await service.stop()
  await rm(folder, { recursive: true })
  if (!flags.database && !flags.keep)
    await runOnServer(SERVER, (client) => client.query(`drop database ${NAME} with (force)`))
}

/** Pages of 8 kB that the statement has read, from memory or not; known with --plans for statements over the limit. */
const countPages = ({ plan }: Measured): string => {
  const [, hit = 0, read = 0] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? []
  return plan && `${Number(hit) + Number(read)} pages`
}
const ratio = ({ statementMs }: Measured): string => `${(statementMs / LIMIT_MS).toFixed(2)}x`
const isOver = ({ statementMs }: Measured): boolean => statementMs > LIMIT_MS
const print = (one: Measured): void =>
  say(
    `${one.caller.padEnd(12)}${`${one.name} ${one.variant}`.padEnd(62)}${String(one.status).padStart(4)}${one.ms.toFixed(0).padStart(8)} ms${one.statementMs.toFixed(1).padStart(9)} ms${ratio(one).padStart(8)}${isOver(one) ? '  OVER' : ''}${countPages(one).padStart(16)}`,
  )
say(
  `\nNode ${process.version}, ${availableParallelism()} cores, ${flags.best ? 'fastest' : 'median'} of ${rounds} requests; limit of a statement ${LIMIT_MS} ms\n`,
)
say(
  `${'caller'.padEnd(12)}${'query'.padEnd(62)}    ${'request'.padStart(11)}${'statement'.padStart(12)}${'/ limit'.padStart(8)}`,
)
const slowestFirst = measured.toSorted((a, b) => b.statementMs - a.statementMs)
// Of each operation the slowest request, and all over the limit.
const worst = new Map(slowestFirst.toReversed().map((one) => [`${one.caller} ${one.name}`, one]))
for (const one of slowestFirst)
  if (flags.all || isOver(one) || one.status >= 400 || worst.get(`${one.caller} ${one.name}`) === one)
    print(one)
if (flags.plans)
  for (const one of slowestFirst.filter(isOver))
    say(`\n=== ${one.caller} ${one.name} ${one.variant}\n${one.parameters}\n${one.plan || one.statement}`)
say(
  `\n${measured.length} requests, ${measured.filter(isOver).length} with a statement over the limit, ${measured.filter(({ status }) => status >= 400).length} refused`,
)
