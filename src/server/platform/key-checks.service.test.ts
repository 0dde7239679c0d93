/** A start with keys that are not those of the data ends with a message that names the variable. */
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { createFirm } from '../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../test/harness/service.ts'
import { createDocument } from '../../contract/documents.ts'
import { type KeysInUse, verifyKeys } from './key-checks.ts'
import { calculateFingerprint } from './key-fingerprint.ts'

const service = useService({ emptyDatabase: true })
const buildKey = (name: string): string => createHash('sha256').update(name).digest('hex')

interface Keys {
  current?: string
  previous?: string
  index?: string
  files?: Buffer[]
}

function inUse({ current, previous, index, files }: Keys = {}): KeysInUse {
  return {
    pps: { current: current ?? TEST_SECRETS.PPS_ENCRYPTION_KEY, previous: previous ?? null },
    index: index ?? TEST_SECRETS.PPS_INDEX_KEY,
    files: files ?? service().config.secrets.files,
  }
}

const errors: string[] = []
const log = {
  debug() {},
  info() {},
  warn() {},
  error: (message: string) => void errors.push(message),
  flush() {},
}

async function verify(keys: Keys = {}): Promise<string> {
  const { asOwner } = service()
  const client = {
    query: async (text: string, values?: unknown[]) => ({ rows: await asOwner(text, values) }),
  }
  errors.length = 0
  try {
    await verifyKeys(client as unknown as pg.ClientBase, inUse(keys), log)
    return 'accepted'
  } catch (error) {
    return (error as Error).message
  }
}

test('any key is accepted before there is data, and afterwards only the key of the data', async () => {
  expect(await verify({ current: buildKey('one'), index: buildKey('two') })).toBe('accepted')
  expect(await verify()).toBe('accepted')

  const firm = await createFirm(service())
  await firm.hasMember()
  const file = { name: 'minutes.txt', bytes: 'Minutes' }
  expect((await firm.broker.upload(createDocument, { kind: 'OTHER', title: 'Minutes' }, file)).status).toBe(
    201,
  )

  expect(await verify()).toBe('accepted')
  expect(await verify({ current: buildKey('other') })).toMatch(/^PPS_ENCRYPTION_KEY and .* are not the keys/)
  expect(await verify({ current: buildKey('new'), previous: TEST_SECRETS.PPS_ENCRYPTION_KEY })).toBe(
    'accepted',
  )
  expect(await verify({ index: buildKey('other') })).toMatch(/^PPS_INDEX_KEY is not the key/)
  expect(await verify({ files: [Buffer.from(buildKey('other'), 'hex')] })).toMatch(
    /^FILES_ENCRYPTION_KEY and/,
  )
  // A refused start changes nothing.
  expect(await verify()).toBe('accepted')
  expect(errors).toEqual([])
})

test('PPS numbers under another key after a rotation are logged, and the start continues', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasMember()
  await firm.hasMember()
  const setFingerprint = (value: string) =>
    service().asOwner('update members set pps_key_fingerprint = $1 where id = $2', [value, id])
  await setFingerprint('f'.repeat(16))
  expect(await verify()).toBe('accepted')
  expect(errors).toEqual([expect.stringContaining('Some PPS numbers')])
  await setFingerprint(calculateFingerprint(Buffer.from(TEST_SECRETS.PPS_ENCRYPTION_KEY, 'hex')))
})

test('only the platform scope can check keys', async () => {
  const { asOwner } = service()
  await expect(asOwner("select app.check_key('PPS_INDEX_KEY', 'x', true)")).rejects.toThrow('by the platform')
})
