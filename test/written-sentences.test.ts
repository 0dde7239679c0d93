/** No false sentence of a model is shown as checked. `npm run eval` prints the table of the same measurement. */
import { expect, test } from 'vitest'
import { checkWrittenSentences, countWrittenSentences } from '../scripts/evaluation/written-sentences.ts'

const judged = checkWrittenSentences()

test('the set has at least 60 false and 40 faithful sentences', () => {
  expect(judged.filter(({ error }) => error !== null).length).toBeGreaterThanOrEqual(60)
  expect(judged.filter(({ error }) => error === null).length).toBeGreaterThanOrEqual(40)
})

test('no false sentence is shown', () =>
  expect(judged.filter(({ error, isShown }) => error !== null && isShown)).toEqual([]))

test('faithful sentences are shown', () =>
  expect(judged.filter(({ error, isShown }) => error === null && !isShown)).toEqual([]))

test('the table counts each sentence once by its kind of error, and all false sentences together', () => {
  const [faithful, ...others] = countWrittenSentences(judged)
  const all = others.pop()
  expect(faithful?.sentences).toBe(judged.filter(({ error }) => error === null).length)
  expect(others.every(({ sentences }) => sentences > 0)).toBe(true)
  expect(others.reduce((sum, { sentences }) => sum + sentences, 0)).toBe(all?.sentences)
  expect(countWrittenSentences([{ text: '', error: 'NAME', isShown: true }]).at(-1)).toEqual({
    name: 'false: all',
    sentences: 1,
    shown: 1,
  })
})
