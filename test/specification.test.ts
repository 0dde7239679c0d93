import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ROLES } from '../src/contract/access.ts'
import { OPERATIONS } from '../src/contract/operations.ts'

const PROJECT = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string): string => readFileSync(`${PROJECT}/${file}`, 'utf8')
const page = read('docs/specification.md')
const [, rules = '', differences = ''] = page.split(
  /^## (?:Where to find a rule|Additions and differences)$/m,
)
const rows = [
  ...rules.matchAll(/^\| (\S+(?: rule \d+)?) \| ([^|]+) \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \|$/gm),
].map(([, section = '', rule = '', file = '', name = '', testFile = '']) => ({
  section,
  rule,
  file,
  name,
  testFile,
}))

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
/** Figures and names of the specification, with the section of the rule that states them. */
const FIGURES = [
  ['1', '3000'],
  ['2.1', 'work factor 12'],
  ['2.4', '1 to 200'],
  ['2.4', 'CUID2'],
  ['2.7', 'AES-256-GCM'],
  ['2.7', '12 bytes'],
  ['2.7', 'tag (16)'],
  ['2.7', '32 bytes'],
  ['2.7', '64 hexadecimal'],
  ['2.8', '32 random bytes'],
  ['2.8', 'SHA-256'],
  ['2.8', '60 minutes'],
  ['3', '60 minutes'],
  ['4', '422'],
  ['5.5', '30 days'],
  ['5.8', 'work factor 12'],
  ['5.14', 'TLS 1.3'],
  ['5.14', '301'],
  ['8', '120 requests/minute (burst 200)'],
  ['8', '20 (30)'],
  ['8', '10 (15)'],
  ['8', '100 requests/minute'],
  ['8', '60 minutes'],
  ['8', '30 days'],
  ['8', '1 to 200'],
  ...['400', '401', '403', '404', '409', '422', '429', '500', '503'].map((status) => ['7', status]),
  ...ROLES.map((role) => ['2.2', role]),
] as [section: string, figure: string][]

test('docs/specification.md has a row for every section and figure', () => {
  expect([...new Set(rows.map(({ section }) => section))].sort()).toEqual([...SECTIONS].sort())
  const isStated = ([section, figure]: [string, string]) =>
    rows.some((row) => row.section === section && row.rule.includes(figure))
  expect(FIGURES.filter((figure) => !isStated(figure))).toEqual([])
})

/** Whether a file defines a name, besides using it. */
function isDefined({ file, name }: { file: string; name: string }): boolean {
  if (!existsSync(`${PROJECT}/${file}`)) return false
  const text = read(file)
  const escaped = name.replaceAll('.', '\\.')
  const definition = file.endsWith('.ts')
    ? `\\b(?:function\\*?|const|class|interface|type) ${escaped}\\b|^\\s+(?:async )?${escaped}[?]?[:(]`
    : file.endsWith('.sql')
      ? `(?:function|table) ${escaped}\\b`
      : `(?<![\\w.])${escaped}(?![\\w.])`
  return new RegExp(definition, 'm').test(text)
}

test('each row has a file that defines the name, and a test', () => {
  expect(rows.filter((row) => !isDefined(row)).map(({ file, name }) => [file, name])).toEqual([])
  const isTested = ({ testFile }: { testFile: string }) =>
    /\.test\.ts$/.test(testFile) && existsSync(`${PROJECT}/${testFile}`)
  // A test cannot know that a change breaks the API.
  expect(rows.filter((row) => !isTested(row)).map(({ section, file }) => [section, file])).toEqual([
    ['9', 'CHANGELOG.md'],
  ])
})

test('docs/specification.md names files, operations and addresses that exist', () => {
  const paths = [
    ...page.matchAll(/`((?:src|migrations|test|scripts|deploy|docs|content)\/[\w./-]*)`/g),
    ...page.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g),
  ].map(([, path = '']) => path)
  expect(
    paths.filter((path) => !existsSync(`${PROJECT}/${path}`) && !existsSync(`${PROJECT}/docs/${path}`)),
  ).toEqual([])
  const routes = new Set(Object.values(OPERATIONS).map(({ route }) => route as string))
  const named = [...page.matchAll(/`((?:GET|POST|PUT|DELETE) \/api\/[\w/{}.-]+)`/g)].map(
    ([, route = '']) => route,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((route) => !routes.has(route))).toEqual([])
  const operations = [...differences.matchAll(/`([a-z-]+\.(?!md)[a-z-]+)`/g)].map(([, name = '']) => name)
  expect(operations.filter((name) => !(name in OPERATIONS) && !RECORDED_ONLY.has(name))).toEqual([])
})

/** Actions of audit entries that are no operations. */
const RECORDED_ONLY = new Set(['grant.read', 'disclosure.send'])
