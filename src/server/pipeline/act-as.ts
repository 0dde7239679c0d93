/** Work that no request waits for: as an account, or as the platform in one firm. Recorded in the audit log like any command. */

import type { Statement } from '../platform/batch.ts'
import type { Database, Tx } from '../platform/database.ts'
import { runStatement } from '../platform/statements.ts'
import { type Actor, getAccessScope } from './access-scope.ts'
import { appendAuditEntriesOf } from './audit-changes.ts'
import { NO_ORIGIN, type Origin } from './audit-log.ts'
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

const REACH_OF_THE_FIRM: Statement = {
  text: "select set_config('app.scope', 'tenant', true)",
  values: [],
}

export function createActAs({ database, today }: { database: Database; today: () => string }) {
  /** Work that no request waits for, as a named account: its own transaction, recorded like any other. */
  async function actAs<T>(
    account: Actor,
    action: string,
    work: (tx: Tx) => Promise<Changed<T>>,
    origin: Origin = NO_ORIGIN,
    { isKept = true }: { isKept?: boolean } = {},
  ): Promise<T> {
    let answer: T | undefined
    try {
      await database.write(
        async (tx, { conclude }) => {
          await setAccessScope(tx, account, today())
          const changed = await work(tx)
          await appendAuditEntriesOf(tx, { name: action }, account.tenantId, changed, origin, conclude)
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
  ): Promise<T> =>
    actAs(
      { ...SYSTEM, tenantId },
      action,
      async (tx) => {
        await runStatement(tx, REACH_OF_THE_FIRM)
        return work(tx)
      },
      origin,
    )

  return { actAs, actIn }
}

/** Becomes the application's role with the scope of this actor, whose account is not asked for. */
export async function setAccessScope(tx: Tx, actor: Actor, today: string): Promise<void> {
  await runStatement(tx, {
    text: `select set_config('role', 'pcs_app', true), set_config('app.scope', $1, true), set_config('app.tenant', $2, true), set_config('app.employer', $3, true),
                  set_config('app.member', $4, true), set_config('app.user', $5, true), set_config('app.role', $6, true),
                  set_config('app.today', $7, true)`,
    values: [
      getAccessScope(actor).level,
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
export async function enterFirm(tx: Tx, tenantId: string, today: string): Promise<void> {
  await setAccessScope(tx, { ...SYSTEM, tenantId }, today)
  await runStatement(tx, REACH_OF_THE_FIRM)
}
