import type { Tx } from '../../../platform/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Mailer } from '../../../platform/mailer.ts'
import { type Claimed, claimReminder, markHandedOver } from './plan.ts'

/**
 * Sends reminders one by one: marks each as begun (only one process can), sends it, then marks it as handed over. The items of a failed one
 * are repeated in the next day's mail, because the mail server may have accepted it.
 */
export function createReminderSender({
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
    /** Reminders this process is sending, so that the next run does not send them again. */
    inHand: inHand as ReadonlySet<string>,
    /** Added to `inHand` at once; failures are logged. Begins no other one if the service stops: the next run sends the rest. */
    async handOver(claimed: readonly Claimed[], isStopping: () => boolean = () => false): Promise<void> {
      for (const { id } of claimed) inHand.add(id)
      for (const one of claimed) {
        try {
          if (isStopping()) continue
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
