import { expect, test } from 'vitest'
import { WITHOUT_A_NOTE } from './answer-caveats.ts'
import { buildAnswerFromText, prependText, readLegalQuestion } from './calendar-context.ts'

const schemes: [id: string, name: string][] = [
  ['s2', 'Ballycotton Foods DC Pension Scheme'],
  ['s1', 'Pension Scheme'],
  ['s3', 'Kinsale Boats Plan'],
  ['s4', 'Kinsale Sails Plan'],
]
/** Answers as the database does: the schemes whose names the question contains, the longest first, or those that have one of the words. */
const read = (question: string) =>
  readLegalQuestion(
    { question, tenantId: 't' },
    { mayBeName: (word) => /^(?:ballycotton|foods|kinsale)$/i.test(word) },
    async ({ values = [] }) => [
      values.length === 3
        ? schemes.filter(([, name]) => question.toLowerCase().includes(name.toLowerCase()))
        : (JSON.parse(values[1] as string) as string[]).flatMap((word) =>
            schemes
              .filter(([, name]) => name.toLowerCase().split(' ').includes(word))
              .map(([id, name]) => [id, name, 'ACTIVE', word]),
          ),
    ],
  )

test.each([
  ['Is Ballycotton Foods DC Pension Scheme late?', 's2', 'Is the scheme late?'],
  [
    'Is BALLYCOTTON FOODS DC PENSION SCHEME late, and why is Ballycotton Foods DC Pension Scheme red?',
    's2',
    'Is the scheme late, and why is the scheme red?',
  ],
  ['when is ballycotton annual report due', 's2', 'when is the scheme annual report due'],
  ['is the Ballycotton’s pension scheme late?', 's2', 'is the scheme late?'],
  ['when is the Ballycotton Foods report due', 's2', 'when is the scheme report due'],
  ['is Ballycotton gross or ballycottonish', 's2', 'is the scheme gross or ballycottonish'],
  ['when is the Kinsale report due', undefined, 'when is the Kinsale report due'],
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
