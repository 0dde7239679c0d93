import { beforeAll, describe, expect, test } from 'vitest'
import { createTrusteeGuest, createTrusteeInOffice, type Guest } from '../../../../../test/harness/grants.ts'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { createDocument, getDocument, updateDocument } from '../../../../contract/documents.ts'
import { createTrusteeMeeting, holdTrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import {
  createTrusteeReview,
  decideTrusteeReview,
  getTrusteeReview,
  listTrusteeReviews,
  readTrusteeReview,
  recordTrusteeDecision,
  withdrawTrusteeReview,
} from '../../../../contract/trustee-reviews.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'

const service = useService()
const today = () => getTodayInDublin(service().clock)

let firm: Firm
beforeAll(async () => {
  firm = await createFirm(service())
})

/** A scheme with trustees who can sign in. */
async function createBoard(trustees: number): Promise<{ schemeId: string; guests: [Guest, ...Guest[]] }> {
  const { id: schemeId } = await firm.hasScheme()
  const guests: Guest[] = []
  for (let i = 0; i < trustees; i++) guests.push(await createTrusteeGuest(service(), firm, schemeId))
  return { schemeId, guests: guests as [Guest, ...Guest[]] }
}

async function addDocument(schemeId: string): Promise<string> {
  const { body } = await firm.broker.upload(
    createDocument,
    { kind: 'OTHER', title: 'Board paper', schemeId, visibility: 'BROKER' } as never,
    { name: 'paper.txt', bytes: 'Text of the paper' },
  )
  return body.id
}

const sendPaper = async (schemeId: string, subjectId?: string) =>
  firm.broker.call(createTrusteeReview, {
    subjectKind: 'DOCUMENT',
    subjectId: subjectId ?? (await addDocument(schemeId)),
    note: 'Please read section 2',
  })

describe('a paper put to the trustees', () => {
  test('is mailed without its title, and opens the document to the trustees', async () => {
    const { schemeId, guests } = await createBoard(1)
    const [guest] = guests
    const documentId = await addDocument(schemeId)
    expect((await guest.caller.send(getDocument, { id: documentId })).status).toBe(404)
    const review = await sendPaper(schemeId, documentId)
    expect(review).toMatchObject({ title: 'Board paper', status: 'OPEN', approvalsRequired: 1 })
    const mail = await service().mailer.mailTo(guest.grant.email, 'a paper waits')
    expect(mail.text).toContain(`/papers/${review.id}`)
    expect(mail.subject + mail.text).not.toMatch(/Board paper|Scheme /)
    expect((await guest.caller.call(getDocument, { id: documentId })).title).toBe('Board paper')
    await firm.broker.call(withdrawTrusteeReview, { id: review.id })
    expect((await guest.caller.send(getDocument, { id: documentId })).status).toBe(404)
  })

  test('shows who has read and who has decided, and closes with the quorum', async () => {
    const { schemeId, guests } = await createBoard(3)
    const [first, second] = guests as [Guest, Guest]
    const { id } = await sendPaper(schemeId)
    const read = await first.caller.call(readTrusteeReview, { id })
    expect(read.ownTrusteeId).toBe(first.grant.trusteeId)
    const own = (guest: Guest, responses: typeof read.responses) =>
      responses.find(({ trusteeId }) => trusteeId === guest.grant.trusteeId)
    expect(own(first, read.responses)).toMatchObject({ hasAccess: true, decision: null })
    expect(own(first, read.responses)?.readAt).not.toBeNull()
    expect(own(second, read.responses)?.readAt).toBeNull()
    const one = await first.caller.call(decideTrusteeReview, { id, decision: 'APPROVED' })
    expect(one).toMatchObject({ status: 'OPEN', approvalsRequired: 2, closedAt: null })
    const two = await second.caller.call(decideTrusteeReview, { id, decision: 'APPROVED' })
    expect(two.status).toBe('APPROVED')
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: id,
      action: 'trustee-review.decide',
    })
    expect(
      data.map(({ actorType, newState }) => [actorType, newState?.trusteeId, newState?.decision]),
    ).toEqual([
      ['Trustee', second.grant.trusteeId, 'APPROVED'],
      ['Trustee', first.grant.trusteeId, 'APPROVED'],
    ])
  })

  test('is approved by all decisions of trustees who decide at the same time', async () => {
    const { schemeId, guests } = await createBoard(2)
    const { id } = await sendPaper(schemeId)
    const replies = await Promise.all(
      guests.map(({ caller }) => caller.send(decideTrusteeReview, { id, decision: 'APPROVED' })),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await firm.broker.call(getTrusteeReview, { id })).status).toBe('APPROVED')
  })

  test('is returned by one trustee, with a reason', async () => {
    const { schemeId, guests } = await createBoard(2)
    const [first, second] = guests as [Guest, Guest]
    const { id } = await sendPaper(schemeId)
    const without = await first.caller.send(decideTrusteeReview, { id, decision: 'RETURNED' })
    expect(without.status).toBe(400)
    const sent = { id, decision: 'RETURNED' as const, reason: 'The figures of 2025 are missing' }
    expect((await first.caller.call(decideTrusteeReview, sent)).status).toBe('RETURNED')
    expect((await second.caller.send(decideTrusteeReview, { id, decision: 'APPROVED' })).status).toBe(409)
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
    expect(JSON.stringify(data)).not.toContain('figures of 2025')
  })

  test('is decided once by each trustee', async () => {
    const { schemeId, guests } = await createBoard(3)
    const { id } = await sendPaper(schemeId)
    await guests[0].caller.call(decideTrusteeReview, { id, decision: 'APPROVED' })
    const again = await guests[0].caller.send(decideTrusteeReview, {
      id,
      decision: 'RETURNED',
      reason: 'Changed my mind',
    })
    expect([again.status, again.body.details.code]).toEqual([409, 'DECIDED'])
  })

  test('counts a decision on paper, which the firm records with the signed document', async () => {
    const { schemeId, guests } = await createBoard(2)
    const [first, second] = guests as [Guest, Guest]
    const withoutAccess = await createTrusteeInOffice(service(), firm, schemeId)
    const { id } = await sendPaper(schemeId)
    await first.caller.call(decideTrusteeReview, { id, decision: 'APPROVED' })
    const documentId = await addDocument(schemeId)
    const sent = {
      id,
      trusteeId: withoutAccess,
      decision: 'APPROVED' as const,
      decidedOn: today(),
      documentId,
    }
    const { id: otherScheme } = await firm.hasScheme()
    const refusals = [
      { ...sent, decidedOn: addDays(today(), 1) },
      { ...sent, documentId: await addDocument(otherScheme) },
      { ...sent, trusteeId: await createTrusteeInOffice(service(), firm, schemeId) },
    ]
    const codes: unknown[] = []
    for (const body of refusals)
      codes.push((await firm.broker.send(recordTrusteeDecision, body)).body.details?.code)
    expect(codes).toEqual(['DATE_IN_FUTURE', 'NOT_TOGETHER', 'NOT_ASKED'])
    expect((await second.caller.send(recordTrusteeDecision, sent)).status).toBe(403)

    const review = await firm.broker.call(recordTrusteeDecision, sent)
    expect(review.status).toBe('APPROVED')
    expect(review.responses.find(({ trusteeId }) => trusteeId === withoutAccess)).toMatchObject({
      decision: 'APPROVED',
      decidedOn: today(),
      documentId,
      readAt: null,
    })
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: id,
      action: 'trustee-review.record-decision',
    })
    expect(data).toMatchObject([
      { actorId: firm.broker.id, newState: { trusteeId: withoutAccess, decision: 'APPROVED' } },
    ])
  })

  test('cannot be decided once its record was changed', async () => {
    const { schemeId, guests } = await createBoard(1)
    const documentId = await addDocument(schemeId)
    const { id } = await sendPaper(schemeId, documentId)
    const { title: _, ...document } = await firm.broker.call(getDocument, { id: documentId })
    await firm.broker.call(updateDocument, { ...document, id: documentId, title: 'Other paper' } as never)
    const reply = await guests[0].caller.send(decideTrusteeReview, { id, decision: 'APPROVED' })
    expect([reply.status, reply.body.details.code]).toEqual([409, 'SUBJECT_CHANGED'])
    expect((await firm.broker.call(getTrusteeReview, { id })).isSubjectChanged).toBe(true)
  })

  test('is decided by trustees of the scheme only, who were in office when it was sent', async () => {
    const { schemeId } = await createBoard(1)
    const { id } = await sendPaper(schemeId)
    const [late, other] = [
      await createTrusteeGuest(service(), firm, schemeId),
      await createTrusteeGuest(service(), firm, (await firm.hasScheme()).id),
    ]
    const sent = { id, decision: 'APPROVED' }
    expect((await firm.admin.send(decideTrusteeReview, sent)).status).toBe(403)
    expect((await other.caller.send(decideTrusteeReview, sent)).status).toBe(403)
    expect((await other.caller.call(listTrusteeReviews, {})).data).toEqual([])
    const reply = await late.caller.send(decideTrusteeReview, sent)
    expect([reply.status, reply.body.details.code]).toEqual([422, 'NOT_ASKED'])
  })
})

describe('sending', () => {
  test('needs a trustee in office, a record that is ready, and no open paper of it', async () => {
    const { id: schemeId } = await firm.hasScheme()
    const documentId = await addDocument(schemeId)
    const sent = { subjectKind: 'DOCUMENT' as const, subjectId: documentId }
    const nobody = await firm.broker.send(createTrusteeReview, sent)
    expect([nobody.status, nobody.body.details.code]).toEqual([422, 'NO_TRUSTEE'])
    await createTrusteeInOffice(service(), firm, schemeId)
    const meeting = await firm.broker.call(createTrusteeMeeting, {
      id: schemeId,
      title: 'Meeting',
      plannedForOn: today(),
    })
    const planned = await firm.broker.send(createTrusteeReview, {
      subjectKind: 'MINUTES',
      subjectId: meeting.id,
    })
    expect([planned.status, planned.body.details.code]).toEqual([422, 'NOT_READY'])
    await firm.broker.call(holdTrusteeMeeting, { id: meeting.id, attendees: ['Nora Hayes'], quorumMet: true })
    const held = await firm.broker.call(createTrusteeReview, {
      subjectKind: 'MINUTES',
      subjectId: meeting.id,
    })
    expect(held.responses).toMatchObject([{ hasAccess: false, readAt: null }])
    expect((await firm.broker.send(createTrusteeReview, sent)).status).toBe(201)
    expect((await firm.broker.send(createTrusteeReview, sent)).status).toBe(409)
  })

  test.each([
    ['ONE', 1],
    ['MAJORITY', 2],
    ['ALL', 3],
  ])('asks for the quorum of the firm: %s', async (quorum, required) => {
    const own = await createFirm(service())
    const { id: schemeId } = await own.hasScheme()
    for (let i = 0; i < 3; i++) await createTrusteeInOffice(service(), own, schemeId)
    await service().asOwner(
      `update tenants set settings = settings || jsonb_build_object('trusteeQuorum', $2::text) where id = $1`,
      [own.id, quorum],
    )
    const { body } = await own.broker.upload(
      createDocument,
      { kind: 'OTHER', title: 'Paper', schemeId, visibility: 'BROKER' } as never,
      { name: 'paper.txt', bytes: 'Text' },
    )
    const review = await own.broker.call(createTrusteeReview, { subjectKind: 'DOCUMENT', subjectId: body.id })
    expect(review.approvalsRequired).toBe(required)
  })
})
