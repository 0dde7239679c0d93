import { expect, test } from 'vitest'
import { splitClauses } from './clauses.ts'

test.each([
  [
    'How often is the policy reviewed, and who approves it?',
    ['How often is the policy reviewed', 'who approves it?'],
  ],
  ['Who must report? To whom is it made?', ['Who must report?', 'To whom is it made?']],
  [
    'We sold the firm. Is that notified, and by when must it be?',
    ['We sold the firm. Is that notified', 'We sold the firm. by when must it be?'],
  ],
])('splits several questions: %s', (question, clauses) => {
  expect(splitClauses(question)).toEqual(clauses)
})

test.each([
  'How often are the policy and the statement reviewed?',
  'If a scheme is small, what falls away for it?',
  'Section 58A, and whether it covers a trust RAC',
  'I left the job and have heard nothing since.',
  'Is it so, and how?',
  'Which risks and which remedies does a report name?',
  '',
])('does not split one question: %s', (question) => {
  expect(splitClauses(question)).toEqual([])
})
