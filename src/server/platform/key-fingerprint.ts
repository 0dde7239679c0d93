import { createHash } from 'node:crypto'

/** Names a key without saying anything of it: the first 8 bytes of its SHA-256, in hexadecimal. */
export const calculateFingerprint = (key: Buffer): string =>
  createHash('sha256').update(key).digest('hex').slice(0, 16)
