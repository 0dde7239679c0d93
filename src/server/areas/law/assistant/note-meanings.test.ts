import { expect, test } from 'vitest'
import { createMeaningComparison } from './note-meanings.ts'

const WORDINGS = [
  'What happens if an employee is dismissed for reporting a breach?',
  'How often must the trustees meet?',
  'When must deductions from pay be remitted?',
]
const compare = createMeaningComparison(
  WORDINGS.map((question) => ({ questions: [question], own: question })),
)

test.each([
  ['the company sacked a worker after he complained', 0],
  ['frequency of gatherings of the board', 1],
  ['contributions withheld from salaries were not paid over', 2],
])('“%s” is nearest to the question with other words of the same meaning', (question, nearest) => {
  const meaningOf = compare(question)
  const [ofNearest = 0, ...others] = WORDINGS.map((_, at) => meaningOf(at).wordings).toSorted((a, b) => b - a)
  expect(meaningOf(nearest).wordings).toBe(ofNearest)
  expect(Math.max(...others)).toBeLessThan(ofNearest)
})

test('the words of a question count in full where the note has them, and not at all where no word is near', () => {
  expect(compare('How often must the trustees meet?')(1).words).toBeCloseTo(1)
  expect(compare('xylophones')(1).words).toBeLessThan(0.2)
  const { words } = compare('How often must the guardians meet?')(1)
  expect(words).toBeGreaterThan(0.4)
  expect(words).toBeLessThan(1)
})

test.each(['', '???', 'qqqqq', '名前'])('“%s”, without a known word, is near to no note', (question) => {
  expect(compare(question)(0)).toEqual({ wordings: 0, words: 0 })
})
