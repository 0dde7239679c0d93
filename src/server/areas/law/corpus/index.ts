export { listPolicyKindsCiting } from './citing-records.ts'
export { splitClauses } from './clauses.ts'
export { FUSED, mergeRankings, type NearPassage, type QuestionVector, selectNearest } from './dense.ts'
export { getSynonymsIn, listCitationForms, type Note, type Synonyms } from './digest.ts'
export { corpusSnapshot } from './documents.ts'
export {
  createVectorIndex,
  findPassagesWithoutVector,
  isVector,
  keepVectors,
  keepVerdict,
  openEmbedder,
  selectWholeVectors,
} from './embeddings.ts'
export { type CorpusText, ingest } from './ingest.ts'
export { listNames } from './known-texts.ts'
export { createCorpusOperations } from './operations.ts'
export { formatProvision, listMentions, listReferences, parseUnit } from './provisions.ts'
export { readMarkdown } from './readers/markdown.ts'
export {
  type PlacedPassage,
  type RetrievalQuery,
  selectNoteWithSources,
  selectRankedPassages,
} from './retrieval.ts'
export { type Chunk, hashText, splitIntoChunks } from './split-into-chunks.ts'
export {
  ingestStarterDigest,
  readStarterDigest,
  readStarterNotes,
  readStarterSynonyms,
} from './starter-content.ts'
export { SMALL_TALK } from './stop-words.ts'
export {
  isUnchangedSinceIngest,
  type StoredPassage,
  selectStoredPassages,
} from './stored-passages.ts'
export { findPassageChanges, loadTextChangesSince, type TextChange } from './text-changes.ts'
export { createCorpusTextOperations } from './text-operations.ts'
