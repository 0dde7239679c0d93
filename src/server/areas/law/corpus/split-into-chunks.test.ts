import { describe, expect, test } from 'vitest'
import { readMarkdown } from './readers/markdown.ts'
import { countWords, splitIntoChunks } from './split-into-chunks.ts'

const words = (count: number, word = 'word'): string => Array.from({ length: count }, () => word).join(' ')
const chunked = (...lines: string[]) => splitIntoChunks(readMarkdown(lines.join('\n\n')), 'A law')
const citations = (...lines: string[]) => chunked(...lines).map(({ citation }) => citation)

describe('where a text is split', () => {
  test('at each numbered paragraph that is long enough', () => {
    const [first, second] = chunked(
      '# A law',
      '# Title I — General',
      '## Article 4 — Review',
      `1. ${words(60)}`,
      `2. ${words(50)} following:`,
      '(a) one;',
      '(b) two:',
      '(i) of two;',
    )
    expect(first).toMatchObject({
      citation: 'Article 4(1)',
      anchor: 'article-4-1',
      unitKind: 'ARTICLE',
      unitNumber: '4',
      provisions: ['1'],
      headingPath: ['A law', 'Title I — General', 'Article 4 — Review'],
    })
    expect(second).toMatchObject({ citation: 'Article 4(2)', provisions: ['2', '2.a', '2.b', '2.b.i'] })
    expect(second?.body).toMatch(/following:\n\n\(a\) one;\n\n\(b\) two:\n\n\(i\) of two;$/)
  })

  test('not at a short paragraph or in a short unit', () => {
    expect(citations('## Article 4', '1. Short.', `2. ${words(50)}`, '3. Short.')).toEqual(['Article 4'])
    expect(citations('## Article 4', '1. Short.', `2. ${words(50)}`, `3. ${words(50)}`)).toEqual([
      'Article 4(1) to (2)',
      'Article 4(3)',
    ])
  })

  test('at the points of a list that is too long, with the lead-in in each part', () => {
    const items = ['a', 'b', 'c', 'd'].map((letter) => `(${letter}) ${words(120)}`)
    const parts = chunked('## Article 4', '1. The policy has:', ...items, `2. ${words(60)}`)
    expect(parts.map(({ citation }) => citation)).toEqual([
      'Article 4(1)',
      'Article 4(1)(b)',
      'Article 4(1)(c)',
      'Article 4(1)(d)',
      'Article 4(2)',
    ])
    for (const { body } of parts.slice(0, 4)) expect(body).toMatch(/^1\. The policy has:\n\n/)
    for (const { body } of parts) expect(countWords(body)).toBeLessThan(400)
  })

  test('at each definition, with its term', () => {
    expect(
      citations(
        '## Section 2 — Interpretation',
        '2.—(1) In this Act—',
        '“actuary” means a person;',
        '“benefits” means either:',
        '(a) one, or',
        '(b) the other;',
      ),
    ).toEqual(['Section 2(1)', 'Section 2 “actuary”', 'Section 2 “benefits”'])
  })

  test('text inserted by an amending Act is cited as the inserted section', () => {
    const [own, given] = chunked(
      '## Section 41 — Remittance',
      'The Act is amended by the insertion of:',
      '### Inserted section 58A — Remittance of contributions',
      `“58A.—(1) ${words(50)}`,
    )
    expect(own).toMatchObject({ citation: 'Section 41', unitNumber: '41' })
    expect(given).toMatchObject({
      citation: 'Section 58A, as given by section 41',
      unitNumber: '58A',
      provisions: ['1'],
    })
  })

  test('a text without headings is one unit with the title of the text', () => {
    expect(citations('# Guidance', words(50))).toEqual(['Guidance'])
    expect(citations(words(50))).toEqual(['Text'])
  })
})

describe('identity of a chunk', () => {
  const law = (second: string) => chunked('## Article 4', `1. ${words(60)}`, `2. ${words(60, second)}`)

  test('its anchor is stable, and its hash changes only with its text', () => {
    const [before, after] = [law('word'), law('other')]
    expect(after.map(({ anchor }) => anchor)).toEqual(before.map(({ anchor }) => anchor))
    expect(after[0]?.contentHash).toBe(before[0]?.contentHash)
    expect(after[1]?.contentHash).not.toBe(before[1]?.contentHash)
  })

  test('two units with one name have different anchors', () => {
    expect(
      chunked('## Section 5', words(50), '## Section 6', words(50), '## Section 5', words(60)).map(
        ({ anchor }) => anchor,
      ),
    ).toEqual(['section-5', 'section-6', 'section-5--2'])
  })
})

test('Markdown: headings nest, lines of a paragraph are joined, any kind of line end is accepted', () => {
  expect(readMarkdown('# T\r\n## A\r\none\r\ntwo\r\n\r\n### B ###\r\nthree\r\n## C\r\nfour')).toEqual({
    title: 'T',
    units: [
      { path: [], heading: 'A', paragraphs: ['one two'] },
      { path: ['A'], heading: 'B', paragraphs: ['three'] },
      { path: [], heading: 'C', paragraphs: ['four'] },
    ],
  })
})
