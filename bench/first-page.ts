/**
 * npm run bench:web: measures how long it takes until the user can use an opened page, and how much the page transfers.
 *
 * Runs the program with its demo firm and the built application in dist/web, in Chromium with a new profile for every cold load. A
 * page is usable from the frame in which its heading and its content are painted and stay, with no skeleton among them. Each page is
 * loaded from this machine, and again over an emulated connection of 40 ms and 10 Mbit/s. --loads sets the number of loads.
 * JavaScript is counted compressed; all bytes are those on the wire, headers included. Shift is the sum of all layout shifts.
 */
import { randomBytes } from 'node:crypto'
import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser } from '../test/journeys/browser.ts'
import { startService } from '../test/service-process.ts'
import { signIn } from './sign-in.ts'

const { values: flags } = parseArgs({ options: { loads: { type: 'string', default: '7' } } })
const loads = Number(flags.loads)
const USABLE_WITHIN_MS = 1_500
const JAVASCRIPT_KILOBYTES = 200
const QUIET_MS = 300
const PATIENCE_MS = 30_000

const PAGES = [
  { path: '/signin', isSignedIn: false },
  { path: '/', isSignedIn: true },
  { path: '/schemes', isSignedIn: true },
] as const
const LINES = [
  { name: 'here', latency: 0, bytesPerSecond: -1 },
  { name: '40 ms', latency: 40, bytesPerSecond: 10_000_000 / 8 },
] as const
type Line = (typeof LINES)[number]

interface Load {
  usableMs: number
  shift: number
  requests: number
  bytes: number
  scriptBytes: number
}

/** Runs in the page before its own scripts. A page that turns back into a skeleton was not usable yet. */
const WATCH = `
  window.watched = { usableMs: null, shift: 0 }
  const look = () => {
    const isThere = document.querySelector('main h1') && !document.querySelector('[role=status][aria-label=Loading]')
    if (!isThere) watched.usableMs = null
    else watched.usableMs ??= performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) watched.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })`

async function load(context: BrowserContext, url: string, line: Line): Promise<Load> {
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
  })
  const counted = countTransfers(wire)
  await page.addInitScript({ content: WATCH })
  await page.goto(url)
  const watched = await usable(page)
  await page.close()
  return { ...watched, ...counted }
}

async function usable(page: Page): Promise<Pick<Load, 'usableMs' | 'shift'>> {
  for (let tries = 0; tries < PATIENCE_MS / QUIET_MS; tries++) {
    await page.waitForTimeout(QUIET_MS)
    await page.waitForLoadState('networkidle')
    const { forMs, ...watched } = await page.evaluate<{ usableMs: number; shift: number; forMs: number }>(
      '({ ...watched, forMs: watched.usableMs === null ? 0 : performance.now() - watched.usableMs })',
    )
    if (forMs > QUIET_MS) return watched
  }
  throw new Error(`${page.url()} did not become usable`)
}

function countTransfers(wire: CDPSession): Pick<Load, 'requests' | 'bytes' | 'scriptBytes'> {
  const counted = { requests: 0, bytes: 0, scriptBytes: 0 }
  /** Size of the compressed body of each script, by request; the limit applies to this size. */
  const scripts = new Map<string, number>()
  wire.on('Network.requestWillBeSent', ({ request }) => {
    if (!request.url.startsWith('data:')) counted.requests += 1
  })
  wire.on('Network.responseReceived', ({ requestId, response }) => {
    const length = Number(response.headers['content-length'] ?? response.headers['Content-Length'])
    if (response.mimeType === 'text/javascript') scripts.set(requestId, length)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    counted.bytes += encodedDataLength
    // A response from the browser's own cache was not transferred.
    if (encodedDataLength > 0) counted.scriptBytes += scripts.get(requestId) ?? 0
  })
  return counted
}

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const kilobytes = (bytes: number): string => (bytes / 1_000).toFixed(1)
const columns = (name: string, line: string, cells: readonly string[]): string =>
  [name.padEnd(18), line.padEnd(7), ...cells.map((cell) => cell.padStart(10))].join('')

function row(name: string, line: string, measured: readonly Load[]): string {
  const of = (field: keyof Load): number => median(measured.map((one) => one[field]))
  const worst = Math.max(...measured.map(({ usableMs }) => usableMs))
  const scriptKilobytes = of('scriptBytes') / 1_000
  return columns(name, line, [
    of('usableMs').toFixed(0),
    worst.toFixed(0),
    `${(worst / USABLE_WITHIN_MS).toFixed(2)}x`,
    scriptKilobytes.toFixed(1),
    `${(scriptKilobytes / JAVASCRIPT_KILOBYTES).toFixed(2)}x`,
    kilobytes(of('bytes')),
    String(of('requests')),
    Math.max(...measured.map(({ shift }) => shift)).toFixed(4),
  ])
}

const password = randomBytes(12).toString('base64url')
const service = await startService({ DEV_ACCOUNTS_PASSWORD: password, RATE_LIMIT_SCALE: '1000' })
let browser: Browser | undefined
try {
  const cookies = (await signIn(service.url, { email: 'brokeradmin@dev.local', password }))
    .split('; ')
    .map((pair) => pair.split(/=(.*)/s, 2) as [string, string])
    .map(([name, value]) => ({ name, value, url: service.url }))
  browser = await openBrowser()
  const profile = async (isSignedIn: boolean): Promise<BrowserContext> => {
    const context = await (browser as Browser).newContext({ viewport: { width: 1280, height: 800 } })
    if (isSignedIn) await context.addCookies(cookies)
    return context
  }
  const cold = async (path: string, isSignedIn: boolean, line: Line): Promise<Load> => {
    const context = await profile(isSignedIn)
    const measured = await load(context, service.url + path, line)
    await context.close()
    return measured
  }

  say(
    `Chromium ${browser.version()}, Node ${process.version}, ${availableParallelism()} cores (load ${loadavg()[0]?.toFixed(1)} before), ${loads} loads each`,
  )
  say(`Limits: usable within ${USABLE_WITHIN_MS} ms, ${JAVASCRIPT_KILOBYTES} kB of JavaScript`)
  say('')
  say(columns('', '', ['usable ms', 'worst', '/ limit', 'JS kB', '/ limit', 'all kB', 'requests', 'shift']))
  // Not measured: the first load also measures the start of the browser.
  await cold('/', true, LINES[0])
  for (const line of LINES) {
    for (const { path, isSignedIn } of PAGES) {
      const measured: Load[] = []
      for (let number = 0; number < loads; number++) measured.push(await cold(path, isSignedIn, line))
      say(row(path, line.name, measured))
    }
    const context = await profile(true)
    await load(context, `${service.url}/`, line)
    const again: Load[] = []
    for (let number = 0; number < loads; number++) again.push(await load(context, `${service.url}/`, line))
    await context.close()
    say(row('/ again', line.name, again))
  }
} catch (error) {
  say(`The service said:\n${await service.output()}`)
  throw error
} finally {
  await browser?.close()
  await service.stop()
}
