import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'

const text = (...cells: string[]): string =>
  formatCsv(
    cells.map((_, index) => ({ label: `C${index}`, text: (row: string[]) => row[index] ?? '' })),
    [cells],
  )
    .split('\r\n')
    .slice(1)
    .join('\r\n')

test('the header comes first, and lines end as in RFC 4180', () => {
  expect(formatCsv([{ label: 'Name', text: (row: { name: string }) => row.name }], [{ name: 'A' }])).toBe(
    '"Name"\r\n"A"\r\n',
  )
})
test('without rows there is only the header', () => {
  expect(formatCsv([{ label: 'Name', text: () => '' }], [])).toBe('"Name"\r\n')
})
test.each([
  ['plain', '"plain"'],
  ['x;=1+1', '"x;=1+1"'],
  ['Foods, Limited', '"Foods, Limited"'],
  ['the “old” "one"', '"the “old” ""one"""'],
  ['two\nlines', '"two\nlines"'],
  ['', '""'],
  ['O’Brien', '"O’Brien"'],
])('%j is written as %j', (cell, written) => expect(text(cell, 'x')).toBe(`${written},"x"\r\n`))

test.each(['=1+1', '+353 1 234', '-5', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1'])(
  '%j is not escaped as a formula',
  (cell) => expect(text(cell).replace(/^"/, '')).toMatch(/^'/),
)
test('a formula with commas is inert and quoted', () => {
  expect(text('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"\r\n')
})
