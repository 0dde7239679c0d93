/** Finds records that cite changed passages: calendar rules, policy kinds and guidance notes. */
import { sql } from 'kysely'
import { CITATIONS, type CitationId } from '../../../../contract/citations.ts'
import type { IngestedDocument } from '../../../../contract/corpus.ts'
import type { PolicyKind } from '../../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../../contract/policy-kind-definitions.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { listPlaces } from './digest.ts'
import type { Ingested } from './ingest.ts'

/** Returns the citations of the registry that refer to any of these units of a legal source. */
export const findCitations = ({
  docId,
  changedUnits,
}: Pick<Ingested, 'docId' | 'changedUnits'>): CitationId[] =>
  (Object.keys(CITATIONS) as CitationId[]).filter((id) =>
    listPlaces(id).some(
      (place) =>
        place.docId === docId &&
        changedUnits.some(({ kind, number }) => kind === place.kind && number === place.number),
    ),
  )

export async function findCitingRecords(
  db: ReadDb | Tx,
  { docId, changedUnits }: Pick<Ingested, 'docId' | 'changedUnits'>,
  rulesCiting: (ids: readonly CitationId[]) => string[],
): Promise<IngestedDocument['citedBy']> {
  if (changedUnits.length === 0) return { rules: [], policyKinds: [], notes: [] }
  const ids = findCitations({ docId, changedUnits })
  const { rows } = await sql<{ anchor: string }>`
    select c.anchor from corpus_chunks c, unnest(${changedUnits.map(({ kind, number }) =>
      JSON.stringify([{ docId, kind, number }]),
    )}::jsonb[]) as changed(place)
     where c.valid_to is null and c.rests_on @> changed.place group by c.anchor order by c.anchor`.execute(db)
  return {
    rules: rulesCiting(ids),
    policyKinds: listPolicyKindsCiting(ids),
    notes: rows.map(({ anchor }) => anchor),
  }
}

/** Returns the policy kinds that are based on any of these citations. */
export const listPolicyKindsCiting = (ids: readonly CitationId[]): PolicyKind[] =>
  (Object.keys(POLICY_KINDS) as PolicyKind[]).filter((kind) =>
    POLICY_KINDS[kind].citations.some((id) => ids.includes(id)),
  )
