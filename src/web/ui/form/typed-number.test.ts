import { expect, test } from 'vitest'
import { parseTypedCents, parseTypedNumber } from './typed-number.ts'

test.each([
  ['45', 4500],
  ['45.5', 4550],
  ['45.50', 4550],
  ['1,234.56', 123456],
  ['1 234.56', 123456],
  ['1\u00a0234\u00a0567', 123456700],
  ['  € 1,234,567.89 ', 123456789],
  ['€45', 4500],
  ['45 €', 4500],
  ['1234567.29', 123456729],
  ['0.29', 29],
  ['-5', -500],
])('the amount %j is %i cents', (text, cents) => expect(parseTypedCents(text)).toBe(cents))

test.each([
  '45.000',
  '1.234',
  '10.999',
  '5 5',
  '5,5',
  '1,23',
  '1,2345',
  '12,34,567',
  '1234,567',
  '1,234 567',
  '1, 234',
  '1.234,56',
  '12 .50',
  '1.2.3',
  '.5',
  '5.',
  '- 5',
  'about 40',
  '1e3',
])('the amount %j is not accepted', (text) => expect(parseTypedCents(text)).toBe(text))

test.each([
  ['5.125', 5.125],
  [' 5 % ', 5],
  ['5%', 5],
  ['1,250', 1250],
  ['1 250', 1250],
  ['60', 60],
])('the number %j is %d', (text, value) => expect(parseTypedNumber(text)).toBe(value))

test.each(['5,5', '5 5', '12,50', 'five', '5 5 %'])('the number %j is not accepted', (text) =>
  expect(parseTypedNumber(text)).toBe(text),
)
