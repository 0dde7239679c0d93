/**
 * npm run bench:obligations: every duty of 1,000 schemes with 40 members each, computed by the real job on PostgreSQL: the first
 * time, when everything is written; again, when nothing has changed; and beside them the statement that only reads the facts.
 * DATABASE_URL: a login that may create databases.
 */
import { startService } from '../test/service-process.ts'
import { makeDataset, runOnServer } from './dataset.ts'

const FIRMS = 20
const MEMBERS_PER_SCHEME = 40
const LIMIT_SECONDS = 10
const CRON_TOKEN = 'bench-cron-token-of-more-than-32-characters'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const dataset = await makeDataset(
  process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres',
  FIRMS,
)
await runOnServer(dataset.url, (client) =>
  client.query(
    `insert into members (tenant_id, id, scheme_id, employer_id, first_name, last_name, search_key, status, joined_scheme_on, left_service_on)
     select s.tenant_id, 'm' || left(md5(s.id || n), 23), s.id, s.employer_id, 'First', 'Last', 'last first',
            case when n % 4 = 0 then 'DEFERRED' else 'ACTIVE' end, date '2010-01-01' + n * 97,
            case when n % 4 = 0 then date '2024-01-01' + n * 20 end
       from schemes s, generate_series(1, $1) n`,
    [MEMBERS_PER_SCHEME],
  ),
)
await runOnServer(dataset.url, (client) => client.query('vacuum analyze'))
const service = await startService({ NODE_ENV: 'development', DATABASE_URL: dataset.url, CRON_TOKEN })

async function run(): Promise<{ seconds: number; did: Record<string, number> }> {
  const began = performance.now()
  const reply = await fetch(`${service.url}/api/cron/obligations`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${CRON_TOKEN}` },
  })
  if (!reply.ok) throw new Error(`The job answered ${reply.status}: ${await reply.text()}`)
  const { did } = (await reply.json()) as { did: Record<string, number> }
  return { seconds: (performance.now() - began) / 1000, did }
}

try {
  say(`${dataset.schemes} schemes in ${dataset.firms} firms, ${dataset.schemes * MEMBERS_PER_SCHEME} members`)
  for (const name of ['first run', 'second run', 'third run']) {
    const { seconds, did } = await run()
    const share = ((seconds / LIMIT_SECONDS) * 100).toFixed(0)
    say(
      `${name.padEnd(12)}${seconds.toFixed(2).padStart(7)} s  ${share.padStart(4)} % of ${LIMIT_SECONDS} s  ${JSON.stringify(did)}`,
    )
  }
} finally {
  await service.stop()
  await dataset.drop()
}
