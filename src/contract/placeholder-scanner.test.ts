import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../test/harness/property-runs.ts'
import { replacePlaceholders, scanPlaceholders } from './placeholder-scanner.ts'

/** Expected matches of the scanner, as an expression; its cost grows with the square of the text. */
const AS_EXPRESSION = /\\[\s\S]|\{\{([\s\S]*?)\}\}/g

const text = fc
  .array(fc.constantFrom('{', '}', '{{', '}}', '\\', 'a', ' ', '\n', 'name'), { maxLength: 24 })
  .map((parts) => parts.join(''))

describe('the placeholders of a text', () => {
  test('are the same as those found by the regular expression', () => {
    fc.assert(
      fc.property(text, (text) => {
        const expected = [...text.matchAll(AS_EXPRESSION)].flatMap((match) =>
          match[1] === undefined
            ? []
            : [{ name: match[1].trim(), from: match.index, to: match.index + match[0].length }],
        )
        expect(scanPlaceholders(text)).toEqual(expected)
      }),
      { numRuns: getPropertyRuns(2_000) },
    )
  })

  test('are replaced once each if a replacement is given', () => {
    expect(
      replacePlaceholders('{{a}} {{b}} \\{{a}} {{ a }}', (name) => (name === 'a' ? '{{b}}' : null)),
    ).toBe('{{b}} {{b}} \\{{a}} {{b}}')
  })

  test.each([
    ['braces that are never closed', '{'.repeat(200_000)],
    ['pairs that are never closed', '{{ '.repeat(70_000)],
    ['backslashes', '\\'.repeat(200_000)],
    ['escaped braces', '\\{{'.repeat(70_000)],
  ])('are searched for in linear time in %s', (_name, text) => {
    expect(readsOf(text)).toBeLessThan(20)
  })
})

/** How often each character is read, at most: `indexOf` counts what it passes. */
function readsOf(text: string): number {
  let reads = 0
  const counted = {
    indexOf(what: string, from: number): number {
      const at = text.indexOf(what, from)
      reads += (at === -1 ? text.length : at + what.length) - from
      return at
    },
    slice: (from: number, to: number) => text.slice(from, to),
  }
  scanPlaceholders(
    new Proxy(counted, {
      get(target, key) {
        if (key in target) return Reflect.get(target, key)
        reads++
        return text[Number(key)]
      },
    }) as unknown as string,
  )
  return Math.ceil(reads / text.length)
}
