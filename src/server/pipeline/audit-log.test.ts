import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildAuditStates, defineAudited } from './audit-log.ts'

describe('the state of a record in an entry', () => {
  const auditedPerson = defineAudited('person', z.object({ status: z.string(), version: z.number() }), [
    'name',
    'email',
    'address',
  ])
  const before = {
    id: 'p1',
    status: 'A',
    version: 1,
    name: 'Áine',
    email: null,
    address: { town: 'Cork' },
    secret: 's',
  }

  test.each([
    {
      name: 'a create: no state before, the names of personal fields that were given',
      change: [null, before],
      previousState: null,
      newState: { id: 'p1', status: 'A', version: 1, concealedChanges: ['name', 'address'] },
    },
    {
      name: 'an update: both states, the names of personal fields that changed',
      change: [before, { ...before, version: 2, name: 'Una', email: 'una@example.com' }],
      previousState: { id: 'p1', status: 'A', version: 1 },
      newState: { id: 'p1', status: 'A', version: 2, concealedChanges: ['name', 'email'] },
    },
    {
      name: 'a change of nothing personal: no such names',
      change: [before, { ...before, status: 'B', address: { town: 'Cork' } }],
      previousState: { id: 'p1', status: 'A', version: 1 },
      newState: { id: 'p1', status: 'B', version: 1 },
    },
    {
      name: 'a removal: no state after',
      change: [before, null],
      previousState: { id: 'p1', status: 'A', version: 1 },
      newState: null,
    },
  ])('$name', ({ change, previousState, newState }) => {
    const [one = null, other = null] = change
    const states = buildAuditStates(auditedPerson, one, other)
    expect(states).toEqual({ previousState, newState })
    for (const personal of ['Áine', 'Una', 'example.com', 'Cork', 'secret'])
      expect(JSON.stringify(states)).not.toContain(personal)
  })

  test('a note is part of the new state', () => {
    const { newState } = buildAuditStates(auditedPerson, before, before, { reason: 'asked by phone' })
    expect(newState).toEqual({ id: 'p1', status: 'A', version: 1, reason: 'asked by phone' })
  })

  test('a record without a required field is an error, not an incomplete entry', () => {
    expect(() => buildAuditStates(auditedPerson, null, { id: 'p1', status: 'A' })).toThrow(z.ZodError)
  })
})
