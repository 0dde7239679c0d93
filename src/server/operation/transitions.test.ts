import { expect, test } from 'vitest'
import { createStatusRefusal, requireTransition } from './transitions.ts'

const TRANSITIONS = { approve: { from: ['UNDER_REVIEW'], to: 'IN_FORCE' } } as const

test('a verb that does not apply is refused with the status in words and its code', () => {
  expect(requireTransition(TRANSITIONS, 'approve', 'UNDER_REVIEW')).toBe('IN_FORCE')
  expect(() => requireTransition(TRANSITIONS, 'approve', 'IN_FORCE')).toThrow(
    expect.objectContaining({
      status: 409,
      message: 'This is not possible while the status is “In force”',
      details: { code: 'ILLEGAL_TRANSITION', status: 'IN_FORCE', from: ['UNDER_REVIEW'] },
    }),
  )
  expect(createStatusRefusal('ENDED').details).toEqual({ code: 'ILLEGAL_TRANSITION', status: 'ENDED' })
})
