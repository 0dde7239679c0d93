import { expect, test } from 'vitest'
import { z } from 'zod'
import { MISSING } from '../ui/form/error-words.ts'
import { formatIssue } from './issue-words.ts'

const wordsFor = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: formatIssue }).error?.issues[0]?.message

test.each([
  ['no text', z.string(), undefined, MISSING],
  ['null where a text is needed', z.string(), null, MISSING],
  ['an empty text', z.string().min(1), '', MISSING],
  ['an empty choice', z.enum(['A', 'B']), '', MISSING],
  ['too short', z.string().min(12), 'short', 'Use at least 12 characters'],
  ['too long', z.string().max(3), 'long', 'Use at most 3 characters'],
  ['letters for a number', z.number(), 'twelve', 'Enter a number'],
  ['letters for a whole number', z.int(), 'x', 'Enter a number'],
  ['half a whole number', z.int(), 1.5, 'Enter a whole number'],
  ['too little', z.number().min(0), -1, 'Enter 0 or more'],
  ['too much', z.number().max(100), 101, 'Enter 100 or less'],
  ['an empty list', z.array(z.string()).min(1), [], 'Enter at least one'],
  ['too short a list', z.array(z.string()).min(2), ['one'], 'Enter at least 2'],
  ['none of the list', z.enum(['A', 'B']), 'C', 'Choose an option from the list'],
])('%s', (_what, schema, value, words) => expect(wordsFor(schema, value)).toBe(words))

test('messages of the contract are kept', () => {
  expect(wordsFor(z.string().min(12, 'Use a sentence'), 'short')).toBe('Use a sentence')
  expect(wordsFor(z.string().regex(/^PB/, 'Begins with PB'), 'X1')).toBe('Begins with PB')
})

test("an issue without a message of our own keeps the schema's message", () => {
  expect(wordsFor(z.email(), 'nobody')).toMatch(/email/i)
})

test('the message for an amount shows the typed format', () => {
  const words = wordsFor(z.object({ pensionableSalaryCents: z.int() }), { pensionableSalaryCents: '45.000' })
  expect(words).toBe('Enter an amount such as 1,234.56')
})
