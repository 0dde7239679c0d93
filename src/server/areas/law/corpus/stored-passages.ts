/** Reads stored passages and proves by their hash that their text is the ingested text. */
import { CITATIONS, type CitationId } from '../../../../contract/citations.ts'
import type { Statement } from '../../../platform/batch.ts'
import { listPlaces } from './digest.ts'
import { hashText } from './split-into-chunks.ts'

export interface StoredPassage {
  id: number
  citation: string
  headingPath: readonly string[]
  text: string
  questions: readonly string[]
  sources: readonly string[]
  /** Null if the passage is not from a guidance note. */
  confidence: 'H' | 'M' | 'L' | null
  contentHash: string
}

/** Selects one row with a JSON list of StoredPassage, in the order of the ids. Missing passages are omitted. */
export const selectStoredPassages = (ids: readonly number[]): Statement => ({
  text: `select coalesce(json_agg(json_build_object('id', c.id, 'citation', c.citation, 'headingPath', c.heading_path, 'text', c.body,
           'questions', c.questions, 'sources', c.sources, 'confidence', c.confidence, 'contentHash', c.content_hash) order by asked.place), '[]')
         from unnest($1::int[]) with ordinality as asked(id, place) join corpus_chunks c on c.id = asked.id`,
  values: [`{${ids.join(',')}}`],
})

/** Whether citation, headings and text match the content hash. The subject of a guidance note is not part of the hash. */
export function isUnchangedSinceIngest(passage: StoredPassage): boolean {
  const { citation, headingPath, text, questions, sources, confidence, contentHash } = passage
  if (confidence === null) return hashText(citation, ...headingPath, text) === contentHash
  if (!sources.every((id): id is CitationId => id in CITATIONS)) return false
  return (
    headingPath.at(-1) === citation &&
    hashText(
      citation,
      confidence,
      JSON.stringify(sources.map((id) => listPlaces(id))),
      ...sources,
      ...questions,
      text,
    ) === contentHash
  )
}
