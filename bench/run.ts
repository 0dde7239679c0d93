/**
 * npm run bench: how much of what this machine can do is left when everything is on.
 *
 * One run, one PostgreSQL, one data set; the three take turns, so that a slow minute of the machine hits all of them:
 *   service  GET /api/schemes of the real server: session, limits, headers, guards, row-level security, log
 *   bare     the same records from Fastify and `pg` with a WHERE and nothing else (bench/bare-server.ts)
 *   pgbench  the service's own transaction without a service: the ceiling
 * DATABASE_URL: a login that may create databases. --rounds and --seconds change how long it takes.
 */
import { deepStrictEqual } from 'node:assert'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram, startService } from '../test/service-process.ts'
import { makeDataset } from './dataset.ts'
import { runPgbench, runWrk } from './load.ts'
import { signIn } from './sign-in.ts'
import { buildSchemeListScript } from './transaction.ts'

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
})
const rounds = Number(flags.rounds)
const seconds = Number(flags.seconds)
const WARM_UP_SECONDS = 3

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const row = (name: string, [service, bare, ceiling]: readonly number[]): string =>
  [
    name.padEnd(8),
    ...[service, bare, ceiling].map((rate) => rate?.toFixed(0).padStart(9)),
    `${((service ?? 0) / (bare ?? 0)).toFixed(2)}x`.padStart(14),
    `${(((service ?? 0) / (ceiling ?? 0)) * 100).toFixed(0)} %`.padStart(17),
  ].join('')

const dataset = await makeDataset(process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres')
const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const service = await startService({
  NODE_ENV: 'development',
  DATABASE_URL: dataset.url,
  RATE_LIMIT_SCALE: '100000',
})
const bare = await startProgram('bench/bare-server.ts', '/ready', { DATABASE_URL: dataset.url })
try {
  const list = `${service.url}/api/schemes?limit=50`
  const bareList = `${bare.url}/api/schemes?tenantId=${dataset.reader.tenantId}`
  const headers = { Cookie: await signIn(service.url, dataset.reader) }
  const answer = await (await fetch(list, { headers })).text()
  const bareAnswer = await (await fetch(bareList)).text()
  deepStrictEqual(JSON.parse(answer), JSON.parse(bareAnswer), 'The two servers answer differently')

  const script = await buildSchemeListScript(dataset.reader)
  const scriptFile = join(folder, 'scheme-list.sql')
  await writeFile(scriptFile, script.text)
  const turns: ((duration: number) => Promise<number>)[] = [
    (duration) => runWrk(list, duration, headers),
    (duration) => runWrk(bareList, duration),
    (duration) => runPgbench(dataset.url, scriptFile, script.variables, duration),
  ]

  say(`${dataset.schemes} schemes in ${dataset.firms} firms; 50 schemes an answer, ${answer.length} bytes`)
  say(
    `Node ${process.version}, ${availableParallelism()} cores, wrk and pgbench with 32 connections, ${seconds} s each`,
  )
  say('')
  say('         service     bare  pgbench  service/bare  service/pgbench')
  for (const turn of turns) await turn(WARM_UP_SECONDS)
  const results: number[][] = []
  for (let round = 1; round <= rounds; round++) {
    const rates: number[] = []
    for (const turn of turns) rates.push(await turn(seconds))
    results.push(rates)
    say(row(`round ${round}`, rates))
  }
  say(
    row(
      'median',
      turns.map((_, index) => median(results.map((rates) => rates[index] ?? 0))),
    ),
  )
} catch (error) {
  say(`The service said:\n${await service.output()}`)
  throw error
} finally {
  await service.stop()
  await bare.stop()
  await dataset.drop()
  await rm(folder, { recursive: true })
}
