/** Comments, assignments and inboxes: who can see, write and remove what, and what the audit log keeps of it. */
import { beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { type Caller, createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { assignBreach, createBreach, listBreaches } from '../../../../contract/breaches.ts'
import {
  type CommentedEntity,
  createComment,
  listComments,
  removeComment,
} from '../../../../contract/comments.ts'
import { countForNavigation, listInbox, markInboxRead } from '../../../../contract/inbox.ts'
import { assignObligation, getObligation, listObligations } from '../../../../contract/obligations.ts'
import {
  assignPolicy,
  createPolicy,
  listPolicies,
  returnPolicy,
  submitPolicy,
} from '../../../../contract/policies.ts'
import { rejectScheme, submitScheme } from '../../../../contract/schemes.ts'
import { deactivateUser, listColleagues } from '../../../../contract/users.ts'

const service = useService()

let firm: Firm
let scheme: { id: string; name: string }
let obligation: { id: string; title: string; version: number }
beforeAll(async () => {
  firm = await createFirm(service())
  scheme = await firm.hasActiveScheme({
    type: 'DC',
    wentLiveOn: '2022-01-01',
    schemeYearEnd: { month: 12, day: 31 },
  })
  const { data } = await firm.broker.call(listObligations, { schemeId: scheme.id, isOpen: 'true' } as never)
  obligation = data[0] as typeof obligation
})

const inboxOf = async (person: Caller) => (await person.call(listInbox, { unread: 'true' })).data
const comment = (person: Caller, entityType: CommentedEntity, entityId: string, more: object = {}) =>
  person.send(createComment, {
    entityType,
    entityId,
    text: 'Rang the administrator on 3 November 2026',
    ...more,
  })
const buildRestrictedBreach = (person: Caller) =>
  person.call(createBreach, {
    schemeId: scheme.id,
    category: 'MISAPPROPRIATION_SUSPECTED',
    title: `Money that did not arrive ${nextUniqueText()}`,
    occurredOn: '2026-11-20',
  })

describe('an assignment', () => {
  test('stores and audits the assignee, filters the list, and notifies the assignee but not the assigner', async () => {
    const assigned = await firm.admin.call(assignObligation, {
      id: obligation.id,
      assigneeId: firm.broker.id,
    })
    expect(assigned).toMatchObject({ assigneeId: firm.broker.id, assigneeName: expect.any(String) })
    const { data } = await firm.broker.call(listObligations, { assigneeId: firm.broker.id })
    expect(data.map(({ id }) => id)).toEqual([obligation.id])
    expect(await inboxOf(firm.broker)).toMatchObject([
      {
        kind: 'ASSIGNMENT',
        entityType: 'obligation',
        entityId: obligation.id,
        title: obligation.title,
        schemeName: scheme.name,
        readAt: null,
      },
    ])
    expect(await inboxOf(firm.admin)).toEqual([])
    const entries = await firm.admin.call(listAuditEntries, { entityId: obligation.id })
    expect(entries.data[0]).toMatchObject({
      action: 'obligation.assign',
      previousState: { assigneeId: null },
      newState: { assigneeId: firm.broker.id },
    })
    await firm.admin.call(assignObligation, { id: obligation.id, assigneeId: firm.broker.id })
    expect(await inboxOf(firm.broker), 'the same person again').toHaveLength(1)
    await firm.admin.call(assignObligation, { id: obligation.id, assigneeId: null })
    expect((await firm.broker.call(getObligation, { id: obligation.id })).assigneeName).toBeNull()
    await firm.broker.call(markInboxRead, {})
  })

  test('to a person without a broker role, or who is deactivated, is refused', async () => {
    const employer = await firm.hires('EmployerUser', { employerId: (await firm.hasEmployer()).id })
    const gone = await firm.hires('BrokerUser')
    await firm.admin.call(deactivateUser, { id: gone.id })
    for (const { id } of [employer, gone])
      expect(await firm.admin.send(assignObligation, { id: obligation.id, assigneeId: id })).toMatchObject(
        buildRefusal(422, 'NOT_A_COLLEAGUE', { field: 'assigneeId' }),
      )
    const { data } = await firm.broker.call(listColleagues, {})
    expect(data.map(({ id }) => id).sort()).toEqual(
      [firm.broker.id, firm.admin.id, firm.secondAdmin.id].sort(),
    )
  })

  test('of a stale version is refused', async () => {
    const reply = await firm.admin.send(
      assignObligation,
      { id: obligation.id, assigneeId: firm.broker.id },
      { headers: { 'if-match': '"99"' } },
    )
    expect(reply.status).toBe(409)
  })

  test('of a policy filters the policies', async () => {
    const policy = await firm.broker.call(createPolicy, {
      schemeId: scheme.id,
      kind: 'CONTINGENCY',
      content: 'Text',
    })
    await firm.broker.call(assignPolicy, { id: policy.id, assigneeId: firm.secondAdmin.id })
    const { data } = await firm.admin.call(listPolicies, { assigneeId: firm.secondAdmin.id })
    expect(data).toMatchObject([{ id: policy.id, assigneeId: firm.secondAdmin.id }])
  })
})

describe('a comment', () => {
  test('is listed with its author, notifies whom it mentions, and is audited without its text', async () => {
    const reply = await comment(firm.broker, 'obligation', obligation.id, {
      text: '@Admin: the file comes on 3 December 2026, €4,500 is open',
      mentionIds: [firm.admin.id],
    })
    expect(reply.status, reply.text).toBe(201)
    const { id } = reply.body
    const { data } = await firm.secondAdmin.call(listComments, {
      entityType: 'obligation',
      entityId: obligation.id,
    })
    expect(data).toMatchObject([
      {
        id,
        authorId: firm.broker.id,
        authorName: expect.any(String),
        mentionIds: [firm.admin.id],
        schemeId: scheme.id,
      },
    ])
    expect(await inboxOf(firm.admin)).toMatchObject([
      { kind: 'MENTION', entityId: obligation.id, commentText: expect.stringContaining('3 December') },
    ])
    const entries = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(entries.data).toMatchObject([
      { action: 'comment.create', newState: { concealedChanges: ['text'] } },
    ])
    expect(JSON.stringify(entries)).not.toContain('3 December')
  })

  test('can be removed only by its author, together with its inbox items', async () => {
    const { body } = await comment(firm.broker, 'scheme', scheme.id, { mentionIds: [firm.secondAdmin.id] })
    expect((await inboxOf(firm.secondAdmin))[0]).toMatchObject({ kind: 'MENTION', entityId: scheme.id })
    expect(await firm.admin.send(removeComment, { id: body.id })).toMatchObject(
      buildRefusal(422, 'NOT_THE_AUTHOR'),
    )
    expect((await firm.broker.send(removeComment, { id: body.id })).status).toBe(204)
    const { data } = await firm.broker.call(listComments, { entityType: 'scheme', entityId: scheme.id })
    expect(data).toEqual([])
    const left = await inboxOf(firm.secondAdmin)
    expect(left.filter(({ kind }) => kind === 'MENTION')).toEqual([])
    const entries = await firm.admin.call(listAuditEntries, { entityId: body.id })
    expect(entries.data.map(({ action }) => action)).toEqual(['comment.remove', 'comment.create'])
  })

  test('with personal data is refused; names of users, dates and amounts are allowed', async () => {
    const lastName = `Nachname${nextUniqueText().replace(/\W|\d/g, '')}`
    assertNotInLogs(service().runFolder, lastName)
    await firm.hasMember({ schemeId: scheme.id, firstName: 'Vorname', lastName })
    for (const text of [
      'The number is 1234567FA',
      'Write to someone@example.com',
      'Ring 087 123 4567',
      'IBAN IE29 AIBK 9311 5212 3456 78',
      `Vorname ${lastName} has left`,
      'Born on 3 May 1961',
    ]) {
      const reply = await comment(firm.broker, 'scheme', scheme.id, { text })
      expect([400, 422], text).toContain(reply.status)
      expect(reply.text).not.toContain(lastName)
    }
  })

  test('that mentions a user of another firm, or without a broker role, is refused', async () => {
    const other = await createFirm(service())
    const employer = await firm.hires('EmployerUser', { employerId: (await firm.hasEmployer()).id })
    expect((await comment(firm.broker, 'scheme', scheme.id, { mentionIds: [other.admin.id] })).status).toBe(
      403,
    )
    expect((await comment(firm.broker, 'scheme', scheme.id, { mentionIds: [employer.id] })).status).toBe(422)
  })

  test('cannot be changed by the service', async () => {
    const rights = await service().asOwner<{ privilege_type: string }>(
      "select privilege_type from information_schema.role_table_grants where table_name = 'comments' and grantee = 'pcs_app' order by 1",
    )
    expect(rights.map(({ privilege_type }) => privilege_type)).toEqual(['DELETE', 'INSERT', 'SELECT'])
  })
})

describe('a restricted breach', () => {
  test('is assigned to, and mentions, only users who can see it', async () => {
    const { id } = await buildRestrictedBreach(firm.admin)
    expect(await firm.admin.send(assignBreach, { id, assigneeId: firm.broker.id })).toMatchObject(
      buildRefusal(422, 'CANNOT_SEE_RECORD', { field: 'assigneeId' }),
    )
    expect((await firm.admin.send(assignBreach, { id, assigneeId: firm.secondAdmin.id })).status).toBe(200)
    expect(await comment(firm.admin, 'breach', id, { mentionIds: [firm.broker.id] })).toMatchObject(
      buildRefusal(422, 'CANNOT_SEE_RECORD', { field: 'mentionIds' }),
    )
    const own = await buildRestrictedBreach(firm.broker)
    expect((await firm.admin.send(assignBreach, { id: own.id, assigneeId: firm.broker.id })).status).toBe(200)
    const { data } = await firm.broker.call(listBreaches, { assigneeId: firm.broker.id })
    expect(data.map((one) => one.id)).toEqual([own.id])
  })

  test('shows its comments only to users who can see it', async () => {
    const { id } = await buildRestrictedBreach(firm.admin)
    const { body } = await comment(firm.admin, 'breach', id)
    const filter = { entityType: 'breach', entityId: id } as const
    expect((await firm.secondAdmin.call(listComments, filter)).data).toHaveLength(1)
    expect((await firm.broker.send(listComments, filter)).body.data ?? []).toEqual([])
    expect((await comment(firm.broker, 'breach', id)).status).toBe(403)
    expect((await firm.broker.send(removeComment, { id: body.id })).status).toBe(403)
  })

  test('leaves the inbox of a user who can no longer see it', async () => {
    const breach = await firm.admin.call(createBreach, {
      schemeId: scheme.id,
      category: 'OTHER',
      title: `Opened letters ${nextUniqueText()}`,
      occurredOn: '2026-11-20',
    })
    await firm.broker.call(markInboxRead, {})
    await comment(firm.admin, 'breach', breach.id, { mentionIds: [firm.broker.id] })
    expect(await inboxOf(firm.broker)).toHaveLength(1)
    await service().asOwner('update breaches set is_restricted = true where id = $1', [breach.id])
    expect(await inboxOf(firm.broker)).toEqual([])
    expect((await firm.broker.call(countForNavigation, {})).inbox).toBe(0)
  })
})

describe('an inbox', () => {
  test('contains returned records for the user who submitted them', async () => {
    const returned = await firm.hasScheme({ type: 'PRSA' })
    await firm.broker.call(submitScheme, { id: returned.id })
    await firm.admin.call(rejectScheme, { id: returned.id, reason: 'The PB number is missing' })
    const policy = await firm.broker.call(createPolicy, {
      schemeId: scheme.id,
      kind: 'RISK_MANAGEMENT',
      content: 'Text',
    })
    await firm.broker.call(submitPolicy, { id: policy.id })
    await firm.admin.call(returnPolicy, { id: policy.id, reason: 'Name the holder' })
    expect(await inboxOf(firm.broker)).toMatchObject([
      { kind: 'RETURNED', entityType: 'writtenPolicy', entityId: policy.id },
      { kind: 'RETURNED', entityType: 'scheme', entityId: returned.id, title: returned.name },
    ])
  })

  test('counts approvals for a user who may approve, and for no other', async () => {
    const submitted = await firm.hasScheme({ type: 'PRSA' })
    const before = await firm.admin.call(countForNavigation, {})
    await firm.broker.call(submitScheme, { id: submitted.id })
    expect((await firm.admin.call(countForNavigation, {})).approvals).toBe(before.approvals + 1)
    expect((await firm.broker.call(countForNavigation, {})).approvals).toBe(0)
  })

  test('can be marked as read by item or completely, by its owner only', async () => {
    const [first] = await inboxOf(firm.broker)
    const ids = [first?.id ?? '']
    expect(await firm.admin.call(markInboxRead, { ids })).toEqual({ marked: 0 })
    expect(await firm.broker.call(markInboxRead, { ids })).toEqual({ marked: 1 })
    const unread = await inboxOf(firm.broker)
    expect(unread.map(({ id }) => id)).not.toContain(first?.id)
    expect((await firm.broker.call(countForNavigation, {})).inbox).toBe(unread.length)
    expect((await firm.broker.call(markInboxRead, {})).marked).toBe(unread.length)
    expect(await inboxOf(firm.broker)).toEqual([])
    expect((await firm.broker.call(listInbox, {})).data[0]?.readAt).not.toBeNull()
  })

  test('keeps read items for 90 days, and all items for a year', async () => {
    await service().asOwner(
      "update inbox_items set read_at = now() - interval '91 days' where user_id = $1 and kind = 'RETURNED'",
      [firm.broker.id],
    )
    const [{ expired } = { expired: 0 }] = await service().asOwner<{ expired: number }>(
      'select app.expire_inbox_items()::int as expired',
    )
    expect(expired).toBe(2)
    const { data } = await firm.broker.call(listInbox, {})
    expect(data.filter(({ kind }) => kind === 'RETURNED')).toEqual([])
  })
})
