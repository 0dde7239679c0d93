import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createEncryptedFiles,
  type EncryptedContent,
  type EncryptedFile,
  type EncryptedFiles,
  FileDamaged,
} from './encrypted-files.ts'
import { FileMissing, type FileStore } from './file-store.ts'

const SEGMENT = 64 * 1024
const TAG = 16
const OLD = Buffer.alloc(32, 0x0f)
const NEW = Buffer.alloc(32, 0xe7)

/** A store that holds its files in memory, gives them out in odd pieces, and counts what it was asked for. */
class MemoryStore implements FileStore {
  readonly files = new Map<string, Buffer>()
  reading = 0
  async write(key: string, source: AsyncIterable<Uint8Array>) {
    const chunks: Uint8Array[] = []
    for await (const chunk of source) chunks.push(Buffer.from(chunk))
    this.files.set(key, Buffer.concat(chunks))
    return { storedBytes: this.bytes(key).length }
  }
  async read(key: string) {
    if (!this.files.has(key)) throw new FileMissing()
    return this.#pieces(this.bytes(key))
  }
  async *#pieces(bytes: Buffer) {
    this.reading += 1
    try {
      for (let from = 0; from < bytes.length; from += 10_007) yield bytes.subarray(from, from + 10_007)
    } finally {
      this.reading -= 1
    }
  }
  async remove(key: string) {
    this.files.delete(key)
  }
  close(): void {}
  bytes(key: string): Buffer {
    return this.files.get(key) as Buffer
  }
}

async function* pieces(bytes: Uint8Array, size = 4_099): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const withKeys = (...keys: [Buffer, ...Buffer[]]) => {
  const store = new MemoryStore()
  return { store, files: createEncryptedFiles({ store, keys }) }
}

async function sealed(
  files: EncryptedFiles,
  key: string,
  plaintext: Uint8Array,
): Promise<EncryptedContent & { key: string }> {
  return { key, ...(await files.encrypt(key, pieces(plaintext))) }
}

async function plaintextOf(files: EncryptedFiles, file: EncryptedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of await files.decrypt(file)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** How many bytes left before it was refused; fails where it was not. */
async function bytesBeforeRefusal(files: EncryptedFiles, file: EncryptedFile): Promise<number> {
  let left = 0
  try {
    for await (const chunk of await files.decrypt(file)) left += chunk.length
  } catch (error) {
    expect(error).toBeInstanceOf(FileDamaged)
    expect((error as Error).message).toBe('A stored file could not be decrypted')
    return left
  }
  throw new Error(`It was not refused, and ${left} bytes left`)
}

/** By the description alone: counter of eleven bytes and a mark on the last segment; the key wrapped as IV, tag, ciphertext. */
function sealByHand(filesKey: Buffer, key: string, plaintext: Buffer, fileKey = randomBytes(32)) {
  const parts: Buffer[] = []
  const count = Math.max(1, Math.ceil(plaintext.length / SEGMENT))
  for (let i = 0; i < count; i++) {
    const nonce = Buffer.from(i.toString(16).padStart(22, '0') + (i === count - 1 ? '01' : '00'), 'hex')
    const cipher = createCipheriv('aes-256-gcm', fileKey, nonce, { authTagLength: TAG })
    cipher.setAAD(Buffer.from(`contents\n${key}`))
    parts.push(cipher.update(plaintext.subarray(i * SEGMENT, (i + 1) * SEGMENT)), cipher.final())
    parts.push(cipher.getAuthTag())
  }
  const iv = randomBytes(12)
  const wrapping = createCipheriv('aes-256-gcm', filesKey, iv, { authTagLength: TAG })
  wrapping.setAAD(Buffer.from(`key\n${key}`))
  const wrapped = Buffer.concat([wrapping.update(fileKey), wrapping.final()])
  return {
    stored: Buffer.concat(parts),
    wrappedKey: Buffer.concat([iv, wrapping.getAuthTag(), wrapped]).toString('base64'),
  }
}

const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16)

const SIZES = [0, 1, SEGMENT - 1, SEGMENT, SEGMENT + 1, 2 * SEGMENT, 3 * SEGMENT + 1_000]

describe('a sealed file', () => {
  test.each(SIZES)('of %i bytes can be read again, and its record describes it', async (size) => {
    const { store, files } = withKeys(NEW, OLD)
    const plaintext = randomBytes(size)
    const file = await sealed(files, 'firm/one', plaintext)
    expect(file).toEqual({
      key: 'firm/one',
      sizeBytes: size,
      sha256: createHash('sha256').update(plaintext).digest('hex'),
      wrappedKey: expect.stringMatching(/^[A-Za-z0-9+/]{80}$/),
      keyFingerprint: fingerprintOf(NEW),
    })
    expect((await plaintextOf(files, file)).equals(plaintext)).toBe(true)
    const segments = Math.max(1, Math.ceil(size / SEGMENT))
    expect(store.bytes('firm/one')).toHaveLength(size + segments * TAG)
  })

  test('is the same for any chunk sizes of its contents', async () => {
    const { files } = withKeys(NEW)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: SEGMENT + 5 }), { maxLength: 6 }),
        fc.nat({ max: 255 }),
        async (sizes, fill) => {
          const chunks = sizes.map((size, i) => Buffer.alloc(size, fill + i))
          const sealing = await files.encrypt(
            'firm/one',
            (async function* () {
              yield* chunks
            })(),
          )
          const plaintext = Buffer.concat(chunks)
          expect(sealing.sizeBytes).toBe(plaintext.length)
          expect((await plaintextOf(files, { key: 'firm/one', ...sealing })).equals(plaintext)).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each(SIZES)('of %i bytes encrypted with node:crypto alone is decrypted', async (size) => {
    const { store, files } = withKeys(NEW)
    const plaintext = randomBytes(size)
    const { stored, wrappedKey } = sealByHand(NEW, 'firm/one', plaintext)
    store.files.set('firm/one', stored)
    const file = { key: 'firm/one', wrappedKey, keyFingerprint: fingerprintOf(NEW), sizeBytes: size }
    expect((await plaintextOf(files, file)).equals(plaintext)).toBe(true)
  })

  test('has a stable format for fixed keys', async () => {
    const { store, files } = withKeys(NEW)
    store.files.set(
      'firm/one',
      Buffer.from('8f6S+ZcAR4bwOKLcLZXRKPT6YH1dU8rmICdLQeX6t+ORoXS24fTbnh61Z64=', 'base64'),
    )
    const file = {
      key: 'firm/one',
      wrappedKey: 'AAECAwQFBgcICQoLKM6m7C7yriEiQoWnEfDcObEQsIDOgMIk5elpNMsmopfopDvQ+tBU4NBixNCpCZ71',
      keyFingerprint: 'b3165a22304072f5',
      sizeBytes: 28,
    }
    expect((await plaintextOf(files, file)).toString()).toBe('Minutes of the 14 March 2026')
  })

  test('has its own key: equal files have different bytes', async () => {
    const { store, files } = withKeys(NEW)
    const plaintext = Buffer.alloc(SEGMENT)
    const [one, other] = [
      await sealed(files, 'firm/one', plaintext),
      await sealed(files, 'firm/other', plaintext),
    ]
    expect(one.sha256).toBe(other.sha256)
    expect(one.wrappedKey).not.toBe(other.wrappedKey)
    expect(store.bytes('firm/one').subarray(0, 16)).not.toEqual(store.bytes('firm/other').subarray(0, 16))
    // Nor do the segments of one file, for all that the contents repeat.
    await sealed(files, 'firm/long', Buffer.alloc(2 * SEGMENT))
    const long = store.bytes('firm/long')
    expect(long.subarray(0, 16)).not.toEqual(long.subarray(SEGMENT + TAG, SEGMENT + TAG + 16))
  })

  test('whose source fails is not stored, and the source’s error is passed on', async () => {
    const { store, files } = withKeys(NEW)
    const reason = new Error('The sender went away')
    async function* cutOff(): AsyncGenerator<Uint8Array> {
      yield randomBytes(SEGMENT + 1)
      throw reason
    }
    await expect(files.encrypt('firm/one', cutOff())).rejects.toBe(reason)
    expect(store.files.size).toBe(0)
  })

  test('that is missing is missing, and removed is missing', async () => {
    const { files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', randomBytes(10))
    await files.remove('firm/one')
    await expect(files.decrypt(file)).rejects.toThrow(FileMissing)
  })

  test('is read only as far as requested, and then closed', async () => {
    const { store, files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', randomBytes(5 * SEGMENT))
    for await (const chunk of await files.decrypt(file)) {
      expect(chunk).toHaveLength(SEGMENT)
      expect(store.reading).toBe(1)
      break
    }
    expect(store.reading).toBe(0)
    const unread = await files.decrypt(file)
    expect(store.reading).toBe(1)
    await unread.return?.()
    expect(store.reading).toBe(0)
    expect(await unread.next()).toMatchObject({ done: true })
  })
})

describe('a changed sealed file is refused before the change is sent:', () => {
  const SIZE = 3 * SEGMENT + 1_000
  const STORED_SEGMENT = SEGMENT + TAG

  /** A file of four segments, whose stored bytes `change` turns into others. */
  async function changed(change: (stored: Buffer) => Buffer) {
    const { store, files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', randomBytes(SIZE))
    store.files.set('firm/one', change(store.bytes('firm/one')))
    return { store, files, file }
  }

  const flipped = (bytes: Buffer, at: number, bit = 0): Buffer => {
    const copy = Buffer.from(bytes)
    copy.writeUInt8(copy.readUInt8(at) ^ (1 << bit), at)
    return copy
  }
  const segment = (bytes: Buffer, i: number): Buffer =>
    bytes.subarray(i * STORED_SEGMENT, (i + 1) * STORED_SEGMENT)

  test.each([0, 1, 2, 3])(
    'a byte of segment %i: its first, its last, one between, and every byte of its tag',
    async (i) => {
      const length = i === 3 ? 1_000 : SEGMENT
      const places = [0, 1, length >> 1, length - 1, ...Array.from({ length: TAG }, (_, at) => length + at)]
      for (const at of places) {
        const { files, file } = await changed((stored) => flipped(stored, i * STORED_SEGMENT + at, at % 8))
        expect(await bytesBeforeRefusal(files, file), `byte ${at}`).toBe(i * SEGMENT)
      }
    },
  )

  test('any bit of a small file', async () => {
    const { store, files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', Buffer.from('Minutes'))
    const stored = store.bytes('firm/one')
    expect(stored).toHaveLength(7 + TAG)
    for (let bit = 0; bit < stored.length * 8; bit++) {
      store.files.set('firm/one', flipped(stored, bit >> 3, bit & 7))
      expect(await bytesBeforeRefusal(files, file), `bit ${bit}`).toBe(0)
    }
  })

  test.each([
    ['cut in the tag', 3 * STORED_SEGMENT + 1_000 + TAG - 1, 3],
    ['cut in the last segment', 3 * STORED_SEGMENT + 500, 3],
    ['cut to a last segment that is all tag', 3 * STORED_SEGMENT + TAG, 3],
    ['cut to a last segment shorter than a tag', 3 * STORED_SEGMENT + 1, 3],
    // The third segment stands last, and was not sealed as such.
    ['cut between segments', 3 * STORED_SEGMENT, 2],
    ['cut after its first segment', STORED_SEGMENT, 0],
    ['cut in its first segment', 100, 0],
    ['emptied', 0, 0],
  ])('%s', async (_what, length, verified) => {
    const { files, file } = await changed((stored) => stored.subarray(0, length))
    expect(await bytesBeforeRefusal(files, file)).toBe(verified * SEGMENT)
    // Nor does a record help that was changed along with it.
    for (const sizeBytes of [length, length - TAG, verified * SEGMENT, (verified + 1) * SEGMENT])
      if (sizeBytes >= 0) await bytesBeforeRefusal(files, { ...file, sizeBytes })
  })

  test.each<[string, (stored: Buffer) => Buffer, number]>([
    ['a byte more', (stored) => Buffer.concat([stored, Buffer.alloc(1)]), 3],
    ['a segment more', (stored) => Buffer.concat([stored, segment(stored, 0)]), 3],
    ['itself once more', (stored) => Buffer.concat([stored, stored]), 3],
    [
      'two segments in each other’s place',
      (stored) =>
        Buffer.concat([segment(stored, 0), segment(stored, 2), segment(stored, 1), segment(stored, 3)]),
      1,
    ],
    [
      'a segment left out',
      (stored) => Buffer.concat([segment(stored, 0), segment(stored, 2), segment(stored, 3)]),
      1,
    ],
    [
      'a segment repeated',
      (stored) =>
        Buffer.concat([segment(stored, 0), segment(stored, 0), segment(stored, 2), segment(stored, 3)]),
      1,
    ],
    ['the last segment alone', (stored) => segment(stored, 3), 0],
    ['other bytes altogether', (stored) => randomBytes(stored.length), 0],
  ])('%s', async (_what, change, verified) => {
    const { files, file } = await changed(change)
    expect(await bytesBeforeRefusal(files, file)).toBe(verified * SEGMENT)
  })

  test('a byte more after a full last segment', async () => {
    const { store, files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', randomBytes(SEGMENT))
    store.files.set('firm/one', Buffer.concat([store.bytes('firm/one'), Buffer.alloc(1)]))
    expect(await bytesBeforeRefusal(files, file)).toBe(0)
  })

  test.each([0, 1, SIZE - 1, SIZE + 1, 3 * SEGMENT, 4 * SEGMENT, 10 * SEGMENT, -1, 1.5, Number.NaN])(
    'a record that says %d bytes',
    async (sizeBytes) => {
      const { files, file } = await changed((stored) => stored)
      await bytesBeforeRefusal(files, { ...file, sizeBytes })
    },
  )

  test.each([1, 2, 3, 5])('a record that says %i whole segments of four', async (count) => {
    const { files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', randomBytes(4 * SEGMENT))
    const left = await bytesBeforeRefusal(files, { ...file, sizeBytes: count * SEGMENT })
    // Refused with the first segment that stands last in one and not in the other.
    expect(left).toBe((Math.min(count, 4) - 1) * SEGMENT)
  })

  test('the file of another record under its name, with or without that record’s key', async () => {
    const { store, files } = withKeys(NEW)
    const one = await sealed(files, 'firm/one', randomBytes(SIZE))
    const other = await sealed(files, 'firm/other', randomBytes(SIZE))
    store.files.set('firm/one', store.bytes('firm/other'))
    expect(await bytesBeforeRefusal(files, one)).toBe(0)
    expect(await bytesBeforeRefusal(files, { ...other, key: 'firm/one' })).toBe(0)
    expect(await bytesBeforeRefusal(files, { ...one, wrappedKey: other.wrappedKey })).toBe(0)
  })

  test('contents sealed for another name under the same file key', async () => {
    const { store, files } = withKeys(NEW)
    const fileKey = randomBytes(32)
    const other = sealByHand(NEW, 'firm/other', Buffer.from('Minutes'), fileKey)
    const one = sealByHand(NEW, 'firm/one', Buffer.from('Minutes'), fileKey)
    const file = { key: 'firm/one', keyFingerprint: fingerprintOf(NEW), sizeBytes: 7 }
    store.files.set('firm/one', other.stored)
    expect(await bytesBeforeRefusal(files, { ...file, wrappedKey: one.wrappedKey })).toBe(0)
    store.files.set('firm/one', one.stored)
    await expect(files.decrypt({ ...file, wrappedKey: other.wrappedKey })).rejects.toThrow(FileDamaged)
    expect((await plaintextOf(files, { ...file, wrappedKey: one.wrappedKey })).toString()).toBe('Minutes')
  })

  test.each(Array.from({ length: 60 }, (_, at) => at))('byte %i of the wrapped key', async (at) => {
    const { files, file } = await changed((stored) => stored)
    const wrappedKey = flipped(Buffer.from(file.wrappedKey, 'base64'), at, at % 8).toString('base64')
    await expect(files.decrypt({ ...file, wrappedKey })).rejects.toThrow(FileDamaged)
    expect(() => files.rewrap({ ...file, wrappedKey })).toThrow(FileDamaged)
  })

  test('a wrapped key of another length', async () => {
    const { files, file } = await changed((stored) => stored)
    for (const wrappedKey of ['', 'AAAA', file.wrappedKey.slice(0, 76), `${file.wrappedKey}AAAA`, '💥'])
      await expect(files.decrypt({ ...file, wrappedKey })).rejects.toThrow(FileDamaged)
  })
})

describe('the ring', () => {
  test('encrypts with its first key and decrypts with all', async () => {
    const { store, files: before } = withKeys(OLD)
    const file = await sealed(before, 'firm/one', Buffer.from('Minutes'))
    const ring = createEncryptedFiles({ store, keys: [NEW, OLD] })
    expect(ring.fingerprint).toBe(fingerprintOf(NEW))
    expect((await plaintextOf(ring, file)).toString()).toBe('Minutes')
    const after = await sealed(ring, 'firm/two', Buffer.from('More'))
    expect((await plaintextOf(createEncryptedFiles({ store, keys: [NEW] }), after)).toString()).toBe('More')
  })

  test.each([
    ['without the key', [NEW]],
    ['with another only', [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]],
  ] as [string, [Buffer, ...Buffer[]]][])(
    '%s decrypts no file, and reads no file from the store',
    async (_what, keys) => {
      const { store, files } = withKeys(OLD)
      const file = await sealed(files, 'firm/one', Buffer.from('Minutes'))
      store.files.clear()
      const stranger = createEncryptedFiles({ store, keys })
      await expect(stranger.decrypt(file)).rejects.toThrow(FileDamaged)
      await expect(stranger.decrypt({ ...file, keyFingerprint: stranger.fingerprint })).rejects.toThrow(
        FileDamaged,
      )
      expect(() => stranger.rewrap(file)).toThrow(FileDamaged)
    },
  )

  test("re-wraps a file's key with its first key without a change of the file, and then needs no old key", async () => {
    const { store, files: before } = withKeys(OLD)
    const file = await sealed(before, 'firm/one', Buffer.from('Minutes'))
    const stored = Buffer.from(store.bytes('firm/one'))
    const moved = createEncryptedFiles({ store, keys: [NEW, OLD] }).rewrap(file)
    expect(moved.keyFingerprint).toBe(fingerprintOf(NEW))
    expect(moved.wrappedKey).not.toBe(file.wrappedKey)
    expect(store.bytes('firm/one').equals(stored)).toBe(true)
    const after = createEncryptedFiles({ store, keys: [NEW] })
    expect((await plaintextOf(after, { ...file, ...moved })).toString()).toBe('Minutes')
    await expect(before.decrypt({ ...file, ...moved })).rejects.toThrow(FileDamaged)
  })

  test('re-wraps a key for its own file name only', async () => {
    const { files } = withKeys(NEW)
    const file = await sealed(files, 'firm/one', Buffer.from('Minutes'))
    expect(() => files.rewrap({ ...file, key: 'firm/two' })).toThrow(FileDamaged)
  })

  test('the wrapped key is 12 bytes of IV, 16 of tag and the key of the file', async () => {
    const { store, files } = withKeys(NEW)
    const { wrappedKey } = await sealed(files, 'firm/one', Buffer.alloc(0))
    const bytes = Buffer.from(wrappedKey, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', NEW, bytes.subarray(0, 12), { authTagLength: TAG })
    decipher.setAAD(Buffer.from('key\nfirm/one')).setAuthTag(bytes.subarray(12, 28))
    const fileKey = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    expect(fileKey).toHaveLength(32)
    // An empty file is the tag of one empty last segment.
    const empty = createCipheriv('aes-256-gcm', fileKey, Buffer.from(`${'00'.repeat(11)}01`, 'hex'))
    empty.setAAD(Buffer.from('contents\nfirm/one')).final()
    expect(store.bytes('firm/one').equals(empty.getAuthTag())).toBe(true)
  })

  test.each([0, 16, 31, 33, 64])('refuses a key of %i bytes', (length) => {
    const store = new MemoryStore()
    const text = 'A files key must have 32 bytes'
    expect(() => createEncryptedFiles({ store, keys: [Buffer.alloc(length)] })).toThrow(text)
    expect(() => createEncryptedFiles({ store, keys: [NEW, Buffer.alloc(length)] })).toThrow(text)
  })
})
