import { describe, expect, test } from 'vitest'
import { limitToRole, listRolesToChangeTo, listRolesToGrant, listRolesToSee } from './user.ts'

describe('the roles that may be granted', () => {
  test('go down from the own one', () =>
    expect(listRolesToGrant('BrokerAdmin')).toEqual([
      'BrokerAdmin',
      'BrokerUser',
      'EmployerAdmin',
      'EmployerUser',
      'Member',
    ]))
  test('are one for an employer, and those below their own for a broker', () => {
    expect(listRolesToGrant('EmployerAdmin')).toEqual(['EmployerUser'])
    expect(listRolesToGrant('BrokerUser')).toEqual(['EmployerAdmin', 'EmployerUser', 'Member'])
  })
  test('never lead from a firm to the platform or back', () => {
    expect(listRolesToChangeTo('SuperAdmin', { role: 'SuperAdmin' })).toEqual(['SuperAdmin'])
    expect(listRolesToChangeTo('SuperAdmin', { role: 'Member' })).not.toContain('SuperAdmin')
  })
})

test('an employer sees its administrators besides those it may invite', () =>
  expect(listRolesToSee('EmployerAdmin')).toEqual(['EmployerAdmin', 'EmployerUser']))

test('only what the role is bound to is sent', () => {
  const values = { employerId: 'employer1', memberId: 'member1' }
  expect(limitToRole({ ...values, role: 'EmployerUser' })).toMatchObject({
    employerId: 'employer1',
    memberId: null,
  })
  expect(limitToRole({ ...values, role: 'Member' })).toMatchObject({ employerId: null, memberId: 'member1' })
  for (const role of ['BrokerUser', null] as const)
    expect(limitToRole({ ...values, role })).toMatchObject({ employerId: null, memberId: null })
})
