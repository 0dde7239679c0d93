import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineAudited } from '../pipeline/audit-log.ts'
import { deriveWebhookEvent } from './webhook-events.ts'

type State = Record<string, unknown> | null
const derive = (action: string, kind: string, before: State, after: State) =>
  deriveWebhookEvent(action, { audited: defineAudited(kind, z.object({})), before, after })

const BREACH = { id: 'b1', schemeId: 's1', status: 'OPEN', title: 'A title', isRestricted: false }

test.each([
  ['breach.create', 'breach', null, BREACH, 'breach.created'],
  ['breach.assess', 'breach', BREACH, { ...BREACH, status: 'ASSESSED' }, 'breach.status-changed'],
  ['breach.update', 'breach', BREACH, { ...BREACH, title: 'Another' }, undefined],
  ['breach.create', 'breach', null, { ...BREACH, isRestricted: true }, undefined],
  ['breach.close', 'breach', { ...BREACH, isRestricted: true }, { ...BREACH, status: 'CLOSED' }, undefined],
  [
    'contribution.upload',
    'contribution',
    null,
    { id: 'c1', status: 'AWAITING_FUNDS' },
    'contribution.created',
  ],
  [
    'contribution.funds',
    'contribution',
    { id: 'c1', status: 'EXPECTED' },
    { id: 'c1', status: 'FUNDED' },
    'contribution.status-changed',
  ],
  [
    'scheme.submit',
    'scheme',
    { id: 's1', status: 'DRAFT' },
    { id: 's1', status: 'PENDING_APPROVAL' },
    'approval.submitted',
  ],
  ['scheme.reject', 'scheme', { id: 's1' }, { id: 's1' }, 'approval.returned'],
  ['policy.return', 'writtenPolicy', { id: 'p1' }, { id: 'p1' }, 'approval.returned'],
  ['trustee-meeting.approve-minutes', 'trusteeMeeting', { id: 'm1' }, { id: 'm1' }, 'approval.approved'],
  [
    'draft.approve',
    'draft',
    { id: 'd1', status: 'DRAFT', appliedTo: null },
    { id: 'd1', status: 'APPROVED', appliedTo: { kind: 'DOCUMENT', id: 'o1' } },
    'approval.approved',
  ],
  [
    'draft.approve',
    'draft',
    { id: 'd1', status: 'DRAFT', appliedTo: null },
    { id: 'd1', status: 'APPROVED', appliedTo: null },
    undefined,
  ],
  ['scheme.update', 'scheme', { id: 's1', status: 'ACTIVE' }, { id: 's1', status: 'ACTIVE' }, undefined],
  [
    'obligation.complete',
    'obligation',
    { id: 'o1', status: 'OPEN' },
    { id: 'o1', status: 'DONE' },
    undefined,
  ],
  ['scheme.remove', 'scheme', { id: 's1' }, null, undefined],
])('%s of a %s', (action, kind, before, after, type) => {
  expect(derive(action, kind, before, after)?.type).toBe(type)
})

test('an event has identifiers and statuses and nothing else', () => {
  expect(derive('breach.assess', 'breach', BREACH, { ...BREACH, status: 'ASSESSED' })).toEqual({
    type: 'breach.status-changed',
    entityType: 'breach',
    entityId: 'b1',
    schemeId: 's1',
    status: 'ASSESSED',
    previousStatus: 'OPEN',
  })
  expect(derive('scheme.approve', 'scheme', null, { id: 's1', name: 'A scheme' })).toMatchObject({
    schemeId: 's1',
  })
})
