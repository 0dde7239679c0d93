import { describe, expect, test } from 'vitest'
import { ROLES } from '../../contract/access.ts'
import type { Role } from '../../contract/define.ts'
import {
  type Actor,
  buildScopeConditions,
  getAccessScope,
  isFirm,
  requireInScope,
  requireRole,
} from './access-scope.ts'
import { Refusal } from './refusal.ts'

const buildActor = (role: Role, fields: Partial<Actor> = {}): Actor => ({
  id: 'u1',
  role,
  tenantId: 't1',
  employerId: null,
  memberId: null,
  ...fields,
})
const EMPLOYER = { employerId: 'e1' }
const MEMBER = { memberId: 'm1' }
const OWN = { tenantId: 't1', employerId: 'e1', memberId: 'm1' }

const refusalOf = (work: () => void): unknown => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, message: error.message }
    throw error
  }
  return null
}

test('the platform and guests are no firms', () => {
  expect(['platform', 'guests', 't1', ''].map(isFirm)).toEqual([false, false, true, true])
})

describe('the scope of a user', () => {
  test.each([
    [buildActor('SuperAdmin', { ...EMPLOYER, ...MEMBER }), { level: 'platform' }],
    [buildActor('BrokerAdmin', { ...EMPLOYER, ...MEMBER }), { level: 'tenant', tenantId: 't1' }],
    [buildActor('BrokerUser', { ...EMPLOYER, ...MEMBER }), { level: 'tenant', tenantId: 't1' }],
    [buildActor('EmployerAdmin', EMPLOYER), { level: 'employer', tenantId: 't1', employerId: 'e1' }],
    [buildActor('EmployerUser', EMPLOYER), { level: 'employer', tenantId: 't1', employerId: 'e1' }],
    [buildActor('Member', { ...EMPLOYER, ...MEMBER }), { level: 'member', tenantId: 't1', memberId: 'm1' }],
    // No record has the empty id.
    [buildActor('EmployerUser'), { level: 'employer', tenantId: 't1', employerId: '' }],
    [buildActor('Member'), { level: 'member', tenantId: 't1', memberId: '' }],
  ])('%o', (actor, scope) => {
    expect(getAccessScope(actor)).toEqual(scope)
  })
})

describe('a role check', () => {
  test.each(ROLES)('for %s passes from this role upwards', (minimum) => {
    const passed = ROLES.filter((role) => refusalOf(() => requireRole(buildActor(role), minimum)) === null)
    expect(passed).toEqual(ROLES.slice(ROLES.indexOf(minimum)))
  })

  test('refuses with 403', () => {
    expect(refusalOf(() => requireRole(buildActor('Member'), 'BrokerUser'))).toEqual({
      status: 403,
      message: 'Insufficient role',
    })
  })
})

describe('an owner check', () => {
  const OTHERS = {
    'another firm': { ...OWN, tenantId: 't2' },
    'another employer': { ...OWN, employerId: 'e2' },
    'another member': { ...OWN, memberId: 'm2' },
    'no employer and no member': { tenantId: 't1', employerId: null, memberId: null },
  }
  const listPermitted = (actor: Actor): string[] =>
    Object.entries({ 'the own record': OWN, ...OTHERS })
      .filter(([, owner]) => refusalOf(() => requireInScope(actor, owner)) === null)
      .map(([what]) => what)

  test.each<[Role, Partial<Actor>, string[]]>([
    ['SuperAdmin', { tenantId: 'platform' }, ['the own record', ...Object.keys(OTHERS)]],
    [
      'BrokerAdmin',
      {},
      ['the own record', 'another employer', 'another member', 'no employer and no member'],
    ],
    ['BrokerUser', {}, ['the own record', 'another employer', 'another member', 'no employer and no member']],
    ['EmployerAdmin', EMPLOYER, ['the own record', 'another member']],
    ['EmployerUser', EMPLOYER, ['the own record', 'another member']],
    ['Member', MEMBER, ['the own record', 'another employer']],
    ['EmployerUser', {}, []],
    ['Member', {}, []],
  ])('of %s %o', (role, fields, permitted) => {
    expect(listPermitted(buildActor(role, fields))).toEqual(permitted)
  })

  test('refuses with 403', () => {
    expect(refusalOf(() => requireInScope(buildActor('BrokerUser'), OTHERS['another firm']))).toEqual({
      status: 403,
      message: 'This resource does not belong to your organisation',
    })
  })
})

describe('the conditions of a scope', () => {
  const COLUMNS = { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.member_id' }
  const buildConditions = (actor: Actor, columns = {}) => {
    const values: unknown[] = ['first']
    return {
      conditions: buildScopeConditions(getAccessScope(actor), { ...COLUMNS, ...columns }, values),
      values,
    }
  }

  test('name values by their place', () => {
    expect(buildConditions(buildActor('SuperAdmin'))).toEqual({ conditions: [], values: ['first'] })
    expect(buildConditions(buildActor('BrokerUser'))).toEqual({
      conditions: ['r.tenant_id = $2'],
      values: ['first', 't1'],
    })
    expect(buildConditions(buildActor('EmployerUser', EMPLOYER))).toEqual({
      conditions: ['r.tenant_id = $2', 'r.employer_id = $3'],
      values: ['first', 't1', 'e1'],
    })
    expect(buildConditions(buildActor('Member', MEMBER))).toEqual({
      conditions: ['r.tenant_id = $2', 'r.member_id = $3'],
      values: ['first', 't1', 'm1'],
    })
  })

  test('select no rows for a level that the table does not know', () => {
    expect(buildConditions(buildActor('EmployerUser', EMPLOYER), { employer: null })).toEqual({
      conditions: ['r.tenant_id = $2', 'false'],
      values: ['first', 't1'],
    })
    expect(buildConditions(buildActor('Member', MEMBER), { member: null })).toEqual({
      conditions: ['r.tenant_id = $2', 'false'],
      values: ['first', 't1'],
    })
  })
})
