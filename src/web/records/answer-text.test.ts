import { describe, expect, test } from 'vitest'
import type { AnswerCitation, AnswerSentence } from '../../contract/assistant.ts'
import {
  formatSources,
  groupSentences,
  listHeadings,
  listQuotesOfSource,
  toPlainText,
} from './answer-text.ts'

const sentence = (text: string, leadIn: string | null = null, ...cites: number[]): AnswerSentence => ({
  text,
  leadIn,
  cites: cites.length > 0 ? cites : [1],
})
const CITATION: AnswerCitation = {
  number: 1,
  sourceId: 's1',
  docId: 'LAMPS',
  title: 'Lamps Order',
  kind: 'IE_SI',
  versionOn: '2024-01-09',
  anchor: 'rule-2',
  citation: 'Rule 2',
  headingPath: ['Lamps Order', 'Rule 2 — Lighting'],
  quote: 'The keeper shall light the lamp.',
  sources: [],
  confidence: null,
  why: { isNamed: false, score: 1, coverage: 1, neighbours: 0, document: 0, lent: 0, terms: [] },
}

describe('grouped sentences', () => {
  test('points of one list share their lead-in', () => {
    const [a, b] = [
      sentence('(a) light it;', 'The keeper shall:'),
      sentence('(b) tend it.', 'The keeper shall:'),
    ]
    expect(groupSentences([a, b])).toEqual([{ leadIn: 'The keeper shall:', sentences: [a, b] }])
  })

  test.each([
    ['sentences without a lead-in', [sentence('One.'), sentence('Two.')]],
    ['points of different lists', [sentence('(a) x', 'First:'), sentence('(a) y', 'Second:')]],
    ['points of different sources', [sentence('(a) x', 'Shall:', 1), sentence('(a) x', 'Shall:', 2)]],
    ['a point and what follows it', [sentence('(a) x', 'Shall:'), sentence('After.')]],
  ])('%s are separate groups', (_what, sentences) =>
    expect(groupSentences(sentences).map((group) => group.sentences)).toEqual(sentences.map((one) => [one])),
  )
})

describe('an answer as plain text', () => {
  const answer = {
    question: 'Who lights the lamp?',
    on: '2026-03-21',
    sentences: [
      sentence('The keeper shall light the lamp.', null, 1),
      sentence('Keepers light it.', null, 2),
    ],
    citations: [
      CITATION,
      {
        ...CITATION,
        number: 2,
        kind: 'DIGEST' as const,
        title: 'Notes',
        citation: 'Lamps',
        sources: ['HOUSE', 'X 1'],
      },
    ],
    notes: ['No legal source mentions “candles”.'],
    calendar: null,
    comparison: null,
    model: null,
  }

  test('states who wrote the answer', () => {
    const text = toPlainText({ ...answer, model: 'a-model-4' })
    expect(text).toContain('Written from the sources, law as at 21 Mar 2026:')
    expect(text).toContain('Written by a-model-4')
    expect(text).not.toContain('Extracts')
  })

  test('has the question, the extracts with their numbers, the notes and the sources', () =>
    expect(toPlainText(answer)).toBe(
      [
        'Who lights the lamp?',
        'Extracts from the sources, law as at 21 Mar 2026:',
        'The keeper shall light the lamp. [1]',
        'Guidance note: Keepers light it. [2]',
        'No legal source mentions “candles”.',
        'Sources\n[1] Lamps Order, Rule 2; version of 9 Jan 2024\n[2] Notes, Lamps; version of 9 Jan 2024; guidance note; based on Our interpretation (not law); X 1',
      ].join('\n\n'),
    ))
})

test('a source shows the words that written sentences were checked against, each once', () => {
  const sentence = { leadIn: null, text: 'Lamps are lit.', cites: [1], quote: 'shall light the lamp' }
  const other = { ...sentence, cites: [1, 2], quote: 'The keeper' }
  expect(listQuotesOfSource({ number: 1, quote: 'whole' }, [sentence, other, sentence])).toEqual([
    'shall light the lamp',
    'The keeper',
  ])
  expect(listQuotesOfSource({ number: 3, quote: 'whole' }, [sentence])).toEqual(['whole'])
})

test('sources of a guidance note are cited in the usual format', () =>
  expect(formatSources(['DIR 28(2)', 'PA 9A', 'constructor'])).toBe(
    'IORP II art. 28(2); Pensions Act s.9A, not verified; constructor',
  ))

test('the title of a text is not listed as a heading', () => {
  expect(listHeadings(CITATION)).toEqual(['Rule 2 — Lighting'])
  expect(listHeadings({ title: 'Another', headingPath: ['Part 1'] })).toEqual(['Part 1'])
})
