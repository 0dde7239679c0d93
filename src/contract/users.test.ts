import { expect, test } from 'vitest'
import { ROLES } from './access.ts'
import type { Role } from './define.ts'
import {
  canManageAccounts,
  canSeeEveryFirm,
  getRecordOfRole,
  isBrokerRole,
  isLimitedToOwnRecord,
  mayManage,
  maySeeAccounts,
} from './users.ts'

test.each<[Role, Role[]]>([
  ['Member', []],
  ['EmployerUser', []],
  ['EmployerAdmin', ['EmployerUser']],
  ['BrokerUser', ['Member', 'EmployerUser', 'EmployerAdmin']],
  ['BrokerAdmin', ['Member', 'EmployerUser', 'EmployerAdmin', 'BrokerUser', 'BrokerAdmin']],
  ['SuperAdmin', [...ROLES]],
])('a %s manages %j', (actor, targets) => {
  expect(ROLES.filter((target) => mayManage(actor, target))).toEqual(targets)
  expect(canManageAccounts(actor)).toBe(targets.length > 0)
})

test.each<[Role, ReturnType<typeof getRecordOfRole>]>([
  ['Member', 'member'],
  ['EmployerUser', 'employer'],
  ['EmployerAdmin', 'employer'],
  ['BrokerUser', 'none'],
  ['BrokerAdmin', 'none'],
  ['SuperAdmin', 'none'],
])('a %s is bound to: %s', (role, binding) => {
  expect(getRecordOfRole(role)).toBe(binding)
})

test.each<[(role: Role) => boolean, Role[]]>([
  [isBrokerRole, ['BrokerUser', 'BrokerAdmin', 'SuperAdmin']],
  [canSeeEveryFirm, ['SuperAdmin']],
  [isLimitedToOwnRecord, ['Member']],
])('%o is true of %j', (rule, roles) => {
  expect(ROLES.filter(rule)).toEqual(roles)
})

test.each<[Role, Role[]]>([
  ['Member', []],
  ['EmployerUser', []],
  ['EmployerAdmin', ['EmployerUser', 'EmployerAdmin']],
  ['BrokerUser', ['Member', 'EmployerUser', 'EmployerAdmin', 'BrokerUser', 'BrokerAdmin']],
  ['BrokerAdmin', ['Member', 'EmployerUser', 'EmployerAdmin', 'BrokerUser', 'BrokerAdmin']],
  ['SuperAdmin', [...ROLES]],
])('a %s sees the accounts of %j', (actor, targets) => {
  expect(ROLES.filter((target) => maySeeAccounts(actor, target))).toEqual(targets)
})
