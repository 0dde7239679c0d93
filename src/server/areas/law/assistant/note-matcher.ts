/**
 * Finds the guidance notes whose reviewed questions are nearest to a question, in memory and without a model. Three measures are combined:
 * the cosine of weighted word stems, word pairs and character n-grams, which tolerates misspellings and has an absolute scale, the
 * ranking of MiniSearch, and for the nearest notes the meaning of words (`note-meanings.ts`). `docs/evaluation.md` has the measurements.
 */
import MiniSearch from 'minisearch'
import { mapWithPauses, type Pause, yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts'
import { getSynonymsIn, type Note, type Synonyms } from '../corpus/index.ts'
import { createMeaningComparison, type MeaningNearness } from './note-meanings.ts'
import { type Comparison, createSubjectComparison } from './note-subjects.ts'

export interface MatchableNote {
  docId: string
  /** Anchor of its passage. */
  id: string
  heading: string
  questions: readonly string[]
  alsoAsked: readonly string[]
  short: string
  body: string
  /** Calendar rules that the note describes. */
  rules: readonly string[]
  periods: Note['periods']
  sources: Note['sources']
}

export interface NoteMatch extends Pick<MatchableNote, 'docId' | 'rules' | 'periods' | 'sources'> {
  anchor: string
  /** The nearest of its reviewed questions. */
  question: string
  /** Cosine of the question with the note: 0 to 1. */
  similarity: number
  /** Share of the question's known words that the note has, by their weight: 0 to 1. */
  coverage: number
  /** Only one word of several is in the note: "the capital of France" is not about the capital of a scheme. */
  isByOneWord: boolean
  /** Similarity, ranking and coverage together, less the deduction for other subjects, without the whole question. */
  nearness: number
  /** The nearness and the meaning together, for a part with those of the whole question added. */
  score: number
  /** Estimated probability that this note, and not one beside it, answers the question: 0 to 1. */
  confidence: number
}

/**
 * Returns the nearest notes of each question, best first. Parts of a question are ranked together with the whole, because a part may refer to a
 * subject that only another part names; the similarity is that of the part.
 */
export type MatchNotes = (questions: readonly string[], whole?: string) => NoteMatch[][]

const MOST_MATCHES = 8
/** Number of the nearest notes that are also compared by meaning. */
const MOST_COMPARED = 16
/** Weights of the meaning in the order of these notes, relative to the nearness. It takes the place of a part of the similarity. */
const [OF_THE_WORDINGS, OF_THE_WORDS, INSTEAD_OF_THE_SIMILARITY] = [0.86, 0.68, 0.57]
const WEIGHTS = { pair: 0.7, ngram: 0.3 }
const NGRAMS = [3, 4]
/** Shares of the nearest reviewed question and of the whole note in the similarity. */
const [OF_A_QUESTION, OF_THE_NOTE] = [0.6, 0.5]
/** Weight of a question that is widened by synonyms, relative to the question as it was asked. */
const WIDENED = 0.95
/** Difference made by an intent that both questions have, or that they differ in. */
const OF_AN_INTENT = 0.15
/** Weight of the ranking by MiniSearch, reached at a similarity of a quarter. */
const OF_THE_RANKING = 0.25
/** Weight of the share of the question's words that the note has; a rare word counts at most as three common ones. */
const [OF_THE_COVERAGE, RAREST] = [0.3, 3]
/** A word that the note has only by a synonym. */
const BY_A_SYNONYM = 0.7
/** Weight of the whole question in the ranking of a part. */
const OF_THE_WHOLE = 0.6
/**
 * Logistic regression on left-out wordings (`docs/evaluation.md`): whether the nearest note is the right one depends on its lead over the
 * next, on the words of the question that its own questions and its short answer have, and on the subjects, persons and acts that they
 * lack. The lead counts up to MOST_OF_A_LEAD.
 */
const CONFIDENCE = {
  constant: -2.6,
  lead: 6.6,
  coverage: 2.6,
  noteOnOtherSubject: -0.8,
  missingSubject: -1.5,
  missingDistinction: -0.7,
}
const MOST_OF_A_LEAD = 0.4
/** Confidence in a note with a wording of the same words as the question. */
const CERTAIN = 0.98

const STOP_WORDS = new Set(
  (
    'a an the of to in on at by for from with and or is are was were be been it its this that these those as do does did has have had can ' +
    'could may might shall will would should our we us you your i my they their them he she his her there if then so all any each every ' +
    'about into than what who when how which where must need needs get got out not no own difference differences differ compare compared'
  ).split(' '),
)

/** Question words say what is asked for; as words they are in too many questions to tell notes apart. */
const INTENTS: readonly RegExp[] = [
  /\b(?:when|how (?:soon|quickly|fast|long)|deadline|due|time limit|last day|date)\b/i,
  /\b(?:how often|how frequently|every|regularly|again|yearly|annual(?:ly)?|repeat\w*|review\w*)\b/i,
  /\b(?:who|whom|persons?|anyone|somebody|responsible|liable)\b/i,
  /\b(?:contents?|contain\w*|includ\w+|what (?:must|has to|should|goes|needs)|what (?:is|are) (?:in|on)|has to be (?:in|on)|lists?|items?)\b/i,
  /\b(?:how (?:much|many|big|high|large)|percent\w*|rates?|limits?|maximum|minimum|amounts?|threshold)\b/i,
  /\b(?:penalt\w+|fines?|offence|criminal|prosecut\w+|liable|crime|illegal)\b/i,
  /\b(?:what is an?|definition|meaning|means?|defined)\b/i,
]

type Vector = ReadonlyMap<string, number>

function readNote({ heading, questions: reviewed, alsoAsked, short, body }: MatchableNote) {
  const questions = [heading, ...reviewed, ...alsoAsked]
  const own = [...questions, short].join(' ')
  const text = `${own} ${body}`
  return { questions, own, text, ownFeatures: countFeatures(own), features: countFeatures(text) }
}

/** The indexes of all notes take seconds of work, hence the pauses. */
export async function createNoteMatcher(
  notes: readonly MatchableNote[],
  synonyms: Synonyms,
  pause: Pause = yieldToEventLoop,
): Promise<MatchNotes> {
  const texts = await mapWithPauses(notes, readNote, pause)
  const weigh = await createWeighing(texts, pause)
  const reviewed = texts.flatMap(({ questions }, note) =>
    questions.map((question, place) => ({ note, place, intents: findIntents(question) })),
  )
  const nearQuestions = await createIndex(
    await mapWithPauses(
      texts.flatMap(({ questions }) => questions),
      (question) => weigh(countFeatures(question)),
      pause,
    ),
    pause,
  )
  const nearNotes = await createIndex(
    await mapWithPauses(
      texts,
      ({ features }) =>
        weigh(new Map([...features].map(([feature, count]) => [feature, 1 + Math.log(Math.max(1, count))]))),
      pause,
    ),
    pause,
  )
  const wordings = indexWordings(texts)
  const ranking = await createRanking(notes, pause)
  const compareSubjects = await createSubjectComparison(texts, pause)
  const compareMeanings = createMeaningComparison(texts)
  const measureCoverage = createCoverage(texts.map(({ features }) => features))
  const measureOwnCoverage = createCoverage(texts.map(({ ownFeatures }) => ownFeatures))

  const score = (question: string): Scored[] => {
    const meaningOf = compareMeanings(question)
    const widening = getSynonymsIn(question, synonyms)
    const widened = [question, ...widening.map(({ written }) => written)].join(' ')
    const questionVector = weigh(countFeatures(question))
    const widenedVector = widened === question ? null : weigh(countFeatures(widened))
    const intents = findIntents(question)
    const findNearness = (index: CosineIndex): number[] => {
      const alone = index(questionVector)
      const more = widenedVector && index(widenedVector)
      return more ? alone.map((nearness, at) => Math.max(nearness, WIDENED * (more[at] ?? 0))) : alone
    }
    const nearest = new Array<number>(notes.length).fill(0)
    const named = notes.map(() => ({ nearness: -1, place: 0 }))
    for (const [at, ofWords] of findNearness(nearQuestions).entries()) {
      const { note, place, intents: others } = reviewed[at] as (typeof reviewed)[number]
      const nearness = ofWords + compareIntents(intents, others)
      nearest[note] = Math.max(nearest[note] ?? 0, nearness)
      // The heading is at place 0, the further wordings are after the reviewed questions.
      const isQuestion = place > 0 && place <= (notes[note]?.questions.length ?? 0)
      if (isQuestion && nearness > (named[note]?.nearness ?? 0)) named[note] = { nearness, place: place - 1 }
    }
    const coverageOf = measureCoverage(question, widening)
    const stems = [...countFeatures(question).keys()].filter((feature) => feature.startsWith('w '))
    const ownCoverageOf = measureOwnCoverage(question, widening)
    const comparisons = compareSubjects(question)
    const found = ranking.search(widened)
    const ranked = new Map(found.map(({ id, score }) => [id as number, score / (found[0]?.score ?? 1)]))
    return findNearness(nearNotes).map((ofNote, at) => {
      const similarity = OF_A_QUESTION * (nearest[at] ?? 0) + OF_THE_NOTE * ofNote
      const byRanking = OF_THE_RANKING * (ranked.get(at) ?? 0) * Math.min(1, 4 * Math.max(0, similarity))
      const coverage = coverageOf(at)
      const comparison = comparisons[at] as Comparison
      return {
        similarity,
        coverage,
        isByOneWord: stems.length > 1 && stems.filter((word) => texts[at]?.features.has(word)).length < 2,
        ownCoverageOf,
        meaningOf,
        nearness: similarity + byRanking + OF_THE_COVERAGE * coverage - comparison.deduction,
        place: named[at]?.place ?? 0,
        comparison,
        isInTheseWords: wordings.get(buildKey(question)) === at,
      }
    })
  }

  return (questions, whole) => {
    const ofWhole = whole === undefined ? null : score(whole)
    return questions.map((question) =>
      rankNotes(score(question), ofWhole).map(
        ({ at, place, ownCoverageOf, meaningOf, comparison, isInTheseWords, ...measures }): NoteMatch => {
          const { docId, id, questions, rules, periods, sources } = notes[at] as MatchableNote
          return { docId, anchor: id, question: questions[place] ?? '', rules, periods, sources, ...measures }
        },
      ),
    )
  }
}

/** Returns the best notes for a question or for a part of the whole one, first by nearness, then by meaning too. */
function rankNotes(scored: readonly Scored[], ofWhole: readonly Scored[] | null) {
  const calculateScore = (at: number, measure: (one: Scored, at: number) => number): number =>
    measure(scored[at] as Scored, at) + (ofWhole ? OF_THE_WHOLE * measure(ofWhole[at] as Scored, at) : 0)
  const ranked = scored
    .map((one, at) => ({ ...one, at, score: calculateScore(at, ({ nearness }) => nearness) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_COMPARED)
    .map((one) => ({ ...one, score: one.score + calculateScore(one.at, calculateMeaning) }))
    .sort((a, b) => Number(b.isInTheseWords) - Number(a.isInTheseWords) || b.score - a.score)
    .slice(0, MOST_MATCHES)
  return ranked.map((one) => {
    const other = ranked.find((match) => match.at !== one.at)?.score ?? 0
    const lead = (one.score - other) / (ofWhole ? 1 + OF_THE_WHOLE : 1)
    const confidence = one.isInTheseWords
      ? CERTAIN
      : calculateConfidence(lead, one.ownCoverageOf(one.at), one.comparison)
    return { ...one, confidence }
  })
}

/** The same for questions that ask for the same (who, when) in the same words, in any order and with any of the stop words. */
const buildKey = (text: string): string =>
  [
    ...[...countFeatures(text).keys()].filter((feature) => feature.startsWith('w ')).sort(),
    ...findIntents(text).map((intent) => INTENTS.indexOf(intent)),
  ].join(' ')

const FEWEST_WORDS_OF_A_KEY = 2

/** Returns the note of each set of words, without those that several notes have. */
function indexWordings(texts: readonly { questions: readonly string[] }[]): ReadonlyMap<string, number> {
  const found = new Map<string, Set<number>>()
  for (const [note, { questions }] of texts.entries())
    for (const key of questions.map(buildKey))
      if (key.split('w ').length > FEWEST_WORDS_OF_A_KEY)
        found.set(key, (found.get(key) ?? new Set()).add(note))
  return new Map([...found].flatMap(([key, of]) => (of.size === 1 ? [[key, [...of][0] as number]] : [])))
}

async function createRanking(notes: readonly MatchableNote[], pause: Pause) {
  const ranking = new MiniSearch({
    fields: ['questions', 'heading', 'body'],
    processTerm: (term) => (STOP_WORDS.has(term.toLowerCase()) ? null : stemWord(term.toLowerCase())),
    searchOptions: {
      boost: { questions: 3, heading: 2, body: 1 },
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      weights: { fuzzy: 0.5, prefix: 0.3 },
    },
  })
  for (const [id, { heading, questions, alsoAsked, short, body }] of notes.entries()) {
    await pause()
    ranking.add({
      id,
      heading,
      questions: [...questions, ...alsoAsked].join(' '),
      body: `${short} ${body}`,
    })
  }
  return ranking
}

interface Scored extends Pick<NoteMatch, 'similarity' | 'coverage' | 'isByOneWord' | 'nearness'> {
  /** Measures the coverage by a note's questions and its short answer alone. */
  ownCoverageOf: (at: number) => number
  meaningOf: (at: number) => MeaningNearness
  /** Place of the nearest of its reviewed questions. */
  place: number
  comparison: Comparison
  /** The note, and no other, has a wording of the same words. */
  isInTheseWords: boolean
}

function calculateMeaning({ similarity, meaningOf }: Scored, at: number): number {
  const { wordings, words } = meaningOf(at)
  return OF_THE_WORDINGS * wordings + OF_THE_WORDS * words - INSTEAD_OF_THE_SIMILARITY * similarity
}

function calculateConfidence(lead: number, ownCoverage: number, { deduction, missing }: Comparison): number {
  const sum =
    CONFIDENCE.constant +
    CONFIDENCE.lead * Math.min(MOST_OF_A_LEAD, lead) +
    CONFIDENCE.coverage * ownCoverage +
    (deduction > 0 ? CONFIDENCE.noteOnOtherSubject : 0) +
    CONFIDENCE.missingSubject * missing.subjects +
    CONFIDENCE.missingDistinction * missing.distinctions
  return 1 / (1 + Math.exp(-sum))
}

/** One form for what is written out in one text and abbreviated in another. */
const FORMS: readonly [RegExp, string][] = [
  [/\bown[- ]risk[- ]assess?ments?\b/g, 'ora'],
  [/\bkey[- ]function[- ]holders?\b/g, 'kfh'],
  [/\b(?:automatic|auto)[- ]?enrol(?:l?ment|l?ed|s)?\b|\bmy ?future ?fund\b/g, 'autoenrolment'],
  [/\bdefined[- ]benefits?\b/g, 'db'],
  [/\bdefined[- ]contributions?\b/g, 'dc'],
  [/\badditional voluntary contributions?\b|\bavcs\b/g, 'avc'],
  [/\bstatement of investment policy principles\b/g, 'sipp'],
  [/\bpension adjustment orders?\b/g, 'pao'],
  [/\bapproved retirement funds?\b/g, 'arf'],
  [/\bw[io]u?nd(?:ing)?[- ]?up\b/g, 'windup'],
  // "Who may not be a trustee": the negation is a stop word otherwise.
  [/\b(?:may|can|must|shall|could|should) not\b|\bcannot\b|\bnot allowed\b/g, 'forbidden'],
]

function countFeatures(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (feature: string, weight: number): void =>
    void counts.set(feature, (counts.get(feature) ?? 0) + weight)
  const words = FORMS.reduce((read, [form, written]) => read.replaceAll(form, written), text.toLowerCase())
    // "out" and "in" are stop words, and decide here.
    .replaceAll(/\bopt(?:ing|ed|s)?[ -](in|out)\b/g, 'opt$1')
    .replaceAll(/[^a-z0-9’']+/g, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '' && !STOP_WORDS.has(word))
  const stems = words.map(stemWord)
  for (const [index, word] of stems.entries()) {
    add(`w ${word}`, 1)
    if (index > 0) add(`p ${stems[index - 1]} ${word}`, WEIGHTS.pair)
  }
  for (const word of words) {
    const padded = ` ${word} `
    for (const length of NGRAMS)
      for (let start = 0; start + length <= padded.length; start++)
        add(`n ${padded.slice(start, start + length)}`, WEIGHTS.ngram)
  }
  return counts
}

/** Returns a function that measures for each note how much of a question its words cover. */
function createCoverage(notes: readonly Vector[]) {
  const counts = new Map<string, number>()
  for (const features of notes)
    for (const feature of features.keys())
      if (feature.startsWith('w ')) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const weigh = (word: string): number => {
    const having = counts.get(word) ?? 0
    return Math.min(RAREST, Math.log(1 + (notes.length - having + 0.5) / (having + 0.5)))
  }
  const listWords = (text: string): string[] =>
    [...countFeatures(text).keys()].filter((feature) => feature.startsWith('w ') && counts.has(feature))
  return (question: string, widening: Synonyms): ((at: number) => number) => {
    const words = listWords(question)
    const total = words.reduce((sum, word) => sum + weigh(word), 0)
    if (total === 0) return () => 0
    const others = widening.map(({ said, written }) => [listWords(said), listWords(written)] as const)
    return (at) => {
      const note = notes[at] as Vector
      const covered = words.reduce((sum, word) => {
        if (note.has(word)) return sum + weigh(word)
        const isWidened = others.some(
          ([said, written]) =>
            said.includes(word) && written.length > 0 && written.every((other) => note.has(other)),
        )
        return isWidened ? sum + BY_A_SYNONYM * weigh(word) : sum
      }, 0)
      return covered / total
    }
  }
}

/** Rough, but the same on both sides. */
function stemWord(word: string): string {
  const singular = word.replace(/[’']s$/, '')
  if (singular.length <= 4) return singular
  const cut = singular.replace(
    /(?:ations?|ements?|ments?|ings?|edly|ers?|ors?|ed|ies|ive|ions?|es|s|ly|al|e|y)$/,
    '',
  )
  return cut.length < 3 ? singular : cut.replace(/(.)\1$/, '$1')
}

/** Weighs features by how few notes have them, to a vector of length one. */
async function createWeighing(texts: readonly { features: Vector }[], pause: Pause) {
  const counts = new Map<string, number>()
  for (const { features } of texts) {
    await pause()
    for (const feature of features.keys()) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return (features: Vector): Vector => {
    const weighted = [...features].map(([feature, weight]) => {
      const having = counts.get(feature) ?? 0
      return [feature, weight * Math.log(1 + (texts.length - having + 0.5) / (having + 0.5))] as const
    })
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1
    return new Map(weighted.map(([feature, weight]) => [feature, weight / length]))
  }
}

/** The cosine of a vector with each vector of the index. */
type CosineIndex = (question: Vector) => number[]

/** All postings are in two arrays, one after the other: with an object for each, the index of the notes took ten times the memory. */
async function createIndex(vectors: readonly Vector[], pause: Pause): Promise<CosineIndex> {
  const features = new Map<string, number>()
  const sizes: number[] = []
  for (const vector of vectors) {
    await pause()
    for (const feature of vector.keys()) {
      const id = features.get(feature) ?? features.size
      features.set(feature, id)
      sizes[id] = (sizes[id] ?? 0) + 1
    }
  }
  const starts = new Uint32Array(sizes.length + 1)
  for (const [id, size] of sizes.entries()) starts[id + 1] = (starts[id] as number) + size
  const places = new Uint16Array(starts.at(-1) ?? 0)
  const weights = new Float32Array(places.length)
  const next = starts.slice()
  for (const [at, vector] of vectors.entries()) {
    await pause()
    for (const [feature, weight] of vector) {
      const id = features.get(feature) as number
      const place = next[id] as number
      next[id] = place + 1
      places[place] = at
      weights[place] = weight
    }
  }
  // Not `vectors`: the function would keep them all.
  const count = vectors.length
  return (asked) => {
    const sums = new Array<number>(count).fill(0)
    for (const [feature, weight] of asked) {
      const id = features.get(feature)
      if (id === undefined) continue
      for (let place = starts[id] as number; place < (starts[id + 1] as number); place++) {
        const at = places[place] as number
        sums[at] = (sums[at] as number) + weight * (weights[place] as number)
      }
    }
    return sums
  }
}

const findIntents = (text: string): readonly RegExp[] => INTENTS.filter((intent) => intent.test(text))

function compareIntents(requested: readonly RegExp[], reviewed: readonly RegExp[]): number {
  if (requested.some((intent) => reviewed.includes(intent))) return OF_AN_INTENT
  return requested.length > 0 && reviewed.length > 0 ? -OF_AN_INTENT : 0
}
