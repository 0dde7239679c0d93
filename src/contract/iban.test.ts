import { expect, test } from 'vitest'
import { formatIban, isIban, maskIban, normaliseIban } from './iban.ts'

test.each([
  ['IE29AIBK93115212345678', true],
  ['GB82WEST12345698765432', true],
  ['DE89370400440532013000', true],
  ['MT84MALT011000012345MTLCAST001S', true],
  ['IE29AIBK93115212345679', false],
  ['IE92AIBK93115212345678', false],
  ['IE29AIBK9311521234567', false],
  ['IE29 AIBK 9311 5212 3456 78', false],
  ['93115212345678', false],
  ['', false],
])('%s is an IBAN: %s', (text, expected) => expect(isIban(text)).toBe(expected))

test('spaces, hyphens and small letters are accepted', () =>
  expect(normaliseIban(' ie29 aibk-9311 5212 3456 78 ')).toBe('IE29AIBK93115212345678'))

test('an IBAN is written in groups, or masked', () => {
  expect(formatIban('IE29AIBK93115212345678')).toBe('IE29 AIBK 9311 5212 3456 78')
  expect(maskIban('IE29AIBK93115212345678')).toBe('IE•• •••• 5678')
})
