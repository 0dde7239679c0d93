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
      failedFirms: z
        .int()
        .min(0)
        .describe(
          'Firms in which nothing was done, because something there failed: the log says what. The others are done',
        ),
    }),
  })

export const housekeeping = job(
  'housekeeping',
  'Deletes expired idempotency keys, tokens, inbox items and files that no record names, scans what waits for a virus scan, and makes vectors of passages that lack one.',
)
export const reencrypt = job(
  'reencrypt',
  'Re-encrypts a batch of PPS numbers, and of keys of stored files, that stand under the previous key.',
)
export const followObligations = job(
  'obligations',
  'Recalculates all obligations, stores a compliance snapshot of each scheme, enters overdue obligations into the breach register, and lists records affected by law changes.',
)
export const followContributions = job(
  'contributions',
  'Opens the payroll months that are expected, enters late money into the breach register, and chases employers by mail on the 10th, 15th, 19th and 22nd.',
)
export const remind = job(
  'reminders',
  'Sends each user of a firm at most one digest a day: obligations due soon and overdue. Contains links only.',
)
export const sealAuditLog = job(
  'audit-seal',
  'Verifies what each audit log has gained since its last checkpoint, and signs a new checkpoint, which is stored in the database and outside of it. An audit log that does not continue its last checkpoint counts as a failed firm.',
)
export const scanStoredTexts = job(
  'scan-free-text',
  'Searches every stored text of each firm for PPS numbers, which earlier versions accepted. Each record found is an entry of the audit log of its firm, with table and columns and without the text; `found` is their number.',
)
