/** The guidance notes as questions are compared with them, and the spelling of their words. */
import { loadStarterNotes, loadStarterSynonyms, type Synonyms } from '../corpus/index.ts'
import { createNoteMatcher, type MatchNotes } from './note-matcher.ts'
import { type CorrectSpelling, createSpellingCorrection } from './spelling-correction.ts'

export interface NoteSearch {
  synonyms: Synonyms
  matchNotes: MatchNotes
  correctSpelling: CorrectSpelling
}

let loading: Promise<NoteSearch> | undefined

/** Made once in a process: at the first call, which a start makes without waiting for it. */
export function loadNoteSearch(): Promise<NoteSearch> {
  loading ??= createNoteSearch()
  return loading
}

async function createNoteSearch(): Promise<NoteSearch> {
  const synonyms = loadStarterSynonyms()
  const notes = loadStarterNotes()
  const texts = notes.flatMap(({ heading, questions, alsoAsked, body }) => [
    heading,
    ...questions,
    ...alsoAsked,
    body,
  ])
  return {
    synonyms,
    matchNotes: await createNoteMatcher(notes, synonyms),
    correctSpelling: createSpellingCorrection(texts),
  }
}
