/** Passages as the corpus keeps them, with the proof that their words are the ones that were brought in. */
import { CITATIONS, type CitationId } from '../../../../contract/citations.ts'
import type { Statement } from '../../../platform/batch.ts'
import { placeOf } from './digest.ts'
import { hashOf } from './split-into-chunks.ts'

export interface KeptPassage {
  id: number
  citation: string
  headingPath: readonly string[]
  text: string
  questions: readonly string[]
  sources: readonly string[]
  /** Null: not an editor's note. */
  confidence: 'H' | 'M' | 'L' | null
  contentHash: string
}

/** One row with one column: a JSON list of KeptPassage, in the order of the ids; what is not there is left out. */
export const selectKeptPassages = (ids: readonly number[]): Statement => ({
  text: `select coalesce(json_agg(json_build_object('id', c.id, 'citation', c.citation, 'headingPath', c.heading_path, 'text', c.body,
           'questions', c.questions, 'sources', c.sources, 'confidence', c.confidence, 'contentHash', c.content_hash) order by asked.place), '[]')
         from unnest($1::int[]) with ordinality as asked(id, place) join corpus_chunks c on c.id = asked.id`,
  values: [`{${ids.join(',')}}`],
})

/** Its citation, its headings and its words are those that its hash was made of. The subject of an editor's note is not among them. */
export function isAsIngested(passage: KeptPassage): boolean {
  const { citation, headingPath, text, questions, sources, confidence, contentHash } = passage
  if (confidence === null) return hashOf(citation, ...headingPath, text) === contentHash
  if (!sources.every((id): id is CitationId => id in CITATIONS)) return false
  return (
    headingPath.at(-1) === citation &&
    hashOf(
      citation,
      confidence,
      JSON.stringify(sources.map((id) => placeOf(id))),
      ...sources,
      ...questions,
      text,
    ) === contentHash
  )
}
