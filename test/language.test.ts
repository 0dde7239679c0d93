import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

type Case = [name: string, file: string, text: string, message?: string]

/** Checks all cases in one run, each in a folder of its own: the cases with the lines that were reported about them. */
function check(cases: Case[]): {
  status: number | null
  reported: [name: string, lines: string, message: string][]
} {
  const root = mkdtempSync(join(tmpdir(), 'language-'))
  try {
    const folders = cases.map((_case, index) => `case-${index}`)
    for (const [index, [, file, text]] of cases.entries()) {
      const folder = join(root, dirname(file), `case-${index}`)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, basename(file)), text)
    }
    const { status, stderr } = spawnSync(process.execPath, ['.ci/check-language.ts', '--root', root], {
      encoding: 'utf8',
    })
    const lines = stderr.split('\n')
    return {
      status,
      reported: cases.map(([name, , , message = ''], index) => [
        name,
        lines.filter((line) => line.includes(`/${folders[index]}/`)).join('\n'),
        message,
      ]),
    }
  } finally {
    rmSync(root, { recursive: true })
  }
}

const linesOf = (count: number): string => Array.from({ length: count }, () => '  send()\n').join('')

const violations = check([
  ['a word in an error', 'src/server/a.ts', `refuse('Nobody approves this')`, 'a.ts:1: text: "Nobody"'],
  ['a word in a template', 'src/server/a.ts', `refuse(\`\${name} is told\`)`, 'a.ts:1: text: "told"'],
  [
    'a word in JSX text',
    'src/web/a.tsx',
    '\nexport const A = () => <p>\n  Your duties\n</p>',
    'text: "duties"',
  ],
  ['a label of one word', 'src/web/a.ts', `export const LABEL = 'Duties'`, 'text: "Duties"'],
  ['a relative clause', 'src/contract/a.ts', `describe('What is added')`, 'text: "What is added"'],
  ['a relative clause later on', 'src/contract/a.ts', `describe('Refused. Who submits')`, 'text: ". Who'],
  ['a word in a test title', 'src/server/a.test.ts', `test('whoever asks', () => {})`, 'text: "whoever"'],
  ['a word in a table title', 'src/a.test.ts', `test.each([['x']])('%s is told', () => {})`, 'text: "told"'],
  ['a word in a comment', 'src/server/a.ts', `send()\n// Nobody knows.`, 'a.ts:2: comment: "Nobody"'],
  [
    'a comment of two lines',
    'src/server/a.ts',
    '// A list, of\n// which one is\nsend()',
    'comment: "of which"',
  ],
  ['a comment after an address', 'src/a.ts', `send('http://é') /* told */`, 'comment: "told"'],
  ['a comment in SQL', 'migrations/functions/a.sql', 'select 1; -- is told', 'a.sql:1: comment: "told"'],
  ['a heading', 'docs/a.md', '# What we promise', 'a.md:1: text: "What we promise"'],
  ['a paragraph', 'docs/a.md', '# Title\n\nNobody can.', 'a.md:3: comment: "Nobody"'],
  ['a template', 'content/a.md', 'This is a house reading.', 'a.md:1: text: "house"'],
  ['a value in JSON', 'content/a.json', '{\n  "name": "Whoever is in"\n}', 'a.json:2: text: "Whoever"'],
  ['a gerund', 'src/server/writing.ts', '', 'file: "writing"'],
  ['a participle before a preposition', 'src/server/cited-by.ts', '', 'file: "cited"'],
  ['an irregular participle', 'src/server/shown.ts', '', 'file: "shown"'],
  [
    'a function of 101 lines',
    'src/server/a.ts',
    `\nexport function sendAll() {\n${linesOf(99)}}`,
    'a.ts:2: length: a function of 101',
  ],
  [
    'a method of 101 lines',
    'src/server/a.ts',
    `export const A = {\n  send() {\n${linesOf(99)}  },\n}`,
    'a.ts:2: length: a function of 101',
  ],
  ['a function without a verb', 'src/server/a.ts', 'export function standing() {}', 'verb: standing'],
  ['a constant without a verb', 'src/server/a.ts', 'export const words = () => 1', 'verb: words'],
])
const accepted = check([
  ['questions, codes and addresses', 'src/a.ts', `send('Who can approve?', 'told', '/what/told', /is told/)`],
  ['data of tests', 'src/a.test.ts', `test.each([['is told', 'a b']])('%s', () => send('is told'))`],
  ['in-house', 'content/a.md', 'An in-house function, in Harbour House.'],
  ['code in documents', 'docs/a.md', '```\nwhoever\n```'],
  ['nouns and adjectives', 'src/encrypted-files.ts', ''],
  ['nouns that look like gerunds', 'src/trustee-meetings.ts', ''],
  ['functions of 100 lines', 'src/a.ts', `export function sendAll() {\n${linesOf(98)}}`],
  [
    'verbs, hooks, components and refusals',
    'src/a.tsx',
    'export const isOpen = () => true\nexport function useSize() {}\nexport const Panel = () => <p />\nexport function notFound() {}',
  ],
])

describe('the language check', () => {
  test('fails with a violation, and passes without', () => {
    expect([violations.status, accepted.status]).toEqual([1, 0])
  })

  test.each(violations.reported)('reports %s', (_name, lines, message) => {
    expect(lines).toContain(message)
  })

  test.each(accepted.reported)('accepts %s', (_name, lines) => {
    expect(lines).toBe('')
  })
})
