import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Interceptor, type S3Server, startS3Server } from '../../../../test/harness/s3-server.ts'
import { createEncryptedFiles } from './encrypted-files.ts'
import { FileMissing, type FileStore, FileStoreUnavailable, FileTooLarge } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'
import { createS3FileStore } from './s3-file-store.ts'

const MAX_BYTES = 13 * 1024 * 1024
const PART_BYTES = 5 * 1024 * 1024
const CHUNK_BYTES = 64 * 1024

interface Opened {
  store: FileStore
  /** All objects in the store, of any kind. */
  contents(): Promise<string[]>
  close(): Promise<void>
}

async function openLocal(): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'files-'))
  return {
    store: await createLocalFileStore({ folder, maxBytes: MAX_BYTES }),
    async contents() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => !entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    },
    close: () => rm(folder, { recursive: true }),
  }
}

async function openS3(): Promise<Opened> {
  const server = await startS3Server()
  const store = await createS3FileStore(server.options, { maxBytes: MAX_BYTES })
  return {
    store,
    contents: server.contents,
    async close() {
      store.close()
      await server.close()
    },
  }
}

async function* chunksOf(bytes: Uint8Array, size = CHUNK_BYTES): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function collected(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const buildKey = (): string => `firm/${randomBytes(12).toString('hex')}`

describe.each([
  ['a folder', openLocal],
  ['a bucket', openS3],
])('files in %s', (_name, open) => {
  let opened: Opened
  let store: FileStore
  beforeAll(async () => {
    opened = await open()
    store = opened.store
  })
  afterAll(() => opened.close())

  test.each([
    0,
    1,
    CHUNK_BYTES - 1,
    CHUNK_BYTES,
    CHUNK_BYTES + 1,
    PART_BYTES - 1,
    PART_BYTES,
    PART_BYTES + 1,
    2 * PART_BYTES,
    MAX_BYTES,
  ])('%i bytes are read back unchanged', async (size) => {
    const key = buildKey()
    const bytes = randomBytes(size)
    expect(await store.write(key, chunksOf(bytes))).toEqual({ storedBytes: size })
    expect((await collected(await store.read(key))).equals(bytes)).toBe(true)
  })

  test('chunks of any size form one file, also empty ones', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 20 }), async (pieces) => {
        const key = buildKey()
        await store.write(
          key,
          (async function* () {
            yield* pieces
          })(),
        )
        expect((await collected(await store.read(key))).equals(Buffer.concat(pieces))).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  test('files written at the same time do not mix', async () => {
    const files = Array.from({ length: 8 }, (_, i) => ({ key: buildKey(), bytes: Buffer.alloc(300_000, i) }))
    await Promise.all(files.map(({ key, bytes }) => store.write(key, chunksOf(bytes))))
    for (const { key, bytes } of files)
      expect((await collected(await store.read(key))).equals(bytes)).toBe(true)
  })

  test('keys with the same letters and different slashes are different files', async () => {
    const keys = ['ab/abab', 'abab/ab', 'ab/ab/ab', 'ababab', 'ab', 'ab/ab']
    for (const key of keys) await store.write(key, chunksOf(Buffer.from(key)))
    for (const key of keys) expect((await collected(await store.read(key))).toString()).toBe(key)
    await store.remove('ab')
    await store.remove('ab/ab')
    expect((await collected(await store.read('ab/ab/ab'))).toString()).toBe('ab/ab/ab')
  })

  test('an unknown key is reported as missing, not as unavailable', async () => {
    const refusal = await store.read(buildKey()).catch((error) => error)
    expect(refusal).toBeInstanceOf(FileMissing)
    expect(refusal).not.toHaveProperty('code')
  })

  test('a removed file is missing, and can be removed again', async () => {
    const key = buildKey()
    await store.write(key, chunksOf(randomBytes(10)))
    await store.remove(key)
    await expect(store.read(key)).rejects.toThrow(FileMissing)
    expect((await opened.contents()).join()).not.toContain(key.slice(5))
    await store.remove(key)
    await store.remove(buildKey())
  })

  test.each([
    ['at once', 0],
    ['after a byte', 1],
    ['half-way', 1_000_000],
    ['after a part', PART_BYTES + CHUNK_BYTES],
    ['after its last byte', 2 * PART_BYTES],
  ])('a source that fails %s leaves no file, and its own error is passed on', async (_when, size) => {
    const before = await opened.contents()
    const reason = new Error('The sender went away')
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* chunksOf(randomBytes(size))
      throw reason
    }
    await expect(store.write(buildKey(), failing())).rejects.toBe(reason)
    expect(await opened.contents()).toEqual(before)
  })

  test('a source with a byte too many is refused and ended, and leaves no file', async () => {
    const before = await opened.contents()
    let given = 0
    let isEnded = false
    async function* plenty(): AsyncGenerator<Uint8Array> {
      try {
        for (; given < 2 * MAX_BYTES; given += CHUNK_BYTES) yield Buffer.alloc(CHUNK_BYTES)
      } finally {
        isEnded = true
      }
    }
    await expect(store.write(buildKey(), plenty())).rejects.toThrow(FileTooLarge)
    expect([isEnded, given]).toEqual([true, MAX_BYTES])
    await expect(store.write(buildKey(), chunksOf(Buffer.alloc(MAX_BYTES + 1)))).rejects.toThrow(FileTooLarge)
    expect(await opened.contents()).toEqual(before)
  })

  test('a reader that stops early can read again', async () => {
    const key = buildKey()
    const bytes = randomBytes(PART_BYTES)
    await store.write(key, chunksOf(bytes))
    for (let i = 0; i < 60; i++) {
      for await (const chunk of await store.read(key)) {
        expect(bytes.indexOf(chunk.subarray(0, 16))).toBe(0)
        break
      }
    }
  })

  test.each([
    '',
    'a',
    '.',
    '..',
    '../up',
    'in/../up',
    'in/..',
    './in',
    '/in',
    'in/',
    'in//side',
    'C:in',
    'in\\side',
    'in.txt',
    'IN',
    'ín',
    'in side',
    'in\0side',
    'in\n',
    '%2e%2e/up',
    '.drafts/in',
    'a'.repeat(201),
  ])('%j is refused as a key', async (key) => {
    const before = await opened.contents()
    const text = 'A storage key is parts of a-z and 0-9, separated by slashes'
    await expect(store.write(key, chunksOf(randomBytes(1)))).rejects.toThrow(text)
    await expect(store.read(key)).rejects.toThrow(text)
    await expect(store.remove(key)).rejects.toThrow(text)
    expect(await opened.contents()).toEqual(before)
  })

  test('a key of 200 characters is accepted', async () => {
    const key = `${'ab/'.repeat(66)}zz`
    expect(key).toHaveLength(200)
    await store.write(key, chunksOf(randomBytes(3)))
    expect(await collected(await store.read(key))).toHaveLength(3)
  })

  test('an encrypted file can be read again, and the store contains none of its text', async () => {
    const key = buildKey()
    const files = createEncryptedFiles({ store, keys: [randomBytes(32)] })
    const text = 'Minutes of the trustees of 14 March 2026. '
    const plaintext = Buffer.from(text.repeat(150_000))
    const sealing = await files.encrypt(key, chunksOf(plaintext, 10_007))
    expect(
      await collected(await files.decrypt({ key, ...sealing })).then((bytes) => bytes.equals(plaintext)),
    ).toBe(true)
    const stored = await collected(await store.read(key))
    expect(stored.includes('trustees')).toBe(false)
    await files.remove(key)
    await expect(files.decrypt({ key, ...sealing })).rejects.toThrow(FileMissing)
  })
})

describe('a bucket', () => {
  let server: S3Server
  let store: FileStore
  beforeAll(async () => {
    server = await startS3Server()
    store = await createS3FileStore(server.options, { maxBytes: MAX_BYTES })
  })
  afterAll(async () => {
    store.close()
    await server.close()
  })

  /** For this test only; the requests that came since. */
  function intercept(interceptor: Interceptor): () => string[] {
    const first = server.requests.length
    server.intercept(interceptor)
    onTestFinished(() => server.intercept((_request, _response, pass) => pass()))
    return () => server.requests.slice(first)
  }

  const beAway: Interceptor = (request, response) => {
    request.resume()
    response.writeHead(503, { 'content-type': 'application/xml' })
    response.end('<Error><Code>ServiceUnavailable</Code><Message>Try again</Message></Error>')
  }

  async function expectUnavailable(work: Promise<unknown>): Promise<void> {
    const error = await work.then(
      () => null,
      (reason) => reason,
    )
    expect(error).toBeInstanceOf(FileStoreUnavailable)
    expect(error).toMatchObject({ code: 'UNAVAILABLE', message: 'The file store is unavailable' })
  }

  test('that is briefly unavailable is tried three times', async () => {
    const key = buildKey()
    let refusals = 2
    const since = intercept((request, response, pass) => {
      if (refusals-- > 0) beAway(request, response, pass)
      else pass()
    })
    await store.write(key, chunksOf(Buffer.from('at last')))
    expect(since()).toEqual(Array(3).fill(`PUT /files/${key}?x-id=PutObject`))
    refusals = 2
    expect((await collected(await store.read(key))).toString()).toBe('at last')
    refusals = 2
    await store.remove(key)
  })

  test('that stays unreachable is unavailable', async () => {
    const since = intercept(beAway)
    const key = buildKey()
    await expectUnavailable(store.write(key, chunksOf(randomBytes(10))))
    await expectUnavailable(store.read(key))
    await expectUnavailable(store.remove(key))
    // The writing, and the removal of what may have come of it.
    const countRequests = (operation: string) =>
      since().filter((request) => request.includes(operation)).length
    expect([countRequests('PutObject'), countRequests('GetObject'), countRequests('DeleteObject')]).toEqual([
      3, 3, 6,
    ])
  })

  /** Where nothing comes anyway, however long it is waited for. */
  async function createImpatientStore(): Promise<FileStore> {
    const impatient = await createS3FileStore(server.options, {
      connectWithinMs: 200,
      answerWithinMs: 200,
      silenceMs: 200,
    })
    onTestFinished(() => impatient.close())
    return impatient
  }

  test('that does not answer is unavailable', async () => {
    intercept(() => {})
    const impatient = await createImpatientStore()
    await expectUnavailable(impatient.read(buildKey()))
    await expectUnavailable(impatient.remove(buildKey()))
    await expectUnavailable(impatient.write(buildKey(), chunksOf(randomBytes(10))))
  })

  test('at a closed port is unavailable', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    await once(probe, 'close')
    const away = await createS3FileStore({ ...server.options, endpoint: `http://127.0.0.1:${port}` })
    onTestFinished(() => away.close())
    await expectUnavailable(away.write(buildKey(), chunksOf(randomBytes(10))))
    await expectUnavailable(away.read(buildKey()))
    await expectUnavailable(away.remove(buildKey()))
  })

  test.each([
    ['a wrong secret', { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'wrong' } }],
    ['an unknown name', { credentials: { accessKeyId: 'STRANGER', secretAccessKey: 'S3RVER' } }],
    ['a bucket that is not there', { bucket: 'elsewhere' }],
  ])('with %s is unavailable, not empty', async (_what, wrong) => {
    const mistaken = await createS3FileStore({ ...server.options, ...wrong })
    onTestFinished(() => mistaken.close())
    await expectUnavailable(mistaken.read(buildKey()))
    await expectUnavailable(mistaken.write(buildKey(), chunksOf(randomBytes(10))))
  })

  test('whose response to a write is lost keeps no object', async () => {
    const before = await server.contents()
    intercept((request, response, pass) => {
      if (request.method === 'PUT') response.end = () => response.destroy()
      pass()
    })
    await expectUnavailable(store.write(buildKey(), chunksOf(randomBytes(10))))
    expect(await server.contents()).toEqual(before)
  })

  test('whose response to a second write is lost keeps the earlier object', async () => {
    const key = buildKey()
    await store.write(key, chunksOf(Buffer.from('the first')), { mayExist: true })
    intercept((request, response, pass) => {
      if (request.method !== 'PUT') return pass()
      beAway(request, response, pass)
    })
    await expectUnavailable(store.write(key, chunksOf(Buffer.from('the second')), { mayExist: true }))
    expect((await collected(await store.read(key))).toString()).toBe('the first')
  })

  test('that fails in the middle of an upload aborts it', async () => {
    const before = await server.contents()
    const key = buildKey()
    const since = intercept((request, response, pass) => {
      if (request.url?.includes('partNumber=2')) beAway(request, response, pass)
      else pass()
    })
    await expectUnavailable(store.write(key, chunksOf(randomBytes(2 * PART_BYTES + 1))))
    expect(since().filter((request) => request.includes('AbortMultipartUpload'))).toHaveLength(1)
    expect(await server.contents()).toEqual(before)
  })

  test('aborts an upload whose sender disconnected', async () => {
    const since = intercept((_request, _response, pass) => pass())
    async function* cutOff(): AsyncGenerator<Uint8Array> {
      yield* chunksOf(randomBytes(2 * PART_BYTES + 1))
      throw new Error('The sender went away')
    }
    await expect(store.write(buildKey(), cutOff())).rejects.toThrow('The sender went away')
    expect(since().filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(since().at(-1)).toContain('AbortMultipartUpload')
  })

  test('that truncates a file causes an error', async () => {
    const key = buildKey()
    await store.write(key, chunksOf(randomBytes(1_000_000)))
    intercept((request, response, pass) => {
      const write = response.write.bind(response) as (chunk: Buffer) => boolean
      response.write = ((chunk: Buffer) => {
        write(chunk)
        response.destroy()
        return false
      }) as typeof response.write
      if (request.method === 'GET') pass()
    })
    await expectUnavailable(store.read(key).then(collected))
  })

  test('that stops sending in the middle of a file is unavailable', async () => {
    intercept((_request, response) => {
      response.writeHead(200, { 'content-length': 1_000_000 })
      response.write(randomBytes(1_000))
    })
    const impatient = await createImpatientStore()
    await expectUnavailable(impatient.read(buildKey()).then(collected))
  })

  test('receives the checksum of every body', async () => {
    const sums: [given: unknown, computed: string][] = []
    intercept((request, _response, pass) => {
      const bodies: Buffer[] = []
      const push = request.push.bind(request)
      request.push = (chunk: Buffer | null) => {
        if (chunk) bodies.push(chunk)
        else if (request.method === 'PUT') {
          const sum = Buffer.alloc(4)
          sum.writeUInt32BE(crc32(Buffer.concat(bodies)))
          sums.push([request.headers['x-amz-checksum-crc32'], sum.toString('base64')])
        }
        return push(chunk)
      }
      pass()
    })
    await store.write(buildKey(), chunksOf(randomBytes(1_000)))
    await store.write(buildKey(), chunksOf(randomBytes(2 * PART_BYTES + 1)))
    expect(sums).toHaveLength(4)
    for (const [given, computed] of sums) expect(given).toBe(computed)
  })

  test('whose file does not match its checksum is unavailable', async () => {
    intercept((request, response) => {
      expect(request.headers['x-amz-checksum-mode']).toBe('ENABLED')
      response.writeHead(200, { 'content-length': 4, 'x-amz-checksum-crc32': 'AAAAAA==' }).end('text')
    })
    await expectUnavailable(store.read(buildKey()).then(collected))
  })
})
