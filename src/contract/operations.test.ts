import { expect, test } from 'vitest'
import { CONTRACTS } from './index.ts'
import { OPERATIONS } from './operations.ts'

test('every operation of the table has a contract', () => {
  expect(CONTRACTS.map(({ name }) => name).toSorted()).toEqual(Object.keys(OPERATIONS).toSorted())
})
