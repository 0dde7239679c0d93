import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { CitationId } from '../../../../contract/citations.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { RULES } from '../../calendar/obligations/rules/index.ts'
import {
  DigestError,
  getSynonymsIn,
  listCitationForms,
  readDigestFile,
  readSynonyms,
  toChunk,
} from './digest.ts'
import { listMentions } from './provisions.ts'
import { countWords } from './split-into-chunks.ts'

const FOLDER = new URL('../../../../../corpus/', import.meta.url)
const files = readdirSync(new URL('digest/', FOLDER)).map((name) => ({
  name,
  ...readDigestFile(name, readFileSync(new URL(`digest/${name}`, FOLDER), 'utf8')),
}))
const notes = files.flatMap((file) => file.notes)

describe('the starter digest', () => {
  test('has notes with unique ids and unique questions', () => {
    expect(notes.length).toBeGreaterThanOrEqual(450)
    expect(new Set(notes.map(({ id }) => id)).size).toBe(notes.length)
    const questions = notes.flatMap((note) => note.questions)
    expect(new Set(questions).size).toBe(questions.length)
    expect(questions.length).toBeGreaterThanOrEqual(600)
  })

  test('covers exactly the rules of the calendar', () => {
    const citedRules = new Set(notes.flatMap(({ rules }) => rules))
    expect([...citedRules].sort()).toEqual(RULES.map(({ id }) => id).sort())
  })

  test('covers every kind of policy', () => {
    for (const kind of PolicyKind.options)
      expect(notes.map(({ id }) => id)).toContain(`policy-${kind.toLowerCase().replaceAll('_', '-')}`)
  })

  test.each(notes)('$id is understandable on its own', ({ short, body }) => {
    expect(countWords(short)).toBeGreaterThanOrEqual(8)
    expect(countWords(short)).toBeLessThanOrEqual(45)
    expect(countWords(body)).toBeGreaterThanOrEqual(30)
    expect(countWords(body)).toBeLessThanOrEqual(160)
    expect(`${short} ${body}`).not.toMatch(/^#|\*\*|\]\(|<[a-z]/m)
  })
})

test('a note links its citations to the stored texts', () => {
  const restsOn = (...sources: CitationId[]) =>
    toChunk('X', {
      id: 'x',
      heading: 'X',
      sources,
      confidence: 'H',
      rules: [],
      periods: [],
      questions: [],
      alsoAsked: [],
      short: 'Short.',
      body: 'Words.',
    }).restsOn
  expect(restsOn('PA 58A(1)', 'DIR 25', 'CODE')).toEqual([
    { docId: 'IE-2002-act-18', kind: 'SECTION', number: '58A', provision: '1' },
    { docId: 'EU-32016L2341', kind: 'ARTICLE', number: '25', provision: null },
  ])
})

describe('a malformed note is refused with its position', () => {
  const file = (...lines: string[]) => readDigestFile('x.md', ['# X', '', ...lines].join('\n'))
  test.each([
    ['without an id', ['## A note', 'Sources: PA 2', 'Confidence: H', '', 'Words.']],
    ['without a source', ['## A note {#a}', 'Confidence: H', '', 'Words.']],
    ['with a source nobody knows', ['## A note {#a}', 'Sources: PA 9999', 'Confidence: H', '', 'Words.']],
    ['with another confidence', ['## A note {#a}', 'Sources: PA 2', 'Confidence: sure', '', 'Words.']],
    ['without words', ['## A note {#a}', 'Sources: PA 2', 'Confidence: H', 'Short: Yes.']],
    [
      'with a period that is not counted after an event',
      ['## A note {#a}', 'Sources: PA 2', 'Confidence: H', 'Period: soon', 'Short: Yes.', '', 'Words.'],
    ],
    ['without a short answer', ['## A note {#a}', 'Sources: PA 2', 'Confidence: H', '', 'Words.']],
  ])('%s', (_, lines) => {
    expect(() => file(...lines)).toThrow(DigestError)
    expect(() => file(...lines)).toThrow(/^x\.md: /)
  })
})

describe('synonyms', () => {
  const synonyms = readSynonyms(readFileSync(new URL('synonyms.txt', FOLDER), 'utf8'))

  test('are found as whole words, with any text around them', () => {
    expect(getSynonymsIn('Who is our KFH?', synonyms).map(({ written }) => written)).toContain(
      'key function holder',
    )
    expect(getSynonymsIn('Explorations', readSynonyms('ora = own-risk assessment'))).toEqual([])
    const single = readSynonyms('one member = single')
    expect(getSynonymsIn('the one-member schemes', single)).toEqual(single)
    expect(getSynonymsIn('Schemes of one-members', single)).toEqual(single)
  })

  test('a line without a right side is refused', () => {
    expect(() => readSynonyms('a = b\n\nc')).toThrow(/line 2/)
  })
})

test.each([
  ['section 34 of the Pensions Act', ['PA 34']],
  ['section 34 of the Pensions Act 1990', ['PA 34']],
  ['section 34 of the Social Welfare and Pensions Act 2013', []],
  ['section 12 of the Family Law Act 1995', []],
])('%s is the provision of %j', (question, expected) => {
  expect(listMentions(question).flatMap(listCitationForms)).toEqual(expected)
})
