import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { A_TEXT } from '../../../../../test/harness/samples.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createDocument } from '../../../../contract/documents.ts'
import {
  createTrusteeTraining,
  listTrusteeTrainings,
  withdrawTrusteeTraining,
} from '../../../../contract/trustee-trainings.ts'
import { createTrustee, type Trustee } from '../../../../contract/trustees.ts'

const service = useService()

/** Creates a trustee; by default entered in January 2026. */
async function hasTrustee(
  firm: Firm,
  schemeId?: string,
  createdAt = '2026-01-05T00:00:00Z',
): Promise<Trustee> {
  const id = schemeId ?? (await firm.hasScheme()).id
  const personName = `Trustee ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, personName)
  const trustee = await firm.broker.call(createTrustee, { id, personName })
  await service().asOwner('update trustees set created_at = $2 where id = $1', [trustee.id, createdAt])
  return trustee
}
const ONE = { completedOn: '2026-11-20', topic: 'Duties of trustees' }

test('a training is recorded of a trustee, with its certificate', async () => {
  const firm = await createFirm(service())
  const trustee = await hasTrustee(firm)
  const { body: document } = await firm.broker.upload(
    createDocument,
    { schemeId: trustee.schemeId, kind: 'OTHER', title: 'Certificate' },
    A_TEXT,
  )
  const topic = `Topic ${nextUniqueText()}`
  const sent = { ...ONE, id: trustee.id, topic, provider: 'A school', hours: 7.5, documentId: document.id }
  const reply = await firm.broker.send(createTrusteeTraining, sent)
  expect(reply).toMatchObject({
    status: 201,
    body: {
      trusteeId: trustee.id,
      schemeId: trustee.schemeId,
      tenantId: firm.id,
      completedOn: '2026-11-20',
      topic,
      provider: 'A school',
      hours: 7.5,
      documentId: document.id,
      status: 'RECORDED',
      withdrawnOn: null,
    },
  })
  expect(reply.headers.location).toBe(`/api/trustees/${trustee.id}/trainings`)
  expect((await firm.broker.call(listTrusteeTrainings, { id: trustee.id })).data).toEqual([reply.body])
  const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    {
      action: 'trustee-training.create',
      entityType: 'trusteeTraining',
      newState: { completedOn: '2026-11-20', trusteeId: trustee.id, schemeId: trustee.schemeId, hours: 7.5 },
    },
  ])
  expect(JSON.stringify(data)).not.toContain(topic)
})

test('the list contains the trainings of one trustee only, the latest first, and filters by status', async () => {
  const firm = await createFirm(service())
  const [one, other] = [await hasTrustee(firm), await hasTrustee(firm)]
  const record = (id: string, completedOn: string) =>
    firm.broker.call(createTrusteeTraining, { ...ONE, id, completedOn })
  const [earlier, later] = [await record(one.id, '2026-02-01'), await record(one.id, '2026-03-01')]
  await record(other.id, '2026-04-01')
  await firm.broker.call(withdrawTrusteeTraining, { id: earlier.id, reason: 'Another person' })
  const idsOf = async (query: { status?: 'RECORDED' | 'WITHDRAWN' }) =>
    (await firm.broker.call(listTrusteeTrainings, { id: one.id, ...query })).data.map(({ id }) => id)
  expect(await idsOf({})).toEqual([later.id, earlier.id])
  expect(await idsOf({ status: 'RECORDED' })).toEqual([later.id])
  expect(await idsOf({ status: 'WITHDRAWN' })).toEqual([earlier.id])
})

test("a training in the future or before the trustee's record is refused", async () => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  const on = (completedOn: string) => firm.broker.send(createTrusteeTraining, { ...ONE, id, completedOn })
  expect(await on('2026-11-22')).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field: 'completedOn' }))
  expect(await on('2026-01-04')).toMatchObject(
    buildRefusal(422, 'DATES_OUT_OF_ORDER', { field: 'completedOn' }),
  )
  expect(await on('2026-01-05')).toMatchObject({ status: 201 })
  // Appointed long before being entered here.
  await service().asOwner("update trustees set appointed_on = '2019-03-01' where id = $1", [id])
  expect(await on('2019-02-28')).toMatchObject({ status: 422 })
  expect(await on('2019-03-01')).toMatchObject({ status: 201 })
  await service().asOwner("update trustees set fit_proper_assessed_on = '2019-02-01' where id = $1", [id])
  expect(await on('2019-02-01')).toMatchObject({ status: 201 })
})

test('a certificate of another scheme is refused', async () => {
  const firm = await createFirm(service())
  const trustee = await hasTrustee(firm)
  const { body: document } = await firm.broker.upload(
    createDocument,
    { schemeId: (await firm.hasScheme()).id, kind: 'OTHER', title: 'Certificate' },
    A_TEXT,
  )
  expect(
    await firm.broker.send(createTrusteeTraining, { ...ONE, id: trustee.id, documentId: document.id }),
  ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER', { field: 'documentId' }))
})

test.each([0, 1.3, 1000, -1])('%d hours are refused', async (hours) => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  expect(await firm.broker.send(createTrusteeTraining, { ...ONE, id, hours })).toMatchObject({
    status: 400,
    body: { issues: [{ path: ['hours'] }] },
  })
})

test('a training recorded by mistake is withdrawn once, with the reason', async () => {
  const firm = await createFirm(service())
  const trustee = await hasTrustee(firm)
  const { id } = await firm.broker.call(createTrusteeTraining, { ...ONE, id: trustee.id })
  expect(await firm.broker.send(withdrawTrusteeTraining, { id })).toMatchObject({ status: 400 })
  expect(await firm.broker.call(withdrawTrusteeTraining, { id, reason: 'Another person' })).toMatchObject({
    status: 'WITHDRAWN',
    withdrawnOn: '2026-11-21',
    withdrawnReason: 'Another person',
    completedOn: '2026-11-20',
  })
  expect(await firm.broker.send(withdrawTrusteeTraining, { id, reason: 'Again' })).toMatchObject(
    buildRefusal(409, 'ILLEGAL_TRANSITION', { status: 'WITHDRAWN' }),
  )
})

test('only users of the firm have access to trainings', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const trustee = await hasTrustee(firm)
  const { id } = await firm.broker.call(createTrusteeTraining, { ...ONE, id: trustee.id })
  for (const [verb, sent] of [
    [listTrusteeTrainings, { id: trustee.id }],
    [createTrusteeTraining, { ...ONE, id: trustee.id }],
    [withdrawTrusteeTraining, { id, reason: 'Mine' }],
  ] as const)
    expect(await other.admin.send(verb, sent)).toMatchObject({ status: 403 })
})
