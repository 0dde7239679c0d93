import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(`${PROJECT}/docs/specification.md`, 'utf8')
const [, rules = ''] = page.split('## Where to find a rule')
const rows = [
  ...rules.matchAll(/^\| (\S+(?: rule \d+)?) \| [^|]+ \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm),
].map(([, section = '', file = '', name = '', testFile = '']) => ({ section, file, name, testFile }))

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${i + 1}`)
const SECTIONS = [
  '1',
  ...numbered('2.', 8),
  ...numbered('2.6 rule ', 5),
  '3',
  '4',
  ...numbered('4 rule ', 6),
  ...numbered('5.', 17),
  '6',
  '7',
  ...numbered('7 rule ', 5),
  '8',
  '9',
]

test('docs/specification.md has a row for every rule', () => {
  expect([...new Set(rows.map(({ section }) => section))].sort()).toEqual([...SECTIONS].sort())
})

test('each row names a file with its function, and a test', () => {
  const isNamed = ({ file, name }: { file: string; name: string }) =>
    existsSync(`${PROJECT}/${file}`) &&
    readFileSync(`${PROJECT}/${file}`, 'utf8')
      .match(/[\w.]+/g)
      ?.includes(name)
  expect(rows.filter((row) => !isNamed(row))).toEqual([])
  const isTested = ({ testFile }: { testFile: string }) =>
    /\.test\.ts$/.test(testFile) && existsSync(`${PROJECT}/${testFile}`)
  // A test cannot know that a change breaks the API.
  expect(rows.filter((row) => !isTested(row)).map(({ section, file }) => [section, file])).toEqual([
    ['9', 'CHANGELOG.md'],
  ])
})

test('docs/specification.md names files that exist', () => {
  const paths = [...page.matchAll(/`((?:src|migrations|test)\/?[\w./-]*)`/g)].map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(`${PROJECT}/${path}`))).toEqual([])
})
