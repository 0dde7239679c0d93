/** Metrics of the program itself, on their own port. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../bench/sign-in.ts'
import { findFreePort } from './harness/free-port.ts'
import { type RunningProgram, startService } from './service-process.ts'

const PASSWORD = 'a few words of this test alone'
let program: RunningProgram
let metricsUrl: string

beforeAll(async () => {
  const port = await findFreePort()
  metricsUrl = `http://127.0.0.1:${port}`
  program = await startService({
    NODE_ENV: 'development',
    METRICS_PORT: String(port),
    DEV_ACCOUNTS_PASSWORD: PASSWORD,
  })
}, 150_000)
afterAll(() => program?.stop())

test('requests, jobs and mails are exported without ids and personal data', async () => {
  const cookie = await signIn(program.url, { email: 'brokeradmin@dev.local', password: PASSWORD })
  const answer = await fetch(`${program.url}/api/schemes`, { headers: { cookie } })
  const { data } = (await answer.json()) as { data: { id: string; tenantId: string; name: string }[] }
  const [scheme] = data
  await (await fetch(`${program.url}/api/schemes/${scheme?.id}`, { headers: { cookie } })).text()
  const metrics = await fetch(`${metricsUrl}/metrics`)
  expect(metrics.status).toBe(200)
  const text = await metrics.text()
  for (const line of [
    /^pcs_request_duration_seconds_count\{operation="scheme\.get",status="2xx"\} 1$/m,
    /^pcs_request_duration_seconds_count\{operation="auth\.sign-?in",status="2xx"\} \d+$/m,
    /^pcs_state_readable 1$/m,
    /^pcs_job_late\{job="obligations"\} 0$/m,
    /^pcs_mails_waiting 0$/m,
    /^pcs_database_connections\{state="limit"\} 1$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^process_resident_memory_bytes /m,
  ])
    expect(text).toMatch(line)
  for (const hidden of [scheme?.id, scheme?.tenantId, scheme?.name, 'dev.local'])
    expect(text).not.toContain(hidden)
})

test('the port has no other address, and the API has no metrics', async () => {
  for (const [url, init] of [
    [`${metricsUrl}/`, {}],
    [`${metricsUrl}/api/health/live`, {}],
    [`${metricsUrl}/metrics`, { method: 'POST' }],
  ] as const)
    expect((await fetch(url, init)).status, url).toBe(404)
  expect(await (await fetch(`${program.url}/metrics`)).text()).not.toContain('pcs_')
})
