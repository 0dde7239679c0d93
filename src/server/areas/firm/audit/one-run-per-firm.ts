/** One verification or export of a log at a time: each reads the whole log, and a firm must not keep the service busy with it. */
import { createConflictRefusal } from '../../../pipeline/refusal.ts'

/** A reader that has gone away may leave its run open. */
const GIVEN_UP_AFTER_MS = 30_000

export interface Run {
  /** The run goes on. */
  touch(): void
  end(): void
}

export function limitToOneRunPerFirm(now: () => number = () => performance.now()): (tenantId: string) => Run {
  const running = new Map<string, { activeAt: number }>()
  return (tenantId) => {
    const present = running.get(tenantId)
    if (present && now() - present.activeAt < GIVEN_UP_AFTER_MS)
      throw createConflictRefusal(
        'A verification or an export of this audit log is running. Try again when it has finished',
        { code: 'AUDIT_LOG_BUSY' },
      )
    const run = { activeAt: now() }
    running.set(tenantId, run)
    return {
      touch() {
        run.activeAt = now()
      },
      end() {
        if (running.get(tenantId) === run) running.delete(tenantId)
      },
    }
  }
}
