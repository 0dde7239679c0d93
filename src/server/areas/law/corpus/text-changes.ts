/** Finds changes of legal sources: by unit for recent ingests, and by passage with the old text. */
import { sql } from 'kysely'
import type { CitationId } from '../../../../contract/citations.ts'
import type { PassageChange } from '../../../../contract/corpus.ts'
import type { ReadDb, Tx } from '../../../platform/database.ts'
import { findCitations } from './citing-records.ts'
import { formatProvision, type Reference } from './provisions.ts'

/** One unit of a source, such as an article, that lost text with a new version or a withdrawal. */
export interface TextChange {
  documentId: string
  docId: string
  ingestId: string
  /** Identifies the unit in its text, also in the database: ARTICLE 28. A unit without a number is identified by its anchor. */
  place: string
  anchor: string
  citation: string
  /** REMOVED: no text of the unit is left. */
  what: 'CHANGED' | 'REMOVED'
  versionBeforeOn: string | null
  versionOn: string
  /** Citations of the registry that refer to the unit. */
  citedAs: readonly CitationId[]
  /** Passages that ended, identified as in answers and drafts. */
  passages: readonly { anchor: string; contentHash: string }[]
  /** Time of the ingest, as the database writes it. Records created later are based on the new text. */
  at: string
}

const buildChunkKey = (alias: 'o' | 'n'): string =>
  `coalesce(${alias}.unit_kind || ' ' || ${alias}.unit_number, ${alias}.anchor)`

/** A passage with a changed heading but the same text is no change: records based on it remain valid. */
export async function loadTextChangesSince(db: ReadDb | Tx, days: number): Promise<TextChange[]> {
  const { rows } = await sql<
    Omit<TextChange, 'citation' | 'citedAs'> & {
      unitKind: string
      unitNumber: string | null
      citation: string
    }
  >`
    select d.id as "documentId", d.doc_id as "docId", i.id as "ingestId", ${sql.raw(buildChunkKey('o'))} as place, i.created_at::text as at,
           (array_agg(o.anchor order by o.ordinal, o.id))[1] as anchor, (array_agg(o.citation order by o.ordinal, o.id))[1] as citation,
           min(o.unit_kind) as "unitKind", min(o.unit_number) as "unitNumber",
           case when bool_or(exists (
             select from corpus_chunks n left join corpus_ingests l on l.id = n.ended_with
              where n.document_id = o.document_id and ${sql.raw(buildChunkKey('n'))} = ${sql.raw(buildChunkKey('o'))}
                and (n.valid_to is null or l.created_at > i.created_at))) then 'CHANGED' else 'REMOVED' end as what,
           i.version_before_on as "versionBeforeOn", i.version_on as "versionOn",
           json_agg(json_build_object('anchor', o.anchor, 'contentHash', o.content_hash) order by o.ordinal, o.id) as passages
      from corpus_ingests i
      join corpus_documents d on d.id = i.document_id
      join corpus_chunks o on o.ended_with = i.id
     where i.created_at > clock_timestamp() - make_interval(days => ${days})
       and not exists (select from corpus_chunks n where n.entered_with = i.id and n.anchor = o.anchor and n.body = o.body)
     group by d.id, i.id, ${sql.raw(buildChunkKey('o'))}
     order by i.created_at, i.id, min(o.ordinal)`.execute(db)
  return rows.map(({ unitKind, unitNumber, citation, ...change }) => {
    const unit = unitNumber === null ? null : { kind: unitKind, number: unitNumber }
    return {
      ...change,
      citation: unit
        ? formatProvision({ kind: unit.kind as Reference['kind'], number: unit.number, provision: null })
        : citation,
      citedAs: unit ? findCitations({ docId: change.docId, changedUnits: [unit] }) : [],
    }
  })
}

/**
 * Returns old and new text in the order of the text, of one unit or of all, at most `limit` passages. A passage with only a changed heading
 * is omitted.
 */
export async function findPassageChanges(
  db: ReadDb | Tx,
  { ingestId, place = null, limit }: { ingestId: string; place?: string | null; limit: number },
): Promise<PassageChange[]> {
  const { rows } = await sql<PassageChange>`
    select coalesce(n.anchor, o.anchor) as anchor, coalesce(n.citation, o.citation) as citation,
           case when o.id is null then 'ADDED' when n.id is null then 'REMOVED' else 'CHANGED' end as what,
           o.body as before, n.body as after
      from (select * from corpus_chunks where ended_with = ${ingestId}) o
      full join (select * from corpus_chunks where entered_with = ${ingestId}) n on n.anchor = o.anchor
     where o.body is distinct from n.body
       and (${place}::text is null or ${sql.raw(buildChunkKey('n'))} = ${place} or ${sql.raw(buildChunkKey('o'))} = ${place})
     order by coalesce(n.ordinal, o.ordinal), coalesce(n.id, o.id) limit ${limit}`.execute(db)
  return rows
}
