import { expect, test } from 'vitest'
import type { WhyFound } from '../../../../contract/corpus.ts'
import { buildRankParts } from './rank-parts.ts'

const NOTHING: WhyFound = {
  isNamed: false,
  score: 0,
  coverage: 0,
  neighbours: 0,
  document: 0,
  lent: 0,
  terms: [],
}

test('words are ordered by weight, and every part is relative to the largest', () =>
  expect(
    buildRankParts({
      ...NOTHING,
      neighbours: 1,
      lent: 8,
      dense: 6,
      terms: [
        { field: 'HEADING', term: 'lamp', score: 2 },
        { field: 'PAIR', term: 'lamp keeper', score: 4 },
      ],
    }),
  ).toEqual([
    { label: '“lamp keeper” side by side', score: 4, share: 0.5 },
    { label: '“lamp” in its headings', score: 2, share: 0.25 },
    { label: 'Neighbouring passages', score: 1, share: 0.125 },
    { label: 'A guidance note based on it', score: 8, share: 1 },
    { label: 'Similarity in meaning', score: 6, share: 0.75 },
  ]))

test('a provision found only by its name has no parts', () =>
  expect(buildRankParts({ ...NOTHING, isNamed: true })).toEqual([]))
