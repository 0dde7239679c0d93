export { type Chunk, chunksOf, hashOf } from './chunking.ts'
export { policyKindsCiting } from './cited-by.ts'
export { FUSED, fuse, type NearPassage, nearest, type QuestionVector } from './dense.ts'
export { type Synonyms, synonymsFor } from './digest.ts'
export { corpusSnapshot } from './documents.ts'
export {
  indexVectors,
  isVector,
  keepVectors,
  keepVerdict,
  openEmbedder,
  passagesWithoutVector,
  wholeVectors,
} from './embeddings.ts'
export { type CorpusText, ingest } from './ingest.ts'
export { isAsIngested, type KeptPassage, keptPassages } from './kept-passages.ts'
export { namesOf } from './known-texts.ts'
export { corpusOperations } from './operations.ts'
export { asWritten, mentionsIn, referencesIn, unitOf } from './provisions.ts'
export { readMarkdown } from './readers/markdown.ts'
export { type Asked, type PlacedPassage, rank } from './retrieval.ts'
export { SMALL_TALK } from './small-talk.ts'
export { bringInStarterDigest, starterDigest, starterSynonyms } from './starter.ts'
export { passageChangesOf, type TextChange, textChangesSince } from './text-changes.ts'
export { corpusTextOperations } from './text-operations.ts'
