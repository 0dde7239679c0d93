import { expect, test } from 'vitest'
import { NewScheme } from '../../../../contract/schemes.ts'
import { createSchemeValues, openGroups, prepareScheme } from './scheme-values.ts'

test('a group in which nothing was entered is not known', () => {
  const sent = prepareScheme(createSchemeValues('e1'))
  expect(sent).toMatchObject({
    schemeYearEnd: null,
    contributionBasis: null,
    memberCounts: null,
    trusteeBody: null,
  })
})

test('a new scheme with a name and a type is one the contract takes', () => {
  const typed = { ...createSchemeValues('e1'), name: 'Acme DC', type: 'DC' }
  expect(NewScheme.safeParse(prepareScheme(typed)).error?.issues).toBeUndefined()
})

test.each([
  ['schemeYearEnd', { day: 31, month: null }],
  ['memberCounts', { active: 0, deferred: null, pensioner: null, asOfOn: null }],
  ['contributionBasis', { additionalVoluntaryAllowed: true }],
  ['trusteeBody', { kind: null, name: 'Acme Trustees DAC', croNumber: null }],
])('what was entered in %s goes on, complete or not', (name, group) => {
  expect(prepareScheme({ [name]: group })[name]).toEqual(group)
})

test('a group that is not known opens to fields, and one that is stays as it is', () => {
  const open = openGroups({ trusteeBody: null, schemeYearEnd: { month: 12, day: 31 } })
  expect(open.trusteeBody).toEqual({ kind: null, name: null, croNumber: null, appointedOn: null })
  expect(open.schemeYearEnd).toEqual({ month: 12, day: 31 })
})
