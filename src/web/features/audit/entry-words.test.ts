import { expect, test } from 'vitest'
import { ACTIONS_RECORDED } from './acts-recorded.ts'
import { actionWords } from './entry-words.ts'

test.each([
  ['scheme.approve', 'Approved a scheme'],
  ['key-function-holder.create', 'Proposed a key function holder'],
  ['policy.withdraw', 'Withdrew a policy'],
  ['auth.signin', 'Signed in'],
  ['assistant.ask', 'Asked the assistant a question'],
  ['corpus.ingest', 'Brought in a text of the law'],
])('%s is chosen as “%s”', (action, words) => expect(actionWords(action)).toBe(words))

test('no act is about just a record', () =>
  expect(ACTIONS_RECORDED.map(actionWords).filter((words) => /\ba record\b/.test(words))).toEqual([]))
