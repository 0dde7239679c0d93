import { expect, test } from 'vitest'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import {
  formatNotification,
  formatSubOutsourcing,
  isWaitingForNotification,
  parseSubOutsourcing,
} from './arrangement.ts'

const arrangement = (fields: Partial<OutsourcingArrangement>): OutsourcingArrangement =>
  ({
    isKeyFunction: true,
    isManagement: false,
    inForceFrom: '2026-12-01',
    notifyByOn: '2026-11-30',
    authorityNotifiedOn: null,
    status: 'PLANNED',
    ...fields,
  }) as OutsourcingArrangement

test.each<[Partial<OutsourcingArrangement>, string, boolean]>([
  [{}, 'Not notified', true],
  [{ authorityNotifiedOn: '2026-11-30' }, '30 Nov 2026', false],
  [{ authorityNotifiedOn: '2026-12-01' }, '1 Dec 2026, too late', false],
  [{ isKeyFunction: false }, 'Not notified', false],
  [{ isKeyFunction: false, isManagement: true }, 'Not notified', true],
  [{ isKeyFunction: false, authorityNotifiedOn: '2026-12-05' }, '5 Dec 2026', false],
  [{ authorityNotifiedOn: '2026-11-30', inForceFrom: null }, '30 Nov 2026', false],
  [{ status: 'IN_FORCE' }, 'Not notified', false],
  [{ status: 'ENDED' }, '—', false],
])('%j: %s', (fields, words, isWaiting) => {
  expect(formatNotification(arrangement(fields))).toBe(words)
  expect(isWaitingForNotification(arrangement(fields))).toBe(isWaiting)
})

test('a line is the name of a subcontractor and the activity passed on', () => {
  const passed = [
    { name: 'Filing Ltd', activity: 'Scanning' },
    { name: 'Payroll Ltd', activity: 'Runs: monthly' },
  ]
  expect(parseSubOutsourcing('Filing Ltd: Scanning\n\n Payroll Ltd :Runs: monthly ')).toEqual(passed)
  expect(parseSubOutsourcing(formatSubOutsourcing(passed))).toEqual(passed)
  expect(parseSubOutsourcing('Nothing said')).toEqual([{ name: 'Nothing said', activity: '' }])
  expect(parseSubOutsourcing('')).toEqual([])
})
