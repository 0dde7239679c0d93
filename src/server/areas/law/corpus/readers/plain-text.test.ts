import { describe, expect, test } from 'vitest'
import { readPlainText } from './plain-text.ts'

const read = (...lines: string[]) => readPlainText(lines.join('\n'))
const headings = (...lines: string[]) => read(...lines).units.map(({ path, heading }) => [...path, heading])
const paragraphs = (...lines: string[]) => read(...lines).units.flatMap(({ paragraphs }) => paragraphs)

describe('lines that are headings', () => {
  test('a text of articles', () => {
    expect(
      read(
        'DIRECTIVE ON LIGHTS',
        '',
        'TITLE II',
        'LAMPS',
        '',
        'CHAPTER 2',
        'Wicks and oil',
        '',
        'Article 28',
        'Own assessment',
        '',
        '1. A keeper looks at the lamp',
        'every evening.',
        '2. The look includes:',
        '(a) the wick;',
        '(b) the oil.',
        '',
        'ARTICLE 29: Oil',
        '',
        'Oil is kept dry, as Article 28',
        'says.',
      ),
    ).toEqual({
      title: 'DIRECTIVE ON LIGHTS',
      units: [
        {
          path: ['TITLE II, CHAPTER 2 — Wicks and oil'],
          heading: 'Article 28 — Own assessment',
          paragraphs: [
            '1. A keeper looks at the lamp every evening.',
            '2. The look includes:',
            '(a) the wick;',
            '(b) the oil.',
          ],
        },
        {
          path: ['TITLE II, CHAPTER 2 — Wicks and oil'],
          heading: 'Article 29 — Oil',
          paragraphs: ['Oil is kept dry, as Article 28 says.'],
        },
      ],
    })
  })

  test('an Act, whose sections are numbered', () => {
    expect(
      headings(
        'LIGHTHOUSES ACT 1990',
        '',
        'PART IV',
        'OIL',
        '',
        'Remittance of oil.',
        '',
        '58A.—(1) Whoever receives oil gives it',
        'to the keeper.',
        '(2) The keeper says when it came.',
        '',
        'Power of Minister',
        '59.— (1) The Minister may say how much.',
        '',
        '60. Offences',
        '(1) Whoever keeps oil commits an offence.',
        '',
        'FIRST SCHEDULE',
        'Oils',
        '',
        'Cod and herring.',
      ),
    ).toEqual([
      ['PART IV — OIL', 'Section 58A — Remittance of oil'],
      ['PART IV — OIL', 'Section 59 — Power of Minister'],
      ['PART IV — OIL', 'Section 60 — Offences'],
      ['Schedule 1 — Oils'],
    ])
  })

  test.each<[string[], string[][]]>([
    [['Section 58A.', 'Oil is given.'], [['Section 58A']]],
    [['Regulation 12', 'Oil is given.'], [['Regulation 12']]],
    [['Regulation 12 — Remittance of oil', '', 'Oil is given.'], [['Regulation 12 — Remittance of oil']]],
    [['12. Remittance of oil', '', 'Oil is given.'], [['12. Remittance of oil']]],
    [['GUIDANCE', '', 'INTRODUCTION', '', 'Oil is given.'], [['INTRODUCTION']]],
    [
      ['GUIDANCE', '', 'LAMP OIL', '1.1 Who gives it', '', 'All give.', '', '1.2 When', '', 'Soon.'],
      [
        ['LAMP OIL', '1.1 Who gives it'],
        ['LAMP OIL', '1.2 When'],
      ],
    ],
    [['PART 2 — OIL', '', 'Section 4', '', 'Given.'], [['PART 2 — OIL', 'Section 4']]],
    [['Annex II', '', 'Given.'], [['Annex II']]],
    [
      ['The ratio is', '1.', '', 'Article 4', 'Oil', '', 'Given.'],
      [['Text'], ['Article 4 — Oil']],
    ],
  ])('%j', (lines, expected) => expect(headings(...lines)).toEqual(expected))

  test.each([
    [['Part VII of the Act applies to oil.']],
    [['Article 28 says that oil is given.']],
    [['A keeper is bound by', 'Article 28', 'and by others.']],
    [['Section 5 shall apply.']],
    [['1. Oil', '2. Wicks', '3. Lamps']],
    [['12. The keeper shall look.']],
    [['It is 20 and', '30. That is all']],
  ])('no heading in %j', (lines) => expect(headings(...lines)).toEqual([['Text']]))
})

describe('paragraphs', () => {
  test.each<[string, string[], string[]]>([
    ['end at empty lines', ['one', 'more', '', 'two'], ['one more', 'two']],
    [
      'begin at numbers',
      ['1. one', 'more', '2. two', '(a) three', '(iv) four'],
      ['1. one more', '2. two', '(a) three', '(iv) four'],
    ],
    ['begin at bullets', ['Oil:', '• one', '• two'], ['Oil:', '• one', '• two']],
    ['are joined where a word is broken', ['the pen-', 'sion scheme'], ['the pension scheme']],
    [
      'keep a hyphen that the text writes elsewhere',
      ['the own-', 'risk of own-risk'],
      ['the own-risk of own-risk'],
    ],
    ['keep a hyphen before a capital', ['the Anglo-', 'Irish text'], ['the Anglo- Irish text']],
    ['lose soft hyphens', ['the pen\u00adsion'], ['the pension']],
  ])('%s', (_, lines, expected) => expect(paragraphs(...lines)).toEqual(expected))

  test('any kind of line end is accepted', () =>
    expect(readPlainText('one\r\nmore\r\rtwo\n\nthree').units[0]?.paragraphs).toEqual([
      'one more',
      'two',
      'three',
    ]))
})

test('the first line of a text is its title if it is a name', () => {
  expect(read('Code for keepers', 'November 2031', '', '1. Oil', '', 'Given.')).toEqual({
    title: 'Code for keepers November 2031',
    units: [{ path: [], heading: '1. Oil', paragraphs: ['Given.'] }],
  })
  expect(read('Keepers give oil.', '', 'Always.').title).toBeNull()
})

test('a sentence continues over a page break', () =>
  expect(paragraphs('oil that the', '\fkeeper gives', '\fThe end.')).toEqual([
    'oil that the keeper gives',
    'The end.',
  ]))

test('page numbers and lines repeated on every page are left out', () => {
  const pages = Array.from({ length: 6 }, (_, at) =>
    [
      `Lighthouses Act [No. ${at}]`,
      '',
      `Article ${at + 1}`,
      '',
      `The rule of page ${'abcdef'[at]}.`,
      '',
      `Page ${at + 1} of 6`,
    ].join('\n'),
  )
  expect(readPlainText(pages.join('\f')).units).toEqual(
    Array.from({ length: 6 }, (_, at) => ({
      path: [],
      heading: `Article ${at + 1}`,
      paragraphs: [`The rule of page ${'abcdef'[at]}.`],
    })),
  )
})

test('repeated chapter heads and lines of the table of contents are left out', () => {
  const page = (chapter: string, number: number, line: string): string =>
    `Chapter ${chapter} of the guide ${number}\n\n${line}`
  const text = [
    'Oil . . . . . . . . . . 2\nLamps ........ 14\nSign here ........',
    page('on oil', 1, 'One rule.'),
    page('on oil', 2, 'Another rule.'),
    page('on oil', 3, 'The last of them.'),
    ...['A lamp.', 'Two lamps.', 'Three.', 'Four.', 'Five.', 'Six.'].map((line, at) =>
      page('on lamps', at, line),
    ),
  ].join('\f')
  expect(readPlainText(text).units[0]?.paragraphs).toEqual([
    'Sign here ........',
    'One rule.',
    'Another rule.',
    'The last of them.',
    'A lamp.',
    'Two lamps.',
    'Three.',
    'Four.',
    'Five.',
    'Six.',
  ])
})

test('hostile text is read or refused within the time limit', () => {
  for (const unit of ['a-', '1. ', '(a) ', 'PART I ', '“', 'A ', ' ', '\u00ad'])
    expect(() => readPlainText(`${unit.repeat(200_000)} end`)).not.toThrow()
  expect(() => readPlainText('x'.repeat(9_000_000))).toThrow('too large')
  expect(() => readPlainText('x\n\n'.repeat(300_000))).toThrow('too large')
})
