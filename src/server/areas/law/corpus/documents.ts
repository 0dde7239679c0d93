/** Queries for legal sources as the API returns them. */
import { z } from 'zod'
import { CorpusDocument, Passage } from '../../../../contract/corpus.ts'
import { buildColumnExpressions } from '../../../operation/columns.ts'
import { buildJsonText } from '../../../operation/json-text.ts'
import { defineAudited } from '../../../pipeline/audit-log.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/database.ts'

export const documentColumns = buildColumnExpressions(
  CorpusDocument,
  {
    passageCount: '(select count(*) from corpus_chunks c where c.document_id = d.id and c.valid_to is null)',
  },
  'd',
)

const documentText = buildJsonText(CorpusDocument, documentColumns)
const passageText = buildJsonText(Passage, buildColumnExpressions(Passage, { text: 'c.body' }, 'c'))

/**
 * Sorted from primary law to guidance notes. Withdrawn sources are omitted: a citation still opens them, and operators list them with
 * `listTexts`.
 */
export const listDocuments: Statement = {
  text: `select '{"data":[' || coalesce(string_agg(${documentText}, ',' order by d.authority_rank, d.title, d.id), '') || '],"nextCursor":null}' from corpus_documents d
         where d.withdrawn_on is null or d.withdrawn_on > app.today()`,
  values: [],
}

/** Selects a source with its passages in force on a date; no row if the source does not exist. */
export const selectDocumentWithPassages = (id: string, on: string): Statement => ({
  text: `select left(${documentText}, -1) || ',"passages":[' || coalesce((
           select string_agg(${passageText}, ',' order by c.ordinal, c.id) from corpus_chunks c
            where c.document_id = d.id and (c.valid_from is null or c.valid_from <= $2::date) and (c.valid_to is null or c.valid_to > $2::date)), '') || ']}'
         from corpus_documents d where d.id = $1`,
  values: [id, on],
})

/** Selects one value that identifies the state of the corpus: equal for the same sources in the same versions. */
export const corpusSnapshot: Statement = {
  text: `select encode(sha256(convert_to(coalesce(string_agg(d.doc_id || ' ' || d.version_on || ' ' || d.content_hash, e'\\n' order by d.doc_id collate "C"), ''), 'UTF8')), 'hex')
    from corpus_documents d`,
  values: [],
}

/** Fields of a legal source in the audit log: its version and the hash of its text. */
const Snapshot = z.object({
  id: z.string(),
  docId: z.string(),
  title: z.string(),
  kind: z.string(),
  versionOn: z.string(),
  contentHash: z.string(),
  withdrawnOn: z.string().nullable(),
  version: z.int(),
})
export const auditedDocument = defineAudited('corpusDocument', Snapshot)

export async function loadSnapshot(tx: Tx, docId: string): Promise<z.infer<typeof Snapshot> | null> {
  const row = await tx
    .selectFrom('corpus_documents')
    .select([
      'id',
      'doc_id as docId',
      'title',
      'kind',
      'version_on as versionOn',
      'content_hash as contentHash',
      'withdrawn_on as withdrawnOn',
      'version',
    ])
    .where('doc_id', '=', docId)
    .executeTakeFirst()
  return row ?? null
}
