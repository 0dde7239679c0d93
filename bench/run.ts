/**
 * npm run bench: how much of what this machine can do is left when everything is on.
 *
 * One run, one PostgreSQL, one data set; the programs take turns, so that a slow minute of the machine hits all of them:
 *   service  the real server: session, limits, headers, guards, row-level security, log
 *   peer     the same records from Next.js, Auth.js and Drizzle (bench/peers/next), a usual choice for such a service
 *   bare     the same records from Fastify and `pg` with a WHERE and nothing else (bench/bare-server.ts)
 *   pgbench  the service's own transaction without a service: the ceiling; for writes the same change and audit entry in one batch of statements
 * Ratios are compared with their limits. DATABASE_URL: a login that may create databases. --rounds and --seconds change how long it takes.
 */
import { deepStrictEqual } from 'node:assert'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram, startService } from '../test/service-process.ts'
import { makeDataset } from './dataset.ts'
import { measureLatency, measureRate, runPgbench, runWrk } from './load.ts'
import { startPeer } from './peer.ts'
import { signIn } from './sign-in.ts'
import { buildSchemeListScript } from './transaction.ts'
import { buildWriteScripts } from './writes.ts'

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
})
const rounds = Number(flags.rounds)
const seconds = Number(flags.seconds)
const WARM_UP_SECONDS = 3
const SHARE_OF_SATURATION = 0.7
/** Times the median. */
const MOST_P99 = 3

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
/** Cursors of the service are sealed. */
const withoutCursor = (body: string): unknown => ({ ...JSON.parse(body), nextCursor: null })

/** Ratios of the medians, and the least that each must reach. */
const RATIOS: { of: Measured; to: Measured; atLeast: number }[] = [
  { of: 'list', to: 'list of peer', atLeast: 5 },
  { of: 'list', to: 'list of bare', atLeast: 1.5 },
  { of: 'list', to: 'list of pgbench', atLeast: 0.65 },
  { of: 'summaries', to: 'summaries of peer', atLeast: 5 },
  { of: 'summaries', to: 'list', atLeast: 2.5 },
  { of: 'record', to: 'record of peer', atLeast: 5 },
  { of: 'write', to: 'write of pgbench', atLeast: 0.6 },
]
type Measured =
  | 'list'
  | 'list of peer'
  | 'list of bare'
  | 'list of pgbench'
  | 'summaries'
  | 'summaries of peer'
  | 'record'
  | 'record of peer'
  | 'write'
  | 'write of pgbench'

const dataset = await makeDataset(process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres')
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const service = await startService({
  NODE_ENV: 'development',
  DATABASE_URL: dataset.url,
  RATE_LIMIT_SCALE: '100000',
})
const bare = await startProgram('bench/bare-server.ts', '/ready', { DATABASE_URL: dataset.url })
const peer = await startPeer(dataset.url)
try {
  const headers = { Cookie: await signIn(service.url, dataset.reader) }
  const peerHeaders = {
    Cookie: await signIn(peer.url, dataset.reader, '/api/auth/callback/credentials', { json: 'true' }),
  }
  const bareList = `${bare.url}/api/schemes?tenantId=${dataset.reader.tenantId}`
  const read = async (url: string, given: Record<string, string>) =>
    (await fetch(url, { headers: given })).text()
  const list = await read(`${service.url}/api/schemes`, headers)
  const [{ id }] = (JSON.parse(list) as { data: [{ id: string }] }).data
  const addresses = {
    list: '/api/schemes',
    summaries: '/api/schemes?fields=summary',
    record: `/api/schemes/${id}`,
  }
  const bytes: Partial<Record<Measured, number>> = {}
  for (const [name, address] of Object.entries(addresses)) {
    const [own, other] = [
      await read(service.url + address, headers),
      await read(peer.url + address, peerHeaders),
    ]
    bytes[name as Measured] = own.length
    deepStrictEqual(withoutCursor(own), withoutCursor(other), `The peer answers ${address} differently`)
  }
  deepStrictEqual(
    withoutCursor(list),
    withoutCursor(await read(bareList, {})),
    'The bare server answers differently',
  )

  const script = await buildSchemeListScript(dataset.reader)
  const scriptFile = join(folder, 'scheme-list.sql')
  await writeFile(scriptFile, script.text)
  const writes = await buildWriteScripts(service.url, dataset)
  const [requestsFile, transactionFile] = [join(folder, 'write.lua'), join(folder, 'write.sql')]
  await writeFile(requestsFile, writes.requests)
  await writeFile(transactionFile, writes.transaction)
  const turns: [Measured, (duration: number) => Promise<number>][] = [
    ['list', (duration) => runWrk(service.url + addresses.list, duration, headers)],
    ['list of peer', (duration) => runWrk(peer.url + addresses.list, duration, peerHeaders)],
    ['list of bare', (duration) => runWrk(bareList, duration)],
    ['list of pgbench', (duration) => runPgbench(dataset.url, scriptFile, script.variables, duration)],
    ['summaries', (duration) => runWrk(service.url + addresses.summaries, duration, headers)],
    ['summaries of peer', (duration) => runWrk(peer.url + addresses.summaries, duration, peerHeaders)],
    ['record', (duration) => runWrk(service.url + addresses.record, duration, headers)],
    ['record of peer', (duration) => runWrk(peer.url + addresses.record, duration, peerHeaders)],
    ['write', (duration) => runWrk(service.url, duration, {}, requestsFile)],
    ['write of pgbench', (duration) => runPgbench(dataset.url, transactionFile, {}, duration)],
  ]

  say(
    `${dataset.schemes} schemes in ${dataset.firms} firms; 50 schemes a list: ${bytes.list} bytes, with fields=summary ${bytes.summaries} bytes; one record ${bytes.record} bytes`,
  )
  say(
    `Node ${process.version}, ${availableParallelism()} cores, wrk and pgbench with 32 connections, ${seconds} s each, ${rounds} rounds`,
  )
  for (const [, turn] of turns) await turn(WARM_UP_SECONDS)
  const rates = new Map<Measured, number[]>()
  for (let round = 1; round <= rounds; round++)
    for (const [name, turn] of turns) rates.set(name, [...(rates.get(name) ?? []), await turn(seconds)])
  say('\nRequests a second')
  for (const [name, ofName] of rates)
    say(
      `${name.padEnd(18)}${ofName.map((rate) => rate.toFixed(0).padStart(8)).join('')}   median ${median(ofName).toFixed(0)}`,
    )
  say('\nRatio of the medians')
  for (const { of, to, atLeast } of RATIOS) {
    const ratio = median(rates.get(of) ?? []) / median(rates.get(to) ?? [])
    say(
      `${`${of} / ${to}`.padEnd(34)}${ratio.toFixed(2).padStart(6)}   at least ${atLeast}: ${ratio >= atLeast ? 'reached' : 'NOT reached'}`,
    )
  }
  const saturation = await measureRate(service.url + addresses.list, seconds, headers)
  const { medianMs, p99Ms } = await measureLatency(
    service.url + addresses.list,
    SHARE_OF_SATURATION * saturation,
    rounds * seconds,
    headers,
  )
  say(
    `\nlist at ${100 * SHARE_OF_SATURATION} % of its highest rate with this generator (${saturation.toFixed(0)} a second): median ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms = ${(p99Ms / medianMs).toFixed(1)}x   below ${MOST_P99}: ${p99Ms / medianMs < MOST_P99 ? 'reached' : 'NOT reached'}`,
  )
} catch (error) {
  say(`The service said:\n${await service.output()}`)
  throw error
} finally {
  await service.stop()
  await bare.stop()
  await peer.stop()
  await dataset.drop()
  await rm(folder, { recursive: true })
}
