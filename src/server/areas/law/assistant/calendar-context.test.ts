import { expect, test } from 'vitest'
import { WITHOUT_A_NOTE } from './answer-caveats.ts'
import { buildAnswerFromText, prependText, readLegalQuestion } from './calendar-context.ts'

const schemes: [id: string, name: string][] = [
  ['s2', 'Ballycotton Foods DC Pension Scheme'],
  ['s1', 'Pension Scheme'],
]
/** Answers as the database does: the schemes whose names the question contains, the longest first. */
const read = (question: string) =>
  readLegalQuestion({ question, tenantId: 't' }, async () => [
    schemes.filter(([, name]) => question.toLowerCase().includes(name.toLowerCase())),
  ])

test.each([
  ['Is Ballycotton Foods DC Pension Scheme late?', 's2', 'Is the scheme late?'],
  [
    'Is BALLYCOTTON FOODS DC PENSION SCHEME late, and why is Ballycotton Foods DC Pension Scheme red?',
    's2',
    'Is the scheme late, and why is the scheme red?',
  ],
  ['Which pension scheme needs an audit?', undefined, 'Which pension scheme needs an audit?'],
])('“%s” is about scheme %s', async (question, id, legalQuestion) => {
  const found = await read(question)
  expect([found.scheme?.id, found.legalQuestion]).toEqual([id, legalQuestion])
})

test('a date before the answer makes the remark that no note answers untrue', () => {
  const made = { ...buildAnswerFromText('Similar.'), notes: [...WITHOUT_A_NOTE, 'Another remark.'] }
  expect(prependText(made, { text: 'Due on 21 Apr 2026.' })).toMatchObject({
    answer: 'Due on 21 Apr 2026.\n\nSimilar.',
    notes: ['Another remark.'],
  })
  expect(prependText(made, null).notes).toEqual(made.notes)
})
