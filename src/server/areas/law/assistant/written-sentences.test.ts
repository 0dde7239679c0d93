/** Measures which false and which faithful sentences of a model would be shown as checked (docs/evaluation.md). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Lexicon } from './lexicon.ts'
import { listBodiesUnmentioned } from './parties.ts'
import { findFault } from './verify-answer.ts'

const set = z
  .array(
    z.object({
      citation: z.string(),
      quote: z.string(),
      faithful: z.array(z.string()),
      false: z.array(z.string()),
    }),
  )
  .parse(
    JSON.parse(
      readFileSync(new URL('../../../../../test/golden/written-sentences.json', import.meta.url), 'utf8'),
    ),
  )

const STOP = new Set(
  'the a an of to in on and or at is are be by it its for that this with as who which'.split(' '),
)
const stem = (word: string): string => word.replace(/(?:ations?|ments?|ings?|ted|ed|es|s|e)$/, '')
/** Every word weighs the same. */
const lexiconOf = (...texts: string[]): Lexicon =>
  new Map(
    texts
      .flatMap((text) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
      .filter((word) => !STOP.has(word))
      .map((word) => [word, { lexeme: stem(word), weight: 1, passages: 3 }]),
  )
const isShown = (text: string, { citation, quote }: (typeof set)[number]): boolean =>
  findFault({ text, cites: [1], quote }, [{ citation, text: quote }], lexiconOf(text, quote)) === null

test('the set has at least 60 false and 40 faithful sentences', () => {
  expect(set.flatMap((one) => one.false).length).toBeGreaterThanOrEqual(60)
  expect(set.flatMap(({ faithful }) => faithful).length).toBeGreaterThanOrEqual(40)
})

test('no false sentence is shown', () =>
  expect(set.flatMap((one) => one.false.filter((text) => isShown(text, one)))).toEqual([]))

test('faithful sentences are shown', () =>
  expect(set.flatMap((one) => one.faithful.filter((text) => !isShown(text, one)))).toEqual([]))

test.each([
  [
    'How many employees does the Pensions Authority have?',
    'A pension for any employee.',
    ['Pensions Authority'],
  ],
  ['How many employees does the Pensions Authority have?', 'The Authority shall appoint staff.', []],
  ['When is Revenue told?', 'Tell the Revenue Commissioners within 30 days.', []],
  ['Must the trustees reply?', 'A reply is sent in two months.', []],
])('%s: the body that the answer does not mention', (question, answer, expected) => {
  expect(listBodiesUnmentioned(question, answer)).toEqual(expected)
})
