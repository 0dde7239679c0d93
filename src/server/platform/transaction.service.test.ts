/** The ends of a transaction: what is sent with its BEGIN and its COMMIT. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useService } from '../../../test/harness/service.ts'
import type { Tx } from './database.ts'

const service = useService({ ownDatabase: true })

const write = (name: string) => ({
  text: 'insert into app.key_checks (name, value) values ($1, $1)',
  values: [name],
})
const count = async (name: string): Promise<number> =>
  (
    await service().asOwner<{ n: number }>('select count(*)::int as n from app.key_checks where name = $1', [
      name,
    ])
  )[0]?.n ?? 0

test('opening statements belong to the transaction, and their rows are passed to the work', async () => {
  const { database } = service()
  const opening = [write('opening'), { text: 'select $1::int + 1', values: [1] }]
  await database.write(async (_tx, { opened }) => expect(opened).toEqual([[], [['2']]]), { opening })
  expect(await count('opening')).toBe(1)
  await expect(
    database.write(
      async () => {
        throw new Error('refused by the work')
      },
      { opening: [write('undone')] },
    ),
  ).rejects.toThrow('refused by the work')
  expect(await count('undone')).toBe(0)
})

test('an opening statement that fails ends the transaction before the work', async () => {
  let isReached = false
  const failing = { text: 'select 1 / $1::int', values: [0] }
  const written = service().database.write(
    async () => {
      isReached = true
    },
    { opening: [write('first'), failing] },
  )
  await expect(written).rejects.toMatchObject({ code: '22012' })
  expect(isReached).toBe(false)
  expect(await count('first')).toBe(0)
})

test('closing statements run after the work, in their order, and are committed with it', async () => {
  await service().database.write(async (tx, { conclude }) => {
    conclude({ text: "update app.key_checks set value = 'closed' where name = $1", values: ['closing'] })
    conclude(write('closing after'))
    await sql`insert into app.key_checks (name, value) values ('closing', 'open')`.execute(tx)
  })
  expect(await service().asOwner("select value from app.key_checks where name = 'closing'")).toEqual([
    { value: 'closed' },
  ])
  expect(await count('closing after')).toBe(1)
})

test('a closing statement that fails undoes the work', async () => {
  const written = service().database.write(async (tx, { conclude }) => {
    await sql`insert into app.key_checks (name, value) values ('lost', 'lost')`.execute(tx)
    conclude(write('lost'))
  })
  await expect(written).rejects.toMatchObject({ code: '23505' })
  expect(await count('lost')).toBe(0)
})

test('a transaction in which a statement failed is not reported as committed', async () => {
  const written = service().database.write(async (tx) => {
    await sql`insert into app.key_checks (name, value) values ('aborted', 'aborted')`.execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(written).rejects.toThrow('was not committed')
  expect(await count('aborted')).toBe(0)
})

test('a transaction runs no statement after its end', async () => {
  let kept: Tx | undefined
  await service().database.write(async (tx) => {
    kept = tx
  })
  await expect(sql`select 1`.execute(kept as Tx)).rejects.toThrow('The transaction has ended')
})
