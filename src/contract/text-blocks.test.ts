import { describe, expect, test } from 'vitest'
import { blocksOf, spansOf } from './text-blocks.ts'

describe('the blocks of a text', () => {
  test('are headings, items and paragraphs, whose broken lines go on', () => {
    expect(
      blocksOf(
        '# Purpose #\nThis policy\nsays how.\n\n- First\n  goes on\n- Second\n2) Third\n\n---\n### Review\nEvery year.',
      ).map(({ kind, level, mark, text }) => [kind, level, mark, text]),
    ).toEqual([
      ['heading', 1, null, 'Purpose'],
      ['paragraph', 0, null, 'This policy says how.'],
      ['item', 0, null, 'First goes on'],
      ['item', 0, null, 'Second'],
      ['item', 0, '2)', 'Third'],
      ['heading', 3, null, 'Review'],
      ['paragraph', 0, null, 'Every year.'],
    ])
  })

  test('stay text, whatever they look like', () => {
    expect(blocksOf('<script>alert(1)</script>\n\n#Not a heading\n\n-5 degrees')).toMatchObject([
      { kind: 'paragraph', text: '<script>alert(1)</script>' },
      { kind: 'paragraph', text: '#Not a heading' },
      { kind: 'paragraph', text: '-5 degrees' },
    ])
    expect(blocksOf(' \n\n ')).toEqual([])
  })
})

describe('what stands out', () => {
  test.each([
    ['plain', [['plain', 'plain']]],
    [
      'a **bold** and *slanted* word',
      [
        ['plain', 'a '],
        ['strong', 'bold'],
        ['plain', ' and '],
        ['emphasis', 'slanted'],
        ['plain', ' word'],
      ],
    ],
    ['{{scheme}}', [['placeholder', '{{scheme}}']]],
    ['2 * 3 * 4', [['plain', '2 * 3 * 4']]],
    ['a**', [['plain', 'a**']]],
    ['', []],
  ] as const)('of %j', (text, spans) => {
    expect(spansOf(text).map(({ kind, text }) => [kind, text])).toEqual(spans)
  })
})
