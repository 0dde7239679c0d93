import { expect, test } from 'vitest'
import { RESOURCES } from '../../../../server/operation/resources.ts'
import { RECORDS_KEPT } from './audited-actions.ts'

test('the audit log can be filtered by every kind of record', () => {
  expect(RECORDS_KEPT).toEqual(expect.arrayContaining(Object.keys(RESOURCES)))
})
