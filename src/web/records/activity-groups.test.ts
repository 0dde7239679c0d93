import { expect, test } from 'vitest'
import type { ListedAuditEntry } from '../../contract/audit.ts'
import { describeActivity } from '../activity.ts'
import { describeGroup, groupActivity } from './activity-groups.ts'

const buildEntry = (fields: Partial<ListedAuditEntry>): ListedAuditEntry => ({
  id: 'e1',
  tenantId: 't1',
  actorId: 'u1',
  actorType: 'BrokerUser',
  action: 'own-risk-assessment.write-section',
  entityType: 'ownRiskAssessment',
  entityId: 'a1',
  previousState: {},
  newState: {},
  ipAddress: null,
  userAgent: null,
  timestamp: '2026-11-29T10:00:00.000Z',
  sequence: 1,
  previousHash: '',
  hash: '',
  schemeName: null,
  ...fields,
})
const section = (key: string, fields: Partial<ListedAuditEntry> = {}) =>
  buildEntry({ newState: { section: key }, ...fields })

const formatGroups = (entries: ListedAuditEntry[]): string[] =>
  groupActivity(entries).map((group) => {
    const { actor, before, about, after } = describeGroup(
      describeActivity({
        ...group.entry,
        entityName: 'Own-risk assessment 2',
        actorName: group.entry.actorId,
      }),
      group,
    )
    return `${actor} ${before} ${about}${after}`
  })

test('sections that a user writes in a row are one line with their titles', () => {
  expect(formatGroups([section('m'), section('d'), section('d')])).toEqual([
    'u1 wrote 2 sections of the Own-risk assessment 2: Funding needs, Methods',
  ])
  expect(formatGroups([section('d')])).toEqual([
    'u1 wrote a section of the Own-risk assessment 2: Funding needs',
  ])
})

test('another user, another action or another day in Dublin begins a new line', () => {
  expect(
    formatGroups([
      section('d'),
      section('m', { actorId: 'u2' }),
      // Half past midnight in Dublin, in summer.
      section('a', { timestamp: '2026-08-01T23:30:00.000Z' }),
      section('b', { timestamp: '2026-08-01T22:30:00.000Z' }),
      buildEntry({ action: 'own-risk-assessment.update' }),
    ]),
  ).toHaveLength(5)
})

test('other actions are counted', () => {
  const change = buildEntry({ action: 'own-risk-assessment.update' })
  expect(formatGroups([change, change, change])).toEqual(['u1 changed the Own-risk assessment 2, 3 times'])
  expect(formatGroups([change])).toEqual(['u1 changed the Own-risk assessment 2'])
})
