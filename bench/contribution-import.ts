/**
 * npm run bench:import: what an upload of the largest payroll costs beside the least that it could.
 *
 * One scheme of 20,000 members, a file of 20,000 rows with PPS numbers, one PostgreSQL; the three take turns:
 *   service  POST /api/contributions of the real server: read, match, judge, write, record
 *   sql      the same lines by hand: COPY to a staging table and one INSERT … SELECT that finds the members by hash
 *   copy     COPY of the finished lines into the same table, with its indexes and constraints: the floor
 * Then the memory that the largest file takes, how long others wait meanwhile, and the embedded database for comparison.
 * DATABASE_URL: a login that may create databases. --rounds changes how long it takes.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { hash } from 'bcrypt'
import pg from 'pg'
import { calculatePpsCheckLetter } from '../src/contract/pps-number.ts'
import { calculatePpsNumberHash } from '../src/server/areas/members/members/index.ts'
import { createCipher } from '../src/server/platform/cipher.ts'
import { createPool } from '../src/server/platform/database.ts'
import { openEmbeddedDatabase } from '../src/server/platform/embedded-database.ts'
import { runMigrations } from '../src/server/platform/migrate.ts'
import { type RunningProgram, startService } from '../test/service-process.ts'
import { signIn } from './sign-in.ts'

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const rounds = Number(flags.rounds)
const ROWS = 20_000
const NAME = 'pcs_bench_import'
const PORT = 3390
const LARGEST_BYTES = 10 * 1024 * 1024

const TENANT = 'tbenchfirm'
const EMPLOYER = 'ebenchemployer'
const SCHEME = 'sbenchscheme'
const READER = { id: 'ubenchbroker', email: 'broker@bench.example', password: 'uploads a payroll' }
const KEYS = { PPS_ENCRYPTION_KEY: '1a'.repeat(32), PPS_INDEX_KEY: '2b'.repeat(32) }
const cipher = createCipher({ current: KEYS.PPS_ENCRYPTION_KEY, previous: null, index: KEYS.PPS_INDEX_KEY })

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ??
  Number.NaN
const ms = (value: number): string => `${value.toFixed(0)} ms`.padStart(9)

interface BenchMember {
  id: string
  ppsNumber: string
  hash: string
  worksNumber: string
}
const MEMBERS: readonly BenchMember[] = Array.from({ length: ROWS }, (_, index) => {
  const digits = String(1_000_001 + index * 7)
  const ppsNumber = `${digits}${calculatePpsCheckLetter(digits, 'A')}A`
  return {
    id: `mbench${String(index).padStart(8, '0')}`,
    ppsNumber,
    hash: calculatePpsNumberHash(cipher, TENANT, ppsNumber),
    worksNumber: `W${String(index).padStart(6, '0')}`,
  }
})

const HEADER =
  'ppsn,works_number,first_name,last_name,pay_date,pensionable_pay,ee_contribution,er_contribution,avc,comment'
const payOn = (month: string): string => `${month}-25`
/** `comment` in each row makes a file of the wanted size. */
function payroll(month: string, comment = ''): Buffer {
  const [year, of] = month.split('-')
  const rows = MEMBERS.map(
    ({ ppsNumber, worksNumber }, index) =>
      `${ppsNumber},${worksNumber},Vorname,Nachname${index},25/${of}/${year},"3,000.00",150.00,225.00,0.00,${comment}`,
  )
  return Buffer.from(`${HEADER}\r\n${rows.join('\r\n')}\r\n`)
}

/** Each import is of a month of its own, counted back from a year ago so that none is in the future. */
let used = 0
function nextMonth(): string {
  const date = new Date()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - 12 - used++)
  return date.toISOString().slice(0, 7)
}

async function fill(client: pg.ClientBase): Promise<void> {
  await runMigrations(client)
  await client.query(
    `insert into tenants (id, name, search_key, settings) values ($1, 'Bench firm', 'bench firm', '{}')`,
    [TENANT],
  )
  await client.query(
    `insert into employers (tenant_id, id, legal_name, search_key) values ($1, $2, 'Bench Limited', 'bench limited')`,
    [TENANT, EMPLOYER],
  )
  await client.query(
    `insert into schemes (tenant_id, id, employer_id, name, name_key, search_key, type, status, legal_form)
     select $1, case n when 1 then $3 else $3 || n end, $2, 'Scheme ' || n, 'scheme ' || n, 'scheme ' || n, 'DC', 'ACTIVE', 'OCCUPATIONAL_TRUST'
       from generate_series(1, 50) n`,
    [TENANT, EMPLOYER, SCHEME],
  )
  await client.query(
    `insert into users (tenant_id, id, email, name, search_key, role, status, password_hash)
     values ($1, $2, $3, 'Broker', 'broker', 'BrokerUser', 'ACTIVE', $4)`,
    [TENANT, READER.id, READER.email, await hash(READER.password, 4)],
  )
  await client.query(
    `insert into members (tenant_id, id, scheme_id, employer_id, first_name, last_name, search_key, status, works_number,
       pps_number_hash, pps_number_encrypted, pps_number_binding, pps_key_fingerprint)
     select $1, id, $2, $3, 'Vorname', 'Nachname' || n, 'nachname' || n || ' vorname', 'ACTIVE', works_number, hash, 'none', 'none', $8
       from unnest($4::text[], $5::int[], $6::text[], $7::text[]) as m (id, n, works_number, hash)`,
    [
      TENANT,
      SCHEME,
      EMPLOYER,
      MEMBERS.map(({ id }) => id),
      MEMBERS.map((_, index) => index),
      MEMBERS.map(({ worksNumber }) => worksNumber),
      MEMBERS.map((member) => member.hash),
      cipher.fingerprint,
    ],
  )
  await client.query('vacuum analyze')
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

interface Session {
  url: string
  headers: Record<string, string>
}
async function sessionAt(url: string): Promise<Session> {
  const cookie = await signIn(url, READER)
  const { csrfToken } = (await (await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })).json()) as {
    csrfToken: string
  }
  return { url, headers: { cookie, 'x-csrf-token': csrfToken } }
}

/** Milliseconds of one upload, and the batch that it made. */
async function uploaded({ url, headers }: Session, month: string, file: Buffer): Promise<number> {
  const form = new FormData()
  form.set('schemeId', SCHEME)
  form.set('payrollMonth', month)
  form.set('confirmedWarnings', '["W09"]')
  form.set('file', new Blob([new Uint8Array(file)]), 'payroll.csv')
  const from = performance.now()
  const reply = await fetch(`${url}/api/contributions`, { method: 'POST', headers, body: form })
  const text = await reply.text()
  const took = performance.now() - from
  if (reply.status !== 201) throw new Error(`The upload was refused: ${reply.status} ${text.slice(0, 500)}`)
  return took
}

const run = promisify(execFile)
/** The times that psql measured of these statements, in milliseconds. */
async function psql(url: string, ...statements: string[]): Promise<number> {
  const { stdout } = await run('psql', [
    url,
    '--no-psqlrc',
    '--quiet',
    '--set=ON_ERROR_STOP=1',
    '--command=\\timing on',
    ...statements.map((statement) => `--command=${statement}`),
  ])
  return [...stdout.matchAll(/^Time: ([\d.]+) ms/gm)].reduce((sum, [, time]) => sum + Number(time), 0)
}

const BATCH = (id: string, month: string): string =>
  `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
     status, source, file_name, file_sha256, row_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, due_on)
   values ('${TENANT}', '${id}', '${SCHEME}', 'Scheme', 'DC', 'OCCUPATIONAL_TRUST', '${EMPLOYER}', '${month}', 'AWAITING_FUNDS', 'CSV',
     'file', '${id}', ${ROWS}, 0, 0, 0, 0, 0, '${month}-21')`

const LINE_COLUMNS =
  'tenant_id, batch_id, number, employer_id, member_id, row_number, kind, pay_on, pensionable_pay_cents, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents'

/** COPY of the finished lines. */
async function copied(url: string, folder: string, month: string): Promise<number> {
  const id = `bcopy${month.replace('-', '')}`
  const file = join(folder, `${id}.csv`)
  const lines = MEMBERS.map((member, index) =>
    [
      TENANT,
      id,
      index + 1,
      EMPLOYER,
      member.id,
      index + 2,
      'REGULAR',
      payOn(month),
      300000,
      15000,
      22500,
      0,
      0,
      0,
    ].join(','),
  )
  await writeFile(file, lines.join('\n'))
  await psql(url, BATCH(id, month))
  return psql(url, `\\copy contribution_lines (${LINE_COLUMNS}) from '${file}' with (format csv)`)
}

/** The file as a table, and one statement that makes lines of it. */
async function byHand(url: string, folder: string, month: string): Promise<number> {
  const id = `bhand${month.replace('-', '')}`
  const file = join(folder, `${id}.csv`)
  await writeFile(
    file,
    MEMBERS.map((member, index) =>
      [index + 2, member.hash, payOn(month), '3000.00', '150.00', '225.00', '0.00'].join(','),
    ).join('\n'),
  )
  await psql(url, BATCH(id, month))
  return psql(
    url,
    'create temporary table staging (row_number int, hash text, pay_on date, pay numeric, ee numeric, er numeric, avc numeric)',
    `\\copy staging from '${file}' with (format csv)`,
    `insert into contribution_lines (${LINE_COLUMNS})
     select '${TENANT}', '${id}', s.row_number - 1, '${EMPLOYER}', m.id, s.row_number, 'REGULAR', s.pay_on, s.pay * 100, s.ee * 100, s.er * 100, s.avc * 100, 0, 0
       from staging s join members m on m.tenant_id = '${TENANT}' and m.scheme_id = '${SCHEME}' and m.pps_number_hash = s.hash`,
    `update contribution_batches b set ee_cents = l.ee, er_cents = l.er, avc_cents = l.avc from (select sum(ee_cents) ee, sum(er_cents) er,
       sum(avc_cents) avc from contribution_lines where tenant_id = '${TENANT}' and batch_id = '${id}') l where b.tenant_id = '${TENANT}' and b.id = '${id}'`,
  )
}

const residentMiB = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** The most that the process held while the work went on. */
async function peakDuring(pid: number, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  let peak = 0
  while (!isDone) {
    peak = Math.max(peak, await residentMiB(pid))
    await pause(10)
  }
  await ended
  return peak
}

/** Milliseconds of each GET /api/schemes, one after the other, until the work is done. */
async function waitsDuring({ url, headers }: Session, work: Promise<unknown>): Promise<number[]> {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const waits: number[] = []
  while (!isDone) {
    const from = performance.now()
    const reply = await fetch(`${url}/api/schemes?limit=50`, { headers })
    await reply.arrayBuffer()
    waits.push(performance.now() - from)
    await pause(2)
  }
  await ended
  return waits
}

const SETTINGS = { NODE_ENV: 'development', RATE_LIMIT_SCALE: '100000', ...KEYS }

async function onPostgres(folder: string): Promise<void> {
  const serverUrl = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'
  const own = new URL(serverUrl)
  own.pathname = `/${NAME}`
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`)
    await client.query(`create database ${NAME}`)
  })
  let service: RunningProgram | null = null
  try {
    await onServer(own.href, fill)
    service = await startService({ ...SETTINGS, DATABASE_URL: own.href, PORT: String(PORT) })
    const session = await sessionAt(service.url)
    const idleMiB = await residentMiB(service.pid)
    await uploaded(session, ...fileOf(nextMonth()))

    say('          service       sql      copy  service/sql  service/copy')
    const results: number[][] = []
    for (let round = 1; round <= rounds; round++) {
      const took = [
        await uploaded(session, ...fileOf(nextMonth())),
        await byHand(own.href, folder, nextMonth()),
        await copied(own.href, folder, nextMonth()),
      ]
      results.push(took)
      say(rowOf(`round ${round}`, took))
    }
    say(
      rowOf(
        'median',
        [0, 1, 2].map((index) => median(results.map((took) => took[index] ?? 0))),
      ),
    )

    say('')
    const warmMiB = await residentMiB(service.pid)
    const month = nextMonth()
    const bytesOfRows = payroll(month).length
    const largest = payroll(month, 'x'.repeat(Math.floor((LARGEST_BYTES - bytesOfRows) / ROWS)))
    const peakMiB = await peakDuring(service.pid, uploaded(session, month, largest))
    say(
      `${(largest.length / 1024 / 1024).toFixed(1)} MiB: ${(peakMiB - warmMiB).toFixed(0)} MiB above idle, ${(peakMiB - idleMiB).toFixed(0)} MiB above a fresh start (${idleMiB.toFixed(0)} MiB)`,
    )
    const idle = await waitsDuring(session, pause(6_000))
    const during = await waitsDuring(
      session,
      (async () => {
        for (let i = 0; i < 5; i++) await uploaded(session, ...fileOf(nextMonth()))
      })(),
    )
    const [idleP99, duringP99] = [percentile(idle, 0.99), percentile(during, 0.99)]
    say(
      `GET /api/schemes: p50 ${percentile(idle, 0.5).toFixed(1)} ms, p99 ${idleP99.toFixed(1)} ms alone; during imports p50 ${percentile(during, 0.5).toFixed(1)} ms, p99 ${duringP99.toFixed(1)} ms (${(duringP99 / idleP99).toFixed(1)}x), longest ${Math.max(...during).toFixed(0)} ms`,
    )
  } catch (error) {
    if (service) say(`The service said:\n${await service.output()}`)
    throw error
  } finally {
    await service?.stop()
    await onServer(serverUrl, (client) => client.query(`drop database if exists ${NAME} with (force)`))
  }
}
const fileOf = (month: string): [month: string, file: Buffer] => [month, payroll(month)]
const rowOf = (name: string, [service = 0, sql = 0, copy = 0]: readonly number[]): string =>
  `${name.padEnd(8)}${ms(service)} ${ms(sql)} ${ms(copy)} ${`${(service / sql).toFixed(2)}x`.padStart(12)} ${`${(service / copy).toFixed(2)}x`.padStart(13)}`

async function onEmbedded(folder: string): Promise<void> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const embedded = await openEmbeddedDatabase({ dataDir: join(dataDir, 'database') })
  const pool = createPool({ openStream: embedded.openStream, poolSize: 1 })
  const client = await pool.connect()
  await fill(client)
  client.release()
  await pool.end()
  await embedded.close()
  const service = await startService({ ...SETTINGS, DATA_DIR: dataDir, PORT: String(PORT + 1) })
  try {
    const session = await sessionAt(service.url)
    const took: number[] = []
    for (let i = 0; i < 3; i++) took.push(await uploaded(session, ...fileOf(nextMonth())))
    say(`Embedded database: ${ms(median(took)).trim()}`)
  } catch (error) {
    say(`The service said:\n${await service.output()}`)
    throw error
  } finally {
    await service.stop()
  }
}

const folder = await mkdtemp(join(tmpdir(), 'bench-import-'))
try {
  say(`${ROWS} rows with PPS numbers; Node ${process.version}, ${availableParallelism()} cores`)
  await onPostgres(folder)
  await onEmbedded(folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}
