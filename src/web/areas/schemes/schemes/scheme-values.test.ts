import { expect, test } from 'vitest'
import { NewScheme } from '../../../../contract/schemes.ts'
import { createSchemeValues, fillEmptyGroups, prepareScheme } from './scheme-values.ts'

test('an empty group of fields is sent as not known', () => {
  const sent = prepareScheme(createSchemeValues('e1'))
  expect(sent).toMatchObject({
    schemeYearEnd: null,
    contributionBasis: null,
    memberCounts: null,
    trusteeBody: null,
  })
})

test('the contract accepts a new scheme with a name and a type', () => {
  const typed = { ...createSchemeValues('e1'), name: 'Acme DC', type: 'DC' }
  expect(NewScheme.safeParse(prepareScheme(typed)).error?.issues).toBeUndefined()
})

test.each([
  ['schemeYearEnd', { day: 31, month: null }],
  ['memberCounts', { active: 0, deferred: null, pensioner: null, asOfOn: null }],
  ['contributionBasis', { additionalVoluntaryAllowed: true }],
  ['trusteeBody', { kind: null, name: 'Acme Trustees DAC', croNumber: null }],
])('values entered in %s are sent, complete or not', (name, group) => {
  expect(prepareScheme({ [name]: group })[name]).toEqual(group)
})

test('an unknown group opens as empty fields, and a known one is unchanged', () => {
  const open = fillEmptyGroups({ trusteeBody: null, schemeYearEnd: { month: 12, day: 31 } })
  expect(open.trusteeBody).toEqual({ kind: null, name: null, croNumber: null, appointedOn: null })
  expect(open.schemeYearEnd).toEqual({ month: 12, day: 31 })
})

test.each([
  ['210000', 'PB210000'],
  [' 21 00-00 ', 'PB210000'],
  ['pb 210000', 'PB210000'],
  [null, null],
])('the PB number %j is sent as %j', (entered, sent) => {
  const typed = { ...createSchemeValues('e1'), name: 'Acme DC', type: 'DC', pensionsAuthorityNumber: entered }
  expect(NewScheme.parse(prepareScheme(typed)).pensionsAuthorityNumber).toBe(sent)
})
