/** The text of an API key: `pcs_`, ten letters that may be shown, and a secret of 256 bits. */
import { createHash, randomBytes } from 'node:crypto'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const PREFIX_LETTERS = 10
const SECRET_BYTES = 32
const API_KEY = /^pcs_[a-z]{10}_[\w-]{43}$/

export function createApiKeyToken(): { prefix: string; token: string } {
  // No digits: a prefix that is shown must not look like a PPS number.
  const prefix = `pcs_${Array.from(randomBytes(PREFIX_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join('')}`
  return { prefix, token: `${prefix}_${randomBytes(SECRET_BYTES).toString('base64url')}` }
}

export const isApiKeyToken = (text: string): boolean => API_KEY.test(text)

/** Stored instead of the key. The secret is random, so that a fast hash is enough. */
export const hashApiKey = (token: string): string => createHash('sha256').update(token).digest('hex')
