import { expect, test } from 'vitest'
import { requireNotWoundUp } from './scheme-guards.ts'

test('a wound-up scheme refuses new records with 409, each other scheme accepts them', () => {
  for (const status of ['DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'FROZEN', ''])
    expect(() => requireNotWoundUp({ status }, 'Meetings')).not.toThrow()
  expect(() => requireNotWoundUp({ status: 'WOUND_UP' }, 'Meetings')).toThrow(
    expect.objectContaining({
      status: 409,
      message: 'Meetings cannot be added to a wound-up scheme',
      details: { code: 'ILLEGAL_TRANSITION', status: 'WOUND_UP' },
    }),
  )
})
