import { describe, expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createDocument, removeDocument } from '../../../../contract/documents.ts'
import * as contract from '../../../../contract/outsourcing-arrangements.ts'
import {
  createOutsourcingArrangement,
  getOutsourcingArrangement,
  getOutsourcingReadiness,
  listOutsourcingArrangements,
  type OutsourcingArrangement,
  type OutsourcingStatus,
  updateOutsourcingArrangement,
} from '../../../../contract/outsourcing-arrangements.ts'
import { createServiceProvider } from '../../../../contract/service-providers.ts'

const service = useService()

const hasProvider = (firm: Firm, name = 'Provider') =>
  firm.broker.call(createServiceProvider, { name, kinds: ['CONSULTANT'] })
async function hasAgreement(firm: Firm, schemeId: string): Promise<string> {
  const file = { name: 'agreement.txt', bytes: 'Agreement' }
  const sent = { schemeId, kind: 'OUTSOURCING_AGREEMENT', title: 'Agreement' } as const
  return (await firm.broker.upload(createDocument, sent, file)).body.id
}

/** Of a DC scheme unless said. */
async function hasArrangement(
  firm: Firm,
  terms: Record<string, unknown> = {},
): Promise<OutsourcingArrangement> {
  const schemeId = (terms.schemeId as string) ?? (await firm.hasScheme()).id
  const providerId = (terms.providerId as string) ?? (await hasProvider(firm)).id
  const reply = await firm.broker.send(createOutsourcingArrangement, {
    activity: 'PAYROLL',
    ...terms,
    schemeId,
    providerId,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.body
}

/** Everything that may be edited, as the record has it. */
const editableOf = (record: OutsourcingArrangement) =>
  contract.EditableOutsourcingArrangement.parse(record) as Record<string, unknown>

describe('the record', () => {
  test('shows whether a key function is outsourced, and the deadline of the notification', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({ name: 'Corrib' })
    const provider = await hasProvider(firm, 'Moy Audit')
    const reply = await firm.broker.send(createOutsourcingArrangement, {
      schemeId: scheme.id,
      providerId: provider.id,
      activity: 'KFH_AUDIT',
      inForceFrom: '2027-03-01',
      subOutsourcing: [{ name: 'Sub', activity: 'Filing' }],
      exitPlan: 'Step one\nStep two',
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        schemeName: 'Corrib',
        providerName: 'Moy Audit',
        isKeyFunction: true,
        inForceFrom: '2027-03-01',
        notifyByOn: '2027-02-28',
        subOutsourcing: [{ name: 'Sub', activity: 'Filing' }],
        developments: [],
        exitPlan: 'Step one\nStep two',
        status: 'PLANNED',
      },
    })
    const payroll = await hasArrangement(firm, { inForceFrom: '2027-03-01' })
    expect(payroll).toMatchObject({ isKeyFunction: false, notifyByOn: null })
    const management = await hasArrangement(firm, { inForceFrom: '2027-03-01', isManagement: true })
    expect(management).toMatchObject({ isKeyFunction: false, isManagement: true, notifyByOn: '2027-02-28' })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
    expect(data).toMatchObject([
      {
        action: 'outsourcing-arrangement.create',
        newState: { schemeId: scheme.id, isKeyFunction: true, inForceFrom: '2027-03-01', developments: [] },
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/Step one|Filing|Moy/)
  })

  test('is filtered by scheme, provider, activity and status', async () => {
    const firm = await createFirm(service())
    const [one, other] = [await hasArrangement(firm), await hasArrangement(firm, { activity: 'IT' })]
    await firm.broker.call(contract.endOutsourcing, { id: other.id })
    const found = async (query: object) =>
      (await firm.broker.call(listOutsourcingArrangements, query as never)).data.map(({ id }) => id)
    expect(await found({})).toEqual([other.id, one.id])
    expect(await found({ schemeId: one.schemeId })).toEqual([one.id])
    expect(await found({ providerId: other.providerId })).toEqual([other.id])
    expect(await found({ activity: 'IT' })).toEqual([other.id])
    expect(await found({ status: 'PLANNED' })).toEqual([one.id])
    for (const sort of ['schemeName', 'providerName', 'activity', 'inForceFrom', '-createdAt'])
      expect((await found({ sort })).sort()).toEqual([one.id, other.id].sort())
  })

  test('refuses a document of another scheme, and a key function of a scheme outside the regime', async () => {
    const firm = await createFirm(service())
    const [scheme, other] = [await firm.hasScheme(), await firm.hasScheme()]
    const provider = await hasProvider(firm)
    const terms = { schemeId: scheme.id, providerId: provider.id, activity: 'PAYROLL' }
    const agreementDocumentId = await hasAgreement(firm, other.id)
    expect(
      await firm.broker.send(createOutsourcingArrangement, { ...terms, agreementDocumentId }),
    ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER', { field: 'agreementDocumentId' }))
    const prsa = await firm.hasScheme({ type: 'PRSA' })
    expect(
      await firm.broker.send(createOutsourcingArrangement, {
        ...terms,
        schemeId: prsa.id,
        activity: 'KFH_RISK',
      }),
    ).toMatchObject(buildRefusal(422, 'OUT_OF_SCOPE', { citation: 'SI128 3' }))
    expect((await hasArrangement(firm, { schemeId: prsa.id })).activity).toBe('PAYROLL')
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [other.id])
    expect(
      await firm.broker.send(createOutsourcingArrangement, { ...terms, schemeId: other.id }),
    ).toMatchObject({ status: 409, body: { details: { status: 'WOUND_UP' } } })
    expect(
      await firm.broker.send(createOutsourcingArrangement, { ...terms, signedOn: '2026-11-22' }),
    ).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field: 'signedOn' }))
  })
})

const DEVELOPMENT = {
  number: 1,
  occurredOn: '2026-11-02',
  description: 'Sold to another group',
  notifiedOn: null,
  reference: null,
}
const VERBS: Verbs = {
  notify: contract.notifyOutsourcing,
  'bring-into-force': [contract.bringOutsourcingIntoForce, { inForceFrom: '2026-11-20' }],
  review: contract.reviewOutsourcing,
  'add-development': [contract.addDevelopment, { occurredOn: '2026-11-03', description: 'Another' }],
  'notify-development': [contract.notifyDevelopment, { number: 1 }],
  end: contract.endOutsourcing,
}
const LEADS_TO: Record<OutsourcingStatus, Record<string, OutsourcingStatus>> = {
  PLANNED: { notify: 'PLANNED', 'bring-into-force': 'IN_FORCE', end: 'ENDED' },
  IN_FORCE: {
    notify: 'IN_FORCE',
    review: 'IN_FORCE',
    'add-development': 'IN_FORCE',
    'notify-development': 'IN_FORCE',
    end: 'ENDED',
  },
  ENDED: { 'add-development': 'ENDED', 'notify-development': 'ENDED' },
}
test.each(Object.keys(LEADS_TO) as OutsourcingStatus[])('every verb on a %s arrangement', async (status) => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme()
  const { id } = await hasArrangement(firm, {
    schemeId: scheme.id,
    agreementDocumentId: await hasAgreement(firm, scheme.id),
    signedOn: '2026-10-01',
  })
  await expectTransitions({
    firm,
    id,
    status,
    setStatus: () =>
      service().asOwner(
        'update outsourcing_arrangements set status = $2, developments = $3, authority_notified_on = null where id = $1',
        [id, status, JSON.stringify([DEVELOPMENT])],
      ),
    get: getOutsourcingArrangement,
    verbs: VERBS,
    leadsTo: LEADS_TO[status],
  })
})

describe('bringing into force', () => {
  const expectRefused = async (firm: Firm, id: string, code: string, citation: string, sent: object = {}) =>
    expect(await firm.broker.send(contract.bringOutsourcingIntoForce, { id, ...sent })).toMatchObject({
      status: 422,
      body: { error: expect.any(String), details: { code, citation, passage: expect.any(String) } },
    })

  test('a key function requires a written agreement and a notification before its start date', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const first = await hasArrangement(firm, {
      schemeId: scheme.id,
      activity: 'KFH_RISK',
      inForceFrom: '2026-11-10',
    })
    const { id } = first
    const codes = async () =>
      (await firm.broker.call(getOutsourcingReadiness, { id })).findings.map(({ code }) => code)
    expect(await codes()).toEqual(['WRITTEN_AGREEMENT', 'NOT_NOTIFIED'])
    await expectRefused(firm, id, 'WRITTEN_AGREEMENT', 'DIR 31(5)')
    await firm.broker.call(updateOutsourcingArrangement, {
      ...editableOf(first),
      id,
      agreementDocumentId: await hasAgreement(firm, scheme.id),
      signedOn: '2026-11-01',
    } as never)
    await expectRefused(firm, id, 'NOT_NOTIFIED', 'DIR 31(6)')
    await firm.broker.call(contract.notifyOutsourcing, { id, notifiedOn: '2026-11-10', reference: 'N/1' })
    await expectRefused(firm, id, 'NOTIFIED_LATE', 'DIR 31(6)')
    // A planned arrangement may have its notification corrected; the Irish provision is shown beside the Directive's.
    expect(await firm.broker.send(contract.bringOutsourcingIntoForce, { id })).toMatchObject({
      body: { details: { nationalCitation: 'PA 64AM' } },
    })
    await firm.broker.call(contract.notifyOutsourcing, { id, notifiedOn: '2026-11-09', reference: 'N/1' })
    expect(await codes()).toEqual([])
    expect(await firm.broker.call(contract.bringOutsourcingIntoForce, { id })).toMatchObject({
      status: 'IN_FORCE',
      inForceFrom: '2026-11-10',
      authorityNotifiedOn: '2026-11-09',
      authorityReference: 'N/1',
    })
    expect(await firm.broker.send(contract.notifyOutsourcing, { id })).toMatchObject(
      buildRefusal(409, 'ALREADY_NOTIFIED'),
    )
  })

  test('is refused before the start date, also if it was planned', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const { id } = await hasArrangement(firm, {
      schemeId: scheme.id,
      agreementDocumentId: await hasAgreement(firm, scheme.id),
      signedOn: '2026-11-01',
      inForceFrom: '2026-11-22',
    })
    for (const sent of [{}, { inForceFrom: '2026-12-01' }])
      expect(await firm.broker.send(contract.bringOutsourcingIntoForce, { id, ...sent })).toMatchObject(
        buildRefusal(422, 'DATE_IN_FUTURE', { field: 'inForceFrom' }),
      )
    expect(
      await firm.broker.call(contract.bringOutsourcingIntoForce, { id, inForceFrom: '2026-11-21' }),
    ).toMatchObject({ status: 'IN_FORCE', inForceFrom: '2026-11-21' })
  })

  test("a registered administrator requires ninety days' notice; management is treated like a key function", async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const agreed = {
      schemeId: scheme.id,
      agreementDocumentId: await hasAgreement(firm, scheme.id),
      signedOn: '2026-10-01',
      inForceFrom: '2026-11-01',
    }
    const administration = await hasArrangement(firm, { ...agreed, activity: 'RA', noticeDays: 89 })
    await expectRefused(firm, administration.id, 'NOTICE_TOO_SHORT', 'PA 64G(3)')
    const management = await hasArrangement(firm, { ...agreed, activity: 'ADMIN', isManagement: true })
    await expectRefused(firm, management.id, 'NOT_NOTIFIED', 'DIR 31(6)')
    const enough = await hasArrangement(firm, { ...agreed, activity: 'RA', noticeDays: 90 })
    expect(await firm.broker.call(contract.bringOutsourcingIntoForce, { id: enough.id })).toMatchObject({
      status: 'IN_FORCE',
    })
  })

  test('an arrangement in force keeps to the rules, its provider and its activity', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const planned = await hasArrangement(firm, {
      schemeId: scheme.id,
      activity: 'KFH_RISK',
      agreementDocumentId: await hasAgreement(firm, scheme.id),
      signedOn: '2026-10-01',
      inForceFrom: '2026-11-01',
    })
    const { id } = planned
    await firm.broker.call(contract.notifyOutsourcing, { id, notifiedOn: '2026-10-31' })
    const inForce = await firm.broker.call(contract.bringOutsourcingIntoForce, { id })
    const update = (fields: object) =>
      firm.broker.send(updateOutsourcingArrangement, { ...editableOf(inForce), id, ...fields })
    expect(await update({ agreementDocumentId: null })).toMatchObject(
      buildRefusal(422, 'WRITTEN_AGREEMENT', { citation: 'DIR 31(5)' }),
    )
    expect(await update({ inForceFrom: '2026-10-31' })).toMatchObject(buildRefusal(422, 'NOTIFIED_LATE'))
    expect(await update({ inForceFrom: null })).toMatchObject(buildRefusal(422, 'IN_FORCE_SINCE'))
    expect(await update({ inForceFrom: '2026-11-22' })).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field: 'inForceFrom' }),
    )
    for (const fields of [{ activity: 'PAYROLL' }, { providerId: (await hasProvider(firm)).id }])
      expect(await update(fields)).toMatchObject(
        buildRefusal(409, 'ILLEGAL_TRANSITION', { status: 'IN_FORCE' }),
      )
    expect(await firm.broker.call(getOutsourcingArrangement, { id })).toEqual(inForce)
    expect(await update({ performanceMeasures: 'Monthly' })).toMatchObject({ status: 200 })
    await firm.broker.call(contract.endOutsourcing, { id, reason: 'Expired' })
    expect(await update({})).toMatchObject({ status: 409, body: { details: { status: 'ENDED' } } })
  })
})

test('an agreement document in use cannot be removed', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const agreementDocumentId = await hasAgreement(firm, schemeId)
  const arrangement = await hasArrangement(firm, { schemeId, agreementDocumentId })
  expect(await firm.broker.send(removeDocument, { id: agreementDocumentId })).toMatchObject(
    buildRefusal(409, 'NAMED_ELSEWHERE'),
  )
  expect(
    await firm.broker.send(updateOutsourcingArrangement, {
      ...editableOf(arrangement),
      id: arrangement.id,
      agreementDocumentId: null,
    }),
  ).toMatchObject({ status: 200 })
  expect(await firm.broker.send(removeDocument, { id: agreementDocumentId })).toMatchObject({ status: 204 })
})

test('reviews and the end date are in order', async () => {
  const firm = await createFirm(service())
  const { id } = await hasArrangement(firm)
  await service().asOwner(
    "update outsourcing_arrangements set status = 'IN_FORCE', in_force_from = '2026-06-01' where id = $1",
    [id],
  )
  const { reviewOutsourcing, endOutsourcing } = contract
  expect(
    await firm.broker.call(reviewOutsourcing, { id, reviewedOn: '2026-10-01', nextReviewOn: '2027-10-01' }),
  ).toMatchObject({ reviewedOn: '2026-10-01', reviewDueOn: '2027-10-01' })
  for (const [verb, sent, code] of [
    [reviewOutsourcing, { reviewedOn: '2026-09-30' }, 'DATES_OUT_OF_ORDER'],
    [reviewOutsourcing, { reviewedOn: '2026-10-02', nextReviewOn: '2026-10-02' }, 'DATES_OUT_OF_ORDER'],
    [reviewOutsourcing, { reviewedOn: '2026-11-22' }, 'DATE_IN_FUTURE'],
    [endOutsourcing, { on: '2026-05-31' }, 'DATES_OUT_OF_ORDER'],
    [endOutsourcing, { on: '2026-11-22' }, 'DATE_IN_FUTURE'],
  ] as const)
    expect(await firm.broker.send(verb, { id, ...sent })).toMatchObject(buildRefusal(422, code))
  expect(await firm.broker.call(endOutsourcing, { id, on: '2026-11-01', reason: 'Expired' })).toMatchObject({
    endedOn: '2026-11-01',
    endReason: 'Expired',
  })
})

test('important developments are numbered, and the Authority is notified of each once', async () => {
  const firm = await createFirm(service())
  const { id } = await hasArrangement(firm)
  await service().asOwner(
    "update outsourcing_arrangements set status = 'IN_FORCE', in_force_from = '2026-06-01' where id = $1",
    [id],
  )
  const add = (sent: object) =>
    firm.broker.send(contract.addDevelopment, { id, description: 'Sold', ...sent })
  const notify = (sent: object) => firm.broker.send(contract.notifyDevelopment, { id, ...sent })
  expect(await add({ occurredOn: '2026-05-31' })).toMatchObject(
    buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'occurredOn' }),
  )
  expect(await add({ occurredOn: '2026-11-22' })).toMatchObject(
    buildRefusal(422, 'DATE_IN_FUTURE', { field: 'occurredOn' }),
  )
  await add({ occurredOn: '2026-07-01', notifiedOn: '2026-07-08', reference: 'D/1' })
  await add({ occurredOn: '2026-08-01' })
  expect(await notify({ number: 1 })).toMatchObject(buildRefusal(409, 'ALREADY_NOTIFIED'))
  expect(await notify({ number: 3 })).toMatchObject(
    buildRefusal(422, 'NO_SUCH_DEVELOPMENT', { field: 'number' }),
  )
  expect(await notify({ number: 2, notifiedOn: '2026-08-09', reference: 'D/2' })).toMatchObject({
    status: 200,
    body: {
      developments: [
        { number: 1, occurredOn: '2026-07-01', notifiedOn: '2026-07-08', reference: 'D/1' },
        { number: 2, occurredOn: '2026-08-01', notifiedOn: '2026-08-09', reference: 'D/2' },
      ],
    },
  })
  const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
  expect(data[0]?.newState).toMatchObject({
    developments: [
      { number: 1, occurredOn: '2026-07-01', notifiedOn: '2026-07-08' },
      { number: 2, occurredOn: '2026-08-01', notifiedOn: '2026-08-09' },
    ],
  })
  expect(JSON.stringify(data)).not.toMatch(/Sold|D\/2/)
})
