import { describe, expect, test } from 'vitest'
import {
  formatProvision,
  listInstruments,
  listMentions,
  listReferences,
  parseMark,
  parseUnit,
} from './provisions.ts'

describe('the provision that a heading begins', () => {
  test.each([
    ['Article 28 — Own-risk assessment', 'ARTICLE', '28', 'Article 28', false],
    ['Section 64AL — Own-risk assessment', 'SECTION', '64AL', 'Section 64AL', false],
    ['Inserted section 58A — Remittance', 'SECTION', '58A', 'Section 58A', true],
    ['Schedule 2, Part 1 — Fees', 'SCHEDULE', '2', 'Schedule 2, Part 1', false],
    ['Second Schedule, Part A — Preservation', 'SCHEDULE', '2', 'Second Schedule, Part A', false],
    ['FIRST SCHEDULE — The Board', 'SCHEDULE', '1', 'First Schedule', false],
    ['Section 5 (continued)', 'SECTION', '5', 'Section 5', false],
    ['Amendment of Section 54', 'PASSAGE', null, 'Amendment of Section 54', false],
    ['Notes', 'PASSAGE', null, 'Notes', false],
  ])('%s', (heading, kind, number, label, isOfAnother) => {
    expect(parseUnit(heading)).toEqual({ kind, number, label, isOfAnother })
  })
})

describe('the number or letter at the beginning of a paragraph', () => {
  test.each([
    ['1. Each trustee', null, null, { level: 1, value: '1' }],
    ['(2) Each trustee', null, null, { level: 1, value: '2' }],
    ['“58A.—(1) An employer', null, '58A', { level: 1, value: '1' }],
    ['47. (1) In this Part', null, '47', { level: 1, value: '1' }],
    ['47. The authority', null, '47', null],
    ['(a) a description', null, null, { level: 2, value: 'a' }],
    ['(aa) a description', 'a', null, { level: 2, value: 'aa' }],
    ['(i) after (h) it is a letter', 'h', null, { level: 2, value: 'i' }],
    ['(i) after (e) it is a number', 'e', null, { level: 3, value: 'i' }],
    ['(v) after (u) it is a letter', 'u', null, { level: 2, value: 'v' }],
    ['(iv) is a number', 'a', null, { level: 3, value: 'iv' }],
    ['21 days after', null, null, null],
    ['1.5 per cent', null, null, null],
  ] as const)('%s', (paragraph, lastLetter, unitNumber, mark) => {
    expect(parseMark(paragraph, lastLetter, unitNumber)).toEqual(mark)
  })
})

describe('the provisions that a question names', () => {
  test.each([
    ['What does section 58A of the Pensions Act say?', [{ kind: 'SECTION', number: '58A', provision: null }]],
    [
      'Art. 28(2)(d) and reg 12 (3)',
      [
        { kind: 'ARTICLE', number: '28', provision: '2.d' },
        { kind: 'REGULATION', number: '12', provision: '3' },
      ],
    ],
    [
      's.64AL(1), Schedule 2, Annex I',
      [
        { kind: 'SECTION', number: '64AL', provision: '1' },
        { kind: 'SCHEDULE', number: '2', provision: null },
        { kind: 'ANNEX', number: 'I', provision: null },
      ],
    ],
    ['What does the Third Schedule to the Act hold?', [{ kind: 'SCHEDULE', number: '3', provision: null }]],
    [
      'sections 82, 83(1) and 84, within 21 days',
      [
        { kind: 'SECTION', number: '82', provision: null },
        { kind: 'SECTION', number: '83', provision: '1' },
        { kind: 'SECTION', number: '84', provision: null },
      ],
    ],
    ['regulations 4 and 30 days', [{ kind: 'REGULATION', number: '4', provision: null }]],
    ['section 4 and 30 others', [{ kind: 'SECTION', number: '4', provision: null }]],
    ['Article 5, again article 5', [{ kind: 'ARTICLE', number: '5', provision: null }]],
    [
      'Pensions Act s 3C, and ss. 4',
      [
        { kind: 'SECTION', number: '3C', provision: null },
        { kind: 'SECTION', number: '4', provision: null },
      ],
    ],
    ["It's 3 years, and the boss's 2 schemes", []],
    ['21 days after the month, in part 2 of it', []],
    ['Regulation 2016/679 and S.I. 301/2006, S.I. No. 128 of 2021', []],
    ['the articles of association and a section on fees', []],
    ["the sponsor's 3 schemes, in its 4 sections", []],
  ])('%s', (question, references) => {
    expect(listReferences(question)).toEqual(references)
  })
})

describe('a reference in common notations', () => {
  test.each([
    ['s34', ['Section 34']],
    ['s58A(1)(b)', ['Section 58A(1)(b)']],
    ['§ 34(2)', ['Section 34(2)']],
    ['sect. 34 and sec 35', ['Section 34', 'Section 35']],
    ['section 58 A of the Act', ['Section 58A']],
    ['section 58 a member relies on', ['Section 58']],
    ['arts 21 and 22', ['Article 21', 'Article 22']],
    ['ss. 82-84', ['Section 82', 'Section 83', 'Section 84']],
    ['Articles 36 to 38(3)', ['Article 36', 'Article 37', 'Article 38(3)']],
    ['Article 28–30', ['Article 28', 'Article 29', 'Article 30']],
    ['sections 26C-26AB', ['Section 26C', 'Section 26AB']],
    ['sections 4 to 400', ['Section 4', 'Section 400']],
    ['section 58A, 21 to 30 days', ['Section 58A']],
    ['section 5 to 10 days', ['Section 5']],
    ['the 2nd Schedule, Schedule III and Sch. 1', ['Schedule 2', 'Schedule 3', 'Schedule 1']],
    ['Annex 2 and annex I', ['Annex II', 'Annex I']],
    ['recital 57', ['Recital 57']],
    ['regs 31-33', ['Regulation 31', 'Regulation 32', 'Regulation 33']],
  ])('%s', (written, references) => {
    expect(listReferences(written).map(formatProvision)).toEqual(references)
  })
})

test('the text around a provision ends at the next one and at the end of the clause', () => {
  const around = (text: string) =>
    listMentions(text).map(({ number, before, after }) => [number, before, after])
  expect(around('Does Article 12 of the GDPR, or GDPR Article 15 apply?')).toEqual([
    ['12', 'Does ', ' of the GDPR'],
    ['15', ' of the GDPR, or GDPR ', ' apply'],
  ])
})

test.each([
  ['Art. 28(2)(d)', 'Article 28(2)(d)'],
  ['reg 12 (3)', 'Regulation 12(3)'],
  ['s.64al', 'Section 64AL'],
])('a reference is formatted in full: %s', (text, written) => {
  expect(listReferences(text).map(formatProvision)).toEqual([written])
})

describe('the texts that a question names in full', () => {
  test.each([
    ['What does regulation 12(3) of S.I. 301/2006 say?', ['S.I. 301/2006']],
    ['S.I. No. 128 of 2021', ['S.I. 128/2021']],
    ['Which rate does PEN-2 set?', ['PEN-2']],
    ['Which chapter of the Code of practice is it?', ['Code of practice']],
    ['Under the 2010 Trust Schemes Regulations', ['2010 Trust Schemes Regulations']],
    ['What does the Family Law Act 1995 add?', ['Family Law Act 1995']],
    ['the Act, under these Regulations of 1990', []],
    ['Under the Act of 1997 the rules of the scheme, in order', []],
  ])('%s', (question, names) => {
    expect(listInstruments(question)).toEqual(names)
  })
})
