/** How the columns of an employer's files were read the last time. */
import { sql } from 'kysely'
import type { ImportOptions } from '../../../../contract/imports.ts'
import type { Rows, Statement } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/database.ts'
import type { RememberedMapping } from './columns.ts'

type Kind = 'CONTRIBUTIONS' | 'MEMBERS'

/** Asks for it within the caller's reach; the scheme's own employer unless given. `readMapping` reads the answer. */
export const selectMapping = (schemeId: string, employerId: string | undefined, kind: Kind): Statement => ({
  text: `select m.mapping::text from import_mappings m
 where m.scheme_id = $1 and m.kind = $3
   and m.employer_id = coalesce($2, (select s.employer_id from schemes s where s.id = $1))`,
  values: [schemeId, employerId ?? null, kind],
})

export const readMapping = (rows: Rows | undefined): RememberedMapping =>
  JSON.parse(rows?.[0]?.[0] ?? '{}') as RememberedMapping

/** Takes the place of what was remembered for this employer's files before; a file without a given mapping changes nothing. */
export async function rememberMapping(
  tx: Tx,
  place: { tenantId: string; schemeId: string; employerId: string; kind: Kind; userId: string },
  given: ImportOptions['mapping'],
  mapping: RememberedMapping,
): Promise<void> {
  if (Object.keys(given).length === 0) return
  const changing = { mapping: JSON.stringify(mapping), updated_by: place.userId }
  await tx
    .insertInto('import_mappings')
    .values({
      tenant_id: place.tenantId,
      scheme_id: place.schemeId,
      employer_id: place.employerId,
      kind: place.kind,
      ...changing,
    })
    .onConflict((clash) =>
      clash
        .columns(['tenant_id', 'scheme_id', 'employer_id', 'kind'])
        .doUpdateSet({ ...changing, updated_at: sql`clock_timestamp()` }),
    )
    .execute()
}
