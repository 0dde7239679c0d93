/**
 * The load generators. Two answer requests (or transactions) a second and keep 32 of them under way; one sends at a given rate and answers how long
 * requests took.
 */
import { execFile } from 'node:child_process'
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const CONNECTIONS = 32
export const THREADS = 2
const run = promisify(execFile)

/**
 * Requests a second of a GET, or of the requests that a Lua script makes. Throws when an answer was not a success: a refusal is fast and proves
 * nothing.
 */
export async function runWrk(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
  script?: string,
): Promise<number> {
  const { stdout } = await run('wrk', [
    `-t${THREADS}`,
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(script ? ['-s', script] : []),
    url,
  ])
  const trouble = /Non-2xx.*|Socket errors.*/.exec(stdout)
  if (trouble) throw new Error(`wrk ${url}: ${trouble[0]}`)
  return numberAfter(/Requests\/sec:\s+([\d.]+)/, stdout)
}

/** Transactions a second of a script in a file. */
export async function runPgbench(
  databaseUrl: string,
  script: string,
  variables: Record<string, string>,
  seconds: number,
): Promise<number> {
  const { stdout } = await run('pgbench', [
    '--no-vacuum',
    '--protocol=prepared',
    `--client=${CONNECTIONS}`,
    `--jobs=${THREADS}`,
    `--time=${seconds}`,
    `--file=${script}`,
    ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
    databaseUrl,
  ])
  return numberAfter(/tps = ([\d.]+)/, stdout)
}

/** Requests a second that the generator of `measureLatency` reaches with all connections under way: it shares the processors with the service. */
export async function measureRate(
  url: string,
  seconds: number,
  headers: Record<string, string> = {},
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const end = performance.now() + seconds * 1000
  let sent = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (; performance.now() < end; sent += 1) await send(url, headers, agent)
    }),
  )
  agent.destroy()
  return sent / seconds
}

/** How many requests begin together. */
const TICK_MS = 5

/**
 * Milliseconds that a GET takes at a rate of requests a second, from the moment at which it is due: a request that waits for a free connection
 * has waited.
 */
export async function measureLatency(
  url: string,
  rate: number,
  seconds: number,
  headers: Record<string, string>,
): Promise<{ medianMs: number; p99Ms: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times: number[] = []
  const requests: Promise<void>[] = []
  const begin = performance.now()
  const isDue = (index: number): number => begin + (index / rate) * 1000
  while (performance.now() < begin + seconds * 1000) {
    while (isDue(requests.length) <= performance.now()) {
      const due = isDue(requests.length)
      requests.push(send(url, headers, agent).then(() => void times.push(performance.now() - due)))
    }
    await pause(TICK_MS)
  }
  await Promise.all(requests)
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number): number => sorted[Math.floor(share * sorted.length)] ?? Number.NaN
  return { medianMs: quantile(0.5), p99Ms: quantile(0.99) }
}

const send = (url: string, headers: Record<string, string>, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      response.resume()
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
      )
    })
    request.once('error', reject)
  })

function numberAfter(pattern: RegExp, text: string): number {
  const found = pattern.exec(text)?.[1]
  if (!found) throw new Error(`No ${pattern} in:\n${text}`)
  return Number(found)
}
