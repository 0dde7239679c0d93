/** Existing records of the firm that the rows of a workbook are compared with. */
import type { Tx } from '../../../platform/database.ts'
import { toNameKey } from '../../../platform/text-keys.ts'

export interface FirmRecords {
  /** Ids by the key of the legal name. */
  employers: ReadonlyMap<string, string>
  registeredNumbers: ReadonlySet<string>
  /** Employer and name key. */
  schemes: ReadonlySet<string>
  pbNumbers: ReadonlySet<string>
  /** Search keys of disqualified persons. */
  disqualified: ReadonlySet<string>
}

export async function loadFirmRecords(tx: Tx, tenantId: string): Promise<FirmRecords> {
  const employers = await tx
    .selectFrom('employers')
    .select(['id', 'legal_name', 'registered_number'])
    .where('tenant_id', '=', tenantId)
    // A real scheme must not become part of the example.
    .where('is_example', '=', false)
    .execute()
  const schemes = await tx
    .selectFrom('schemes')
    .select(['employer_id', 'name_key', 'pensions_authority_number'])
    .where('tenant_id', '=', tenantId)
    .execute()
  const disqualified = await tx
    .selectFrom('trustees')
    .select('search_key')
    .where('tenant_id', '=', tenantId)
    .where('status', '=', 'DISQUALIFIED')
    .execute()
  return {
    employers: new Map(employers.map(({ id, legal_name }) => [toNameKey(legal_name), id])),
    registeredNumbers: toSet(employers.map(({ registered_number }) => registered_number)),
    schemes: new Set(schemes.map(({ employer_id, name_key }) => `${employer_id} ${name_key}`)),
    pbNumbers: toSet(schemes.map(({ pensions_authority_number }) => pensions_authority_number)),
    disqualified: new Set(disqualified.map(({ search_key }) => search_key)),
  }
}

const toSet = (texts: readonly (string | null)[]): Set<string> =>
  new Set(texts.filter((text) => text !== null))
