/** The tables of security requirements and of data protection risks name tests that exist: each file, and in it the title of a test or of a group of tests. */
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Requirement {
  ids: string[]
  file: string
  title: string
}

const page = readFileSync('docs/security-requirements.md', 'utf8')
const [tested = '', untested = ''] = page.split('## Without a test')

const cellsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| V'))
    .map((line) => line.slice(2, -2).split(' | '))
const requirements: Requirement[] = cellsOf(tested).map(([ids = '', , file = '', title = '']) => ({
  ids: ids.split(', '),
  file: file.slice(1, -1),
  title,
}))

/** The call that begins a test or a group, with or without parameters in front of its title. */
function hasTest(source: string, title: string): boolean {
  const literals = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]
  return literals.some((literal) => {
    const place = source.indexOf(literal)
    return place > 0 && /\(\s*$/.test(source.slice(0, place))
  })
}

test('a title is found only as the title of a test', () => {
  expect(hasTest("test('a is b', () => {})", 'a is b')).toBe(true)
  expect(hasTest("test.each(ALL)(\n  'a is b', () => {})", 'a is b')).toBe(true)
  expect(hasTest('test("it\'s a", () => {})', "it's a")).toBe(true)
  expect(hasTest("// 'a is b'", 'a is b')).toBe(false)
  expect(hasTest("test('a is b and c', () => {})", 'a is b')).toBe(false)
})

describe('docs/security-requirements.md', () => {
  test('names each requirement once', () => {
    const ids = [...requirements.flatMap((one) => one.ids), ...cellsOf(untested).map(([id = '']) => id)]
    expect(ids.length).toBeGreaterThan(100)
    for (const id of ids) expect(id).toMatch(/^V\d+\.\d+\.\d+$/)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  test.each(requirements)('$ids: $file', ({ file, title }) => {
    expect(existsSync(file), file).toBe(true)
    expect(hasTest(readFileSync(file, 'utf8'), title), title).toBe(true)
  })

  test('each requirement without a test has a reason', () => {
    for (const [id, , reason = ''] of cellsOf(untested)) expect(reason.length, id).toBeGreaterThan(20)
  })
})

describe('docs/data-protection.md', () => {
  const risks = readFileSync('docs/data-protection.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| R\d+ /.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([risk = '', , , file = '', title = '']) => ({ risk, file: file.slice(1, -1), title }))

  test('has risks', () => expect(risks.length).toBeGreaterThan(10))

  test.each(risks)('$risk: $file', ({ file, title }) => {
    expect(existsSync(file), file).toBe(true)
    expect(hasTest(readFileSync(file, 'utf8'), title), title).toBe(true)
  })
})
