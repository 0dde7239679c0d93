import { z } from 'zod'
import { command } from './define.ts'
import { Nothing } from './values.ts'

/** Called by any scheduler with the bearer token; each is idempotent and holds an advisory lock while it runs. */
const job = <const N extends string>(name: N, summary: string) =>
  command(`job.${name}`, {
    route: `POST /api/cron/${name}`,
    access: 'cron',
    summary,
    input: Nothing,
    output: z.object({
      job: z.string(),
      ran: z.boolean().describe('false when another instance holds the lock'),
      did: z.record(z.string(), z.int()),
    }),
  })

export const housekeeping = job('housekeeping', 'Deletes expired idempotency keys and password tokens.')
export const reencrypt = job(
  'reencrypt',
  'Re-encrypts a batch of PPS numbers that stand under the previous key.',
)
