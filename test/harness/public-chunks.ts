/** Passages of a small text as the corpus keeps them, proven, and what asks that corpus. */
import { CompiledQuery } from 'kysely'
import { createPublicChunk, type PublicChunk } from '../../src/server/areas/law/assistant/disclosure.ts'
import {
  ingest,
  readMarkdown,
  type StoredPassage,
  selectStoredPassages,
  splitIntoChunks,
} from '../../src/server/areas/law/corpus/index.ts'
import type { RunQuery } from '../../src/server/pipeline/define-operation.ts'
import type { Service } from './service.ts'

const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"

export const createRunQuery =
  ({ database }: Service): RunQuery =>
  async (...statements) =>
    (await database.batch([{ text: AS_PLATFORM, values: [] }, ...statements])).slice(1)

/** Each unit of the text is a passage, in the order of the text. */
export async function createPublicChunks(
  service: Service,
  docId: string,
  text: string,
): Promise<PublicChunk[]> {
  const title = `The text ${docId}`
  await service.database.write(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(AS_PLATFORM))
    const fields = {
      aliases: [],
      authorityRank: 10,
      versionOn: '2020-01-01',
      inForceFrom: null,
      inForceTo: null,
    }
    const source = { sourceUrl: null, licence: null, attribution: null }
    await ingest(
      tx,
      [
        {
          docId,
          title,
          kind: 'IE_ACT',
          ...fields,
          ...source,
          chunks: splitIntoChunks(readMarkdown(text), title),
        },
      ],
      null,
    )
  })
  const ids = await service.asOwner<{ id: number }>(
    'select c.id from corpus_chunks c join corpus_documents d on d.id = c.document_id where d.doc_id = $1 order by c.ordinal',
    [docId],
  )
  const [rows] = await createRunQuery(service)(selectStoredPassages(ids.map(({ id }) => id)))
  return (JSON.parse(rows?.[0]?.[0] as string) as StoredPassage[]).map(createPublicChunk)
}
