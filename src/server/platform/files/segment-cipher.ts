/**
 * AES-256-GCM in segments of 64 KiB, in the STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): the nonce counts the segments
 * and marks the last, so that none can be edited, moved, left out or added. Each key encrypts one stream only.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'

export const SEGMENT_BYTES = 64 * 1024
export const IV_BYTES = 12
export const TAG_BYTES = 16

/** One message for every failure, so that it does not disclose which check failed. */
export class FileDamaged extends Error {
  constructor() {
    super('A stored file could not be decrypted')
  }
}

/** Eleven bytes count the segments, the twelfth marks the last. A file key encrypts one file: no nonce is used twice. */
export function buildNonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(IV_BYTES)
  bytes.writeUIntBE(index, IV_BYTES - 7, 6)
  bytes.writeUInt8(isLast ? 1 : 0, IV_BYTES - 1)
  return bytes
}

export interface Segment {
  index: number
  /** Valid until the next segment is requested. */
  bytes: Buffer
  isLast: boolean
}

/** Splits a stream into pieces of `size` bytes; there is always a last one, which alone may be shorter, or empty. */
export async function* splitIntoSegments(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Segment> {
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

export function encryptBytes(
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
export function decryptBytes(
  key: Buffer,
  iv: Buffer,
  label: Buffer,
  ciphertext: Buffer,
  tag: Buffer,
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(label)
    .setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()])
  } catch {
    throw new FileDamaged()
  }
}
