import { describe, expect, test } from 'vitest'
import { codeWords, labelOf, valueWords } from './labels.ts'

describe('labels', () => {
  test.each([
    ['pensionsAuthorityNumber', 'PB number'],
    ['ppsNumberMasked', 'PPS number'],
    ['establishedOn', 'Established'],
    ['createdAt', 'Created'],
    ['pensionableSalaryCents', 'Pensionable salary'],
    ['legalName', 'Legal name'],
    ['isFrozen', 'Frozen'],
    ['issuedOn', 'Issued'],
    ['memberCounts.active', 'Active members'],
    ['contact.name', 'Name'],
    ['SOME_CODE', 'Some code'],
  ])('%s is called %s', (field, label) => expect(labelOf(field)).toBe(label))
})

describe('codes', () => {
  test.each([
    ['FOUR_WEEKLY', 'Four weekly'],
    ['DC', 'DC'],
    ['PENDING_APPROVAL', 'Waiting for approval'],
    ['BrokerAdmin', 'Broker administrator'],
    ['TRUST_DEED_RULES', 'Trust deed and rules'],
    ['ANNUAL_COMPLIANCE_STATEMENT', 'Annual compliance statement'],
  ])('%s reads %s', (code, words) => expect(codeWords(code)).toBe(words))
})

describe('values', () => {
  test.each([
    ['a date', 'establishedOn', '2026-03-21', '21 Mar 2026'],
    ['an instant', 'createdAt', '2026-03-21T14:02:00.000Z', '21 Mar 2026, 14:02'],
    ['money', 'pensionableSalaryCents', 4_500_000, '€45,000.00'],
    ['no money', 'pensionableSalaryCents', 0, '€0.00'],
    ['a rate', 'employeeRatePercent', 5, '5 %'],
    ['yes', 'isFunded', true, 'Yes'],
    ['no, which is not nothing', 'isFunded', false, 'No'],
    ['a code', 'status', 'WINDING_UP', 'Winding up'],
    ['several codes', 'payFrequencies', ['WEEKLY', 'FOUR_WEEKLY'], 'Weekly, Four weekly'],
    ['a payroll month', 'payrollMonth', '2026-10', 'Oct 2026'],
    [
      'warnings',
      'confirmedWarnings',
      ['W03', 'W09'],
      'Amount differs from what is expected, Uploaded after the due date',
    ],
    ['a role', 'role', 'BrokerUser', 'Broker'],
    ['a year end', 'schemeYearEnd', { month: 12, day: 31 }, '31 Dec'],
    ['a name in capitals, which is no code', 'legalName', 'ESB', 'ESB'],
    ['a number that looks like a code', 'pensionsAuthorityNumber', 'PB12345', 'PB12345'],
  ])('%s', (_what, field, value, words) => expect(valueWords(field, value)).toBe(words))

  test.each([null, undefined, '', [], {}, { name: null, email: '' }])('nothing (%j) is a dash', (value) =>
    expect(valueWords('payrollContact', value)).toBe('—'),
  )

  test('a group reads as its parts that are known', () => {
    expect(valueWords('payrollContact', { name: 'Aoife', department: 'Payroll', email: null })).toBe(
      'Name: Aoife; Department: Payroll',
    )
  })
})
