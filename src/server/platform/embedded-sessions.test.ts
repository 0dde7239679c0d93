import { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createPool } from './database.ts'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { createStreamOpener } from './embedded-sessions.ts'

let db: PGlite
let openStream: ReturnType<typeof createStreamOpener>
const pools: pg.Pool[] = []
const openPool = (from = openStream): pg.Pool => {
  const pool = createPool({ openStream: from, poolSize: 1 })
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}

beforeAll(async () => {
  db = await PGlite.create()
  await db.exec('create table numbers (n int primary key)')
  openStream = createStreamOpener(db)
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
  await db.exec('truncate numbers')
})
afterAll(() => db.close())

test('a result of several megabytes arrives whole', async () => {
  const { rows } = await openPool().query("select repeat('x', 5000000) as text")
  expect(rows[0].text).toHaveLength(5_000_000)
})

test('after an error, a connection answers the next statement', async () => {
  const pool = openPool()
  await expect(pool.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero')
  await expect(pool.query('selec')).rejects.toThrow('syntax error')
  expect((await pool.query('select $1::int as one', [1])).rows).toEqual([{ one: 1 }])
})

test('while one connection has a transaction open, another waits for its end', async () => {
  const [first, second] = [await openPool().connect(), openPool()]
  await first.query('begin')
  await first.query('insert into numbers values (1)')
  let isAnswered = false
  const counted = second.query('select count(*)::int as count from numbers').then(({ rows }) => {
    isAnswered = true
    return rows
  })
  await first.query('select pg_sleep(0.05)')
  expect(isAnswered).toBe(false)
  await first.query('insert into numbers values (2)')
  await first.query('commit')
  first.release()
  expect(await counted).toEqual([{ count: 2 }])
})

test.each(['destroyed', 'ended'])(
  'the open transaction of a connection that is %s is undone, and the next one is answered',
  async (how) => {
    const client = await openPool().connect()
    await client.query('begin')
    await client.query('insert into numbers values (1)')
    const counted = openPool().query('select count(*)::int as count from numbers')
    if (how === 'destroyed')
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    client.release(true)
    expect((await counted).rows).toEqual([{ count: 0 }])
  },
)

test('a thread that does not answer is started again: its query fails, and the next is answered', async () => {
  const reasons: string[] = []
  const embedded = await openEmbeddedDatabase({
    hungAfterMs: 1_500,
    onRestart: (reason) => reasons.push(reason),
  })
  try {
    const pool = openPool(embedded.openStream)
    await expect(pool.query('select count(*) from generate_series(1, 1000000000)')).rejects.toThrow(
      'Connection terminated',
    )
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(reasons).toEqual(['no answer for 1500 ms'])
  } finally {
    for (const pool of pools.splice(0)) await pool.end()
    await embedded.close()
  }
}, 60_000)
