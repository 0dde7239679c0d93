import type { Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mailer.ts'
import { type Claimed, claimReminder, markHandedOver } from './plan.ts'

/**
 * Hands mails over one after the other: each is begun, which only one process can, then handed over, then marked. One that fails
 * is told with the next day's mail, because the mail server may have it.
 */
export function createReminderPost({
  mailer,
  note,
  log,
}: {
  mailer: Mailer
  note: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  log: Log
}) {
  const inHand = new Set<string>()
  return {
    /** Mails that this process is about to hand over, so that a run that follows does not count them again. */
    inHand: inHand as ReadonlySet<string>,
    /** What is given is in hand at once; what fails is told in the log. */
    async handOver(claimed: readonly Claimed[]): Promise<void> {
      for (const { id } of claimed) inHand.add(id)
      for (const one of claimed) {
        try {
          if (!(await note((tx) => claimReminder(tx, one)))) continue
          await mailer.send(one.mail)
          await note((tx) => markHandedOver(tx, one))
        } catch (error) {
          log.error('a reminder was not handed over', { names: [one.id], error })
        } finally {
          inHand.delete(one.id)
        }
      }
    },
  }
}
