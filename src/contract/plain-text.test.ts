import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { hasTooManyMarks, MOST_MARKS, normaliseText, toPlainText } from './plain-text.ts'
import { line, prose } from './values.ts'

const ABOVE = '\u0300'
const ABOVE_RIGHT = '\u0315'
/** Out of order, so that normalising has to sort them. */
const withMarks = (letters: number): string =>
  `a${ABOVE_RIGHT.repeat(letters / 2)}${ABOVE.repeat(letters / 2)}`

describe('a letter with many marks', () => {
  test('keeps the first thirty marks, in every Unicode normal form', () => {
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const)
      expect(normaliseText(withMarks(200), form).match(/\p{M}/gu)?.length, form).toBe(MOST_MARKS)
    expect(normaliseText(`${withMarks(30)}b`, 'NFC')).toBe(`${withMarks(30)}b`.normalize('NFC'))
  })

  test('is refused in lines and prose', () => {
    for (const field of [line(1, 200), prose(1, 200_000)]) {
      expect(field.safeParse(withMarks(30)).success).toBe(true)
      expect(field.safeParse(`b ${withMarks(32)}`).error?.issues).toEqual([
        expect.objectContaining({ message: 'Use at most 30 accents on one letter' }),
      ])
    }
  })

  test('is checked in any number', () => {
    // Half a million marks took minutes before they were limited: the test would be stopped.
    const text = withMarks(500_000)
    expect(hasTooManyMarks(text)).toBe(true)
    expect(prose(1, 200_000).safeParse(text).success).toBe(false)
    expect(line(1, 200).safeParse(text).success).toBe(false)
    expect(toPlainText(text)).toBe('a')
  })
})

test('an Arabic ligature of a whole word becomes a space, because its letters are never compared', () => {
  expect(toPlainText('\ufdfa1234567\ufdfaT')).toBe(' 1234567 T')
  expect(toPlainText('\ufdfa'.repeat(200_000))).toHaveLength(200_000)
})

test('only normaliseText calls normalize', () => {
  const callers = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .filter((path) => readFileSync(`src/${path}`, 'utf8').includes('.normalize('))
  expect(callers).toEqual(['contract/plain-text.ts'])
})
