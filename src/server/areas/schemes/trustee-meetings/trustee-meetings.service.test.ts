import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { A_TEXT } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Contract, Sent } from '../../../../contract/define.ts'
import { createDocument } from '../../../../contract/documents.ts'
import * as actions from '../../../../contract/meeting-actions.ts'
import {
  createMeetingAction,
  listMeetingActions,
  type MeetingAction,
} from '../../../../contract/meeting-actions.ts'
import * as contract from '../../../../contract/trustee-meetings.ts'
import {
  approveTrusteeMeetingMinutes,
  createTrusteeMeeting,
  getTrusteeMeeting,
  holdTrusteeMeeting,
  listTrusteeMeetings,
  type TrusteeMeeting,
  type TrusteeMeetingStatus,
  updateTrusteeMeeting,
} from '../../../../contract/trustee-meetings.ts'

const service = useService()

async function hasMeeting(
  firm: Firm,
  fields: Partial<Sent<typeof createTrusteeMeeting>> = {},
): Promise<TrusteeMeeting> {
  const id = fields.id ?? (await firm.hasScheme()).id
  return firm.broker.call(createTrusteeMeeting, {
    title: 'Autumn meeting',
    plannedForOn: '2026-11-10',
    ...fields,
    id,
  })
}
const HELD = { attendees: ['One'], quorumMet: true }
const entriesOf = async (firm: Firm, id: string) =>
  (await firm.admin.call(listAuditEntries, { entityId: id })).data

describe('a meeting', () => {
  test('is planned, held and minuted, and the audit log names no person', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const person = `Nóra ${nextUniqueText()}`
    assertNotInLogs(service().runFolder, person)
    const planned = { title: 'Autumn meeting', location: 'Cork', agenda: '1. Accounts\n2. Risks' }
    const reply = await firm.broker.send(createTrusteeMeeting, {
      id: scheme.id,
      ...planned,
      plannedForOn: '2026-11-10',
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        ...planned,
        schemeId: scheme.id,
        schemeName: scheme.name,
        status: 'PLANNED',
        heldOn: null,
        attendees: [],
        quorumMet: null,
        openActions: 0,
      },
    })
    const { id } = reply.body
    expect(reply.headers.location).toBe(`/api/trustee-meetings/${id}`)
    expect(await firm.broker.call(getTrusteeMeeting, { id })).toEqual(reply.body)
    const expected = {
      attendees: [person, 'Two'],
      apologies: ['Three'],
      quorumMet: true,
      decisions: 'Accounts:\nyes',
    }
    expect(
      await firm.broker.call(holdTrusteeMeeting, { id, ...expected, heldOn: '2026-11-12' }),
    ).toMatchObject({
      ...expected,
      status: 'HELD',
      heldOn: '2026-11-12',
      plannedForOn: '2026-11-10',
    })
    const { body: document } = await firm.broker.upload(
      createDocument,
      { schemeId: scheme.id, kind: 'OTHER', title: 'Minutes' },
      A_TEXT,
    )
    expect(
      await firm.admin.call(approveTrusteeMeetingMinutes, { id, minutesDocumentId: document.id }),
    ).toMatchObject({ status: 'HELD', minutesDocumentId: document.id, minutesApprovedOn: '2026-11-21' })
    const entries = await entriesOf(firm, id)
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'trustee-meeting.approve-minutes',
      'trustee-meeting.create',
      'trustee-meeting.hold',
    ])
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'trustee-meeting.hold',
        newState: expect.objectContaining({ heldOn: '2026-11-12', quorumMet: true, schemeId: scheme.id }),
      }),
    )
    expect(JSON.stringify(entries)).not.toContain(person)
  })

  const VERBS: Verbs<contract.TrusteeMeetingVerb> = {
    hold: [holdTrusteeMeeting, HELD],
    cancel: [contract.cancelTrusteeMeeting, { reason: 'No quorum' }],
    'approve-minutes': approveTrusteeMeetingMinutes,
  }
  const LEADS_TO: Record<
    TrusteeMeetingStatus,
    Partial<Record<contract.TrusteeMeetingVerb, TrusteeMeetingStatus>>
  > = {
    PLANNED: { hold: 'HELD', cancel: 'CANCELLED' },
    HELD: { hold: 'HELD', 'approve-minutes': 'HELD' },
    CANCELLED: {},
  }
  test.each(Object.keys(LEADS_TO) as TrusteeMeetingStatus[])('that is %s, and every verb', async (status) => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm)
    await expectTransitions({
      firm,
      id,
      status,
      setStatus: () =>
        service().asOwner(
          `update trustee_meetings set status = $2, minutes_approved_on = null,
             held_on = case when $2 = 'HELD' then '2026-11-10'::date end where id = $1`,
          [id, status],
        ),
      get: getTrusteeMeeting,
      verbs: VERBS,
      leadsTo: LEADS_TO[status],
    })
  })

  test('cannot be held in the future, and its minutes are approved afterwards', async () => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm, { plannedForOn: '2026-12-01' })
    for (const heldOn of [undefined, '2026-11-22'])
      expect(await firm.broker.send(holdTrusteeMeeting, { id, ...HELD, heldOn })).toMatchObject(
        buildRefusal(422, 'DATE_IN_FUTURE', { field: 'heldOn' }),
      )
    await firm.broker.call(holdTrusteeMeeting, { id, ...HELD, heldOn: '2026-11-19' })
    for (const [minutesApprovedOn, code] of [
      ['2026-11-22', 'DATE_IN_FUTURE'],
      ['2026-11-18', 'DATES_OUT_OF_ORDER'],
    ] as const)
      expect(await firm.admin.send(approveTrusteeMeetingMinutes, { id, minutesApprovedOn })).toMatchObject(
        buildRefusal(422, code, { field: 'minutesApprovedOn' }),
      )
    expect(
      await firm.admin.call(approveTrusteeMeetingMinutes, { id, minutesApprovedOn: '2026-11-19' }),
    ).toMatchObject({ minutesApprovedOn: '2026-11-19' })
  })

  test.each([{ ...HELD, attendees: [] }, { attendees: ['One'] }])('held with %j is refused', async (sent) => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm)
    expect(await firm.broker.send(holdTrusteeMeeting, { id, ...sent })).toMatchObject({ status: 400 })
  })

  test('can be corrected until its minutes are approved, and is final then', async () => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm)
    const fields = { title: 'Renamed', plannedForOn: '2026-11-11', agenda: 'New' }
    expect(await firm.broker.call(updateTrusteeMeeting, { id, ...fields })).toMatchObject(fields)
    await firm.broker.call(holdTrusteeMeeting, { id, ...HELD })
    expect(await firm.broker.call(holdTrusteeMeeting, { id, ...HELD, quorumMet: false })).toMatchObject({
      quorumMet: false,
      heldOn: '2026-11-11',
    })
    expect(
      await firm.broker.send(updateTrusteeMeeting, { id, ...fields, plannedForOn: '2026-11-12' }),
    ).toMatchObject(buildRefusal(422, 'MEETING_HELD', { field: 'plannedForOn' }))
    expect(await firm.broker.call(updateTrusteeMeeting, { id, ...fields, location: 'Here' })).toMatchObject({
      location: 'Here',
      quorumMet: false,
    })
    await firm.admin.call(approveTrusteeMeetingMinutes, { id })
    for (const reply of [
      await firm.broker.send(updateTrusteeMeeting, { id, ...fields }),
      await firm.broker.send(holdTrusteeMeeting, { id, ...HELD }),
      await firm.admin.send(approveTrusteeMeetingMinutes, { id }),
    ])
      expect(reply).toMatchObject(buildRefusal(409, 'MINUTES_APPROVED'))
  })

  test('that another user records again without a change keeps the user who recorded it', async () => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm)
    await firm.admin.call(holdTrusteeMeeting, { id, ...HELD, decisions: 'The accounts are adopted' })
    await firm.broker.call(holdTrusteeMeeting, { id, ...HELD, decisions: 'The accounts are adopted' })
    expect(await firm.admin.send(approveTrusteeMeetingMinutes, { id })).toMatchObject(
      buildRefusal(422, 'FOUR_EYES'),
    )
    await firm.broker.call(holdTrusteeMeeting, { id, ...HELD, decisions: 'The accounts are not adopted' })
    expect((await firm.admin.send(approveTrusteeMeetingMinutes, { id })).status).toBe(200)
  })

  test('that was cancelled stays unchanged, with the reason', async () => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm)
    expect(await firm.broker.call(contract.cancelTrusteeMeeting, { id, reason: 'No quorum' })).toMatchObject({
      status: 'CANCELLED',
      cancelledReason: 'No quorum',
    })
    const illegal = buildRefusal(409, 'ILLEGAL_TRANSITION', { status: 'CANCELLED' })
    expect(
      await firm.broker.send(updateTrusteeMeeting, { id, title: 'x', plannedForOn: '2026-11-10' }),
    ).toMatchObject(illegal)
    expect(await firm.broker.send(createMeetingAction, { id, description: 'x' })).toMatchObject(illegal)
  })

  test('accepts as minutes only a document of the scheme', async () => {
    const firm = await createFirm(service())
    const { id } = await hasMeeting(firm)
    await firm.broker.call(holdTrusteeMeeting, { id, ...HELD })
    const { body: document } = await firm.broker.upload(
      createDocument,
      { schemeId: (await firm.hasScheme()).id, kind: 'OTHER', title: 'Minutes of others' },
      A_TEXT,
    )
    expect(
      await firm.admin.send(approveTrusteeMeetingMinutes, { id, minutesDocumentId: document.id }),
    ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER', { field: 'minutesDocumentId' }))
  })

  test('cannot be planned for a wound-up scheme', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [id])
    expect(
      await firm.broker.send(createTrusteeMeeting, { id, title: 'Late', plannedForOn: '2026-12-01' }),
    ).toMatchObject({ status: 409 })
  })

  test('is filtered by scheme, status, date and pending step', async () => {
    const firm = await createFirm(service())
    const one = await hasMeeting(firm, { plannedForOn: '2026-12-10' })
    const two = await hasMeeting(firm, { id: one.schemeId, plannedForOn: '2026-11-01' })
    const three = await hasMeeting(firm, { plannedForOn: '2026-10-01' })
    // Held later than it was planned: the day on which it was counts.
    await firm.broker.call(holdTrusteeMeeting, { id: three.id, ...HELD, heldOn: '2026-11-05' })
    for (const [query, ids] of [
      [{}, [one.id, three.id, two.id]],
      [{ sort: 'meetsOn' }, [two.id, three.id, one.id]],
      [{ schemeId: one.schemeId }, [one.id, two.id]],
      [{ status: 'HELD' }, [three.id]],
      [{ from: '2026-11-05' }, [one.id, three.id]],
      [{ from: '2026-11-02', to: '2026-11-30' }, [three.id]],
      [{ to: '2026-11-04' }, [two.id]],
      [{ minutesPending: 'true' }, [three.id]],
      [{ minutesPending: 'false' }, [one.id, two.id]],
    ] as const)
      expect(
        (await firm.broker.call(listTrusteeMeetings, query)).data.map(({ id }) => id),
        JSON.stringify(query),
      ).toEqual(ids)
  })
})

describe('an action', () => {
  const hasAction = async (firm: Firm, fields: Partial<Sent<typeof createMeetingAction>> = {}) => {
    const id = fields.id ?? (await hasMeeting(firm)).id
    return firm.broker.call(createMeetingAction, { description: 'Ask the auditor', ...fields, id })
  }

  test('is created by a meeting, and done', async () => {
    const firm = await createFirm(service())
    const meeting = await hasMeeting(firm)
    const owner = `Owner ${nextUniqueText()}`
    assertNotInLogs(service().runFolder, owner)
    const sent = { id: meeting.id, description: 'Ask the auditor', owner, dueOn: '2026-12-01' }
    const reply = await firm.broker.send(createMeetingAction, sent)
    expect(reply).toMatchObject({
      status: 201,
      body: {
        meetingId: meeting.id,
        meetingTitle: meeting.title,
        schemeId: meeting.schemeId,
        description: 'Ask the auditor',
        owner,
        dueOn: '2026-12-01',
        status: 'OPEN',
      },
    })
    const { id } = reply.body
    expect(reply.headers.location).toBe(`/api/meeting-actions/${id}`)
    expect(await firm.broker.call(actions.getMeetingAction, { id })).toEqual(reply.body)
    expect(await firm.broker.call(getTrusteeMeeting, { id: meeting.id })).toMatchObject({ openActions: 1 })
    expect(
      await firm.broker.call(actions.updateMeetingAction, { id, description: 'Ask both', dueOn: null }),
    ).toMatchObject({ description: 'Ask both', owner: null, dueOn: null })
    expect(await firm.broker.call(actions.doneMeetingAction, { id, outcome: 'Asked' })).toMatchObject({
      status: 'DONE',
      doneOn: '2026-11-21',
      outcome: 'Asked',
    })
    expect(await firm.broker.call(getTrusteeMeeting, { id: meeting.id })).toMatchObject({ openActions: 0 })
    const entries = await entriesOf(firm, id)
    expect(entries).toHaveLength(3)
    expect(JSON.stringify(entries)).not.toContain(owner)
  })

  test('is done by today or dropped with a reason; a closed action cannot change', async () => {
    const firm = await createFirm(service())
    const [one, two] = [await hasAction(firm), await hasAction(firm)]
    expect(
      await firm.broker.send(actions.doneMeetingAction, { id: one.id, doneOn: '2026-11-22' }),
    ).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field: 'doneOn' }))
    await firm.broker.call(actions.doneMeetingAction, { id: one.id })
    expect(await firm.broker.send(actions.dropMeetingAction, { id: two.id })).toMatchObject({ status: 400 })
    expect(
      await firm.broker.call(actions.dropMeetingAction, { id: two.id, reason: 'Not needed' }),
    ).toMatchObject({ status: 'DROPPED', outcome: 'Not needed', doneOn: null })
    for (const { id } of [one, two])
      for (const [verb, sent] of [
        [actions.doneMeetingAction, {}],
        [actions.dropMeetingAction, { reason: 'Late' }],
        [actions.updateMeetingAction, { description: 'x' }],
      ] as const)
        expect(await firm.broker.send(verb as Contract, { id, ...sent })).toMatchObject(
          buildRefusal(409, 'ILLEGAL_TRANSITION'),
        )
  })

  test('is filtered across schemes by status and due date, without a due date last', async () => {
    const firm = await createFirm(service())
    const meeting = await hasMeeting(firm)
    const undated = await hasAction(firm, { id: meeting.id })
    const late = await hasAction(firm, { id: meeting.id, dueOn: '2026-11-20' })
    const soon = await hasAction(firm, { dueOn: '2026-11-21' })
    const done = await hasAction(firm, { dueOn: '2026-01-01' })
    await firm.broker.call(actions.doneMeetingAction, { id: done.id })
    const idsOf = (all: { data: MeetingAction[] }) => all.data.map(({ id }) => id)
    for (const [query, ids] of [
      [{ status: 'OPEN' }, [late.id, soon.id, undated.id]],
      [{ status: 'OPEN', dueBefore: '2026-11-21' }, [late.id]],
      [{ meetingId: meeting.id }, [late.id, undated.id]],
      [{ schemeId: soon.schemeId }, [soon.id]],
      [{ status: 'DONE' }, [done.id]],
      [{ sort: '-createdAt' }, [done.id, soon.id, late.id, undated.id]],
    ] as const)
      expect(idsOf(await firm.broker.call(listMeetingActions, query)), JSON.stringify(query)).toEqual(ids)
  })
})
