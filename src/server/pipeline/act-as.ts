/** Work that no request waits for: as an account, or as the platform in one firm. Recorded in the audit log like any command. */

import type { Database, Tx } from '../platform/database.ts'
import { runStatement } from '../platform/statements.ts'
import { type AccessScope, type Actor, getAccessScope } from './access-scope.ts'
import { auditChanges, type DeriveEvent, NO_ORIGIN, type Origin } from './audit-log.ts'
import type { Changed } from './define-operation.ts'

/** The account of the platform itself: jobs act as it. */
export const SYSTEM: Actor = {
  id: 'system',
  role: 'SuperAdmin',
  tenantId: 'platform',
  employerId: null,
  memberId: null,
}

/** Ends a transaction whose statements were wanted and whose changes were not. */
class RolledBack extends Error {}

interface Parts {
  database: Database
  today: () => string
  deriveEvent: DeriveEvent
}

export function createActAs({ database, today, deriveEvent }: Parts) {
  /** Work that no request waits for, as a named account: its own transaction, recorded like any other. */
  async function actAs<T>(
    account: Actor,
    action: string,
    work: (tx: Tx) => Promise<Changed<T>>,
    origin: Origin = NO_ORIGIN,
    { isKept = true, level }: { isKept?: boolean; level?: AccessScope['level'] } = {},
  ): Promise<T> {
    let answer: T | undefined
    try {
      await database.write(
        async (tx, { conclude }) => {
          await setAccessScope(tx, account, today(), level)
          const changed = await work(tx)
          const { tenantId } = account
          await auditChanges(tx, changed, { action, tenantId, origin, deriveEvent, conclude })
          answer = changed.answer
          if (!isKept) throw new RolledBack()
        },
        { group: account.tenantId === SYSTEM.tenantId ? undefined : account.tenantId },
      )
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error
    }
    return answer as T
  }

  /** The platform's own work in one firm: its scope is that firm. */
  const actIn = <T>(
    tenantId: string,
    action: string,
    work: (tx: Tx) => Promise<Changed<T>>,
    origin?: Origin,
  ): Promise<T> => actAs({ ...SYSTEM, tenantId }, action, work, origin, { level: 'tenant' })

  return { actAs, actIn }
}

/** Becomes the application's role with the scope of this actor, whose account is not asked for. */
export async function setAccessScope(
  tx: Tx,
  actor: Actor,
  today: string,
  level: AccessScope['level'] = getAccessScope(actor).level,
): Promise<void> {
  await runStatement(tx, {
    text: `select set_config('role', 'pcs_app', true), set_config('app.scope', $1, true), set_config('app.tenant', $2, true), set_config('app.employer', $3, true),
                  set_config('app.member', $4, true), set_config('app.user', $5, true), set_config('app.role', $6, true),
                  set_config('app.today', $7, true)`,
    values: [
      level,
      actor.tenantId,
      actor.employerId ?? '',
      actor.memberId ?? '',
      actor.id,
      actor.role,
      today,
    ],
  })
}

/** As the platform, with this firm as scope. */
export const enterFirm = (tx: Tx, tenantId: string, today: string): Promise<void> =>
  setAccessScope(tx, { ...SYSTEM, tenantId }, today, 'tenant')
