import { expect, test } from 'vitest'
import { type Access, ROLES } from './access.ts'
import { can, defineRecordCommands, isAtLeast, parseRoute } from './define.ts'
import { Nothing } from './values.ts'

test('a role check passes when the level is at least the required one (Spec 2.2)', () => {
  for (const [level, role] of ROLES.entries()) {
    for (const [required, minimum] of ROLES.entries())
      expect(isAtLeast(role, minimum)).toBe(level >= required)
  }
})

test.each<[Access, number]>([
  ['public', 6],
  ['Member', 6],
  ['EmployerUser', 5],
  ['EmployerAdmin', 4],
  ['BrokerUser', 3],
  ['BrokerAdmin', 2],
  ['SuperAdmin', 1],
  ['cron', 0],
  ['ingest', 0],
])('an operation with access %s can be used by %i of the six roles', (access, count) => {
  expect(ROLES.filter((role) => can(role, { access }))).toHaveLength(count)
})

test('parses a route into method, path and parameter names', () => {
  expect(parseRoute('POST /api/schemes/{id}/trustees')).toEqual({
    method: 'POST',
    path: '/api/schemes/{id}/trustees',
    parameters: ['id'],
  })
})

test("a record command derives its name, route and default access from the record's name", () => {
  const trusteeCommand = defineRecordCommands('trustee', '/api/trustees/{id}', Nothing)
  expect(trusteeCommand('retire', 'Ends the appointment.', Nothing)).toMatchObject({
    name: 'trustee.retire',
    kind: 'command',
    route: 'POST /api/trustees/{id}/retire',
    access: 'BrokerUser',
  })
  expect(trusteeCommand('appoint', 'Appoints.', Nothing, 'BrokerAdmin').access).toBe('BrokerAdmin')
})
