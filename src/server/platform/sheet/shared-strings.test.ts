import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SHEET_LIMITS } from './shape.ts'
import { SharedStrings } from './shared-strings.ts'

describe('shared strings', () => {
  test('are found by their number, for any texts and any count', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc
        .tuple(fc.constantFrom('x', 'é', '中', '💶'), fc.nat(9_000))
        .map(([one, length]) => one.repeat(length / one.length)),
    )
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60, size: 'max' }), (texts) => {
        const strings = new SharedStrings()
        for (const one of texts) strings.push(one)
        expect(texts.map((_, number) => strings.at(number))).toEqual(texts)
        expect(strings.at(texts.length)).toBeUndefined()
      }),
      { numRuns: 100 },
    )
  })

  test.each([-1, 0.5, 2, Number.NaN, Number.POSITIVE_INFINITY])(
    'have no string with the number %d',
    (number) => {
      const strings = new SharedStrings()
      strings.push('zero')
      strings.push('one')
      expect(strings.at(number)).toBeUndefined()
    },
  )

  test('may end at the end of a page', () => {
    const strings = new SharedStrings()
    const texts = [...Array.from({ length: 8 }, () => 'x'.repeat(8_192)), '', 'next']
    for (const text of texts) strings.push(text)
    expect(texts.map((_, number) => strings.at(number))).toEqual(texts)
  })

  test('that are longer than the cell limit are recognised as too long', () => {
    const strings = new SharedStrings()
    strings.push('中'.repeat(SHEET_LIMITS.cellCharacters))
    strings.push('中'.repeat(SHEET_LIMITS.cellCharacters * 3))
    expect([strings.at(0)?.length, strings.at(1)?.length]).toEqual([10_000, 10_001])
  })

  test('are at most a million', () => {
    const strings = new SharedStrings()
    for (let count = 0; count < 1_000_000; count++) strings.push('')
    expect(strings.at(999_999)).toBe('')
    expect(() => strings.push('')).toThrow(/too large/)
  })
})
