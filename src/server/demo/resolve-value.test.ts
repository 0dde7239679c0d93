import { describe, expect, test } from 'vitest'
import { resolveValue } from './resolve-value.ts'

const resolve = (value: unknown) =>
  resolveValue(value, {
    today: '2026-03-31',
    ids: new Map([['scheme', 'id-of-scheme']]),
    readText: (name) => `text of ${name}`,
  })

describe('a relative date', () => {
  test.each([
    ['today', '2026-03-31'],
    ['today - 1 day', '2026-03-30'],
    ['today + 2 days', '2026-04-02'],
    ['today - 1 month', '2026-02-28'],
    ['today - 1 month - 1 day', '2026-02-27'],
    ['today + 12 months + 10 days', '2027-04-10'],
    ['today - 1 day at 09:40', '2026-03-30T09:40:00Z'],
  ])('%s', (expression, date) => expect(resolve(expression)).toBe(date))

  test.each(['today -1 day', 'today - 1 year', 'today - x days', 'today - 1 day ago', 'today - 1.5 days'])(
    '%s is refused',
    (expression) => expect(() => resolve(expression)).toThrow(/is not a date such as/),
  )
})

test('references and text files are replaced at any depth, other values stay', () => {
  expect(
    resolve({
      id: '#scheme',
      lists: [{ content: { textOf: 'sipp.md' }, dueOn: 'today' }, 5, null, true, 'x'],
    }),
  ).toEqual({
    id: 'id-of-scheme',
    lists: [{ content: 'text of sipp.md', dueOn: '2026-03-31' }, 5, null, true, 'x'],
  })
})

test('a reference to a record that does not exist is refused', () => {
  expect(() => resolve(['#nothing'])).toThrow('#nothing')
})
