/**
 * Questions with the provisions that answer them, which stand beside the checkout (EVAL_QUESTIONS) and are not in the project. Of what the
 * stored texts hold, is one of the provisions among the first five; of what they do not hold, does the answer say so?
 */
import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import {
  getSynonymsIn,
  listMentions,
  parseUnit,
  readStarterSynonyms,
} from '../../src/server/areas/law/corpus/index.ts'
import type { RankedPassage, ScratchCorpus } from './scratch-corpus.ts'
import { loadPublicTexts } from './texts.ts'

const FILE =
  process.env.EVAL_QUESTIONS ?? new URL('../../../shared/eval/questions.json', import.meta.url).pathname

const Questions = z.array(z.object({ id: z.string(), question: z.string(), sources: z.array(z.string()) }))

export interface RegulatoryResult {
  questions: number
  /** One of the provisions at least is in a stored text. */
  held: number
  hit1: number
  hit5: number
  refused: number
  /** Of those that are not held: refused, answered from a guidance note, or answered with a word on what is missing. */
  saysSo: number
  missed: string[]
}

/** Undefined where the questions are not stored. The corpus holds the golden set's texts. */
export async function runRegulatoryQuestions(
  corpus: ScratchCorpus,
  today: string,
): Promise<RegulatoryResult | undefined> {
  if (!existsSync(FILE)) return undefined
  const questions = Questions.parse(JSON.parse(readFileSync(FILE, 'utf8')))
  const synonyms = readStarterSynonyms()
  const held = new Set(
    loadPublicTexts().flatMap(({ docId, chunks }) =>
      chunks.map(({ unitKind, unitNumber }) => `${docId} ${unitKind} ${unitNumber}`),
    ),
  )
  const result: RegulatoryResult = {
    questions: questions.length,
    held: 0,
    hit1: 0,
    hit5: 0,
    refused: 0,
    saysSo: 0,
    missed: [],
  }
  for (const { id, question, sources } of questions) {
    const wanted = new Set(sources.flatMap(listPlaces).filter((place) => held.has(place)))
    const made = await corpus.answer(question, synonyms, today)
    if (made.refused) result.refused += 1
    if (wanted.size === 0) {
      if (made.refused || made.notes.length > 0) result.saysSo += 1
      continue
    }
    const { passages } = await corpus.rank({
      question,
      synonyms: getSynonymsIn(question, synonyms),
      on: today,
      limit: 5,
    })
    const at = passages.findIndex((passage) => wanted.has(formatPlace(passage)))
    result.held += 1
    if (at === 0) result.hit1 += 1
    if (at >= 0) result.hit5 += 1
    else result.missed.push(id)
  }
  return result
}

function formatPlace({ docId, headingPath }: RankedPassage): string {
  const { kind, number } = parseUnit(headingPath.at(-1) ?? '')
  return `${docId} ${kind} ${number}`
}

/** Where a provision of a source may stand: in the text that it names by its numbers, or, of an Act, in one that gives it its words. */
function listPlaces(source: string): string[] {
  const [, year, number] = /\b(\d{4})\/(\d+)\b/.exec(source) ?? []
  const documents = loadPublicTexts().filter(({ docId, kind }) =>
    year && number ? docId.includes(year) && docId.endsWith(number) : kind === 'IE_ACT',
  )
  return listMentions(source).flatMap((mention) =>
    documents.map(({ docId }) => `${docId} ${mention.kind} ${mention.number}`),
  )
}
