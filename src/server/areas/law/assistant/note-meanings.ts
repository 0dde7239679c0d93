/**
 * Compares a question with guidance notes by the meaning of their words: words that are used alike have vectors that are near, "boss" and
 * "employer". `corpus/word-vectors` has the vectors of common English words, `docs/evaluation.md` the measurements.
 */
import { readFileSync } from 'node:fs'

const FOLDER = new URL('../../../../../corpus/word-vectors/', import.meta.url)

export interface MeaningNearness {
  /** Mean cosine of the question with the two nearest wordings of the note: -1 to 1. */
  wordings: number
  /** Share of the question's words, by their rarity, that the note's wordings and its short answer have or have a word near to: 0 to 1. */
  words: number
}

export interface ComparedNote {
  questions: readonly string[]
  /** Its questions and its short answer. */
  own: string
}

/** A word that is no nearer than this says something else. */
const UNRELATED = 0.3
/** A rare word counts at most this much. */
const RAREST = 4
const NEAREST_WORDINGS = 2
/** Of a vector in `vectors.bin`, a signed byte each. */
const DIMENSIONS = 100

/** Abbreviations of the trade in words that have vectors. */
const WRITTEN_OUT: readonly [RegExp, string][] = [
  [/\bkfhs?\b/g, 'key function holder'],
  [/\boras?\b/g, 'risk assessment'],
  [/\bavcs?\b/g, 'voluntary contribution'],
  [/\bsipp\b/g, 'statement investment policy'],
  [/\bprsas?\b/g, 'personal retirement savings account'],
  [/\bdc\b/g, 'defined contribution'],
  [/\bdb\b/g, 'defined benefit'],
  [/\barfs?\b/g, 'retirement fund'],
  [/\bpao\b/g, 'pension adjustment order'],
]

const STOP_WORDS = new Set(
  (
    'a an the of to in on at by for from with and or is are was were be been it its this that these those as do does did has have had can ' +
    'could may might shall will would should our we us you your i my they their them he she his her there if then so all any each every ' +
    'about into than what who when how which where must need'
  ).split(' '),
)

const splitWords = (text: string): string[] =>
  WRITTEN_OUT.reduce(
    (read, [abbreviation, words]) => read.replaceAll(abbreviation, words),
    text.toLowerCase().replaceAll(/[’']s\b/g, ''),
  )
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !STOP_WORDS.has(word))

type Vector = Float32Array

/** Returns a function that compares a question with the note at a place. */
export function createMeaningComparison(
  notes: readonly ComparedNote[],
): (question: string) => (at: number) => MeaningNearness {
  const readVector = openVectors()
  const words = notes.map(({ own }) => [...new Set(splitWords(own))])
  const vectors = new Map([...new Set(words.flat())].map((word) => [word, readVector(word)]))
  const findVector = (word: string): Vector | undefined => vectors.get(word) ?? readVector(word)
  const counts = countValues(words.flat())
  const weigh = (word: string): number =>
    Math.min(RAREST, Math.log(1 + notes.length / ((counts.get(word) ?? 0) + 0.5)))
  const calculateMean = (text: string): Vector => {
    const sum = new Float32Array(DIMENSIONS)
    for (const word of splitWords(text)) {
      const vector = findVector(word)
      if (vector)
        for (let at = 0; at < DIMENSIONS; at++)
          sum[at] = (sum[at] as number) + weigh(word) * (vector[at] as number)
    }
    return createUnitVector(sum)
  }
  // Made for the notes that are compared: for all at once it is most of a second.
  const ofNotes = new Map<number, { words: ReadonlySet<string>; vectors: Vector[]; wordings: Vector[] }>()
  const readNote = (at: number) => {
    const known = ofNotes.get(at)
    if (known) return known
    const own = words[at] ?? []
    const read = {
      words: new Set(own),
      vectors: own.flatMap((word) => vectors.get(word) ?? []),
      wordings: (notes[at]?.questions ?? []).map(calculateMean),
    }
    ofNotes.set(at, read)
    return read
  }

  return (question) => {
    const mean = calculateMean(question)
    const asked = splitWords(question).map((word) => ({
      word,
      vector: findVector(word),
      weight: weigh(word),
    }))
    const total = asked.reduce((sum, { weight }) => sum + weight, 0)
    return (at) => {
      const note = readNote(at)
      const nearest = note.wordings
        .map((wording) => calculateCosine(mean, wording))
        .toSorted((one, other) => other - one)
        .slice(0, NEAREST_WORDINGS)
      const covered = asked.reduce((sum, { word, vector, weight }) => {
        if (note.words.has(word)) return sum + weight
        const best = vector
          ? note.vectors.reduce((most, other) => Math.max(most, calculateCosine(vector, other)), UNRELATED)
          : UNRELATED
        return sum + (weight * (best - UNRELATED)) / (1 - UNRELATED)
      }, 0)
      return {
        wordings: nearest.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, nearest.length),
        words: total === 0 ? 0 : covered / total,
      }
    }
  }
}

function countValues(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}

const readWords = (): string[] => readFileSync(new URL('words.txt', FOLDER), 'utf8').trimEnd().split('\n')

/** Returns the words that have vectors: the common ones of English, in small letters. */
export const readCommonWords = (): ReadonlySet<string> => new Set(readWords())

/** Returns a function that reads the vector of a word, of length one. */
function openVectors(): (word: string) => Vector | undefined {
  const words = readWords()
  const bytes = new Int8Array(readFileSync(new URL('vectors.bin', FOLDER)))
  const places = new Map(words.map((word, place) => [word, place]))
  return (word) => {
    const place = places.get(word)
    if (place === undefined) return undefined
    return createUnitVector(Float32Array.from(bytes.subarray(place * DIMENSIONS, (place + 1) * DIMENSIONS)))
  }
}

function createUnitVector(vector: Vector): Vector {
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}

/** Of vectors of length one. */
function calculateCosine(one: Vector, other: Vector): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at++) sum += (one[at] as number) * (other[at] as number)
  return sum
}
