import { z } from 'zod'
import { command } from './define.ts'
import { Nothing } from './values.ts'

/** Called by any scheduler with the bearer token; each is idempotent and holds an advisory lock while it runs. */
const defineJob = <const N extends string>(name: N, summary: string) =>
  command(`job.${name}`, {
    route: `POST /api/cron/${name}`,
    access: 'cron',
    summary,
    input: Nothing,
    output: z.object({
      job: z.string(),
      ran: z.boolean().describe('False if another instance runs the job at this time'),
      did: z.record(z.string(), z.int()),
      failedFirms: z
        .int()
        .min(0)
        .describe(
          'Number of firms for which the job failed and changed nothing. The log has the errors. The other firms are done',
        ),
    }),
  })

export const housekeeping = defineJob(
  'housekeeping',
  'Deletes expired idempotency keys, tokens and inbox items, and files without a record. Scans documents that wait for a virus scan, and calculates missing vectors of passages.',
)
export const reencrypt = defineJob(
  'reencrypt',
  'Re-encrypts a batch of PPS numbers and file keys that are still encrypted with the previous key.',
)
export const followObligations = defineJob(
  'obligations',
  'Recalculates all obligations, stores a compliance snapshot of each scheme, records breaches for overdue obligations, and creates reviews of law changes.',
)
export const followContributions = defineJob(
  'contributions',
  'Opens the expected payroll months, records breaches for late payments, and reminds employers by mail on the 10th, 15th, 19th and 22nd.',
)
export const remind = defineJob(
  'reminders',
  'Sends each user of a firm at most one digest a day of obligations that are due soon or overdue. The digest contains only links.',
)
export const sealAuditLog = defineJob(
  'audit-seal',
  'Verifies the entries of each audit log since its last checkpoint, and signs a new checkpoint, which is stored in the database and outside it. A firm whose audit log does not continue its last checkpoint counts as failed.',
)
export const scanStoredTexts = defineJob(
  'scan-free-text',
  'Searches all stored texts of each firm for PPS numbers, which earlier versions accepted. For each record found it adds an entry to the audit log of the firm, with table and columns and without the text. `found` is the number of records.',
)
