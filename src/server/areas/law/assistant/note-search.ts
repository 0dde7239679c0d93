/** The guidance notes as questions are compared with them, and the spelling of their words. */
import { type Pause, pauseAfterWork, yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { readStarterNotes, readStarterSynonyms, type Synonyms } from '../corpus/index.ts'
import { createNoteMatcher, type MatchNotes } from './note-matcher.ts'
import { readCommonWords } from './note-meanings.ts'
import { type CorrectSpelling, createSpellingCorrection } from './spelling-correction.ts'

export interface NoteSearch {
  synonyms: Synonyms
  matchNotes: MatchNotes
  correctSpelling: CorrectSpelling
  /** Whether a word of a question may belong to a name: no guidance note has it, and in small letters it is no common English word. */
  mayBeName: (word: string, isFirst: boolean) => boolean
}

/** Built once in a process. */
let loading: Promise<NoteSearch> | undefined
let isAwaited = false

/** Builds the search in the background, with pauses for requests. */
export function prepareNoteSearch(): Promise<NoteSearch> {
  loading ??= createNoteSearch(() => (isAwaited ? yieldToEventLoop() : pauseAfterWork()))
  return loading
}

export function loadNoteSearch(): Promise<NoteSearch> {
  isAwaited = true
  return prepareNoteSearch()
}

async function createNoteSearch(pause: Pause): Promise<NoteSearch> {
  const synonyms = readStarterSynonyms()
  const notes = readStarterNotes()
  const texts = notes.flatMap(({ heading, questions, alsoAsked, body }) => [
    heading,
    ...questions,
    ...alsoAsked,
    body,
  ])
  const ofNotes = new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []))
  const common = readCommonWords()
  return {
    mayBeName(word, isFirst) {
      const small = word.toLowerCase()
      return !ofNotes.has(small) && ((!isFirst && word !== small) || !common.has(small))
    },
    synonyms,
    matchNotes: await createNoteMatcher(notes, synonyms, pause),
    correctSpelling: createSpellingCorrection(texts),
  }
}
