/** Texts that are stored for a short time only: AES-256-GCM, bound to the id of their row. The first key encrypts, all of them decrypt. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const IV_BYTES = 12
const TAG_BYTES = 16
export type TextKeys = readonly [Buffer, ...Buffer[]]

export function encryptText([key]: TextKeys, text: string, id: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(id))
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** Null where no key decrypts it. */
export function decryptText(keys: TextKeys, encrypted: string, id: string): string | null {
  const bytes = Buffer.from(encrypted, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(id))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const opened = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return opened.toString('utf8')
    } catch {
      // Another key encrypted it.
    }
  }
  return null
}
