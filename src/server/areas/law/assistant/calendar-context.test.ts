import { expect, test } from 'vitest'
import { readLegalQuestion } from './calendar-context.ts'

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
