import { expect, test } from 'vitest'
import { loadCommonPasswords } from './common-passwords.ts'
import { findPasswordProblem, toSafeCallbackUrl } from './rules.ts'

const common = await loadCommonPasswords()
const APP_URL = 'https://pensions.example.com'

test.each([
  ['/', '/'],
  ['/schemes', '/schemes'],
  ['/schemes?status=ACTIVE&q=a%20b#top', '/schemes?status=ACTIVE&q=a%20b#top'],
  ['schemes', '/schemes'],
  ['', '/'],
  ['https://pensions.example.com/members?x=1', '/members?x=1'],
  ['https://somebody@pensions.example.com/members', '/members'],
  ['HTTPS://PENSIONS.EXAMPLE.COM/members', '/members'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
])('a callback to %j, which is on this origin, leads to %j', (callbackUrl, path) => {
  expect(toSafeCallbackUrl(callbackUrl, APP_URL)).toBe(path)
})

test.each([
  'https://evil.example',
  'https://evil.example/pensions.example.com',
  'http://pensions.example.com/',
  'https://pensions.example.com:8443/',
  'https://pensions.example.com.evil.example/',
  'https://pensions.example.com@evil.example/',
  'https:evil.example\\',
  '//evil.example',
  '///evil.example',
  '////evil.example/..',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '\t//evil.example',
  '\r\n//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/schemes/..//evil.example',
  '/%2e//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt://pensions.example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://pensions.example.com/0f0f',
  'ftp://pensions.example.com/',
  'mailto:somebody@evil.example',
  'https://[::1',
  '/schemes\r\nSet-Cookie: planted=1',
  '/schemes\u0000',
])('a callback to %j leads to the front page', (callbackUrl) => {
  expect(toSafeCallbackUrl(callbackUrl, APP_URL)).toBe('/')
})

test.each([
  'correct horse battery staple',
  'Wexford-ferry-at-dawn',
  'ὀξυδερκέστερος',
  'passwords are a long sentence',
  'qw7!Tr2#pL9z',
])('%j is a password', (password) => {
  expect(findPasswordProblem(password, 'nora@example.com', common)).toBeNull()
})

test.each([
  'password1234',
  'Password1234!',
  'P@ssw0rd12345',
  'passwordpassword',
  'liverpool2026!!',
  'Qwerty123456',
  'qwertyuiop12',
  'letmein-2026-11',
  'compliance2026',
  'changeme!!!!',
  '123456789012',
  '210987654321',
  'abcdefghijkl',
  'aaaaaaaaaaaa',
  'abababababab',
  'abcabcabcabc',
  '            ',
  '1q2w3e4r5t6y',
  'manchester-2026',
  'Michael123456',
  'tottenham2025!',
  'butterfly!!!',
  'jordan23jordan23',
  'qazwsxedcrfv',
])('%j is too common to be a password', (password) => {
  expect(findPasswordProblem(password, 'nora@example.com', common)).toMatch(/too common/)
})

test.each([
  ['nora.byrne@example.com', 'nora.byrne@example.com'],
  ['NORA.Byrne@Example.com', 'nora.byrne@example.com'],
  ['norabyrne1985!', 'nora.byrne@example.com'],
  ['nora-byrne-2026', 'nora.byrne@example.com'],
])('%j is refused as a password because of the e-mail address', (password, email) => {
  expect(findPasswordProblem(password, email, common)).toMatch(/e-mail address/)
})

test('the list of common passwords has more than ten thousand', () => {
  expect(common.size).toBeGreaterThan(10_000)
})
