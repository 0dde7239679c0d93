import { sql } from 'kysely'
import type { RegimeProfile, Scheme } from '../../../../contract/schemes.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { buildRegimeProfile, type MemberCounts } from './rules.ts'

/** The regime profile of a scheme, with its members counted as they are recorded. */
export const loadRegimeProfile = async (db: ReadDb | Tx, scheme: Scheme): Promise<RegimeProfile> =>
  buildRegimeProfile(scheme, await countMembers(db, scheme.id))

async function countMembers(db: ReadDb | Tx, schemeId: string): Promise<MemberCounts> {
  return db
    .selectFrom('members')
    .select([
      sql<number>`count(*) filter (where status = 'ACTIVE')`.as('active'),
      sql<number>`count(*) filter (where status = 'DEFERRED')`.as('deferred'),
      sql<number>`count(*) filter (where status = 'PENSIONER')`.as('pensioner'),
    ])
    .where('scheme_id', '=', schemeId)
    .executeTakeFirstOrThrow()
}
