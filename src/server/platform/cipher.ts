/**
 * Encryption of PPS numbers, exactly as the specification stores them (Spec 2.7): AES-256-GCM, a fresh random IV of 12
 * bytes, and base64 of IV + tag (16) + ciphertext. There is no key id in that layout, so the ring is tried in order; a
 * wrong key passes the tag with probability 2^-128.
 *
 * What the layout cannot carry stands beside it: a keyed hash that finds equal numbers (their space is small enough to
 * brute-force an unkeyed one), a binding of the value to its row, and a fingerprint of the key.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { calculateFingerprint } from './key-fingerprint.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/** One message for every failure, so that it does not disclose which check failed. */
export class DecryptionError extends Error {
  constructor() {
    super('A stored value could not be decrypted')
  }
}

export interface EncryptedValue {
  value: string
  /** HMAC of the value and its row under a key derived from the encryption key. */
  binding: string
  keyFingerprint: string
}

export interface Cipher {
  /** Fingerprint of the key that new values are encrypted under. */
  fingerprint: string
  encrypt(plaintext: string, row: string): EncryptedValue
  /** Throws DecryptionError for a value that is damaged, foreign or copied from another row. */
  decrypt(encrypted: EncryptedValue, row: string): string
  /** Equal for equal plaintexts, under a key of its own. */
  indexOf(plaintext: string): string
}

/** Keys as 64 hexadecimal characters; `previous` is tried second while a rotation runs. */
export function createCipher(keys: { current: string; previous: string | null; index: string }): Cipher {
  const ring = [keys.current, keys.previous].filter((key) => key !== null).map(createRingKey)
  const current = ring[0] as RingKey
  // Made once: from bytes, the key of each of an import's twenty thousand hashes would cost ten times the hash.
  const indexKey = createSecretKey(parseKeyBytes(keys.index))

  return {
    fingerprint: current.fingerprint,
    encrypt(plaintext, row) {
      const value = encrypt(current.key, plaintext)
      return { value, binding: bind(current, value, row), keyFingerprint: current.fingerprint }
    },
    decrypt({ value, binding }, row) {
      for (const candidate of ring) {
        const plaintext = decrypt(candidate.key, value)
        if (plaintext === null) continue
        const expected = Buffer.from(bind(candidate, value, row), 'hex')
        const given = Buffer.from(binding, 'hex')
        if (given.length === expected.length && timingSafeEqual(given, expected)) return plaintext
      }
      throw new DecryptionError()
    },
    indexOf: (plaintext) => createHmac('sha256', indexKey).update(plaintext).digest('hex'),
  }
}

interface RingKey {
  key: Buffer
  bindingKey: Buffer
  fingerprint: string
}

const createRingKey = (hex: string): RingKey => {
  const key = parseKeyBytes(hex)
  return {
    key,
    bindingKey: Buffer.from(hkdfSync('sha256', key, '', 'bind', 32)),
    fingerprint: calculateFingerprint(key),
  }
}

function parseKeyBytes(hex: string): Buffer {
  // Buffer.from silently shortens bad hexadecimal text.
  if (!/^[0-9a-f]{64}$/i.test(hex)) throw new Error('A key must be 64 hexadecimal characters')
  return Buffer.from(hex, 'hex')
}

const bind = ({ bindingKey }: RingKey, value: string, row: string): string =>
  createHmac('sha256', bindingKey).update(`${row}\n${value}`).digest('hex')

function encrypt(key: Buffer, plaintext: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64')
}

/** null when the tag does not fit. Node accepts shortened tags unless their length is given. */
function decrypt(key: Buffer, value: string): string | null {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
