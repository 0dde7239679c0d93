/**
 * Opens, describes and ends sessions. A session is valid by its signed token and by the session version of the user (Spec 5.1); its row
 * describes it to its user. It holds no address, but the first part of it, and no version of the browser.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Contract } from '../../../../contract/define.ts'
import type { Session } from '../../../../contract/sessions.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import type { Origin } from '../../../pipeline/audit-log.ts'
import type { CommandCall, KnownDevice, SessionChange } from '../../../pipeline/define-operation.ts'
import { createSessionEndedRefusal } from '../../../pipeline/refusal.ts'
import type { Tx } from '../../../platform/database.ts'
import { parseUserAgent } from '../../../platform/user-agent.ts'

export interface SessionDependencies {
  /** The first part of an address; null if it is unknown. */
  describeNetwork(origin: Origin): string | null
}

interface NewSession {
  account: Actor & { sessionVersion: number }
  method: Session['method']
  hasSecondFactor: boolean
  origin: Origin
  device: KnownDevice | null
}

export interface DeviceDescription {
  browser: string | null
  system: string | null
}

export function createSessionOpener({ describeNetwork }: SessionDependencies) {
  /**
   * Records a new session. `newDevice` is set for a browser on which the user has not signed in before: neither its cookie nor an earlier
   * session of the same network, browser and system says so. The first sign-in of an account is on no new device.
   */
  return async (
    tx: Tx,
    { account, method, hasSecondFactor, origin, device }: NewSession,
  ): Promise<{ session: SessionChange; newDevice: DeviceDescription | null }> => {
    const sessionId = randomUUID()
    const { browser, system } = parseUserAgent(origin.userAgent)
    const network = describeNetwork(origin)
    const { rows } = await sql<{ hasEarlier: boolean; isKnown: boolean }>`
      select count(*) > 0 as "hasEarlier",
             coalesce(bool_or((s.network, s.browser, s.system) is not distinct from (${network}::text, ${browser}::text, ${system}::text)), false) as "isKnown"
        from sessions s where s.tenant_id = ${account.tenantId} and s.user_id = ${account.id}`.execute(tx)
    const [earlier] = rows
    await tx
      .insertInto('sessions')
      .values({
        tenant_id: account.tenantId,
        id: sessionId,
        user_id: account.id,
        session_version: account.sessionVersion,
        method,
        network,
        browser,
        system,
      })
      .execute()
    const isNew =
      earlier?.hasEarlier === true && !earlier.isKnown && !(device?.recognises(account.id) ?? false)
    return {
      session: { open: { ...account, userId: account.id, sessionId, hasSecondFactor } },
      newDevice: isNew ? { browser, system } : null,
    }
  }
}
export type OpenSession = ReturnType<typeof createSessionOpener>

type Kept = Pick<CommandCall<Contract, unknown>, 'sessionId' | 'sessionVersion'>

/**
 * Ends the sessions of a user; with `kept` all others, if the answer renews the cookie of that one. 401 if it was ended itself since the
 * request was checked: it must not get the new version.
 */
export async function endSessions(tx: Tx, userId: string, kept: Kept | null = null): Promise<number> {
  const keptVersion = kept?.sessionVersion ?? null
  const ended = await tx
    .updateTable('users')
    .set({
      session_version: sql`session_version + 1`,
      version: sql`version + 1`,
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(session_version = ${keptVersion}::int, true)`)
    .returning('session_version as version')
    .executeTakeFirst()
  if (!ended) throw createSessionEndedRefusal()
  const { version } = ended
  if (kept?.sessionId)
    await tx
      .updateTable('sessions')
      .set({ session_version: version })
      .where('user_id', '=', userId)
      .where('id', '=', kept.sessionId)
      .execute()
  return version
}

/** Ends one session of the caller. */
export async function revokeSession(tx: Tx, { id, tenantId }: Actor, sessionId: string): Promise<void> {
  await tx
    .insertInto('revoked_sessions')
    .values({ tenant_id: tenantId, session_id: sessionId, user_id: id })
    .onConflict((clash) => clash.doNothing())
    .execute()
}
