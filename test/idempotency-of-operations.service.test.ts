/** Every POST of a signed-in person, sent twice with one Idempotency-Key: done once, and answered twice. */
import { describe, expect, test } from 'vitest'
import { takesIdempotencyKey } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { unique } from './harness/people.ts'
import { actOf, isForPeople } from './harness/samples.ts'
import { useSeededFirms } from './harness/service.ts'
import { settled } from './harness/settled.ts'
import { stored } from './harness/stored.ts'

const { service, firms } = useSeededFirms()
const posts = CONTRACTS.filter(
  (contract) => contract.kind === 'command' && contract.route.startsWith('POST ') && isForPeople(contract),
)

test('only operations whose answer is a secret or changes the session refuse to store it', () => {
  expect(
    posts
      .filter((contract) => !takesIdempotencyKey(contract))
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'auth.change-email',
    'auth.change-password',
    'auth.signout',
    'auth.signout-everywhere',
    'calendar-feed.create',
    'member.reveal-pps',
  ])
})

describe('a repeat with the same key', () => {
  test.each(posts.filter(takesIdempotencyKey))('$name is answered again and done once', async (contract) => {
    const { actor, send } = await actOf(contract, firms().firm)
    const headers = { 'idempotency-key': unique() }
    const first = await send({ headers })
    expect(first.status, first.text).toBe(contract.status ?? 200)
    await settled(service(), contract, actor)
    const before = await stored(service())
    const again = await send({ headers })
    expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' })
    expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text })
    expect(await stored(service())).toEqual(before)
  })
})

describe('a secret in an answer', () => {
  test.each(posts.filter((contract) => /reveal-pps|calendar-feed\.create/.test(contract.name)))(
    '$name stores no answer for a key',
    async (contract) => {
      const { send } = await actOf(contract, firms().firm)
      const key = unique()
      expect((await send({ headers: { 'idempotency-key': key } })).status).toBe(contract.status ?? 200)
      expect(await service().asOwner('select 1 from idempotency_keys where key = $1', [key])).toEqual([])
    },
  )
})
