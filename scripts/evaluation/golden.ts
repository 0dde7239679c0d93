/** How the golden set fares: whether what answers a question is among the first passages, and how sure the ranking is of what nothing answers. */

import { GENERAL_CAVEATS } from '../../src/server/areas/law/assistant/index.ts'
import {
  getSynonymsIn,
  readStarterDigest,
  readStarterSynonyms,
} from '../../src/server/areas/law/corpus/index.ts'
import { type GoldenQuestion, goldenSet, isAnswerable, KINDS } from '../../test/golden/golden-set.ts'
import { normaliseWords } from '../../test/golden/normalise-words.ts'
import type { Judged } from './dense-gate.ts'
import { calculateMean, calculatePercentile, DEPTH, measure } from './measures.ts'
import type { RankedPassage, ScratchCorpus } from './scratch-corpus.ts'
import { loadFileNames, loadPublicTexts } from './texts.ts'

export interface GoldenResult {
  kind: string
  half: string
  questions: number
  hit1: number | null
  hit5: number | null
  coverage: number
  /** Of those that were answered at all; of what nothing answers none should be. */
  answered: number
  /** Of those that nothing answers: refused, or answered with a word on what is missing. */
  saysSo: number | null
  /** Of answered questions with `facts`: answers that hold all of them. */
  complete: number | null
}

interface GoldenCase {
  question: GoldenQuestion
  hit1: boolean
  hit5: boolean
  coverage: number
  ms: number
  answered: boolean
  saysSo: boolean
  complete: boolean
}

export async function runGoldenSet(
  corpus: ScratchCorpus,
  today: string,
): Promise<{ results: GoldenResult[]; p95Ms: number; missed: string[] }> {
  const names = loadFileNames()
  await corpus.enter([...readStarterDigest(today), ...loadPublicTexts()])
  const known = readStarterSynonyms()
  const questions: GoldenCase[] = []
  for (const question of goldenSet) {
    const { passages, coverage, ms } = await corpus.rank({
      question: question.question,
      synonyms: getSynonymsIn(question.question, known),
      on: today,
      limit: 10,
    })
    const made = await corpus.answer(question.question, known, today)
    questions.push({
      question,
      answered: !made.refused,
      saysSo: made.refused || made.notes.some((note) => !GENERAL_CAVEATS.includes(note)),
      complete: question.facts.every((fact) => normaliseWords(made.answer).includes(normaliseWords(fact))),
      coverage,
      ms,
      hit1: answers(question, passages.slice(0, 1), names),
      hit5: answers(question, passages.slice(0, 5), names),
    })
  }
  const share = (of: readonly GoldenCase[], name: 'hit1' | 'hit5'): number =>
    calculateMean(of.map((one) => (one[name] ? 1 : 0)))
  const results = KINDS.flatMap((kind) =>
    ['dev', 'held'].map((half): GoldenResult => {
      const of = questions.filter(({ question }) => question.kind === kind && question.half === half)
      const isAnswered = of.some(({ question }) => isAnswerable(question))
      return {
        kind,
        half,
        questions: of.length,
        hit1: isAnswered ? share(of, 'hit1') : null,
        hit5: isAnswered ? share(of, 'hit5') : null,
        coverage: calculateMean(of.map(({ coverage }) => coverage)),
        answered: calculateMean(of.map(({ answered }) => (answered ? 1 : 0))),
        saysSo: isAnswered ? null : calculateMean(of.map(({ saysSo }) => (saysSo ? 1 : 0))),
        complete: isAnswered ? calculateMean(of.map(({ complete }) => (complete ? 1 : 0))) : null,
      }
    }),
  )
  return {
    results,
    p95Ms: calculatePercentile(
      questions.map(({ ms }) => ms),
      0.95,
    ),
    // Only of the half that may be tuned on.
    missed: questions
      .filter(({ question, hit5 }) => question.half === 'dev' && isAnswerable(question) && !hit5)
      .map(({ question }) => question.id),
  }
}

const isFoundIn = (
  { docId, unit }: GoldenQuestion['sources'][number],
  passage: RankedPassage,
  names: ReadonlyMap<string, string>,
): boolean =>
  names.get(passage.docId) === docId &&
  passage.headingPath.some((heading) => heading === unit || heading.startsWith(`${unit} —`))

function answers(
  { kind, sources, citations }: GoldenQuestion,
  passages: readonly RankedPassage[],
  names: ReadonlyMap<string, string>,
): boolean {
  if (kind === 'digest')
    return passages.some((passage) => passage.sources.some((source) => citations.includes(source)))
  // One passage may stand in both of two provisions.
  const found = sources.map((source) => passages.some((passage) => isFoundIn(source, passage, names)))
  return kind === 'two-provisions' ? found.every(Boolean) : found.some(Boolean)
}

/** Passages by what they answer: of two provisions each, of any others one will do, and what answers again counts for nothing. */
function getRelevance(
  { kind, sources, citations }: GoldenQuestion,
  passages: readonly RankedPassage[],
  names: ReadonlyMap<string, string>,
): { ranked: string[]; relevant: Set<string> } {
  const answeredBy = (passage: RankedPassage): number =>
    kind === 'digest'
      ? Number(passage.sources.some((source) => citations.includes(source))) - 1
      : sources.findIndex((source) => isFoundIn(source, passage, names))
  const counted = new Set<string>()
  const ranked = passages.map((passage, at) => {
    const answered = answeredBy(passage)
    const id = answered < 0 ? '' : kind === 'two-provisions' ? `provision ${answered}` : 'answer'
    if (id === '' || counted.has(id)) return `other ${at}`
    counted.add(id)
    return id
  })
  return {
    ranked,
    relevant: new Set(kind === 'two-provisions' ? listProvisions(sources) : ['answer']),
  }
}

/** Two provisions of one unit are found with it. */
const listProvisions = (sources: GoldenQuestion['sources']): string[] =>
  sources.map(
    ({ docId, unit }) =>
      `provision ${sources.findIndex((other) => other.docId === docId && other.unit === unit)}`,
  )

/** The answerable ones, as the gate of the dense leg asks them. */
export function loadGoldenJudgements(today: string): Judged[] {
  const [names, known] = [loadFileNames(), readStarterSynonyms()]
  return goldenSet.filter(isAnswerable).map((golden) => ({
    query: {
      question: golden.question,
      synonyms: getSynonymsIn(golden.question, known),
      on: today,
      limit: DEPTH,
    },
    measure(passages) {
      const { ranked, relevant } = getRelevance(golden, passages, names)
      return measure(ranked, relevant)
    },
  }))
}
