import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../test/harness/property-runs.ts'
import { escapeTextForBlocks, parseHeading, parseTextBlocks, parseTextSpans } from './text-blocks.ts'

describe('the blocks of a text', () => {
  test('are headings, list items and paragraphs that may span several lines', () => {
    expect(
      parseTextBlocks(
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

  test('are plain text if their markup is HTML or malformed', () => {
    expect(parseTextBlocks('<script>alert(1)</script>\n\n#Not a heading\n\n-5 degrees')).toMatchObject([
      { kind: 'paragraph', text: '<script>alert(1)</script>' },
      { kind: 'paragraph', text: '#Not a heading' },
      { kind: 'paragraph', text: '-5 degrees' },
    ])
    expect(parseTextBlocks(' \n\n ')).toEqual([])
  })
})

describe('marked text', () => {
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
    expect(parseTextSpans(text).map(({ kind, text }) => [kind, text])).toEqual(spans)
  })
})

describe('a value inserted into a text', () => {
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
    parseTextSpans(text)
      .map((span) => span.text)
      .join('')

  test('is parsed as the literal value in every position', () => {
    fc.assert(
      fc.property(hostile, (value) => {
        const written = value.replace(/[\s\p{Cc}]+/gu, ' ').trim()
        for (const [before, after] of [
          ['', ''],
          ['Dear ', ', we write'],
        ] as const) {
          const blocks = parseTextBlocks(`${before}${escapeTextForBlocks(value)}${after}`)
          expect(blocks.map(({ kind, text }) => [kind, shown(text)])).toEqual(
            written === '' && before === '' ? [] : [['paragraph', `${before}${written}${after}`.trim()]],
          )
          expect(
            blocks.flatMap(({ text }) => parseTextSpans(text)).every(({ kind }) => kind === 'plain'),
          ).toBe(true)
        }
      }),
      { numRuns: getPropertyRuns(500) },
    )
  })

  test('keeps its bold or its item around it', () => {
    expect(parseTextSpans(`**${escapeTextForBlocks('Murphy * Sons')}**`)).toEqual([
      { kind: 'strong', text: 'Murphy * Sons' },
    ])
    expect(parseTextBlocks(`- ${escapeTextForBlocks('# one\n- two')}`)).toMatchObject([
      { kind: 'item', text: String.raw`\# one - two` },
    ])
  })
})

describe('the scanners of blocks and spans', () => {
  // The expressions that the scanners replaced: same results on every text, but their cost grows with its square or cube.
  const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
  const ITEM = /^\s*(?:[-*+]|(\d{1,3}[.)]))\s+(.*)$/
  const SPANS =
    /\\[\\*{}#+\-_.)]|\*\*((?:\\.|[^*\\\n])+)\*\*|(\{\{[\s\S]*?\}\})|(?<![\w*])\*((?![\s*])(?:\\.|[^*\\\n])+(?<!\s))\*(?![\w*])/g
  const unescaped = (text: string): string => text.replace(/\\([\\*{}#+\-_.)])/g, '$1')
  const marked = (parts: readonly string[]) =>
    fc.array(fc.constantFrom(...parts), { maxLength: 16 }).map((all) => all.join(''))

  test('find the same headings as the regular expression', () => {
    fc.assert(
      fc.property(marked(['#', '##', ' ', '\t', '\r', '\u2028', 'a', '-', '######']), (text) => {
        const line = text.trim()
        const match = HEADING.exec(line)
        expect(parseHeading(line)).toEqual(match && { level: match[1]?.length, text: match[2] })
      }),
      { numRuns: getPropertyRuns(3_000) },
    )
  })

  test('find the same list items as the regular expression', () => {
    fc.assert(
      fc.property(marked(['-', '*', '+', '1.', '12)', '1234.', ' ', '\t', '\r', '\u2028', 'a']), (line) => {
        const match = ITEM.exec(line)
        const [block] = parseTextBlocks(line)
        const isRule = /^(-{3,}|\*{3,}|_{3,})$/.test(line.trim())
        if (match && line.trim() && !isRule)
          expect(block).toEqual({ kind: 'item', level: 0, mark: match[1] ?? null, text: match[2] })
        else expect(block?.kind).not.toBe('item')
      }),
      { numRuns: getPropertyRuns(3_000) },
    )
  })

  test('find the same spans as the regular expression', () => {
    const parts = ['*', '**', '{{', '}}', '{', '}', '\\', 'a', 'B1', ' ', '\n', '\r', '.', '_', '\u2029']
    fc.assert(
      fc.property(marked(parts), (text) => {
        const expected: { kind: string; text: string }[] = []
        const plain = (words: string): void => {
          const last = expected.at(-1)
          if (words === '') return
          if (last?.kind === 'plain') last.text += words
          else expected.push({ kind: 'plain', text: words })
        }
        let from = 0
        for (const match of text.matchAll(SPANS)) {
          plain(text.slice(from, match.index))
          const [whole, strong, placeholder, emphasis] = match
          if (strong !== undefined) expected.push({ kind: 'strong', text: unescaped(strong) })
          else if (placeholder !== undefined) expected.push({ kind: 'placeholder', text: placeholder })
          else if (emphasis !== undefined) expected.push({ kind: 'emphasis', text: unescaped(emphasis) })
          else plain(unescaped(whole))
          from = match.index + whole.length
        }
        plain(text.slice(from))
        expect(parseTextSpans(text)).toEqual(expected)
      }),
      { numRuns: getPropertyRuns(5_000) },
    )
  })

  // By the expressions: minutes each. The limit is far above what they take and far below that.
  test.each([
    ['a heading of spaces', `# a${' '.repeat(199_990)}b`],
    ['an item of spaces', `- ${' '.repeat(199_990)}b\u2028c`],
    ['open braces', '{'.repeat(200_000)],
    ['stars', '*a '.repeat(66_000)],
    ['bold words that do not end', '**a\\* '.repeat(33_000)],
    ['backslashes and stars', '**\\'.repeat(66_000)],
  ])('parse the longest allowed text within the time limit: %s', { timeout: 20_000 }, (_name, text) => {
    const blocks = parseTextBlocks(text)
    expect(blocks.flatMap((block) => parseTextSpans(block.text)).length).toBeGreaterThan(0)
  })
})
