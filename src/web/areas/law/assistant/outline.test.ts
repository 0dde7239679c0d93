import { describe, expect, test } from 'vitest'
import type { Passage } from '../../../../contract/corpus.ts'
import { groupParts, splitParagraphs } from './outline.ts'

const passage = (anchor: string, ...headingPath: string[]): Passage => ({
  anchor,
  citation: anchor,
  headingPath,
  text: anchor,
  sources: [],
  confidence: null,
  validFrom: null,
  validTo: null,
})
const shape = (passages: Passage[]) =>
  groupParts('Lamps Order', passages).map(({ headings, passages }) => [
    headings.map(({ level, title }) => `${level} ${title}`),
    passages.map(({ anchor }) => anchor),
  ])

describe('the headings of a text', () => {
  test('are shown where they change, and the title of the text never', () =>
    expect(
      shape([
        passage('a', 'Lamps Order', 'Part 1', 'Rule 1'),
        passage('b', 'Lamps Order', 'Part 1', 'Rule 1'),
        passage('c', 'Lamps Order', 'Part 1', 'Rule 2'),
        passage('d', 'Lamps Order', 'Part 2', 'Rule 2'),
      ]),
    ).toEqual([
      [
        ['1 Part 1', '2 Rule 1'],
        ['a', 'b'],
      ],
      [['2 Rule 2'], ['c']],
      [['1 Part 2', '2 Rule 2'], ['d']],
    ]))

  test('a passage under the outer heading after one under the inner is separate', () =>
    expect(shape([passage('a', 'Part 1', 'Rule 1'), passage('b', 'Part 1')])).toEqual([
      [['1 Part 1', '2 Rule 1'], ['a']],
      [[], ['b']],
    ]))

  test('a text without headings is one part', () =>
    expect(shape([passage('a'), passage('b')])).toEqual([[[], ['a', 'b']]]))

  test('each has a unique id', () => {
    const ids = groupParts('', [passage('a', 'X'), passage('b', 'Y'), passage('c', 'X')]).flatMap(
      ({ headings }) => headings.map(({ id }) => id),
    )
    expect(new Set(ids).size).toBe(3)
  })
})

test.each([
  ['plain', 'One.\n\nTwo.', [0, 0]],
  ['points', 'The keeper shall:\n\n(a) light it;\n\n(b) tend it.', [0, 1, 1]],
  ['points of points', 'Shall:\n(a) both:\n(i) light,\n(ii) tend;\n(b) rest.', [0, 1, 2, 2, 1]],
  ['roman points alone', 'Shall:\n(i) light,\n(ii) tend.', [0, 1, 1]],
  ['numbers of subsections', '(1) The keeper.\n(2) The master.', [0, 0]],
])('paragraphs: %s', (_what, text, depths) =>
  expect(splitParagraphs(text).map(({ depth }) => depth)).toEqual(depths),
)
