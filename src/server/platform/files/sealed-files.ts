/**
 * Encryption at rest for a file store. Each file has its own fresh key, wrapped under the files key and stored with its record; its
 * contents are AES-256-GCM in segments of 64 KiB, in the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce counts
 * the segments and marks the last, so that none can be edited, moved, left out or added. Both bind the storage key, so that one file cannot
 * replace another. No plaintext is written to the disk.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { FileStore } from './file-store.ts'

/** Data that a record stores to open its file. */
export interface SealedFile {
  key: string
  /** The key of this file under the files key: base64 of IV (12) + tag (16) + wrapped key (32). */
  sealedKey: string
  /** Identifies the files key that `sealedKey` is wrapped under. */
  keyFingerprint: string
  /** Of the plaintext. */
  sizeBytes: number
}

export interface Sealing extends Omit<SealedFile, 'key'> {
  /** Of the plaintext, in hexadecimal. */
  sha256: string
}

/** Keys of files without the files: used by a rotation. */
export interface FileKeys {
  /** Fingerprint of the key that new files are sealed under. */
  fingerprint: string
  /** Wraps the file key under the current files key; the file itself is unchanged. FileDamaged if no key opens it. */
  rewrap(file: Omit<SealedFile, 'sizeBytes'>): Pick<SealedFile, 'sealedKey' | 'keyFingerprint'>
}

export interface SealedFiles extends FileKeys {
  /** Encrypts while streaming, under a fresh key. Rejects with the source's own error, and leaves nothing behind. */
  seal(key: string, source: AsyncIterable<Uint8Array>): Promise<Sealing>
  /**
   * Decrypts while streaming; FileDamaged before the first byte of a segment that was edited, cut, moved or swapped. The first segment is
   * verified before this resolves. Iterate it, or end its iterator: it may hold a connection.
   */
  open(file: SealedFile): Promise<AsyncIterableIterator<Uint8Array>>
  remove(key: string): Promise<void>
}

/** One message for every failure, so that it does not disclose which check failed. */
export class FileDamaged extends Error {
  constructor() {
    super('A stored file could not be decrypted')
  }
}

const SEGMENT_BYTES = 64 * 1024
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** 32 bytes each: the first seals, the others can still open files sealed under them. */
type Keys = readonly [Buffer, ...Buffer[]]

export function createFileKeys(keys: Keys): FileKeys {
  const fingerprint = fingerprintOf(keys[0])
  const ring = ringOf(keys)
  return {
    fingerprint,
    rewrap({ key, sealedKey, keyFingerprint }) {
      const fileKey = unwrap(ring.get(keyFingerprint), sealedKey, key)
      return { sealedKey: wrap(keys[0], fileKey, key), keyFingerprint: fingerprint }
    },
  }
}

export interface SealedFilesOptions {
  store: FileStore
  keys: Keys
}

export function createSealedFiles({ store, keys }: SealedFilesOptions): SealedFiles {
  const fileKeys = createFileKeys(keys)
  const ring = ringOf(keys)

  return {
    ...fileKeys,
    async seal(key, source) {
      const fileKey = randomBytes(KEY_BYTES)
      const digest = createHash('sha256')
      let sizeBytes = 0
      await store.write(key, encrypted())
      return {
        sizeBytes,
        sha256: digest.digest('hex'),
        sealedKey: wrap(keys[0], fileKey, key),
        keyFingerprint: fileKeys.fingerprint,
      }

      async function* encrypted(): AsyncGenerator<Uint8Array> {
        const label = contentsLabel(key)
        for await (const { index, bytes, isLast } of segments(source, SEGMENT_BYTES)) {
          digest.update(bytes)
          sizeBytes += bytes.length
          const { ciphertext, tag } = encrypt(fileKey, nonce(index, isLast), label, bytes)
          yield Buffer.concat([ciphertext, tag])
        }
      }
    },
    async open({ key, sealedKey, keyFingerprint, sizeBytes }) {
      const fileKey = unwrap(ring.get(keyFingerprint), sealedKey, key)
      return begun(decrypted(await store.read(key), fileKey, key, sizeBytes))
    },
    remove: (key) => store.remove(key),
  }
}

const fingerprintOf = (key: Buffer): string => {
  if (key.length !== KEY_BYTES) throw new Error(`A files key must have ${KEY_BYTES} bytes`)
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}

const ringOf = (keys: Keys): Map<string, Buffer> => new Map(keys.map((key) => [fingerprintOf(key), key]))

const contentsLabel = (key: string): Buffer => Buffer.from(`contents\n${key}`)
const keyLabel = (key: string): Buffer => Buffer.from(`key\n${key}`)

/** Eleven bytes count the segments, the twelfth marks the last. A file key seals one file: no nonce is used twice. */
function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(IV_BYTES)
  bytes.writeUIntBE(index, IV_BYTES - 7, 6)
  bytes.writeUInt8(isLast ? 1 : 0, IV_BYTES - 1)
  return bytes
}

async function* decrypted(
  source: AsyncIterable<Uint8Array>,
  fileKey: Buffer,
  key: string,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  const label = contentsLabel(key)
  const lastIndex = Math.max(0, Math.ceil(sizeBytes / SEGMENT_BYTES) - 1)
  for await (const { index, bytes, isLast } of segments(source, SEGMENT_BYTES + TAG_BYTES)) {
    // The record states the size: a mismatch is found before any byte beyond it is returned.
    const expected = index < lastIndex ? SEGMENT_BYTES : sizeBytes - lastIndex * SEGMENT_BYTES
    if (isLast !== (index === lastIndex) || bytes.length !== expected + TAG_BYTES) throw new FileDamaged()
    const tag = bytes.subarray(expected)
    yield decrypt(fileKey, nonce(index, isLast), label, bytes.subarray(0, expected), tag)
  }
}

interface Segment {
  index: number
  /** Valid until the next segment is requested. */
  bytes: Buffer
  isLast: boolean
}

/** Splits a stream into pieces of `size` bytes; there is always a last one, which alone may be shorter, or empty. */
async function* segments(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Segment> {
  const piece = Buffer.allocUnsafe(size)
  let filled = 0
  let index = 0
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length; ) {
      // A full piece waits for the byte after it: until then it may be the last.
      if (filled === size) {
        yield { index, bytes: piece, isLast: false }
        index += 1
        filled = 0
      }
      const taken = chunk.subarray(from, from + size - filled)
      piece.set(taken, filled)
      filled += taken.length
      from += taken.length
    }
  }
  yield { index, bytes: piece.subarray(0, filled), isLast: true }
}

/** The same sequence with its first element already read: its errors are known before the response begins. */
async function begun(sequence: AsyncGenerator<Uint8Array>): Promise<AsyncIterableIterator<Uint8Array>> {
  let first: IteratorResult<Uint8Array> | null = await sequence.next()
  const iterator: AsyncIterableIterator<Uint8Array> = {
    [Symbol.asyncIterator]: () => iterator,
    async next() {
      const result = first ?? (await sequence.next())
      first = null
      return result
    },
    async return() {
      first = null
      return sequence.return(undefined)
    },
  }
  return iterator
}

function wrap(filesKey: Buffer, fileKey: Buffer, key: string): string {
  const iv = randomBytes(IV_BYTES)
  const { ciphertext, tag } = encrypt(filesKey, iv, keyLabel(key), fileKey)
  return Buffer.concat([iv, tag, ciphertext]).toString('base64')
}

function unwrap(filesKey: Buffer | undefined, sealedKey: string, key: string): Buffer {
  const bytes = Buffer.from(sealedKey, 'base64')
  if (!filesKey || bytes.length !== IV_BYTES + TAG_BYTES + KEY_BYTES) throw new FileDamaged()
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  return decrypt(
    filesKey,
    bytes.subarray(0, IV_BYTES),
    keyLabel(key),
    bytes.subarray(IV_BYTES + TAG_BYTES),
    tag,
  )
}

function encrypt(
  key: Buffer,
  iv: Buffer,
  label: Buffer,
  plaintext: Uint8Array,
): { ciphertext: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(label)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { ciphertext, tag: cipher.getAuthTag() }
}

/** Node accepts shortened tags unless their length is given. */
function decrypt(key: Buffer, iv: Buffer, label: Buffer, ciphertext: Buffer, tag: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(label)
    .setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    throw new FileDamaged()
  }
}
