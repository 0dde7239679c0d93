import { expect, test } from 'vitest'
import { formatChange, groupByChange } from './review-words.ts'

const review = (changeId: string, place: string, id: string) => ({ changeId, place, id })

test('groups records by change, and keeps another article of the same version separate', () => {
  const groups = groupByChange([
    review('a', 'ARTICLE 25', '1'),
    review('a', 'ARTICLE 28', '2'),
    review('a', 'ARTICLE 25', '3'),
    review('b', 'ARTICLE 25', '4'),
  ])
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([['1', '3'], ['2'], ['4']])
})

test.each([
  ['CHANGED', 'Changed on 1 Nov 2026'],
  ['REMOVED', 'Removed on 1 Nov 2026'],
] as const)('%s', (what, words) => expect(formatChange({ what, versionOn: '2026-11-01' })).toBe(words))
