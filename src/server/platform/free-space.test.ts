import { expect, test } from 'vitest'
import { createFreeSpaceCheck } from './free-space.ts'

test('one folder without space is reported, and a change is reported once', async () => {
  const reported: boolean[] = []
  const free: Record<string, number> = { database: 1_000, files: 99 }
  const space = createFreeSpaceCheck(['database', 'files'], {
    minFreeBytes: 100,
    freeBytesOf: async (folder) => free[folder] ?? 0,
    onChange: (isLow) => reported.push(isLow),
  })
  expect(await Promise.all([space.isLow(), space.isLow()])).toEqual([true, true])
  expect(reported).toEqual([true])
})

test('a missing folder counts as one with space', async () => {
  expect(await createFreeSpaceCheck(['/no/such/folder']).isLow()).toBe(false)
  expect(await createFreeSpaceCheck([]).isLow()).toBe(false)
})

test('the space of a real disk is read', async () => {
  expect(await createFreeSpaceCheck(['.'], { minFreeBytes: 1 }).isLow()).toBe(false)
  expect(await createFreeSpaceCheck(['.'], { minFreeBytes: Number.MAX_SAFE_INTEGER }).isLow()).toBe(true)
})
