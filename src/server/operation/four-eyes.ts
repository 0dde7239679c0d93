/**
 * Whether an approval takes a second person: what somebody submitted is then approved by somebody else. A setting of the
 * firm, the same for everything that is approved.
 */
import { sql } from 'kysely'
import type { ReadDb, Tx } from '../platform/database.ts'
import { rule } from './refusal.ts'

/** What it depends on whether somebody may approve what they submitted themselves. */
export interface FourEyes {
  setting: 'AUTO' | 'ALWAYS' | 'NEVER'
  activeBrokerAdmins: number
}

/** The same as columns of a firm `t`, for statements that ask about many records at once. */
export const FOUR_EYES: Record<keyof FourEyes, string> = {
  setting: `coalesce(t.settings ->> 'fourEyes', 'AUTO')`,
  activeBrokerAdmins: `(select count(*) from users u
    where u.tenant_id = t.id and u.role = 'BrokerAdmin' and u.status = 'ACTIVE')`,
}

/** AUTO asks for a second person where the firm has a second BrokerAdmin to be it. */
export const needsSecondPerson = ({ setting, activeBrokerAdmins }: FourEyes): boolean =>
  setting === 'ALWAYS' || (setting === 'AUTO' && activeBrokerAdmins >= 2)

export async function fourEyesOf(db: ReadDb | Tx, tenantId: string): Promise<FourEyes> {
  return db
    .selectFrom('tenants as t')
    .select([
      sql.raw<FourEyes['setting']>(FOUR_EYES.setting).as('setting'),
      sql.raw<number>(FOUR_EYES.activeBrokerAdmins).as('activeBrokerAdmins'),
    ])
    .where('t.id', '=', tenantId)
    .executeTakeFirstOrThrow()
}

/** 422 where somebody would approve what they submitted themselves, and the firm asks for another person. */
export async function requireFourEyes(
  tx: Tx,
  actorId: string,
  { tenantId, submittedBy }: { tenantId: string; submittedBy: string | null },
  did = 'submitted',
): Promise<void> {
  if (submittedBy !== actorId || !needsSecondPerson(await fourEyesOf(tx, tenantId))) return
  throw rule('FOUR_EYES', `You ${did} this: another administrator of the firm has to approve it`)
}
