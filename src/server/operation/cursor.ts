/**
 * Cursors of lists are encrypted, because they hold the name or date of the record at the end of a page and travel in URLs.
 * The same page has the same cursor on every instance: the initialisation vector is derived from the content.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
export type CursorKeys = readonly [Buffer, ...Buffer[]]

export function encryptCursor([key]: CursorKeys, cursor: string): string {
  const plain = Buffer.from(cursor, 'base64url')
  const iv = createHmac('sha256', key).update(plain).digest().subarray(0, IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Null where no key decrypts it. */
export function decryptCursor(keys: CursorKeys, encrypted: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    }).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const plain = [decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
      return Buffer.concat(plain).toString('base64url')
    } catch {
      // Another key encrypted it, or none of ours.
    }
  }
  return null
}

const FIELD = '"nextCursor":"'

/** The JSON text of a page with its cursor encrypted. A quotation mark within a value is escaped, so only the field itself matches. */
export function withEncryptedCursor(keys: CursorKeys, page: string): string {
  const at = page.lastIndexOf(FIELD)
  if (at === -1) return page
  const [from, to] = [at + FIELD.length, page.indexOf('"', at + FIELD.length)]
  return page.slice(0, from) + encryptCursor(keys, page.slice(from, to)) + page.slice(to)
}
