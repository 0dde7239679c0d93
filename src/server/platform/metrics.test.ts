import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMetrics, type ObservedState } from './metrics.ts'

const BUILD = { version: '1.2.3', commit: 'abcdef' }
const NOW = new Date('2026-11-21T12:00:00.000Z')
const STATE: ObservedState = {
  jobs: [
    {
      job: 'obligations',
      completedAt: new Date('2026-11-21T11:59:00.000Z'),
      isLate: false,
      failures: 0,
      failedFirms: 2,
    },
    { job: 'reminders', completedAt: null, isLate: true, failures: 1, failedFirms: 0 },
  ],
  mails: { waiting: 3, failing: 1, oldestAt: null, givenUp: 4 },
}

function open(readState: () => Promise<ObservedState>) {
  const metrics = createMetrics(BUILD)
  metrics.watch({
    now: () => NOW,
    countConnections: () => ({ total: 5, idle: 3, waiting: 0, limit: 10 }),
    readState,
  })
  return metrics
}

test('requests are counted by operation and status class', async () => {
  const metrics = open(async () => STATE)
  metrics.observeRequest({ operation: 'scheme.list', status: 200, durationMs: 12 })
  metrics.observeRequest({ operation: 'scheme.list', status: 429, durationMs: 1 })
  metrics.observeRequest({ operation: undefined, status: 404, durationMs: 1 })
  metrics.countOverload()
  const { text, contentType } = await metrics.render()
  expect(contentType).toContain('text/plain')
  for (const line of [
    'pcs_request_duration_seconds_bucket{le="0.025",operation="scheme.list",status="2xx"} 1',
    'pcs_request_duration_seconds_bucket{le="0.01",operation="scheme.list",status="2xx"} 0',
    'pcs_request_duration_seconds_count{operation="none",status="4xx"} 1',
    'pcs_requests_refused_total{reason="rate_limit"} 1',
    'pcs_requests_refused_total{reason="overload"} 1',
    'pcs_build_info{version="1.2.3",commit="abcdef"} 1',
    'pcs_database_connections{state="idle"} 3',
  ])
    expect(text).toContain(line)
})

test('jobs and mails are read when the metrics are', async () => {
  const { text } = await open(async () => STATE).render()
  for (const line of [
    'pcs_state_readable 1',
    'pcs_job_completed_age_seconds{job="obligations"} 60',
    'pcs_job_failed_firms{job="obligations"} 2',
    'pcs_job_late{job="reminders"} 1',
    'pcs_job_failures{job="reminders"} 1',
    'pcs_mails_waiting 3',
    'pcs_mails_failing 1',
    'pcs_mails_given_up 4',
  ])
    expect(text).toContain(line)
  expect(text).not.toContain('pcs_job_completed_age_seconds{job="reminders"}')
})

test('without a database the other metrics are there, and those of jobs and mails are not', async () => {
  const { text } = await open(() => Promise.reject(new Error('The database is away'))).render()
  expect(text).toContain('pcs_state_readable 0')
  expect(text).toContain('pcs_build_info{')
  expect(text).not.toMatch(/^pcs_(job|mails?)_\w+(\{.*\})? \d/m)
})

const MONITORING = new URL('../../../deploy/monitoring/', import.meta.url)

test('dashboard and alerts use metrics that exist', async () => {
  const names = new Set(await createMetrics(BUILD).listNames())
  const isKnown = (used: string): boolean =>
    names.has(used) || names.has(used.replace(/_(bucket|count|sum)$/, ''))
  for (const file of ['dashboard.json', 'alerts.yml']) {
    const text = await readFile(new URL(file, MONITORING), 'utf8')
    const used = [...new Set(text.match(/\b(?:pcs|nodejs|process)_[a-z0-9_]+/g))]
    expect(used.length, file).toBeGreaterThan(5)
    expect(
      used.filter((name) => !isKnown(name)),
      file,
    ).toEqual([])
  }
})

test('every metric of the service is on the dashboard and explained in the documentation', async () => {
  const dashboard = await readFile(new URL('dashboard.json', MONITORING), 'utf8')
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const own = (await createMetrics(BUILD).listNames()).filter((name) => name.startsWith('pcs_'))
  expect(own.filter((name) => !dashboard.includes(name))).toEqual([])
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  JSON.parse(dashboard)
})
