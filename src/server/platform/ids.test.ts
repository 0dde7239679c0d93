import { isCuid } from '@paralleldrive/cuid2'
import { expect, test } from 'vitest'
import { Id } from '../../contract/values.ts'
import { createId } from './ids.ts'

const ids = Array.from({ length: 50_000 }, createId)

test('an id is a CUID2 of 24 characters', () => {
  const isOne = (id: string) => id.length === 24 && isCuid(id) && Id.safeParse(id).success
  expect(ids.filter((id) => !isOne(id))).toEqual([])
})

test('ids are unique, and do not disclose the order of their creation', () => {
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids.map((id) => id.slice(1, 9))).size).toBeGreaterThan(ids.length * 0.999)
  const inOrder = ids.filter((id, place) => place > 0 && id > (ids[place - 1] as string)).length
  expect(inOrder / ids.length).toBeCloseTo(0.5, 1)
})

test('every letter occurs first, and every character in every other position', () => {
  expect(new Set(ids.map((id) => id[0])).size).toBe(26)
  for (let place = 1; place < 24; place++) expect(new Set(ids.map((id) => id[place])).size).toBe(36)
})
