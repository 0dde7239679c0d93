import { expect, test } from 'vitest'
import { listConflictingFields, mergeSides } from './conflict-dialog.tsx'

const base = { name: 'Acme', trusteeBody: null, schemeYearEnd: { month: 12, day: 31 } }

test('the order of fields in a group and empty fields make no difference', () => {
  const mine = { ...base, schemeYearEnd: { day: 31, month: 12 }, trusteeBody: undefined }
  const theirs = { ...base, name: 'Acme DC' }
  expect(listConflictingFields({ base, mine, theirs })).toEqual([])
  expect(mergeSides({ base, mine, theirs }, {})).toEqual(theirs)
})

test('a group that both users changed conflicts as a whole', () => {
  const mine = { ...base, trusteeBody: { kind: 'CORPORATE', name: 'Mine DAC', croNumber: null } }
  const theirs = { ...base, trusteeBody: { kind: 'CORPORATE', name: 'Theirs DAC' } }
  expect(listConflictingFields({ base, mine, theirs })).toEqual(['trusteeBody'])
  expect(mergeSides({ base, mine, theirs }, { trusteeBody: 'mine' })).toEqual(mine)
})

test('equal changes do not conflict', () => {
  const mine = { ...base, trusteeBody: { kind: 'CORPORATE', name: 'Acme DAC', croNumber: '' } }
  const theirs = { ...base, trusteeBody: { croNumber: null, name: 'Acme DAC', kind: 'CORPORATE' } }
  expect(listConflictingFields({ base, mine, theirs })).toEqual([])
})

test('changes of only one user are kept', () => {
  const mine = { ...base, name: 'Acme DC' }
  const theirs = { ...base, schemeYearEnd: { month: 3, day: 31 } }
  expect(listConflictingFields({ base, mine, theirs })).toEqual([])
  expect(mergeSides({ base, mine, theirs }, {})).toEqual({ ...theirs, name: 'Acme DC' })
})

test('a choice decides a conflict and is ignored without one', () => {
  const mine = { ...base, name: 'Mine' }
  const theirs = { ...base, name: 'Theirs' }
  expect(listConflictingFields({ base, mine, theirs })).toEqual(['name'])
  expect(mergeSides({ base, mine, theirs }, { name: 'theirs' }).name).toBe('Theirs')
  expect(mergeSides({ base, mine, theirs: base }, { name: 'theirs' }).name).toBe('Acme')
})
