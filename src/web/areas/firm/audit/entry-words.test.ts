import { expect, test } from 'vitest'
import { ACTIONS_RECORDED } from './audited-actions.ts'
import { formatAction } from './entry-words.ts'

test.each([
  ['scheme.approve', 'Approved a scheme'],
  ['key-function-holder.create', 'Proposed a key function holder'],
  ['policy.withdraw', 'Withdrew a policy'],
  ['auth.signin', 'Signed in'],
  ['assistant.ask', 'Asked the assistant a question'],
  ['corpus.ingest', 'Imported a legal source'],
])('%s has the option label “%s”', (action, words) => expect(formatAction(action)).toBe(words))

test('every action names its kind of record', () =>
  expect(ACTIONS_RECORDED.map(formatAction).filter((words) => /\ba record\b/.test(words))).toEqual([]))
