import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { CONTRACTS } from '../contract/index.ts'
import { CODES, FIELD_CODES, formatCode, formatValue, getLabel } from './labels.ts'

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
  ])('%s has the label %s', (field, label) => expect(getLabel(field)).toBe(label))
})

describe('codes', () => {
  test.each([
    ['FOUR_WEEKLY', 'Four weekly'],
    ['DC', 'DC'],
    ['PENDING_APPROVAL', 'Waiting for approval'],
    ['BrokerAdmin', 'Broker administrator'],
    ['TRUST_DEED_RULES', 'Trust deed and rules'],
    ['ANNUAL_COMPLIANCE_STATEMENT', 'Annual compliance statement'],
  ])('%s is shown as %s', (code, words) => expect(formatCode(code)).toBe(words))
})

describe('codes that fields share', () => {
  /** Read by a person and found to mean the same in each of their fields. */
  const SAME_MEANING = [
    'API',
    'BrokerAdmin',
    'BrokerUser',
    'COMPULSORY_S83',
    'CSV',
    'DB',
    'DC',
    'DORA_19',
    'EmployerAdmin',
    'EmployerUser',
    'FIT_PROPER_OK',
    'GDPR_33',
    'IN_FORCE',
    'IN_REVIEW',
    'IT',
    'KFH_S64AH',
    'NEVER',
    'NOT_AFFECTED',
    'POLICY',
    'RA',
    'RETURNED',
    'SIPP',
    'TO_CONFIRM',
    'TRUSTEE_MINUTES',
    'VOLUNTARY_S84',
    'XLSX',
    'WOUND_UP',
    'SuperAdmin',
  ]

  interface Schema {
    enum?: unknown[]
    const?: unknown
    properties?: Record<string, Schema>
    items?: Schema
    anyOf?: Schema[]
    oneOf?: Schema[]
    allOf?: Schema[]
    additionalProperties?: Schema
    propertyNames?: Schema
  }

  /** Every list of codes in the contract, with the fields that hold it; citations are references, no codes of a field. */
  function fieldsByCode(): Map<string, Map<string, Set<string>>> {
    const found = new Map<string, Map<string, Set<string>>>()
    const walk = (schema: Schema | undefined, field: string): void => {
      if (!schema || typeof schema !== 'object' || /citation/i.test(field)) return
      const codes = (schema.enum ?? [schema.const]).filter(
        (code): code is string => typeof code === 'string' && /^[A-Z]/.test(code),
      )
      for (const code of codes) {
        const lists = found.get(code) ?? new Map<string, Set<string>>()
        const key = [...codes].sort().join(' ')
        lists.set(key, (lists.get(key) ?? new Set()).add(field))
        found.set(code, lists)
      }
      for (const [name, property] of Object.entries(schema.properties ?? {})) walk(property, name)
      for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
        walk(one, field)
      walk(schema.items, field)
      walk(schema.additionalProperties, field)
      walk(schema.propertyNames, field)
    }
    for (const contract of CONTRACTS)
      for (const io of ['input', 'output'] as const)
        walk(
          z.toJSONSchema(contract[io], { io, unrepresentable: 'any', reused: 'inline' }) as Schema,
          contract.name,
        )
    return found
  }

  test('have one label only if they have one meaning', () => {
    const shared = [...fieldsByCode()].flatMap(([code, lists]) => {
      // Fields with a label of their own for the code do not read the common one.
      const others = [...lists.values()].filter((fields) =>
        [...fields].some((field) => !FIELD_CODES[field]?.[code]),
      )
      return CODES[code] !== undefined && others.length > 1 ? [code] : []
    })
    expect(shared.filter((code) => !SAME_MEANING.includes(code))).toEqual([])
  })

  test.each([
    ['sectionState', 'WRITTEN', 'Written'],
    ['origin', 'WRITTEN', 'Written by AI'],
    ['confidence', 'M', 'Partly verified'],
    ['sex', 'M', 'Male'],
    ['weight', 'RED', 'Red'],
  ])('%s %s is shown as %s', (field, code, words) => expect(formatValue(field, code)).toBe(words))
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
      'Amount differs from the expected amount, Uploaded after the due date',
    ],
    ['a role', 'role', 'BrokerUser', 'Broker'],
    ['a year end', 'schemeYearEnd', { month: 12, day: 31 }, '31 Dec'],
    ['a name in capitals, which is no code', 'legalName', 'ESB', 'ESB'],
    ['a number that looks like a code', 'pensionsAuthorityNumber', 'PB12345', 'PB12345'],
  ])('%s', (_what, field, value, words) => expect(formatValue(field, value)).toBe(words))

  test.each([null, undefined, '', [], {}, { name: null, email: '' }])('nothing (%j) is a dash', (value) =>
    expect(formatValue('payrollContact', value)).toBe('—'),
  )

  test('a group is shown as its known parts', () => {
    expect(formatValue('payrollContact', { name: 'Aoife', department: 'Payroll', email: null })).toBe(
      'Name: Aoife; Department: Payroll',
    )
  })
})
