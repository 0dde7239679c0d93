/** Passages of a small text as the corpus keeps them, proven, and what asks that corpus. */
import { CompiledQuery } from 'kysely'
import { type PublicChunk, publicChunk } from '../../src/server/domains/assistant/disclosure.ts'
import {
  chunksOf,
  ingest,
  type KeptPassage,
  keptPassages,
  readMarkdown,
} from '../../src/server/domains/corpus/index.ts'
import type { Ask } from '../../src/server/operation/perform.ts'
import type { Service } from './service.ts'

const AS_PLATFORM = "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)"

export const askOf =
  ({ database }: Service): Ask =>
  async (...statements) =>
    (await database.batch([{ text: AS_PLATFORM, values: [] }, ...statements])).slice(1)

/** Each unit of the text is a passage, in the order of the text. */
export async function publicChunksOf(service: Service, docId: string, text: string): Promise<PublicChunk[]> {
  const title = `The text ${docId}`
  await service.database.write(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(AS_PLATFORM))
    const told = {
      aliases: [],
      authorityRank: 10,
      versionOn: '2020-01-01',
      inForceFrom: null,
      inForceTo: null,
    }
    const source = { sourceUrl: null, licence: null, attribution: null }
    await ingest(
      tx,
      [{ docId, title, kind: 'IE_ACT', ...told, ...source, chunks: chunksOf(readMarkdown(text), title) }],
      null,
    )
  })
  const ids = await service.asOwner<{ id: number }>(
    'select c.id from corpus_chunks c join corpus_documents d on d.id = c.document_id where d.doc_id = $1 order by c.ordinal',
    [docId],
  )
  const [rows] = await askOf(service)(keptPassages(ids.map(({ id }) => id)))
  return (JSON.parse(rows?.[0]?.[0] as string) as KeptPassage[]).map(publicChunk)
}
