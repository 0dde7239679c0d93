/** What cites words that have changed: rules of the calendar, kinds of policy, and the editors' own notes. */
import { sql } from 'kysely'
import { CITATIONS, type CitationId } from '../../../contract/citations.ts'
import type { IngestedDocument } from '../../../contract/corpus.ts'
import type { PolicyKind } from '../../../contract/policy-kind.ts'
import { POLICY_KINDS } from '../../../contract/policy-kinds.ts'
import type { Tx } from '../../platform/database.ts'
import { placeOf } from './digest.ts'
import type { Ingested } from './ingest.ts'

export async function citedBy(
  tx: Tx,
  { docId, changedUnits }: Pick<Ingested, 'docId' | 'changedUnits'>,
  rulesCiting: (ids: readonly CitationId[]) => string[],
): Promise<IngestedDocument['citedBy']> {
  const ids = (Object.keys(CITATIONS) as CitationId[]).filter((id) =>
    placeOf(id).some(
      (place) =>
        place.docId === docId &&
        changedUnits.some(({ kind, number }) => kind === place.kind && number === place.number),
    ),
  )
  const policyKinds = (Object.keys(POLICY_KINDS) as PolicyKind[]).filter((kind) =>
    POLICY_KINDS[kind].citations.some((id) => ids.includes(id)),
  )
  if (changedUnits.length === 0) return { rules: [], policyKinds, notes: [] }
  const { rows } = await sql<{ anchor: string }>`
    select c.anchor from corpus_chunks c, unnest(${changedUnits.map(({ kind, number }) =>
      JSON.stringify([{ docId, kind, number }]),
    )}::jsonb[]) as changed(place)
     where c.valid_to is null and c.rests_on @> changed.place group by c.anchor order by c.anchor`.execute(tx)
  return { rules: rulesCiting(ids), policyKinds, notes: rows.map(({ anchor }) => anchor) }
}
