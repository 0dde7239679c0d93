/** Every POST of a signed-in person, sent twice with one Idempotency-Key: done once, and answered twice. */
import { describe, expect, test } from 'vitest'
import { acceptsIdempotencyKey } from '../src/contract/define.ts'
import { CONTRACTS } from '../src/contract/index.ts'
import { nextUniqueText } from './harness/people.ts'
import { buildRequestOfSample, isForPeople } from './harness/samples.ts'
import { useSeededFirms } from './harness/service.ts'
import { readStoredDigests } from './harness/stored-rows.ts'
import { waitUntilSettled } from './harness/wait-until-settled.ts'

const { service, firms } = useSeededFirms()
const posts = CONTRACTS.filter(
  (contract) => contract.kind === 'command' && contract.route.startsWith('POST ') && isForPeople(contract),
)

test('only operations on secrets, factors, sessions and personal data do not store their response', () => {
  expect(
    posts
      .filter((contract) => !acceptsIdempotencyKey(contract))
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'api-key.create',
    'auth.change-email',
    'auth.change-password',
    'auth.confirm-identity',
    'auth.signout',
    'auth.signout-everywhere',
    'auth.start-confirmation',
    'calendar-feed.create',
    'grant.choose',
    'member.reveal-pps',
    'personal-data.erase',
    'personal-data.export',
    'second-factor.add-passkey',
    'second-factor.confirm-app',
    'second-factor.remove-app',
    'second-factor.remove-passkey',
    'second-factor.rename-passkey',
    'second-factor.renew-recovery-codes',
    'second-factor.start-app',
    'second-factor.start-passkey',
    'session.end',
    'session.end-others',
    'webhook.create',
    'webhook.rotate-secret',
  ])
})

describe('a repeat with the same key', () => {
  test.each(posts.filter(acceptsIdempotencyKey))(
    '$name gets the same response and takes effect once',
    async (contract) => {
      const { actor, send } = await buildRequestOfSample(contract, firms().firm)
      const headers = { 'idempotency-key': nextUniqueText() }
      const first = await send({ headers })
      expect(first.status, first.text).toBe(contract.status ?? 200)
      await waitUntilSettled(service(), contract, actor)
      const before = await readStoredDigests(service())
      const again = await send({ headers })
      expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' })
      expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text })
      expect(await readStoredDigests(service())).toEqual(before)
    },
  )
})

describe('a secret in a response', () => {
  test.each(posts.filter((contract) => /reveal-pps|calendar-feed\.create/.test(contract.name)))(
    '$name stores no response for a key',
    async (contract) => {
      const { send } = await buildRequestOfSample(contract, firms().firm)
      const key = nextUniqueText()
      expect((await send({ headers: { 'idempotency-key': key } })).status).toBe(contract.status ?? 200)
      expect(await service().asOwner('select 1 from idempotency_keys where key = $1', [key])).toEqual([])
    },
  )
})
