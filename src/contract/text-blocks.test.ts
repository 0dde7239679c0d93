import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../test/harness/property-runs.ts'
import { asPlainText, blocksOf, spansOf } from './text-blocks.ts'

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
    [String.raw`\*not slanted\* and \{\{no place\}\} \\`, [['plain', '*not slanted* and {{no place}} \\']]],
    [String.raw`**A\*B**`, [['strong', 'A*B']]],
    [String.raw`C:\temp`, [['plain', String.raw`C:\temp`]]],
    ['a**', [['plain', 'a**']]],
    [
      '*a* and * b*',
      [
        ['emphasis', 'a'],
        ['plain', ' and * b*'],
      ],
    ],
    ['**'.concat('\\'.repeat(5000)), [['plain', '**'.concat('\\'.repeat(2500))]]],
    ['', []],
  ] as const)('of %j', (text, spans) => {
    expect(spansOf(text).map(({ kind, text }) => [kind, text])).toEqual(spans)
  })
})

describe('a value in a text', () => {
  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '*',
          '**',
          '{{',
          '}}',
          '\\',
          '#',
          '# ',
          '- ',
          '1. ',
          '12) ',
          '---',
          '___',
          '\n',
          '\t',
          '\u0000',
          'é',
          '💶',
        ),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''))
  const shown = (text: string): string =>
    spansOf(text)
      .map((span) => span.text)
      .join('')

  test('is read as it was given, and as nothing else, wherever it stands', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const written = value.replace(/[\s\p{Cc}]+/gu, ' ').trim()
        for (const [before, after] of [
          ['', ''],
          ['Dear ', ', we write'],
        ] as const) {
          const blocks = blocksOf(`${before}${asPlainText(value)}${after}`)
          expect(blocks.map(({ kind, text }) => [kind, shown(text)])).toEqual(
            written === '' && before === '' ? [] : [['paragraph', `${before}${written}${after}`.trim()]],
          )
          expect(blocks.flatMap(({ text }) => spansOf(text)).every(({ kind }) => kind === 'plain')).toBe(true)
        }
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('keeps its bold or its item around it', () => {
    expect(spansOf(`**${asPlainText('Murphy * Sons')}**`)).toEqual([
      { kind: 'strong', text: 'Murphy * Sons' },
    ])
    expect(blocksOf(`- ${asPlainText('# one\n- two')}`)).toMatchObject([
      { kind: 'item', text: String.raw`\# one - two` },
    ])
  })
})
