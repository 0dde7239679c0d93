import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPropertyRuns } from '../../../test/harness/property-runs.ts'
import { calculatePpsCheckLetter } from '../../contract/pps-number.ts'
import { createNameSet, listPersonalDataKinds, type PersonalDataKind } from './personal-data.ts'

const inPublicText = (text: string) => listPersonalDataKinds(text, { profile: 'publicText' })
const names = createNameSet([
  "Mary O'Brien",
  'Seán Mac Cárthaigh',
  'Gráinne Ní Bhriain',
  'Anne Marie McDonnell',
  'Walsh, Peter',
  'Zbigniew Wałęsa',
])
const inOutbound = (text: string) => listPersonalDataKinds(text, { profile: 'outbound', names })

const base64 = (text: string): string => Buffer.from(text).toString('base64')
const turned = (text: string): string => [...text].reverse().join('')
const percent = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')

describe('outbound text: detects', () => {
  test.each<[PersonalDataKind, string]>([
    ['PPS_NUMBER', 'PPS 1234567T'],
    ['PPS_NUMBER', 'his number is 1234567FA.'],
    ['PPS_NUMBER', 'the sum is wrong in 1234567A'],
    ['PPS_NUMBER', '1234567t'],
    ['PPS_NUMBER', '1234567 T'],
    ['PPS_NUMBER', '1 2 3 4 5 6 7 T'],
    ['PPS_NUMBER', '12-34-567-T'],
    ['PPS_NUMBER', '123.4567.TW'],
    ['PPS_NUMBER', '1234 567 FA'],
    ['PPS_NUMBER', '1234\u200b567\u200dT'],
    ['PPS_NUMBER', '1234\u00ad567T'],
    ['PPS_NUMBER', '１２３４５６７Ｔ'],
    ['PPS_NUMBER', '1234567Т (a Cyrillic letter)'],
    ['PPS_NUMBER', '1234567Τ (a Greek letter)'],
    ['PPS_NUMBER', '١٢٣٤٥٦٧T'],
    ['PPS_NUMBER', '①②③④⑤⑥⑦T'],
    ['PPS_NUMBER', '𝟏𝟐𝟑𝟒𝟓𝟔𝟕T'],
    ['PPS_NUMBER', 'l23456OT'],
    ['PPS_NUMBER', '1234–567–T'],
    ['PPS_NUMBER', '1\u03382345\u033867T'],
    ['PPS_NUMBER', 'ref1234567Tx'],
    ['PPS_NUMBER', '991234567T'],
    ['PPS_NUMBER', '12345\n67T'],
    ['PPS_NUMBER', '1234567%54'],
    ['PPS_NUMBER', percent('1234567T')],
    ['PPS_NUMBER', '&#49;234567&#x54;'],
    ['PPS_NUMBER', '\\u0031234567T'],
    ['PPS_NUMBER', base64('1234567T')],
    ['PPS_NUMBER', `see ${base64('PPS 1234567T').replaceAll('=', '')} for it`],
    ['PPS_NUMBER', `q${base64('1234567T')}`],
    ['PPS_NUMBER', Buffer.from('1234567T').toString('hex')],
    ['PPS_NUMBER', turned('1234567T')],
    ['PPS_NUMBER', turned('1234567FA')],
    ['PPS_NUMBER', turned('1234 567 T')],
    ['PPS_NUMBER', base64(turned('1234567T'))],
    ['IBAN', 'IE29 AIBK 9311 5212 3456 78'],
    ['IBAN', 'IE29AIBK93115212345678'],
    ['IBAN', 'ie29aibk93115212345678'],
    ['IBAN', 'IE29-AIBK-9311-5212-3456-78'],
    ['IBAN', 'IE00AIBK93115212345678 has the wrong sum'],
    ['IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['IBAN', 'GB82 WEST 1234 5698 7654 32'],
    ['IBAN', 'the IBAN is MT84 MALT 0110 0001'],
    ['IBAN', base64('IE29AIBK93115212345678')],
    ['IBAN', percent('IE29AIBK93115212345678')],
    ['IBAN', turned('IE29AIBK93115212345678')],
    ['IBAN', 'ＩＥ29 AIBK 9311 5212 3456 78'],
    ['EMAIL', 'mary@example.ie'],
    ['EMAIL', 'mary.murphy+pension@mail.example.co.uk'],
    ['EMAIL', 'info@pensionsauthority.ie'],
    ['EMAIL', 'mary!#$@example.ie'],
    ['EMAIL', 'mary @ example . ie'],
    ['EMAIL', 'mary＠example.ie'],
    ['EMAIL', 'mary at example dot ie'],
    ['EMAIL', 'mary at mail dot example dot ie'],
    ['EMAIL', 'mary (at) example (dot) ie'],
    ['EMAIL', 'mary[at]example.ie'],
    ['EMAIL', 'mary at gmail.com'],
    ['EMAIL', 'mary@example dot ie'],
    ['EMAIL', 'mary%40example.ie'],
    ['EMAIL', base64('mary@example.ie')],
    ['EMAIL', turned('mary@example.ie')],
    ['EMAIL', 'ma\u200bry@exam\u200bple.ie'],
    ['PHONE', '+353 87 123 4567'],
    ['PHONE', '00353 1 6131900'],
    ['PHONE', '087 123 4567'],
    ['PHONE', '0871234567'],
    ['PHONE', '087-123-4567'],
    ['PHONE', '(085) 1234567'],
    ['PHONE', '083/1234567'],
    ['PHONE', '+44 20 7946 0958'],
    ['PHONE', '01 613 1900'],
    ['PHONE', '(021) 427 1234'],
    ['DATE', 'born 14.3.71'],
    ['DATE', 'born on the 14th of March 71'],
    ['DATE', '14 Márta 1971'],
    ['DATE', '2 Bealtaine 1980'],
    ['DATE', 'born 1970-05-04'],
    ['DATE', '1970/5/4'],
    ['DATE', '4/5/1970'],
    ['DATE', '04.05.1970'],
    ['DATE', '04-05-70'],
    ['DATE', '4/5/70'],
    ['DATE', '4 May 1970'],
    ['DATE', '4th of May, 1970'],
    ['DATE', 'the fourth, May 4th 1970'],
    ['DATE', 'May 4, 1970'],
    ['DATE', '4-MAY-1970'],
    ['DATE', "4 Sept '70"],
    ['DATE', '1970 May 4'],
    ['DATE', '19700504'],
    ['DATE', '04051970'],
    ['DATE', '０４/０５/１９７０'],
    ['DATE', '2026-11-22T10:00:00Z'],
    ['MONEY', '€80,000'],
    ['MONEY', '€ 80.50'],
    ['MONEY', 'EUR 80,000'],
    ['MONEY', '80,000 euro'],
    ['MONEY', '80000EUR'],
    ['MONEY', '50 euros a month'],
    ['MONEY', 'a salary of 80k'],
    ['MONEY', '7.5K'],
    ['MONEY', '2 million euro'],
    ['MONEY', 'fifty thousand euro'],
    ['MONEY', '80 €'],
    ['MONEY', '£500'],
    ['NAME', "What is due for Mary O'Brien?"],
    ['NAME', 'mary obrien'],
    ['NAME', "O'Brien, Mary"],
    ['NAME', 'Mary O Brien'],
    ['NAME', 'Mary O’Brien’s transfer'],
    ['NAME', 'MARY Ó BRIAIN or Mary Ó’Brien'],
    ['NAME', 'Mary Jane O’Brien'],
    ['NAME', 'maryobrien'],
    ['NAME', 'm a r y o b r i e n'],
    ['NAME', 'Sean McCarthaigh'],
    ['NAME', 'Seán Mac Cárthaigh'],
    ['NAME', 'Mc Carthaigh Sean'],
    ['NAME', 'Grainne Ni Bhriain'],
    ['NAME', 'Anne McDonnell'],
    ['NAME', 'Anne-Marie Mac Donnell'],
    ['NAME', 'Peter Walsh'],
    ['NAME', 'the Peter Walsh Executive Scheme'],
    ['NAME', 'Zbigniew Walesa'],
    ['NAME', 'Маry O’Brien (a Cyrillic M)'],
    ['NAME', base64("Mary O'Brien")],
  ])('%s in %s', (kind, text) => expect(inOutbound(text)).toContain(kind))
})

describe('outbound text: detects none in a question about the law', () => {
  test.each([
    'What does section 58A(1) of the Pensions Act say?',
    'S.I. 128/2021',
    'SI 128 2021 and S.I. No. 128 of 2021',
    'Directive (EU) 2016/2341',
    'Directive (EU) 2016/2341 as amended by Directive (EU) 2022/2556',
    'Regulations (EC) No 883/2004 and (EC) No 987/2009',
    'Is Regulation (EC) No 883/2004 a directive?',
    'Directives 2009/65/EC, 2009/138/EC and 2013/36/EU',
    'the annual report of 2025',
    'the Code of practice (November 2021)',
    'from May 2025',
    'within 21 days after the end of the month',
    'at 21 days, is 21 days or be 10 days enough for the remittance of contributions to trustees',
    '12.5 % of salary, or 5 per cent.',
    'Articles 24, 25, 26 and 28(2)(d)',
    'Articles 4 to 9, 12 and 63a',
    'section 64AL, Schedule 2, Annex I',
    'sections 47K and 64K',
    'Regulation 12(3) and reg. 7',
    '2.1.10 of the guidance',
    'chapter 3.2.1',
    'fewer than 100 members',
    'a scheme with 1,250 members',
    '15,000 members and 1,234,567 units',
    'when do key function holders report?',
    'Who may be a trustee at a scheme with 99 members?',
    'published at www.pensionsauthority.ie',
    'the register at pensionsauthority.ie',
    'look at it. ie the policy',
    'at least every three years',
    'may 4 trustees act?',
    'May the trustees delegate it, and to whom?',
    'the euro area and the EU',
    'Can Peter be a trustee?',
    'the Walsh case',
    'Mary and the others',
    'the firm of Brien',
    'will anyone walk from Peter’s Square to the house of a certain Walsh',
    'ISO 27001, NIST 800-53',
    'version 6.5.438',
    'a ratio of 1:20 or 3/4',
    'paragraphs 1, 2, 3, 4, 5, 6 and 7 of it',
    'MIFID2 and IORP II, ESG, ESAP',
    'internationalisation, responsibilities, acknowledgement',
    'T+2 settlement, S&P 500',
    'OJ L 354, 23 December',
    '',
    ' ',
  ])('%s', (text) => expect(inOutbound(text)).toEqual([]))
})

describe('public text: refuses', () => {
  test.each<[PersonalDataKind, string]>([
    ['PPS_NUMBER', 'the member 1234567T of the scheme'],
    ['PPS_NUMBER', 'the member 1234567 FA'],
    ['PPS_NUMBER', 'PPSN: 1234 567 A'],
    ['PPS_NUMBER', 'PPS number 1-2-3-4-5-6-7-T'],
    ['PPS_NUMBER', 'personal public service number 1234567A'],
    ['PPS_NUMBER', '１２３４５６７Ｔ'],
    ['PPS_NUMBER', '12345\u200b67T'],
    ['PPS_NUMBER', 'PPSN 12345O7W'.replace('12345O7W', `12345O7${calculatePpsCheckLetter('1234507')}`)],
    ['IBAN', 'pay to IE29 AIBK 9311 5212 3456 78'],
    ['IBAN', 'IE29AIBK93115212345678.'],
    ['EMAIL', 'write to mary.murphy@example.ie'],
    ['EMAIL', 'm.murphy@gmail.com'],
    ['EMAIL', 'mary@gov.ie.example.com'],
    ['EMAIL', 'mary@notrevenue.ie'],
  ])('%s in %s', (kind, text) => expect(inPublicText(text)).toEqual([kind]))
})

describe('public text: accepts', () => {
  test.each([
    'EUR 80,000 and €127,000',
    'on 14 December 2016, and 13/01/2019',
    'telephone 01 613 1900 or +353 1 613 1900',
    'info@example.ie, pensions.queries@example.ie, no-reply@example.com',
    'mary.murphy@pensionsauthority.ie. The Authority',
    'mary.murphy@welfare.gov.ie and m.murphy@eiopa.europa.eu',
    'Article 28(2)(d) of Directive (EU) 2016/2341',
    'Regulation (EC) No 883/2004 a',
    'the number 1234567A has the wrong sum and no word says that it is one',
    '1234567 a year',
    'order number 5551234567T',
    'IE00AIBK93115212345678 has the wrong sum',
    'at 21 days after the month, be 10 or no 12 of them',
    'the PPS number of the member, in section 58A(1) of the Act of 1990',
    "Mary O'Brien signed it",
  ])('%s', (text) => expect(inPublicText(text)).toEqual([]))
})

test('returns each kind once, in a fixed order', () =>
  expect(inOutbound('a@example.ie 4/5/1970 b@example.ie €5 1234567T mary obrien 087 1234567')).toEqual([
    'PPS_NUMBER',
    'EMAIL',
    'PHONE',
    'DATE',
    'MONEY',
    'NAME',
  ]))

test('names are searched if they are given, and an empty name is ignored', () => {
  expect(listPersonalDataKinds('Mary O’Brien', { profile: 'outbound' })).toEqual([])
  expect(
    listPersonalDataKinds('a scheme', { profile: 'outbound', names: createNameSet(['', ' ', '-']) }),
  ).toEqual([])
})

const digit = fc.constantFrom(...'0123456789')
const ppsNumber = fc
  .tuple(fc.array(digit, { minLength: 7, maxLength: 7 }), fc.constantFrom('', 'A', 'W'))
  .map(([digits, second]) => `${digits.join('')}${calculatePpsCheckLetter(digits.join(''), second)}${second}`)

test('a PPS number is detected in any text: plain, spaced, reversed, in Base64 and in a URL', () => {
  const around = fc.string({ unit: fc.constantFrom(...'abc xyz,;:!?'), maxLength: 12 })
  const written = fc.constantFrom<(number: string) => string>(
    (number) => number,
    (number) => [...number].join(' '),
    (number) => [...number].join('-'),
    (number) => number.toLowerCase(),
    turned,
    base64,
    percent,
  )
  fc.assert(
    fc.property(ppsNumber, around, around, written, (number, before, after, write) => {
      expect(inOutbound(`${before} ${write(number)} ${after}`)).toContain('PPS_NUMBER')
    }),
    { numRuns: getPropertyRuns(1_000) },
  )
})

test('a long text is read to its end within the time limit', () => {
  for (const unit of ['a', '1', ' ', 'a@', '1 ', 'at ', '%41', 'A1', '.', 'a.', 'IE29', 'o ', '€', '0 8 3'])
    expect(
      listPersonalDataKinds(`${unit.repeat(50_000)} mary@example.ie`, { profile: 'outbound', names }),
    ).toContain('EMAIL')
})
