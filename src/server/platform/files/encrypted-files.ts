/**
 * Encryption at rest for a file store. Each file has its own fresh key, wrapped under the files key and stored with its record; its
 * contents are AES-256-GCM in segments of 64 KiB, in the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce counts
 * the segments and marks the last, so that none can be edited, moved, left out or added. Both bind the storage key, so that one file cannot
 * replace another. No plaintext is written to the disk.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { FileStore } from './file-store.ts'
import {
  buildNonce,
  decryptBytes,
  encryptBytes,
  FileDamaged,
  IV_BYTES,
  SEGMENT_BYTES,
  splitIntoSegments,
  TAG_BYTES,
} from './segment-cipher.ts'

export { FileDamaged }

/** Data that a record stores to open its file. */
export interface EncryptedFile {
  key: string
  /** The key of this file under the files key: base64 of IV (12) + tag (16) + wrapped key (32). */
  wrappedKey: string
  /** Identifies the files key that `wrappedKey` is wrapped under. */
  keyFingerprint: string
  /** Of the plaintext. */
  sizeBytes: number
}

export interface EncryptedContent extends Omit<EncryptedFile, 'key'> {
  /** Of the plaintext, in hexadecimal. */
  sha256: string
}

/** Keys of files without the files: used by a rotation. */
export interface FileKeys {
  /** Fingerprint of the key that new files are encrypted under. */
  fingerprint: string
  /** Wraps the file key under the current files key; the file itself is unchanged. FileDamaged if no key decrypts it. */
  rewrap(file: Omit<EncryptedFile, 'sizeBytes'>): Pick<EncryptedFile, 'wrappedKey' | 'keyFingerprint'>
}

export interface EncryptedFiles extends FileKeys {
  /** Encrypts while streaming, under a fresh key. Rejects with the source's own error, and leaves nothing behind. */
  encrypt(key: string, source: AsyncIterable<Uint8Array>): Promise<EncryptedContent>
  /**
   * Decrypts while streaming; FileDamaged before the first byte of a segment that was edited, cut, moved or swapped. The first segment is
   * verified before this resolves. Iterate it, or end its iterator: it may hold a connection.
   */
  decrypt(file: EncryptedFile): Promise<AsyncIterableIterator<Uint8Array>>
  remove(key: string): Promise<void>
}

const KEY_BYTES = 32

/** 32 bytes each: the first encrypts, the others can still decrypt files encrypted under them. */
type Keys = readonly [Buffer, ...Buffer[]]

export function createFileKeys(keys: Keys): FileKeys {
  const fingerprint = calculateFingerprint(keys[0])
  const ring = getRing(keys)
  return {
    fingerprint,
    rewrap({ key, wrappedKey, keyFingerprint }) {
      const fileKey = unwrap(ring.get(keyFingerprint), wrappedKey, key)
      return { wrappedKey: wrap(keys[0], fileKey, key), keyFingerprint: fingerprint }
    },
  }
}

export interface EncryptedFilesOptions {
  store: FileStore
  keys: Keys
}

export function createEncryptedFiles({ store, keys }: EncryptedFilesOptions): EncryptedFiles {
  const fileKeys = createFileKeys(keys)
  const ring = getRing(keys)

  return {
    ...fileKeys,
    async encrypt(key, source) {
      const fileKey = randomBytes(KEY_BYTES)
      const digest = createHash('sha256')
      let sizeBytes = 0
      await store.write(key, encrypted())
      return {
        sizeBytes,
        sha256: digest.digest('hex'),
        wrappedKey: wrap(keys[0], fileKey, key),
        keyFingerprint: fileKeys.fingerprint,
      }

      async function* encrypted(): AsyncGenerator<Uint8Array> {
        const label = buildContentsLabel(key)
        for await (const { index, bytes, isLast } of splitIntoSegments(source, SEGMENT_BYTES)) {
          digest.update(bytes)
          sizeBytes += bytes.length
          const { ciphertext, tag } = encryptBytes(fileKey, buildNonce(index, isLast), label, bytes)
          yield Buffer.concat([ciphertext, tag])
        }
      }
    },
    async decrypt({ key, wrappedKey, keyFingerprint, sizeBytes }) {
      const fileKey = unwrap(ring.get(keyFingerprint), wrappedKey, key)
      return startSequence(decryptStream(await store.read(key), fileKey, key, sizeBytes))
    },
    remove: (key) => store.remove(key),
  }
}

/** The key of a file wrapped under the current files key; null if no key decrypts it. */
export function rewrapOrNull(
  files: FileKeys,
  file: Parameters<FileKeys['rewrap']>[0],
): ReturnType<FileKeys['rewrap']> | null {
  try {
    return files.rewrap(file)
  } catch (error) {
    if (error instanceof FileDamaged) return null
    throw error
  }
}

const calculateFingerprint = (key: Buffer): string => {
  if (key.length !== KEY_BYTES) throw new Error(`A files key must have ${KEY_BYTES} bytes`)
  return createHash('sha256').update(key).digest('hex').slice(0, 16)
}

const getRing = (keys: Keys): Map<string, Buffer> =>
  new Map(keys.map((key) => [calculateFingerprint(key), key]))

const buildContentsLabel = (key: string): Buffer => Buffer.from(`contents\n${key}`)
const buildKeyLabel = (key: string): Buffer => Buffer.from(`key\n${key}`)

async function* decryptStream(
  source: AsyncIterable<Uint8Array>,
  fileKey: Buffer,
  key: string,
  sizeBytes: number,
): AsyncGenerator<Uint8Array> {
  const label = buildContentsLabel(key)
  const lastIndex = Math.max(0, Math.ceil(sizeBytes / SEGMENT_BYTES) - 1)
  for await (const { index, bytes, isLast } of splitIntoSegments(source, SEGMENT_BYTES + TAG_BYTES)) {
    // The record states the size: a mismatch is found before any byte beyond it is returned.
    const expected = index < lastIndex ? SEGMENT_BYTES : sizeBytes - lastIndex * SEGMENT_BYTES
    if (isLast !== (index === lastIndex) || bytes.length !== expected + TAG_BYTES) throw new FileDamaged()
    const tag = bytes.subarray(expected)
    yield decryptBytes(fileKey, buildNonce(index, isLast), label, bytes.subarray(0, expected), tag)
  }
}

/** The same sequence with its first element already read: its errors are known before the response begins. */
async function startSequence(
  sequence: AsyncGenerator<Uint8Array>,
): Promise<AsyncIterableIterator<Uint8Array>> {
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
  const { ciphertext, tag } = encryptBytes(filesKey, iv, buildKeyLabel(key), fileKey)
  return Buffer.concat([iv, tag, ciphertext]).toString('base64')
}

function unwrap(filesKey: Buffer | undefined, wrappedKey: string, key: string): Buffer {
  const bytes = Buffer.from(wrappedKey, 'base64')
  if (!filesKey || bytes.length !== IV_BYTES + TAG_BYTES + KEY_BYTES) throw new FileDamaged()
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)
  return decryptBytes(
    filesKey,
    bytes.subarray(0, IV_BYTES),
    buildKeyLabel(key),
    bytes.subarray(IV_BYTES + TAG_BYTES),
    tag,
  )
}
