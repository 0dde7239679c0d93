import { expect, test } from 'vitest'
import { watchFreeSpace } from './free-space.ts'

test('one folder without space is enough, and a change is reported once', async () => {
  const told: boolean[] = []
  const free: Record<string, number> = { database: 1_000, files: 99 }
  const space = watchFreeSpace(['database', 'files'], {
    minFreeBytes: 100,
    freeBytesOf: async (folder) => free[folder] ?? 0,
    onChange: (isLow) => told.push(isLow),
  })
  expect(await Promise.all([space.isLow(), space.isLow()])).toEqual([true, true])
  expect(told).toEqual([true])
})

test('a folder that is not there counts as one with room', async () => {
  expect(await watchFreeSpace(['/no/such/folder']).isLow()).toBe(false)
  expect(await watchFreeSpace([]).isLow()).toBe(false)
})

test('a real disk is asked', async () => {
  expect(await watchFreeSpace(['.'], { minFreeBytes: 1 }).isLow()).toBe(false)
  expect(await watchFreeSpace(['.'], { minFreeBytes: Number.MAX_SAFE_INTEGER }).isLow()).toBe(true)
})
