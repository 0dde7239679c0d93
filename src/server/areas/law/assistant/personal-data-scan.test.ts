import { describe, expect, test } from 'vitest'
import { createNameSet, type PersonalDataKind } from '../../../platform/personal-data.ts'
import { findKindsInOutboundText, listReadings } from './personal-data-scan.ts'

const names = createNameSet(["Mary O'Brien", 'Gráinne Ní Bhriain'])
const base64 = (text: string): string => Buffer.from(text).toString('base64')
const turned = (text: string): string => [...text].reverse().join('')

describe('personal data is found', () => {
  test.each<[PersonalDataKind, string]>([
    ['NAME', "of Mary O'Brien"],
    ['NAME', turned("of Mary O'Brien")],
    ['NAME', turned('Gráinne Ní Bhriain')],
    ['NAME', base64('Gráinne Ní Bhriain')],
    ['NAME', `scheme/${base64('Gráinne Ní Bhriain')}/2`],
    ['NAME', encodeURIComponent(base64('Gráinne Ní Bhriain'))],
    ['NAME', turned(encodeURIComponent('Mary Brien O’Brien'))],
    ['NAME', base64(turned("Mary O'Brien"))],
    ['MONEY', base64('€54,321')],
    ['MONEY', turned('€54,321')],
    ['DATE', base64('04/05/1970')],
    ['DATE', turned('4 May 1970')],
    ['EMAIL', turned('mary@example.ie')],
    ['PPS_NUMBER', turned('1234567T')],
  ])('%s in %s', (kind, text) => expect(findKindsInOutboundText(text, names)).toContain(kind))
})

describe('disguised personal data is found', () => {
  const people = createNameSet([
    { name: "Aoife O'Sullivan", surname: "O'Sullivan" },
    { name: 'Seán Ó Súilleabháin', surname: 'Ó Súilleabháin' },
    { name: 'Pádraig Mac Giolla Phádraig', surname: 'Mac Giolla Phádraig' },
    { name: 'Dónall Ó Dónaill', surname: 'Ó Dónaill' },
    { name: 'Li Wu', surname: 'Wu' },
    { name: 'Ann Murphy-Byrne', surname: 'Murphy-Byrne' },
  ])
  const found = (text: string) => findKindsInOutboundText(text, people, () => true)
  test.each<[PersonalDataKind, string]>([
    ['NAME', "A. O'Sullivan"],
    ['NAME', "Ms O'Sullivan asks"],
    ['NAME', "O'Sullivan Executive Pension"],
    ['NAME', 'OSULLIVAN EXECUTIVE PENSION'],
    ['NAME', 'the O’Sullivan scheme'],
    ['NAME', "Ao1fe O'Sullivan"],
    ['NAME', "Aoife O'Su11ivan"],
    ['NAME', "O'Sullivan's transfer value"],
    ['NAME', 'Sullivan Executive Pension'],
    ['NAME', 'Ó Súilleabháin'],
    ['NAME', 'Ní Shúilleabháin'],
    ['NAME', 'Uí Shúilleabháin'],
    ['NAME', 'MacGiollaPhadraig'],
    ['NAME', 'Mac Giolla Phádraig'],
    ['NAME', 'Nic Giolla Phádraig'],
    ['NAME', 'Dhónaill'],
    ['NAME', 'Ní Dhónaill'],
    ['NAME', 'Wu Pension Plan'],
    ['NAME', 'Byrne Retirement Trust'],
    ['NAME', 'Murphy Byrne Trust'],
    ['NAME', 'M u r p h y'],
    ['PPS_NUMBER', '1234567(T)'],
    ['PPS_NUMBER', '1:2:3:4:5:6:7:T'],
    ['PPS_NUMBER', '1*2*3*4*5*6*7*T'],
    ['PPS_NUMBER', '12345\u200b67T'],
    ['PPS_NUMBER', '1234567\u200bT'],
    ['PPS_NUMBER', '[1234567] [T]'],
    ['PPS_NUMBER', '1234567 / FA'],
    ['PPS_NUMBER', '٢٣٤٥٦٧٨P'],
    ['PPS_NUMBER', '123456７Т'],
    ['PPS_NUMBER', '१२३४५६७T'],
    ['ADDRESS', 'lives at D02 X285'],
    ['ADDRESS', 'd02x285'],
    ['ADDRESS', 'A65-F4E2'],
    ['ADDRESS', 'D6W XY00'],
    ['ADDRESS', '12 Harbour Road, Skerries'],
    ['ADDRESS', '4B Saint Brigid Terrace'],
    ['IBAN', '90-00-17 12345678'],
    ['IBAN', 'sort code 900017 account 12345678'],
    ['IBAN', 'account number 1234 5678'],
    ['IBAN', 'a/c 12345678'],
    ['DATE', 'DOB 030361'],
    ['DATE', 'dob: 03 03 61'],
    ['DATE', 'born 3/3/61'],
    ['DATE', 'date of birth 19610303'],
    ['DATE', 'born 030361'],
    ['MONEY', 'a salary of 45000 a year'],
    ['MONEY', 'earns 45,000'],
    ['MONEY', 'paid 45 000 per annum'],
    ['MONEY', '3750 a month'],
    ['MONEY', 'pensionable salary: 62500'],
  ])('%s in %s', (kind, text) => expect(found(text)).toContain(kind))

  test.each([
    'Form P60 2021 and T12 2020',
    'Which salary counts in 2026?',
    'What must be paid within 21 days of 31 December?',
    'Is a scheme with 1000 members large?',
    'What does account mean in section 12 of the Act?',
    'Contributions paid under section 58A(1) of the Pensions Act 1990',
    'The High Court, Four Courts, Inns Quay',
    'How is pay in Regulation 12 of 2006 counted?',
    'Directive 2003/41/EC and S.I. 128/2021',
  ])('none in %s', (text) => expect(found(text)).toEqual([]))

  test('a surname that is also a word counts only after a title, an initial or the given name', () => {
    const price = createNameSet([{ name: 'Peter Price', surname: 'Price' }])
    const kindsIn = (text: string) => findKindsInOutboundText(text, price, () => false)
    for (const text of ['Mr Price', 'P. Price asks', 'Dr. Price', 'Peter Price'])
      expect(kindsIn(text)).toEqual(['NAME'])
    for (const text of ['The price of a unit', 'Price changes', 'a Price list'])
      expect(kindsIn(text)).toEqual([])
  })
})

test.each([
  'Acme Widgets Retirement and Death Benefit Scheme',
  'What does S.I. 128/2021 say of Directive (EU) 2016/2341, Article 28(2)(d)?',
  'Must trustees remit contributions within 21 days under section 58A(1)?',
  'Mary and another O’Connor',
])('none in %s', (text) => expect(findKindsInOutboundText(text, names)).toEqual([]))

test('the readings of a text include its decoded and its reversed text', () => {
  const { forwards, backwards } = listReadings(`scheme ${base64('Gráinne Ní Bhriain')}`)
  expect(forwards).toContain('Gráinne Ní Bhriain')
  expect(backwards).toContain('niairhB íN enniárG')
})
