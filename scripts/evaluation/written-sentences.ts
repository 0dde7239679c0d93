/**
 * Measures which false and which faithful sentences of a model would be shown as checked (docs/evaluation.md). Every word weighs the same; the
 * service weighs words by their number of passages.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { findFault, type Lexicon } from '../../src/server/areas/law/assistant/index.ts'

const ERRORS = {
  ANOTHER_ACTOR: 'another actor',
  ANOTHER_RECIPIENT: 'another recipient',
  EXCHANGED: 'actor and recipient exchanged',
  ANOTHER_OBJECT: 'another object',
  ANOTHER_SCHEME_TYPE: 'another scheme type',
  NUMBER_OR_PERIOD: 'another number or period',
  ANOTHER_DUTY: 'another duty, or its negation',
  ADDED_CLAUSE: 'an added clause',
  NAME: 'an added name',
} as const
type SentenceError = keyof typeof ERRORS

const set = z
  .array(
    z.object({
      citation: z.string(),
      quote: z.string(),
      faithful: z.array(z.string()),
      false: z.array(z.object({ error: z.enum(Object.keys(ERRORS) as [SentenceError]), text: z.string() })),
    }),
  )
  .parse(
    JSON.parse(readFileSync(new URL('../../test/golden/written-sentences.json', import.meta.url), 'utf8')),
  )

interface JudgedSentence {
  text: string
  /** Null: the sentence is faithful to the quote. */
  error: SentenceError | null
  isShown: boolean
}

export const checkWrittenSentences = (): JudgedSentence[] =>
  set.flatMap(({ citation, quote, faithful, false: wrong }) => {
    const isShown = (text: string): boolean =>
      findFault({ text, cites: [1], quote }, [{ citation, text: quote }], buildLexicon(text, quote)) === null
    return [
      ...faithful.map((text) => ({ text, error: null, isShown: isShown(text) })),
      ...wrong.map(({ text, error }) => ({ text, error, isShown: isShown(text) })),
    ]
  })

/** Returns the rows of the table: faithful sentences first, then each kind of error, then all false sentences. */
export function countWrittenSentences(
  judged: readonly JudgedSentence[],
): { name: string; sentences: number; shown: number }[] {
  const count = (name: string, of: readonly JudgedSentence[]) => ({
    name,
    sentences: of.length,
    shown: of.filter(({ isShown }) => isShown).length,
  })
  return [
    count(
      'faithful',
      judged.filter(({ error }) => error === null),
    ),
    ...(Object.keys(ERRORS) as SentenceError[]).map((kind) =>
      count(
        `false: ${ERRORS[kind]}`,
        judged.filter(({ error }) => error === kind),
      ),
    ),
    count(
      'false: all',
      judged.filter(({ error }) => error !== null),
    ),
  ]
}

const STOP = new Set(
  'the a an of to in on and or at is are be by it its for that this with as who which'.split(' '),
)
const stem = (word: string): string => word.replace(/(?:ations?|ments?|ings?|ted|ed|es|s|e)$/, '')
const buildLexicon = (...texts: string[]): Lexicon =>
  new Map(
    texts
      .flatMap((text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      .filter((word) => !STOP.has(word))
      .map((word) => [word, { lexeme: stem(word), weight: 1, passages: 3 }]),
  )
