import { expect, test } from 'vitest'
import { toOriginForm, toPlainPath } from './request-path.ts'

test.each([
  ['/', '/'],
  ['/api/schemes?q=1', '/api/schemes?q=1'],
  ['//evil.example/x', '//evil.example/x'],
  ['http://localhost/api/schemes?q=1', '/api/schemes?q=1'],
  ['HTTP://somebody@localhost:3000/api', '/api'],
  ['http://localhost', '/'],
  ['http://localhost?x', '/'],
  ['a://evil.example', '/'],
  ['*', '/'],
  ['*.evil.example/', '/'],
  ['.evil.example/', '/'],
  ['@evil.example/', '/'],
  ['', ''],
])('%j without scheme and authority is %j', (url, expected) => {
  expect(toOriginForm(url)).toBe(expected)
})

test.each([
  ['/api/schemes?q=%41', '/api/schemes'],
  ['/api/schemes#top', '/api/schemes'],
  ['/%61pi/%73chemes', '/api/schemes'],
  ['http://localhost/%61pi/schemes?q', '/api/schemes'],
  ['/api/%zz', '/api/%zz'],
])('the path of %j is %j', (url, expected) => {
  expect(toPlainPath(url)).toBe(expected)
})
