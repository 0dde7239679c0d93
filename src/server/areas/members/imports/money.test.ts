import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { readMoney } from './money.ts'

const point = { decimalComma: false }
const comma = { decimalComma: true }

test.each([
  ['1234.56', 1234_56],
  ['1,234.56', 1234_56],
  ['1 234.56', 1234_56],
  ['1\u00a0234.56', 1234_56],
  ['1\u202f234.56', 1234_56],
  ['€1,234.56', 1234_56],
  ['€ 1,234.56', 1234_56],
  ['1234.56 €', 1234_56],
  ['EUR 12', 12_00],
  ['12 eur', 12_00],
  ['(12.34)', -12_34],
  ['(€12.34)', -12_34],
  ['€(12.34)', null],
  ['12.34-', -12_34],
  ['-12.34', -12_34],
  ['−12.34', -12_34],
  ['-€12.34', -12_34],
  ['€-12.34', -12_34],
  ['- 12.34', -12_34],
  ['1,234', 1234_00],
  ['1,234,567', null],
  ['0', 0],
  ['-0.00', 0],
  ['00012.50', 12_50],
  ['.50', 50],
  ['12.5', 12_50],
  ['12.5000', 12_50],
  ['1000000', 1_000_000_00],
  ['1,000,000.00', 1_000_000_00],
])('%s', (text, cents) => {
  if (cents === null) expect(readMoney(text, point)).toHaveProperty('problem')
  else expect(readMoney(text, point)).toEqual({ value: cents })
})

test.each([
  ['1.234,56', /decimal comma/],
  ['12,34', /decimal comma/],
  ['1,2345', /decimal comma/],
  ['0,123', /decimal comma/],
  ['1 234,56', /decimal comma/],
  ['12.345', /at most 2 decimals/],
  ['1234.5600000001', /at most 2 decimals/],
  ['1.23E+06', /Excel/],
  ['1E3', /Excel/],
  ['1000000.01', /too large/],
  ['99999999999999999999', /too large/],
  ['$12', /in euro/],
  ['£12.00', /in euro/],
  ['12 GBP', /in euro/],
  ['(-12)', /not an amount/],
  ['-12-', /not an amount/],
  ['(12', /not an amount/],
  ['12)', /not an amount/],
  ['12.', /not an amount/],
  ['-', /not an amount/],
  ['€', /not an amount/],
  ['n/a', /not an amount/],
  ['=1+1', /not an amount/],
  ['1,23,456', /not an amount/],
  ['1 23', /not an amount/],
  ['12.34.56', /not an amount/],
  ['１２', /not an amount/],
  ['12 34.56 78', /not an amount/],
  ['Infinity', /not an amount/],
  ['0x10', /not an amount/],
])('%s is refused', (text, problem) => {
  expect(readMoney(text, point)).toEqual({ problem: expect.stringMatching(problem) })
})

test.each([
  ['1.234,56', 1234_56],
  ['1 234,56', 1234_56],
  ['12,34', 12_34],
  ['1.234', 1234_00],
  ['1234', 1234_00],
  ['(12,34)', -12_34],
  ['12,34-', -12_34],
])('%s, in a file with decimal commas', (text, cents) => {
  expect(readMoney(text, comma)).toEqual({ value: cents })
})

test.each(['1234.56', '12.34', '1,234.56', '0.123'])(
  '%s is refused in a file with decimal commas',
  (text) => {
    expect(readMoney(text, comma)).toHaveProperty('problem')
  },
)

test('the default maximum amount is a million euro', () => {
  const mostEuros = 90_000_000_000_000
  expect(readMoney('1,000,000.01', { ...point, mostEuros })).toEqual({ value: 1_000_000_01 })
  expect(readMoney('90000000000000', { ...point, mostEuros })).toEqual({ value: 9_000_000_000_000_000 })
  expect(readMoney('90000000000000.01', { ...point, mostEuros })).toHaveProperty('problem')
})

test.each(['', '  ', '\u00a0'])('an empty cell is no amount and no problem: "%s"', (text) => {
  expect(readMoney(text, point)).toBeNull()
})

test('any amount is read correctly in every notation', () => {
  const cents = fc.integer({ min: 0, max: 100_000_000 })
  const form = fc.record({
    isNegative: fc.boolean(),
    isComma: fc.boolean(),
    group: fc.constantFrom('', ' ', '\u00a0', 'mark'),
    minus: fc.constantFrom('before', 'after', 'around'),
    currency: fc.constantFrom('', '€', '€ ', 'EUR '),
    zeros: fc.constantFrom('', '0', '000'),
  })
  fc.assert(
    fc.property(cents, form, (amount, { isNegative, isComma, group, minus, currency, zeros }) => {
      const mark = isComma ? '.' : ','
      const whole = String(Math.trunc(amount / 100)).replace(
        /\B(?=(\d{3})+$)/g,
        group === 'mark' ? mark : group,
      )
      const plain = `${currency}${whole}${isComma ? ',' : '.'}${String(amount % 100).padStart(2, '0')}${zeros}`
      const written = { before: `-${plain}`, after: `${plain}-`, around: `(${plain})` }[minus]
      const read = readMoney(isNegative ? written : plain, { decimalComma: isComma })
      // 0 and -0 are one amount, and it is written 0.
      expect(read).toStrictEqual({ value: isNegative && amount > 0 ? -amount : amount })
    }),
    { numRuns: getPropertyRuns(2_000) },
  )
})

test('every cell is whole cents within the limit, an issue or empty', () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[-()€ ]?[\d., ]{0,20}[-)%E]?$/))
  fc.assert(
    fc.property(cell, fc.boolean(), (text, decimalComma) => {
      const read = readMoney(text, { decimalComma })
      if (read === null) expect(text.trim()).toBe('')
      else if ('problem' in read) expect(read.problem).toMatch(/^[A-Z]/)
      else {
        expect(Number.isSafeInteger(read.value)).toBe(true)
        expect(Math.abs(read.value)).toBeLessThanOrEqual(1_000_000_00)
      }
    }),
    { numRuns: getPropertyRuns(2_000) },
  )
})
