import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createCipher, DecryptionError, type EncryptedValue } from './cipher.ts'

const OLD = '0f'.repeat(32)
const NEW = 'e7'.repeat(32)
const INDEX = '5c'.repeat(32)
const ROW = 'firm/member'
const PLAINTEXT = '1234567FA'

const withKeys = (current: string, previous: string | null = null) =>
  createCipher({ current, previous, index: INDEX })

/** From the specification alone: base64 of IV (12) + tag (16) + ciphertext. */
function encryptByHand(key: string, plaintext: string, iv = randomBytes(12)): string {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'hex'), iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64')
}

function decryptByHand(key: string, value: string): string {
  const bytes = Buffer.from(value, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'hex'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

/** The column beside the value: HMAC of row and value under a key derived from the encryption key. */
const bindByHand = (key: string, value: string, row = ROW): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', 'bind', 32)))
    .update(`${row}\n${value}`)
    .digest('hex')

const sealByHand = (key: string, plaintext: string, row = ROW): EncryptedValue => {
  const value = encryptByHand(key, plaintext)
  return { value, binding: bindByHand(key, value, row), keyFingerprint: '' }
}

function refusal(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('It was not refused')
}

describe('the encrypted value', () => {
  test('encrypted with node:crypto alone is decrypted', () => {
    const cipher = withKeys(NEW)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (plaintext) => {
        expect(cipher.decrypt(sealByHand(NEW, plaintext), ROW)).toBe(plaintext)
      }),
    )
  })

  test('can be decrypted with node:crypto alone', () => {
    const cipher = withKeys(NEW)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (plaintext) => {
        expect(decryptByHand(NEW, cipher.encrypt(plaintext, ROW).value)).toBe(plaintext)
      }),
    )
  })

  test('has a stable format for a fixed key and IV', () => {
    const value = 'AAECAwQFBgcICQoLmMsrK6UMFzcB5YZOcAvwY9x+3+in6qk++A=='
    expect(encryptByHand(NEW, PLAINTEXT, Buffer.from('000102030405060708090a0b', 'hex'))).toBe(value)
    const sealed = { value, binding: bindByHand(NEW, value), keyFingerprint: '' }
    expect(withKeys(NEW).decrypt(sealed, ROW)).toBe(PLAINTEXT)
  })

  test('is 12 bytes of IV, 16 of tag and as many as the plaintext, in plain base64', () => {
    const { value } = withKeys(NEW).encrypt(PLAINTEXT, ROW)
    expect(value).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
    const bytes = Buffer.from(value, 'base64')
    expect(bytes).toHaveLength(12 + 16 + 9)
    expect(bytes.toString('base64')).toBe(value)
    expect(bytes.includes(PLAINTEXT)).toBe(false)
  })

  test('has a new IV each time', () => {
    const cipher = withKeys(NEW)
    const ivs = new Set<string>()
    const positions = Array.from({ length: 12 }, () => new Set<number>())
    for (let i = 0; i < 20_000; i++) {
      const iv = Buffer.from(cipher.encrypt(PLAINTEXT, ROW).value, 'base64').subarray(0, 12)
      ivs.add(iv.toString('hex'))
      iv.forEach((byte, at) => {
        positions[at]?.add(byte)
      })
    }
    expect(ivs.size).toBe(20_000)
    // Each of the 12 bytes is random: none is constant, and none counts up to less than a byte holds.
    expect(positions.map((values) => values.size)).toEqual(Array(12).fill(256))
  })

  test('is refused if any single bit is flipped', () => {
    const cipher = withKeys(NEW, OLD)
    const sealed = cipher.encrypt(PLAINTEXT, ROW)
    const bytes = Buffer.from(sealed.value, 'base64')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      const value = flipped.toString('base64')
      expect(() => cipher.decrypt({ ...sealed, value }, ROW), `bit ${bit}`).toThrow(DecryptionError)
      // Refused by the tag as well, in case an attacker could forge the binding.
      const forged = { value, binding: bindByHand(NEW, value), keyFingerprint: '' }
      expect(() => cipher.decrypt(forged, ROW), `bit ${bit} with a binding`).toThrow(DecryptionError)
    }
  })

  test('is refused with any bit of its binding flipped, with none, and with another spelling of its base64', () => {
    const cipher = withKeys(NEW)
    const sealed = cipher.encrypt(PLAINTEXT, ROW)
    const bytes = Buffer.from(sealed.binding, 'hex')
    expect(bytes).toHaveLength(32)
    for (let bit = 0; bit < 256; bit++) {
      const flipped = Buffer.from(bytes)
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(() => cipher.decrypt({ ...sealed, binding: flipped.toString('hex') }, ROW)).toThrow(
        DecryptionError,
      )
    }
    for (const binding of ['', 'zz', sealed.binding.slice(0, 62), `${sealed.binding}00`])
      expect(() => cipher.decrypt({ ...sealed, binding }, ROW)).toThrow(DecryptionError)
    for (const value of [` ${sealed.value}`, `${sealed.value}\n`, `${sealed.value}AAAA`])
      expect(() => cipher.decrypt({ ...sealed, value }, ROW)).toThrow(DecryptionError)
  })

  test.each([4, 8, 12, 13, 14, 15])('with a tag of %i bytes is refused', (length) => {
    // Node accepts a shortened tag unless the expected length is set.
    const iv = randomBytes(12)
    const made = createCipheriv('aes-256-gcm', Buffer.from(NEW, 'hex'), iv, { authTagLength: 16 })
    const ciphertext = Buffer.concat([made.update(PLAINTEXT, 'utf8'), made.final()])
    const tag = made.getAuthTag().subarray(0, length)
    for (const parts of [
      [iv, tag, ciphertext],
      [iv, tag],
    ]) {
      const value = Buffer.concat(parts).toString('base64')
      const sealed = { value, binding: bindByHand(NEW, value), keyFingerprint: '' }
      expect(() => withKeys(NEW).decrypt(sealed, ROW)).toThrow(DecryptionError)
    }
  })

  test.each(['', 'A', 'AAAA', 'A'.repeat(36), '💥'.repeat(40)])(
    'with a malformed text is refused: %s',
    (value) => {
      const sealed = { value, binding: bindByHand(NEW, value), keyFingerprint: '' }
      expect(() => withKeys(NEW).decrypt(sealed, ROW)).toThrow(DecryptionError)
    },
  )

  test('copied to another row is refused', () => {
    const cipher = withKeys(NEW)
    const sealed = cipher.encrypt(PLAINTEXT, 'firm/one')
    expect(cipher.decrypt(sealed, 'firm/one')).toBe(PLAINTEXT)
    for (const row of ['firm/two', 'other/one', 'firm/one ', ''])
      expect(() => cipher.decrypt(sealed, row)).toThrow(DecryptionError)
  })

  test('is refused with the same text for each fault', () => {
    const cipher = withKeys(NEW, OLD)
    const sealed = cipher.encrypt(PLAINTEXT, ROW)
    const stranger = withKeys('33'.repeat(32)).encrypt(PLAINTEXT, ROW)
    const refusals = [
      refusal(() => cipher.decrypt(stranger, ROW)),
      refusal(() => cipher.decrypt(sealed, 'another/row')),
      refusal(() => cipher.decrypt({ ...sealed, value: '' }, ROW)),
      refusal(() => cipher.decrypt({ ...sealed, binding: '' }, ROW)),
      refusal(() => withKeys(OLD).decrypt(sealed, ROW)),
    ]
    for (const error of refusals) {
      expect(error).toBeInstanceOf(DecryptionError)
      expect(error.message).toBe('A stored value could not be decrypted')
    }
  })
})

describe('the key ring', () => {
  test('encrypts with the current key and decrypts with either', () => {
    const before = withKeys(OLD).encrypt(PLAINTEXT, ROW)
    const ring = withKeys(NEW, OLD)
    const after = ring.encrypt(PLAINTEXT, ROW)
    expect(ring.decrypt(before, ROW)).toBe(PLAINTEXT)
    expect(ring.decrypt(after, ROW)).toBe(PLAINTEXT)
    expect(decryptByHand(NEW, after.value)).toBe(PLAINTEXT)
    expect(() => withKeys(OLD).decrypt(after, ROW)).toThrow(DecryptionError)
    expect(() => withKeys(NEW).decrypt(before, ROW)).toThrow(DecryptionError)
  })

  test('decrypts the same values before its keys are swapped, so that instances can be restarted one by one', () => {
    const before = withKeys(OLD, NEW).encrypt(PLAINTEXT, ROW)
    const after = withKeys(NEW, OLD).encrypt(PLAINTEXT, ROW)
    for (const ring of [withKeys(OLD, NEW), withKeys(NEW, OLD)])
      expect([ring.decrypt(before, ROW), ring.decrypt(after, ROW)]).toEqual([PLAINTEXT, PLAINTEXT])
  })

  test('accepts a value only with the binding of the key that encrypted it', () => {
    const { value } = withKeys(OLD).encrypt(PLAINTEXT, ROW)
    const crossed = { value, binding: bindByHand(NEW, value), keyFingerprint: '' }
    expect(() => withKeys(NEW, OLD).decrypt(crossed, ROW)).toThrow(DecryptionError)
  })

  test('identifies its current key by a fingerprint that does not depend on the other', () => {
    const expected = createHash('sha256').update(Buffer.from(NEW, 'hex')).digest('hex').slice(0, 16)
    expect(withKeys(NEW, OLD).fingerprint).toBe(expected)
    expect(withKeys(NEW.toUpperCase()).fingerprint).toBe(expected)
    expect(withKeys(NEW, OLD).encrypt(PLAINTEXT, ROW).keyFingerprint).toBe(expected)
    expect(withKeys(OLD, NEW).fingerprint).not.toBe(expected)
  })
})

test.each([
  ['too short', NEW.slice(2)],
  ['too long', `${NEW}00`],
  ['empty', ''],
  // Buffer.from decodes it to 31 bytes.
  ['not hexadecimal at the end', `${NEW.slice(2)}zz`],
  ['not hexadecimal', 'x'.repeat(64)],
  ['with a line break', `${NEW}\n`],
  ['with spaces', `${NEW.slice(4)}  e7`],
])('a key that is %s is refused in every position of the ring, and not shown', (_, key) => {
  const make = [
    () => createCipher({ current: key, previous: null, index: INDEX }),
    () => createCipher({ current: NEW, previous: key, index: INDEX }),
    () => createCipher({ current: NEW, previous: null, index: key }),
  ]
  for (const made of make) expect(refusal(made).message).toBe('A key must be 64 hexadecimal characters')
})

test('the index is an HMAC with a separate key: equal for equal numbers under any encryption key', () => {
  const expected = createHmac('sha256', Buffer.from(INDEX, 'hex')).update(PLAINTEXT).digest('hex')
  expect(withKeys(NEW).indexOf(PLAINTEXT)).toBe(expected)
  expect(withKeys(OLD, NEW).indexOf(PLAINTEXT)).toBe(expected)
  expect(withKeys(NEW).indexOf('1234567FB')).not.toBe(expected)
  expect(createCipher({ current: NEW, previous: null, index: OLD }).indexOf(PLAINTEXT)).not.toBe(expected)
})
