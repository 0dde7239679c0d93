import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { readChoice } from './choice.ts'
import { readRate } from './rate.ts'

test.each([
  ['5', 5],
  ['5%', 5],
  ['5 %', 5],
  ['5.25', 5.25],
  ['5.1234', 5.1234],
  ['5.12340000', 5.1234],
  ['.5', 0.5],
  ['0', 0],
  ['100', 100],
])('%s', (text, rate) => {
  expect(readRate(text, { decimalComma: false })).toEqual({ value: rate })
})

test.each([
  ['5,25', /decimal comma/],
  ['5.12345', /at most 4 decimals/],
  ['100.0001', /between 0 and 100/],
  ['-5', /between 0 and 100/],
  ['five', /not a rate/],
  ['%', /not a rate/],
  ['5.', /not a rate/],
  ['5e1', /not a rate/],
  ['1,000', /decimal comma/],
])('%s is refused', (text, problem) => {
  expect(readRate(text, { decimalComma: false })).toEqual({ problem: expect.stringMatching(problem) })
})

test('decimal commas apply to the whole file', () => {
  expect(readRate('5,25', { decimalComma: true })).toEqual({ value: 5.25 })
  expect(readRate('5.25', { decimalComma: true })).toHaveProperty('problem')
  expect(readRate('', { decimalComma: true })).toBeNull()
})

test('every cell is a rate of 0 to 100, an issue or empty', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^-?\d{0,12}[.,]?\d{0,12} ?%?$/)),
      fc.boolean(),
      (text, decimalComma) => {
        const read = readRate(text, { decimalComma })
        if (read && 'value' in read) expect(read.value >= 0 && read.value <= 100).toBe(true)
      },
    ),
    { numRuns: getPropertyRuns(1_000) },
  )
})

test('a choice is recognised by its name and its synonyms, in any notation', () => {
  const choices = { TRANSFERRED_OUT: ['Transferred'], ACTIVE: ['In Service'] }
  for (const text of ['TRANSFERRED_OUT', 'transferred out', 'Transferred-Out', ' transferred '])
    expect(readChoice(text, choices)).toEqual({ value: 'TRANSFERRED_OUT' })
  expect(readChoice('in.service', choices)).toEqual({ value: 'ACTIVE' })
  expect(readChoice('gone', choices)).toEqual({ problem: 'Write one of Transferred out, Active' })
  expect(readChoice('__proto__', choices)).toHaveProperty('problem')
  expect(readChoice('', choices)).toBeNull()
})
