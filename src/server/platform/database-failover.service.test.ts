/** A PostgreSQL server that falls silent without ending its connections, and comes back. The embedded database has no network. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type FaultProxy, openFaultProxy } from '../../../test/harness/fault-proxy.ts'
import { type Database, openDatabase } from './database.ts'
import { toDatabaseFailure } from './database-errors.ts'

/** Answered with 503. A failed rollback may hide what failed first. */
const isUnavailable = (error: unknown): boolean => toDatabaseFailure(error)?.status === 503

const url = inject('postgresqlUrl')

describe.runIf(url)('a database server that falls silent', () => {
  let proxy: FaultProxy
  let database: Database
  const QUERY_LIMIT_MS = 400
  beforeAll(async () => {
    proxy = await openFaultProxy(url as string)
    database = openDatabase({ url: proxy.url, poolSize: 4 }, () => {}, {
      queryLimitMs: QUERY_LIMIT_MS,
      probeAfterMs: 100,
    })
  })
  afterAll(async () => {
    await database?.close()
    await proxy?.close()
  })
  const read = () => database.batch([{ text: 'select 1', values: [] }])
  const readsAtOnce = (count: number) => Promise.allSettled(Array.from({ length: count }, read))

  test('fails waiting requests, and replaces every connection once it is available again', async () => {
    await readsAtOnce(4)
    const before = proxy.opened()
    expect(before).toBeGreaterThan(1)
    proxy.fallSilent()
    const failed = await readsAtOnce(8)
    expect(failed.map(({ status }) => status)).toEqual(Array(8).fill('rejected'))
    await expect(database.ping(200)).rejects.toThrow()
    await proxy.passAgain()
    await expect
      .poll(
        () =>
          database.ping(500).then(
            () => 'answers',
            () => 'silent',
          ),
        { timeout: 10_000 },
      )
      .toBe('answers')
    expect((await readsAtOnce(8)).map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'))
    expect(await database.write(async (tx) => (await sql`select 1 as one`.execute(tx)).rows)).toEqual([
      { one: 1 },
    ])
  })

  test('in the middle of a transaction fails that transaction but not the next', async () => {
    const writing = database.write(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy.fallSilent()
      await sql`select 2`.execute(tx)
    })
    await expect(writing).rejects.toSatisfy(isUnavailable)
    await proxy.passAgain()
    await expect
      .poll(
        () =>
          read().then(
            () => 'answers',
            () => 'silent',
          ),
        { timeout: 10_000 },
      )
      .toBe('answers')
  })

  test('while idle is detected, so that the next request gets a working connection', async () => {
    await readsAtOnce(4)
    proxy.fallSilent()
    // The probe asks after 100 ms of silence and gives up two seconds later.
    await pause(4_000)
    await proxy.passAgain()
    expect((await readsAtOnce(4)).map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
  })

  test('does not end a transaction that may take long', async () => {
    const rows = await database.write(async (tx) => {
      await sql`set local statement_timeout = '10min'`.execute(tx)
      await sql`select pg_sleep(${(QUERY_LIMIT_MS * 2) / 1000})`.execute(tx)
      return (await sql`select 1 as one`.execute(tx)).rows
    })
    expect(rows).toEqual([{ one: 1 }])
    await expect(
      database.write((tx) => sql`select pg_sleep(${(QUERY_LIMIT_MS * 2) / 1000})`.execute(tx)),
    ).rejects.toSatisfy(isUnavailable)
  })

  test('answers a ping while every connection is in use', async () => {
    const busy = Array.from({ length: 12 }, () =>
      database.batch([{ text: 'select pg_sleep(0.2)', values: [] }]),
    )
    await database.ping(500)
    await Promise.all(busy)
  })
})
