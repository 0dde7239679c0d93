import { describe, expect, test } from 'vitest'
import { limitToRole, listAssignableRoles, listGrantableRoles, listVisibleRoles } from './user.ts'

describe('the roles that may be granted', () => {
  test('are all roles of the firm for a BrokerAdmin', () =>
    expect(listGrantableRoles('BrokerAdmin')).toEqual([
      'BrokerAdmin',
      'BrokerUser',
      'EmployerAdmin',
      'EmployerUser',
      'Member',
    ]))
  test("are one role for an employer's administrator, and the roles below a broker's own", () => {
    expect(listGrantableRoles('EmployerAdmin')).toEqual(['EmployerUser'])
    expect(listGrantableRoles('BrokerUser')).toEqual(['EmployerAdmin', 'EmployerUser', 'Member'])
  })
  test('never change a user between a firm and the platform', () => {
    expect(listAssignableRoles('SuperAdmin', { role: 'SuperAdmin' })).toEqual(['SuperAdmin'])
    expect(listAssignableRoles('SuperAdmin', { role: 'Member' })).not.toContain('SuperAdmin')
  })
})

test("an employer's administrator sees administrators as well as the roles that they may invite", () =>
  expect(listVisibleRoles('EmployerAdmin')).toEqual(['EmployerAdmin', 'EmployerUser']))

test('only the employer or member that the role requires is sent', () => {
  const values = { employerId: 'employer1', memberId: 'member1' }
  expect(limitToRole({ ...values, role: 'EmployerUser' })).toMatchObject({
    employerId: 'employer1',
    memberId: null,
  })
  expect(limitToRole({ ...values, role: 'Member' })).toMatchObject({ employerId: null, memberId: 'member1' })
  for (const role of ['BrokerUser', null] as const)
    expect(limitToRole({ ...values, role })).toMatchObject({ employerId: null, memberId: null })
})
