import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getPropertyRuns } from '../../test/harness/property-runs.ts'
import { PpsNumber } from './members.ts'
import {
  calculatePpsCheckLetter,
  hasPpsNumber,
  isValidPpsNumber,
  normalisePpsNumber,
  readPpsNumbers,
} from './pps-number.ts'

/** The rule once more, in other words: weights 8 to 2, the second letter A to I weighs 9, remainder 0 is W. */
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2]
function sumOf(digits: string, second: string): number {
  const index = 'ABCDEFGHI'.indexOf(second) + 1
  const letter = second === '' ? 0 : index * 9
  return WEIGHTS.reduce((sum, weight, place) => sum + weight * Number(digits[place]), letter)
}
const letterOf = (sum: number): string =>
  sum % 23 === 0 ? 'W' : String.fromCharCode('A'.charCodeAt(0) + (sum % 23) - 1)

const REFUSAL = 'Not a valid PPS number: check the digits and letters'

const digits = fc
  .array(fc.constantFrom(...'0123456789'), { minLength: 7, maxLength: 7 })
  .map((list) => list.join(''))
  .filter((text) => text !== '0000000')
const second = fc.constantFrom('', ...'ABCDEFGHITWX')
const number = fc.record({ digits, second }).map((one) => ({
  ...one,
  text: one.digits + letterOf(sumOf(one.digits, one.second)) + one.second,
}))

test.each([
  ['1234567', '', '1234567T'],
  ['1234567', 'A', '1234567FA'],
  ['1234567', 'B', '1234567OB'],
  ['1234567', 'W', '1234567TW'],
  ['6433435', '', '6433435F'],
  ['6433435', 'A', '6433435OA'],
  ['6433435', 'H', '6433435IH'],
  ['9876543', 'A', '9876543QA'],
])('%s with second letter "%s" is %s', (seven, letter, text) => {
  expect(seven + calculatePpsCheckLetter(seven, letter) + letter).toBe(text)
  expect(isValidPpsNumber(text)).toBe(true)
})

test.each([
  ['the wrong check letter', '1234567A'],
  ['the wrong check letter', '6433435E'],
  ['the check letter of a number without a second one', '1234567TA'],
  ['six digits', '123456T'],
  ['eight digits', '12345678T'],
  ['a check letter that does not exist', '1234567XA'],
  ['a second letter that is not in use', '1234567TJ'],
  ['three letters', '1234567FAA'],
  ['a placeholder of zeros', '0000000W'],
  ['a placeholder of zeros with a second letter', '0000000IA'],
  ['digits of another script', '１２３４５６７T'],
  ['letters first', 'T1234567'],
  ['nothing', ''],
])('%s is no PPS number', (_label, text) => {
  expect(isValidPpsNumber(text)).toBe(false)
  expect(PpsNumber.safeParse(text).success).toBe(false)
})

test('only the remainder by 23 is accepted as the check letter', () => {
  fc.assert(
    fc.property(number, ({ digits: seven, second: letter, text }) => {
      expect(calculatePpsCheckLetter(seven, letter)).toBe(text[7])
      const passing = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((check) =>
        isValidPpsNumber(seven + check + letter),
      )
      expect(passing).toEqual([text[7]])
    }),
    { numRuns: getPropertyRuns(500) },
  )
})

test('detects a changed digit unless the weighted sums are equal modulo 23', () => {
  fc.assert(
    fc.property(
      number,
      fc.nat(6),
      fc.integer({ min: 1, max: 9 }),
      ({ text, second: letter }, place, step) => {
        const digit = (Number(text[place]) + step) % 10
        const changed = text.slice(0, place) + digit + text.slice(place + 1)
        const hasEqualSum = (sumOf(text, letter) - sumOf(changed, letter)) % 23 === 0
        expect(isValidPpsNumber(changed)).toBe(hasEqualSum && !changed.startsWith('0000000'))
        // 23 is prime and no weight times a digit's difference is a multiple of it.
        expect(hasEqualSum).toBe(false)
      },
    ),
    { numRuns: getPropertyRuns(2_000) },
  )
})

test('detects two swapped neighbouring digits', () => {
  fc.assert(
    fc.property(number, fc.nat(5), ({ text }, place) => {
      const [one, other] = [text[place] as string, text[place + 1] as string]
      fc.pre(one !== other)
      expect(isValidPpsNumber(text.slice(0, place) + other + one + text.slice(place + 2))).toBe(false)
    }),
    { numRuns: getPropertyRuns(1_000) },
  )
})

test('detects a changed second letter from A to I', () => {
  fc.assert(
    fc.property(
      digits,
      fc.shuffledSubarray([...'ABCDEFGHI'], { minLength: 2, maxLength: 2 }),
      (seven, [a, b]) => {
        expect(isValidPpsNumber(seven + calculatePpsCheckLetter(seven, a) + b)).toBe(false)
      },
    ),
    { numRuns: getPropertyRuns(500) },
  )
})

test('spaces, dots, hyphens and case do not change the number, and the normal form is stable', () => {
  const separators = fc.array(fc.constantFrom(' ', '-', '.', '‑', '–', '\u00a0', ''), {
    minLength: 10,
    maxLength: 10,
  })
  fc.assert(
    fc.property(number, separators, fc.boolean(), ({ text }, between, isLower) => {
      const spaced = [...text].map((character, place) => (between[place] ?? '') + character).join('')
      const written = (isLower ? spaced.toLowerCase() : spaced) + between[9]
      expect(normalisePpsNumber(written)).toBe(text)
      expect(normalisePpsNumber(text)).toBe(text)
      expect(PpsNumber.parse(written)).toBe(text)
    }),
    { numRuns: getPropertyRuns(500) },
  )
})

test('accepts a value only in the normal form of a valid number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 32 }), (text) => {
      const parsed = PpsNumber.safeParse(text)
      if (parsed.success) expect(isValidPpsNumber(parsed.data)).toBe(true)
      else expect(parsed.error.issues.map(({ message }) => message)).toEqual([REFUSAL])
    }),
    { numRuns: getPropertyRuns(1_000) },
  )
})

const disguise = fc.constantFrom<((text: string) => string)[]>(
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => `${text.slice(0, 7)}(${text.slice(7)})`,
  (text) => `${text.slice(0, 7)} [${text.slice(7)}]`,
  (text) => [...text].join('\u200b'),
  (text) => [...text].map((character) => `${character}\u0336`).join(''),
  (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7d8 + Number(digit))),
  (text) => text.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/(?=[A-W])/, '\u3164'),
  (text) => text.replace(/(?=[A-W])/, '\uffa0'),
  (text) => text.replaceAll(/[1-9]/g, (digit) => String.fromCodePoint(0x2775 + Number(digit))),
  (text) => text.replaceAll(/[A-W]/g, (letter) => String.fromCodePoint(0x1f10f + letter.charCodeAt(0))),
  (text) => text.replaceAll(/[A-W]/g, (letter) => String.fromCodePoint(0x1f1a5 + letter.charCodeAt(0))),
  (text) => [...text].join(' '),
  (text) => [...text].join(':'),
  (text) => [...text].join('*'),
  (text) => [...text].join(' - '),
  (text) => `x${text}x`,
  (text) => `99${text}`,
)
const before = fc.constantFrom('', ' ', 'PPS: ', 'Note of 2021, see ', '\n')
const after = fc.constantFrom('', ' ', '. Note of 2021', ', and more', '\n')

test('finds a PPS number in a text in any notation', () => {
  fc.assert(
    fc.property(number, disguise, before, after, ({ text }, disguised, start, end) => {
      expect(hasPpsNumber(`${start}${disguised(text)}${end}`)).toBe(true)
    }),
    { numRuns: getPropertyRuns(2_000) },
  )
})

test.each([
  'Directives 2009/65/EC, 2009/138/EC, 2016/2341 and 2013/36/EU',
  'S.I. No. 128 of 2021, Regulation 12(3)(a)',
  'Scheme year 2019-2020, Part A',
  'Telephone 01 613 1900, extension 12',
  'PB1234567',
  'C123456 and CRO 654321',
  'Transfer 1234567 to the trustees',
  'The fund held €1,234,567 at the end of the year',
  'Unit 7, Block B, Park West, Dublin 12, D12 X285',
  '2026-11-23T10:41:31Z',
  'Meeting 3 of 2026: 12 of 14 present, 86 %',
  'MAC Ltd t/a M.A.C., 123 456 A Street',
])('finds no PPS number in %s', (text) => expect(hasPpsNumber(text)).toBe(false))

test('searches a long text in linear time', () => {
  const steps = (text: string): number => {
    let reads = 0
    const counting = new Proxy(new String(text), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++
        const value = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    readPpsNumbers(counting as unknown as string)
    return reads
  }
  for (const unit of ['1', '1 ', '1---', '1234567', '7 T', ' ']) {
    const [short, long] = [steps(unit.repeat(1_000)), steps(unit.repeat(10_000))]
    expect(long).toBeLessThan(short * 11)
  }
})
