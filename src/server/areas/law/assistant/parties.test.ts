import { expect, test } from 'vitest'
import { listBodiesUnmentioned } from './parties.ts'

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
