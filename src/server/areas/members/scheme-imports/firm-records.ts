/** Existing records of the firm that the rows of a workbook are compared with. */
import type { Tx } from '../../../platform/database.ts'
import { toNameKey } from '../../../platform/text-keys.ts'

/** Status of trustees who are in office, or may come into it. */
export const TRUSTEES_OF_DRAFT = ['PROPOSED', 'ASSESSED', 'APPOINTED'] as const

/** A recorded scheme that is a draft: a workbook can add its trustees in office. */
export interface DraftScheme {
  id: string
  name: string
  employerName: string
  pbNumber: string | null
  /** Search keys of the trustees who are proposed, assessed or in office. */
  trustees: ReadonlySet<string>
}

export interface FirmRecords {
  /** Ids by the key of the legal name. */
  employers: ReadonlyMap<string, string>
  registeredNumbers: ReadonlySet<string>
  /** Employer and name key. */
  schemes: ReadonlySet<string>
  pbNumbers: ReadonlySet<string>
  drafts: readonly DraftScheme[]
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
  const drafts = await tx
    .selectFrom('schemes as s')
    .innerJoin('employers as e', 'e.id', 's.employer_id')
    .select(['s.id', 's.name', 'e.legal_name', 's.pensions_authority_number'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.status', '=', 'DRAFT')
    .where('e.is_example', '=', false)
    .execute()
  const trustees = await tx
    .selectFrom('trustees as r')
    .innerJoin('schemes as s', 's.id', 'r.scheme_id')
    .select(['r.scheme_id', 'r.search_key'])
    .where('r.tenant_id', '=', tenantId)
    .where('s.status', '=', 'DRAFT')
    .where('r.status', 'in', TRUSTEES_OF_DRAFT)
    .execute()
  const trusteesByScheme = Map.groupBy(trustees, ({ scheme_id }) => scheme_id)
  return {
    employers: new Map(employers.map(({ id, legal_name }) => [toNameKey(legal_name), id])),
    registeredNumbers: toSet(employers.map(({ registered_number }) => registered_number)),
    schemes: new Set(schemes.map(({ employer_id, name_key }) => `${employer_id} ${name_key}`)),
    pbNumbers: toSet(schemes.map(({ pensions_authority_number }) => pensions_authority_number)),
    drafts: drafts.map(({ id, name, legal_name, pensions_authority_number }) => ({
      id,
      name,
      employerName: legal_name,
      pbNumber: pensions_authority_number,
      trustees: toSet((trusteesByScheme.get(id) ?? []).map(({ search_key }) => search_key)),
    })),
    disqualified: new Set(disqualified.map(({ search_key }) => search_key)),
  }
}

const toSet = (texts: readonly (string | null)[]): Set<string> =>
  new Set(texts.filter((text) => text !== null))
