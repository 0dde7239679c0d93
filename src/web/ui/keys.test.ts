import { expect, test } from 'vitest'
import { handleKey, type KeyMap } from './keys.ts'

const pressed = (key: string, ...maps: KeyMap[]): boolean =>
  handleKey(
    maps.map((current) => ({ map: { current } })),
    { key } as KeyboardEvent,
  )

test('the first map with the key handles it', () => {
  const acts: string[] = []
  expect(
    pressed('e', { j: () => acts.push('j') }, { e: () => acts.push('row') }, { e: () => acts.push('page') }),
  ).toBe(true)
  expect(acts).toEqual(['row'])
})
test('a handler that returns false passes the key on', () => {
  const acts: string[] = []
  expect(pressed('e', { e: () => false }, { e: () => acts.push('page') })).toBe(true)
  expect(acts).toEqual(['page'])
})
test('a key that no handler takes is passed on', () => {
  expect(pressed('e', { e: () => false }, { c: () => {} })).toBe(false)
  // Every object has one, and none of them is a key.
  expect(pressed('constructor', {})).toBe(false)
})
