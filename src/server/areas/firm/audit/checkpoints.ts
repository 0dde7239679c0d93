/**
 * A checkpoint says which hash the chain of a firm had at a sequence number, signed with Ed25519. Kept outside the database it shows
 * what a person with every right in the database cannot hide: a log that was rewritten, cut off or emptied.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'

/** As a line of an anchor file holds it. */
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

/** What comes before the 32 bytes of a key in DER (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const signedText = ({ tenantId, sequence, hash, sealedAt }: Content): Buffer =>
  Buffer.from(
    ['pension-compliance-service audit checkpoint 1', tenantId, sequence, hash, sealedAt, ''].join('\n'),
  )

const privateKeyOf = (seed: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' })

const publicHexOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length).toString('hex')

/** Whether the key that the checkpoint names has signed it. */
export function isSigned(checkpoint: Checkpoint): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(checkpoint.publicKey, 'hex')]),
    format: 'der',
    type: 'spki',
  })
  return verify(null, signedText(checkpoint), key, Buffer.from(checkpoint.signature, 'hex'))
}

export interface CheckpointKeys {
  sign(content: Content): Checkpoint
  /** Signed by a key of this installation, the present one or an earlier one that is configured. */
  accepts(checkpoint: Checkpoint): boolean
  publicKey: string
}

/** Seeds of 32 bytes: the first signs, signatures of all are accepted. */
export function createCheckpointKeys([current, ...earlier]: readonly [Buffer, ...Buffer[]]): CheckpointKeys {
  const key = privateKeyOf(current)
  const publicKey = publicHexOf(key)
  const known = new Set([publicKey, ...earlier.map((seed) => publicHexOf(privateKeyOf(seed)))])
  return {
    sign: (content) => ({
      ...content,
      publicKey,
      signature: sign(null, signedText(content), key).toString('hex'),
    }),
    accepts: (checkpoint) => known.has(checkpoint.publicKey) && isSigned(checkpoint),
    publicKey,
  }
}
