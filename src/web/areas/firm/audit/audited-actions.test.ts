import { expect, test } from 'vitest'
import { RESOURCES } from '../../../../server/platform/resources.ts'
import { ACTIONS_RECORDED, getKindOfAction, RECORDS_KEPT } from './audited-actions.ts'

test('the audit log can be filtered by every kind of record', () => {
  expect(RECORDS_KEPT).toEqual(expect.arrayContaining(Object.keys(RESOURCES)))
})

/** The secret address of a user's calendar, which is the user's own and has no id in a path. */
const WITHOUT_OWNER = ['calendarFeed']

test('every kind of record that an operation creates has an owner that the database can find', () => {
  const created = ACTIONS_RECORDED.filter((action) => action.endsWith('.create')).map(getKindOfAction)
  expect(created.filter((kind) => !(kind in RESOURCES))).toEqual(WITHOUT_OWNER)
})
