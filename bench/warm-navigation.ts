/**
 * npm run bench:navigation: measures how long a page takes after a click in the navigation, in a firm with many schemes.
 *
 * Runs the program with its demo firm on PostgreSQL (BENCH_DATABASE_URL, a server on which databases can be created), imports schemes
 * with three trustees each from one workbook, and goes round the pages of the navigation in Chromium. A page is usable from the frame in which
 * its own heading and content are painted, with no skeleton among them. The first round is not measured: it loads the code of each page.
 * --schemes and --rounds set the numbers.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { buildWorkbook } from '../test/fixtures/uploads/workbook.ts'
import { openBrowser } from '../test/journeys/browser.ts'
import { startService } from '../test/service-process.ts'
import { signIn } from './sign-in.ts'

const { values: flags } = parseArgs({
  options: { schemes: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '7' } },
})
const SCHEMES = Number(flags.schemes)
const ROUNDS = Number(flags.rounds)
const LIMIT_MS = 150
const DATABASE = 'pcs_bench_navigation'
const SERVER = process.env.BENCH_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres'

const PAGES = [
  'Today',
  'Schemes',
  'Employers',
  'Members',
  'Contributions',
  'Calendar',
  'Documents',
  'Key functions',
  'Own risk (ORA)',
  'Policies',
  'Breaches',
  'Meetings',
  'Outsourcing',
  'Audit log',
]

/** Runs in the page: times from the click to the frame in which another page stands without a skeleton. */
const WATCH = `
  window.navigation = { from: null, usableMs: null }
  addEventListener('click', (event) => {
    if (event.target.closest('nav a')) navigation = { from: performance.now(), address: location.pathname, usableMs: null }
  }, true)
  const look = () => {
    const { from, address, usableMs } = navigation
    if (from !== null && location.pathname !== address) {
      const isThere = document.querySelector('main h1') && !document.querySelector('main [role=status][aria-label=Loading]')
      if (!isThere) navigation.usableMs = null
      else if (usableMs === null) navigation.usableMs = performance.now() - from
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)`

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

async function runOnServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER })
  await client.connect()
  await work(client).finally(() => client.end())
}

/** Schemes in one workbook. */
const PER_IMPORT = 200

function buildSchemes(from: number): Uint8Array {
  const length = Math.min(PER_IMPORT, SCHEMES - from)
  const numbers = Array.from({ length }, (_, index) => from + index + 1)
  const nameOf = (number: number) => `Navigation ${number} Retirement and Death Benefit Plan`
  return buildWorkbook({
    sheets: [
      {
        name: 'Employers',
        rows: [['employer'], ...numbers.map((number) => [`Navigation Employer ${number} Ltd`])],
      },
      {
        name: 'Schemes',
        rows: [
          ['employer', 'scheme', 'type', 'pb number', 'scheme year end', 'registered administrator'],
          ...numbers.map((number) => [
            `Navigation Employer ${number} Ltd`,
            nameOf(number),
            number % 10 === 0 ? 'DB' : 'DC',
            `PB${100_000 + number}`,
            '31/12',
            'Irish Pensions Administration Ltd',
          ]),
        ],
      },
      {
        name: 'Trustees',
        rows: [
          ['scheme', 'trustee', 'appointed on'],
          ...numbers.flatMap((number) =>
            ['Aoife Byrne', 'Brian Walsh', 'Ciara Nolan'].map((name) => [
              nameOf(number),
              `${name} ${number}`,
              '01/02/2020',
            ]),
          ),
        ],
      },
    ],
  })
}

async function importSchemes(url: string, cookie: string, from: number): Promise<void> {
  const csrf = await fetch(`${url}/api/auth/csrf`, { headers: { cookie } })
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const form = new FormData()
  form.set('dryRun', 'false')
  form.set('file', new Blob([Buffer.from(buildSchemes(from))]), 'schemes.xlsx')
  const response = await fetch(`${url}/api/scheme-imports`, {
    method: 'POST',
    headers: { cookie, origin: url, 'x-csrf-token': csrfToken },
    body: form,
  })
  if (!response.ok)
    throw new Error(`The import was refused: ${response.status} ${(await response.text()).slice(0, 500)}`)
}

async function open(page: Page, name: string): Promise<number> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click()
  while ((await page.evaluate<number | null>('navigation.usableMs')) === null) await page.waitForTimeout(20)
  await page.waitForLoadState('networkidle')
  return page.evaluate<number>('navigation.usableMs')
}

await runOnServer(async (client) => {
  await client.query(`drop database if exists ${DATABASE} with (force)`)
  await client.query(`create database ${DATABASE}`)
})
const database = new URL(SERVER)
database.pathname = `/${DATABASE}`
const password = randomBytes(12).toString('base64url')
const service = await startService({
  DATABASE_URL: database.href,
  DEMO: '1',
  DEV_ACCOUNTS_PASSWORD: password,
  RATE_LIMIT_SCALE: '1000',
})
let browser: Browser | undefined
try {
  const cookie = await signIn(service.url, { email: 'brokeradmin@dev.local', password })
  for (let from = 0; from < SCHEMES; from += PER_IMPORT) await importSchemes(service.url, cookie, from)
  browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies(
    cookie
      .split('; ')
      .map((pair) => pair.split(/=(.*)/s, 2) as [string, string])
      .map(([name, value]) => ({ name, value, url: service.url })),
  )
  const page = await context.newPage()
  await page.addInitScript({ content: WATCH })
  await page.goto(`${service.url}/account`)
  await page.locator('h1').first().waitFor()
  say(
    `Chromium ${browser.version()}, Node ${process.version}, ${availableParallelism()} cores (load ${loadavg()[0]?.toFixed(1)} before), ${SCHEMES} schemes, ${ROUNDS} rounds; limit ${LIMIT_MS} ms`,
  )
  const measured = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of PAGES) {
      const one = await open(page, name)
      if (round > 0) measured.set(name, [...(measured.get(name) ?? []), one])
    }
  say(['page'.padEnd(18), 'usable', 'worst', '/ limit'].map((cell) => cell.padStart(10)).join(''))
  for (const [name, times] of measured) {
    const cells = [
      median(times).toFixed(0),
      Math.max(...times).toFixed(0),
      `${(median(times) / LIMIT_MS).toFixed(2)}x`,
    ]
    say([name.padEnd(18), ...cells].map((cell) => cell.padStart(10)).join(''))
  }
} catch (error) {
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  say(`The service said:\n${await service.output()}`)
  throw error
} finally {
  await browser?.close()
  await service.stop()
  await runOnServer((client) => client.query(`drop database if exists ${DATABASE} with (force)`))
}
