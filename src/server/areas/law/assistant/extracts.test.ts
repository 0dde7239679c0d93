import { describe, expect, test } from 'vitest'
import type { FoundPassage } from '../../../../contract/corpus.ts'
import {
  addBestOfParts,
  type Candidate,
  chooseExtracts,
  hasFigure,
  isQuestionForFigure,
  listCandidates,
  listOutline,
  scoreForPart,
} from './extracts.ts'

describe('a question for a figure', () => {
  test.each([
    ['How much may an employer pay?', true],
    ['At what rate is it taxed?', true],
    ['What is the age limit?', true],
    ['By when is the report due?', true],
    ['Who signs the report?', false],
    ['How is the report made?', false],
  ])('%s %s', (question, asks) => {
    expect(isQuestionForFigure(question)).toBe(asks)
  })
})

describe('a figure is no reference and no year', () => {
  test.each([
    ['within 21 days', true],
    ['at least every three years', true],
    ['0.5 per cent of gross pay', true],
    ['once a month', true],
    ['the notice under section 58A(1) of the Act of 1990', false],
    ['(2) The trustees, under Article 28(2)(d)', false],
    ['as the Authority determines', false],
  ])('%s %s', (text, has) => {
    expect(hasFigure(text)).toBe(has)
  })
})

test('a question for a list is answered with all its points and their lead-in once', () => {
  const passage = (text: string, score: number) =>
    ({
      text,
      why: { isNamed: false, score, coverage: 1, neighbours: 0, document: 0, lent: 0, terms: [] },
    }) as unknown as FoundPassage
  const passages = [
    passage('A report is made each year, in writing.', 10),
    passage(
      'A report contains:\n\n(a) the name of the boat;\n\n(b) the catch of the day;\n\n(c) the state of the nets.',
      9,
    ),
  ]
  const candidates = listCandidates(passages)
  const weighed = candidates.map(() => ({ score: 1, lexemes: [] }))
  const chosen = (question: string) =>
    chooseExtracts(question, passages, candidates, { sentences: weighed, words: [] }).map(
      ({ leadIn, text }) => [leadIn, text],
    )
  expect(chosen('What must a report contain?')).toEqual([
    ['A report contains:', '(a) the name of the boat;'],
    [null, '(b) the catch of the day;'],
    [null, '(c) the state of the nets.'],
  ])
  expect(chosen('When is a report made?').map(([, text]) => text)).toContain(
    'A report is made each year, in writing.',
  )
})

describe('a question that names an exact point', () => {
  const passages = [
    {
      text: '2. The assessment includes:\n\n(c) how conflicts are prevented;\n\n(d) the overall needs of funding. A recovery plan is told;\n\n(e) the risks to members:\n\n(i) of indexation;\n\n(ii) of reduction;\n\n(f) what protects benefits.',
      why: { isNamed: true, score: 1, coverage: 1, neighbours: 0, document: 0, lent: 0, terms: [] },
    } as unknown as FoundPassage,
  ]
  const candidates = listCandidates(passages)
  const alike = candidates.map(() => ({ score: 1, lexemes: [] }))
  test.each([
    ['What does Article 28(2)(d) say?', ['(d) the overall needs of funding.', 'A recovery plan is told;']],
    ['What does Article 28(2)(f) say?', ['(f) what protects benefits.']],
  ])('is answered with that point only: %s', (question, expected) => {
    expect(
      chooseExtracts(question, passages, candidates, { sentences: alike, words: [] }).map(({ text }) => text),
    ).toEqual(expected)
  })
})

describe('a guidance note reviewed for the question', () => {
  const passage = (text: string, confidence: 'H' | null, put: string[]) =>
    ({
      text,
      confidence,
      why: {
        isNamed: false,
        score: 10,
        coverage: 1,
        neighbours: 0,
        document: 0,
        lent: 0,
        terms: put.map((term) => ({ field: 'QUESTION', term, score: 1 })),
      },
    }) as unknown as FoundPassage
  const law = passage('A skipper who lands without a lamp pays what the master sets.', null, [])
  const word = (lexeme: string) => ({ word: lexeme, lexeme, weight: 1, isKnown: true, isSmallTalk: false })
  const chosen = (put: string[]) => {
    const passages = [law, passage('Up to nine crowns are paid for a dark boat.', 'H', put)]
    const candidates = listCandidates(passages)
    // Of the words that are asked with the law has more.
    const sentences = candidates.map(({ passage: at }) => ({ score: at === 0 ? 2 : 0.2, lexemes: [] }))
    const words = ['skipper', 'fine', 'lamp'].map(word)
    return chooseExtracts('How large is the fine of a skipper without a lamp?', passages, candidates, {
      sentences,
      words,
    }).map(({ text }) => text)
  }

  test('is quoted although its words differ from the question', () =>
    expect(chosen(['skipper', 'fine', 'lamp'])).toContain('Up to nine crowns are paid for a dark boat.'))
  test('is not quoted if it was reviewed for another question', () =>
    expect(chosen(['lamp'])).toEqual(['A skipper who lands without a lamp pays what the master sets.']))
})

test('a point with a list of its own is not dropped from the list', () => {
  const passages = [
    {
      text: 'A report contains:\n\n(a) the name of the boat;\n\n(b) the catch, with:\n\n(i) its weight;\n\n(ii) its day;\n\n(c) the state of the nets;\n\n(d) the crew.',
      why: { isNamed: false, score: 9, coverage: 1, neighbours: 0, document: 0, lent: 0, terms: [] },
    } as unknown as FoundPassage,
  ]
  const candidates = listCandidates(passages)
  const weighed = candidates.map(() => ({ score: 1, lexemes: [] }))
  const chosen = chooseExtracts('What must a report contain?', passages, candidates, {
    sentences: weighed,
    words: [],
  })
  expect(chosen.map(({ leadIn, text }) => [leadIn, text])).toEqual([
    ['A report contains:', '(a) the name of the boat;'],
    ['(b) the catch, with:', '(i) its weight;'],
    [null, '(ii) its day;'],
    [null, '(c) the state of the nets;'],
    [null, '(d) the crew.'],
  ])
})

describe('the outline of a long provision', () => {
  const lines = [
    '1. The trustees decide.',
    '2. They write it down.',
    '3. They tell members.',
    '4. They review it.',
  ]
  const provision = (text: string, isNamed: boolean) =>
    ({
      text,
      docId: 'D',
      kind: 'EU_DIRECTIVE',
      headingPath: ['Article 30'],
      why: { isNamed },
    }) as unknown as FoundPassage
  const texts = (question: string, text = lines.join('\n'), isNamed = true) =>
    listOutline(question, [provision(text, isNamed)]).map((one) => one.text)

  test('has the beginning of each subsection, verbatim', () => {
    expect(texts('What does article 30 say?')).toEqual(lines)
    const long = lines.map((line) => `${line} ${'And so on, at some length. '.repeat(5)}`).join('\n')
    for (const text of texts('What does article 30 say?', long)) expect(long).toContain(text)
  })

  test('is left out for a subsection, a short provision and one that is not named', () => {
    expect(texts('What does article 30(2) say?')).toEqual([])
    expect(texts('What does article 30 say?', lines.slice(0, 3).join('\n'))).toEqual([])
    expect(texts('What does article 30 say?', lines.join('\n'), false)).toEqual([])
  })
})

describe('of a question with several parts', () => {
  const candidates = ['a', 'b', 'c', 'd'].map((text, passage): Candidate => ({ text, leadIn: null, passage }))
  const [one, , three, four] = candidates
  const rated = (...values: number[]) =>
    candidates.map((candidate, at) => ({ candidate, value: values[at] ?? 0 }))

  test('each part has its two best sentences, once', () =>
    expect(addBestOfParts([one as Candidate], [rated(3, 1, 0, 2), rated(0, 0, 1)], [])).toEqual([
      one,
      four,
      three,
    ]))

  test('each provision of a matching note has its best sentence, though others share more words', () => {
    const found = addBestOfParts([], [rated(3, 2, 1, 0.5)], [new Set([2, 3])])
    expect(found.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    expect(addBestOfParts([], [rated(3, 2)], [new Set([2, 3])])).toHaveLength(2)
  })

  test('a part that asks for a period prefers sentences with a figure', () => {
    const texts = ['The period ends on a date.', '(4) A period of at least one year.'].map(
      (text): Candidate => ({ text, leadIn: null, passage: 0 }),
    )
    const values = (part: string) => scoreForPart(part, texts, [3, 2]).map(({ value }) => value)
    const [without = 0, figure = 0] = values('how long is the period')
    expect(figure).toBeGreaterThan(without)
    const [first = 0, second = 0] = values('who ends the period')
    expect(first).toBeGreaterThan(second)
    expect(scoreForPart('how long', texts, [1, 0])[1]?.value).toBe(0)
  })
})
