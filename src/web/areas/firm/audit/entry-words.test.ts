import { expect, test } from 'vitest'
import { ACTIONS_RECORDED } from './audited-actions.ts'
import { findContributionName, formatAction } from './entry-words.ts'

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

test('contributions are named by their payroll month and scheme', () => {
  const entry = {
    entityType: 'contribution',
    previousState: null,
    newState: { payrollMonth: '2026-03' },
    schemeName: 'Ballycotton Foods DC',
  }
  expect(findContributionName(entry)).toBe('March 2026, Ballycotton Foods DC')
  expect(findContributionName({ ...entry, schemeName: null })).toBe('March 2026')
  expect(findContributionName({ ...entry, previousState: entry.newState, newState: null })).toMatch(
    /^March 2026/,
  )
  expect(findContributionName({ ...entry, entityType: 'member' })).toBeNull()
})
