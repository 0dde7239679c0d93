/** The service as a process of its own, while its PostgreSQL server falls silent as in a failover, and comes back. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from './harness/fault-proxy.ts'
import { copyTemplate, type TestDatabase } from './harness/test-database.ts'
import { type RunningProgram, startService } from './service-process.ts'

/** Of one request; what takes longer than this hangs. */
const ANSWERED_WITHIN_MS = 20_000

describe.runIf(inject('postgresqlUrl'))('a database server that fails over', () => {
  let database: TestDatabase
  let proxy: FaultProxy
  let program: RunningProgram
  beforeAll(async () => {
    database = await copyTemplate(inject('template'), 'migrated')
    proxy = await openFaultProxy(database.target.url as string)
    program = await startService({ DATABASE_URL: proxy.url, DEMO: 'off' })
  }, 180_000)
  afterAll(async () => {
    await program?.stop()
    await proxy?.close()
    await database?.close()
  })

  const statusOf = (path: string): Promise<number> =>
    fetch(program.url + path, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) }).then(
      ({ status }) => status,
    )
  const ready = () => statusOf('/api/health/ready')
  /** Looks an account up in the database. */
  const reset = async (): Promise<number> => {
    const { headers } = await fetch(`${program.url}/api/auth/csrf`)
    const { csrfToken } = (await (
      await fetch(`${program.url}/api/auth/csrf`, {
        headers: { cookie: headers.getSetCookie().join('; ').split(';')[0] as string },
      })
    ).json()) as { csrfToken: string }
    const reply = await fetch(`${program.url}/api/auth/reset-password`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': csrfToken,
        cookie: headers.getSetCookie().join('; ').split(';')[0] as string,
      },
      body: JSON.stringify({ token: 'x'.repeat(43), password: 'Kinsale harbour in the rain' }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    })
    return reply.status
  }

  test('is reported by readiness, and requires no restart of the service', async () => {
    expect(await ready()).toBe(200)
    const fit = await reset()
    expect(fit).toBeLessThan(500)
    proxy.fallSilent()
    await expect.poll(ready, { timeout: 30_000 }).toBe(503)
    // Requests are refused and do not hang, however many there are.
    const during = await Promise.all(Array.from({ length: 30 }, reset))
    expect(new Set(during)).toEqual(new Set([503]))
    expect(await statusOf('/api/health/live')).toBe(200)
    await proxy.passAgain()
    await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    expect(await Promise.all(Array.from({ length: 10 }, reset))).toEqual(Array(10).fill(fit))
  }, 180_000)
})
