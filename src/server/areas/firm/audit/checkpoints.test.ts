import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FileMissing } from '../../../platform/files/file-store.ts'
import { createCheckpointStore } from './checkpoint-store.ts'
import { type Checkpoint, createCheckpointKeys, isSigned } from './checkpoints.ts'
import { limitToOneRunPerFirm } from './one-run-per-firm.ts'

const seed = (byte: number): Buffer => Buffer.alloc(32, byte)
const CONTENT = {
  tenantId: 'firm1',
  sequence: 7,
  hash: 'ab'.repeat(32),
  sealedAt: '2026-11-23T10:00:00.000Z',
}

describe('a checkpoint', () => {
  const keys = createCheckpointKeys([seed(1)])

  test('is signed by the key it names', () => {
    const checkpoint = keys.sign(CONTENT)
    expect(checkpoint).toMatchObject({ ...CONTENT, publicKey: keys.publicKey })
    expect([isSigned(checkpoint), keys.accepts(checkpoint)]).toEqual([true, true])
  })

  test('has the public key and the signature of the RFC 8032 test vector', () => {
    // Test 1 of section 7.1: the key pair.
    const { publicKey } = createCheckpointKeys([
      Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'),
    ])
    expect(publicKey).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
  })

  test.each<Partial<Checkpoint>>([
    { tenantId: 'firm2' },
    { sequence: 8 },
    { hash: 'cd'.repeat(32) },
    { sealedAt: '2026-11-23T10:00:00.001Z' },
    { signature: '00'.repeat(64) },
    { publicKey: createCheckpointKeys([seed(2)]).publicKey },
  ])('with another value is not signed: %j', (change) => {
    const changed = { ...keys.sign(CONTENT), ...change }
    expect([isSigned(changed), keys.accepts(changed)]).toEqual([false, false])
  })

  test('of an earlier key is accepted while that key is configured', () => {
    const old = keys.sign(CONTENT)
    expect(createCheckpointKeys([seed(2), seed(1)]).accepts(old)).toBe(true)
    expect(createCheckpointKeys([seed(2)]).accepts(old)).toBe(false)
    expect(isSigned(old)).toBe(true)
  })
})

function openBucket() {
  const objects: Record<string, string> = {}
  return {
    objects,
    bucket: {
      async write(key: string, source: AsyncIterable<Uint8Array>) {
        const pieces: Uint8Array[] = []
        for await (const piece of source) pieces.push(piece)
        objects[key] = Buffer.concat(pieces).toString()
        return { storedBytes: 0 }
      },
      async read(key: string) {
        const content = objects[key]
        if (content === undefined) throw new FileMissing()
        return (async function* () {
          yield Buffer.from(content)
        })()
      },
    },
  }
}

describe('anchors', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anchors-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const { sign } = createCheckpointKeys([seed(1)])

  test('are a private file for each firm, and an object in a bucket', async () => {
    const { objects, bucket } = openBucket()
    const anchors = createCheckpointStore(join(folder, 'new'), bucket)
    const [one, two] = [sign(CONTENT), sign({ ...CONTENT, sequence: 9 })]
    await anchors.append(one)
    await anchors.append(sign({ ...CONTENT, tenantId: 'firm2' }))
    await anchors.append(two)
    expect(await anchors.of('firm1')).toEqual([one, two, two])
    expect(await anchors.of('firm3')).toEqual([])
    expect((await stat(join(folder, 'new', 'firm1.jsonl'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'new'))).mode & 0o777).toBe(0o700)
    expect(JSON.parse(objects['auditanchors/firm1/9'] ?? '')).toEqual(two)
  })

  test('are read from the bucket if the folder was lost', async () => {
    const { bucket } = openBucket()
    const written = createCheckpointStore(join(folder, 'lost'), bucket)
    const [one, two] = [sign(CONTENT), sign({ ...CONTENT, sequence: 9 })]
    await written.append(one)
    await written.append(two)
    await rm(join(folder, 'lost'), { recursive: true })
    const anchors = createCheckpointStore(join(folder, 'lost'), bucket)
    expect(await anchors.of('firm1')).toEqual([two])
    expect(await anchors.of('firm3')).toEqual([])
  })

  test('are read without incomplete lines from a crash and lines of other firms', async () => {
    const anchors = createCheckpointStore(folder)
    const [one, two] = [sign(CONTENT), sign({ ...CONTENT, sequence: 9 })]
    await anchors.append(one)
    const file = join(folder, 'firm1.jsonl')
    const text = await readFile(file, 'utf8')
    const foreign = JSON.stringify(sign({ ...CONTENT, tenantId: 'firm2', sequence: 100 }))
    await writeFile(file, `${text}${text.slice(0, 40)}\n{"sequence":1}\n${foreign}\n`)
    await anchors.append(two)
    expect(await anchors.of('firm1')).toEqual([one, two])
  })

  test('accept only ids of firms, not paths', async () => {
    await expect(createCheckpointStore(folder).of('../../../domains/firm1')).rejects.toThrow(
      'Not the id of a firm',
    )
  })
})

test('allows one run per firm at a time, until it ends or times out', () => {
  let now = 0
  const begin = limitToOneRunPerFirm(() => now)
  const first = begin('firm1')
  expect(() => begin('firm1')).toThrow('is running')
  begin('firm2')
  now = 29_000
  first.touch()
  now = 58_000
  expect(() => begin('firm1')).toThrow('is running')
  now = 60_000
  const second = begin('firm1')
  // Ending a run that timed out does not end the run that replaced it.
  first.end()
  expect(() => begin('firm1')).toThrow('is running')
  second.end()
  begin('firm1')
})
