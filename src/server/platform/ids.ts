/**
 * CUID2 as its reference implementation makes it (time, salt, count and fingerprint through SHA3-512, in base 36), by what
 * Node has built in: there one takes a quarter of a millisecond, which an import of 20,000 records, each with an entry in
 * the log, would spend in the middle of its transaction.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'

const LENGTH = 24
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Of this process: two that draw at the same moment have another salt and another fingerprint. */
const FINGERPRINT = randomBytes(16).toString('hex')
let count = randomInt(476_782_367)

/** A letter, then what hides when and in which order ids were made. */
export function createId(): string {
  const salt = randomBytes(16).toString('hex')
  const drawn = `${Date.now().toString(36)}${salt}${(count++).toString(36)}${FINGERPRINT}`
  const hash = BigInt(`0x${createHash('sha3-512').update(drawn).digest('hex')}`).toString(36)
  // The first digit of a number is seldom a high one.
  return `${LETTERS[randomInt(LETTERS.length)]}${hash.slice(1, LENGTH)}`
}
