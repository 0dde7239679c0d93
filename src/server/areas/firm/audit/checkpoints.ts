/**
 * A checkpoint is the hash of a firm's audit chain at a sequence number, signed with Ed25519. Stored outside the database, it shows changes
 * that a database owner could otherwise hide: a log that was rewritten, truncated or emptied.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

/** Format of a line in an anchor file. */
export const Checkpoint = z.strictObject({
  tenantId: z.string(),
  sequence: z.int().min(1),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  sealedAt: z.iso.datetime(),
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  signature: z.string().regex(/^[0-9a-f]{128}$/),
})
export type Checkpoint = z.infer<typeof Checkpoint>
type Content = Omit<Checkpoint, 'publicKey' | 'signature'>

/** DER prefixes before the 32 bytes of a key (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const buildSignedText = ({ tenantId, sequence, hash, sealedAt }: Content): Buffer =>
  Buffer.from(
    ['pension-compliance-service audit checkpoint 1', tenantId, sequence, hash, sealedAt, ''].join('\n'),
  )

const getPrivateKey = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })

const getPublicHex = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('hex')

/** Whether the checkpoint has a valid signature by the key that it contains. */
export function isSigned(checkpoint: Checkpoint): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(checkpoint.publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, buildSignedText(checkpoint), key, Buffer.from(checkpoint.signature, 'hex'))
}

export interface CheckpointKeys {
  sign(content: Content): Checkpoint
  /** Whether the checkpoint is signed by the current key of this installation or by a configured earlier key. */
  accepts(checkpoint: Checkpoint): boolean
  publicKey: string
}

/** Seeds of 32 bytes: the first one signs, and signatures of all are accepted. */
export function createCheckpointKeys([current, ...earlier]: readonly [Buffer, ...Buffer[]]): CheckpointKeys {
  const key = getPrivateKey(current)
  const publicKey = getPublicHex(key)
  const known = new Set([publicKey, ...earlier.map((seed) => getPublicHex(getPrivateKey(seed)))])
  return {
    sign: (content) => ({
      ...content,
      publicKey,
      signature: sign(null, buildSignedText(content), key).toString('hex'),
    }),
    accepts: (checkpoint) => known.has(checkpoint.publicKey) && isSigned(checkpoint),
    publicKey,
  }
}
