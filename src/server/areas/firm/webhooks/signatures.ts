/** Secrets and signatures of webhooks, in the form of the Standard Webhooks specification (standardwebhooks.com). */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const createSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Headers of one attempt; `secrets` are the current secret and, for a day after a rotation, the one before. */
export const signEvent = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': secrets
    .map((secret) => Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' '),
})
