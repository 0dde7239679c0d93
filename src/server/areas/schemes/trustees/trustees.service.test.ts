import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { type Contract, isApproval } from '../../../../contract/define.ts'
import * as contract from '../../../../contract/trustees.ts'
import {
  createTrustee,
  getTrustee,
  listTrustees,
  type Trustee,
  type TrusteeStatus,
  updateTrustee,
} from '../../../../contract/trustees.ts'

const service = useService()

async function hasTrustee(firm: Firm, schemeId?: string): Promise<Trustee> {
  const id = schemeId ?? (await firm.hasScheme()).id
  const personName = `Trustee ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, personName)
  return firm.broker.call(createTrustee, { id, personName })
}

test('a trustee is proposed for a scheme, with an address in the response', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  const personName = `Nóra ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, personName)
  const reply = await firm.broker.send(createTrustee, { id, personName, role: 'CHAIR', yearsExperience: 3 })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      schemeId: id,
      personName,
      role: 'CHAIR',
      status: 'PROPOSED',
      yearsExperience: 3,
      appointedOn: null,
    },
  })
  expect(reply.headers.location).toBe(`/api/trustees/${reply.body.id}`)
  expect(await firm.broker.call(getTrustee, { id: reply.body.id })).toEqual(reply.body)
  expect((await firm.broker.call(listTrustees, { id })).data).toEqual([reply.body])
  const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([{ action: 'trustee.create', newState: { status: 'PROPOSED' } }])
  expect(JSON.stringify(data)).not.toContain(personName)
})

test('the list of a scheme contains its own trustees, also past ones, and filters by status', async () => {
  const firm = await createFirm(service())
  const [one, other] = [await hasTrustee(firm), await hasTrustee(firm)]
  const second = await hasTrustee(firm, one.schemeId)
  await firm.broker.call(contract.removeTrustee, { id: second.id })
  const idsOf = async (query: { status?: TrusteeStatus }) =>
    (await firm.broker.call(listTrustees, { id: one.schemeId, ...query })).data.map(({ id }) => id).sort()
  expect(await idsOf({})).toEqual([one.id, second.id].sort())
  expect(await idsOf({ status: 'REMOVED' })).toEqual([second.id])
  expect(await idsOf({ status: 'PROPOSED' })).toEqual([one.id])
  expect((await firm.broker.call(listTrustees, { id: other.schemeId })).data).toEqual([other])
})

const VERBS: Verbs = {
  assess: contract.assessTrustee,
  review: contract.reviewTrustee,
  appoint: contract.appointTrustee,
  retire: contract.retireTrustee,
  remove: contract.removeTrustee,
  'record-death': contract.recordTrusteeDeath,
  disqualify: contract.disqualifyTrustee,
}
const ENDS = { remove: 'REMOVED', 'record-death': 'DECEASED', disqualify: 'DISQUALIFIED' } as const
const LEADS_TO: Record<TrusteeStatus, Record<string, TrusteeStatus>> = {
  PROPOSED: { assess: 'FIT_PROPER_OK', ...ENDS },
  FIT_PROPER_OK: { review: 'FIT_PROPER_OK', appoint: 'APPOINTED', ...ENDS },
  APPOINTED: { review: 'APPOINTED', retire: 'RETIRED', ...ENDS },
  RETIRED: {},
  REMOVED: {},
  DECEASED: {},
  DISQUALIFIED: {},
}
test.each(Object.keys(LEADS_TO) as TrusteeStatus[])('every verb on a %s trustee', async (status) => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  await expectTransitions({
    firm,
    id,
    status,
    setStatus: () => service().asOwner('update trustees set status = $2 where id = $1', [id, status]),
    get: getTrustee,
    verbs: VERBS,
    leadsTo: LEADS_TO[status],
  })
})

test('the dates of assessment, appointment and end are today by default', async () => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  expect(
    await firm.broker.call(contract.assessTrustee, {
      id,
      assessedOn: '2026-03-01',
      nextReviewOn: '2029-03-01',
    }),
  ).toMatchObject({ fitProperAssessedOn: '2026-03-01', fitProperNextReviewOn: '2029-03-01' })
  expect(await firm.admin.call(contract.appointTrustee, { id, on: '2026-04-01' })).toMatchObject({
    appointedOn: '2026-04-01',
  })
  expect(await firm.broker.send(contract.retireTrustee, { id, on: '2026-03-31' })).toMatchObject(
    buildRefusal(422, 'DATES_OUT_OF_ORDER'),
  )
  expect(await firm.broker.call(getTrustee, { id })).toMatchObject({ status: 'APPOINTED', ceasedOn: null })
  expect(await firm.broker.call(contract.retireTrustee, { id, reason: 'Age' })).toMatchObject({
    ceasedOn: '2026-11-21',
    ceaseReason: 'Age',
  })
})

test.each([
  ['PROPOSED', contract.assessTrustee, 'assessedOn'],
  ['APPOINTED', contract.reviewTrustee, 'assessedOn'],
  ['FIT_PROPER_OK', contract.appointTrustee, 'on'],
  ['APPOINTED', contract.retireTrustee, 'on'],
  ['APPOINTED', contract.removeTrustee, 'on'],
  ['APPOINTED', contract.recordTrusteeDeath, 'on'],
  ['APPOINTED', contract.disqualifyTrustee, 'on'],
] as const)('an event of a %s trustee with a future date is refused: %o', async (status, verb, field) => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  await service().asOwner('update trustees set status = $2 where id = $1', [id, status])
  expect(
    await firm[isApproval(verb as Contract) ? 'admin' : 'broker'].send(verb as Contract, {
      id,
      [field]: '2026-11-22',
    }),
  ).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field }))
  expect(
    await firm[isApproval(verb as Contract) ? 'admin' : 'broker'].send(verb as Contract, {
      id,
      [field]: '2026-11-21',
    }),
  ).toMatchObject({ status: 200 })
})

test('the next fitness review is after the assessment', async () => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  for (const nextReviewOn of ['2026-11-20', '2026-11-21']) {
    expect(await firm.broker.send(contract.assessTrustee, { id, nextReviewOn })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER'),
    )
  }
  expect(await firm.broker.call(contract.assessTrustee, { id, nextReviewOn: '2026-11-22' })).toMatchObject({
    fitProperAssessedOn: '2026-11-21',
  })
})

test('an appointed trustee is reviewed again and stays in office; a review before the last one is refused', async () => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  await firm.broker.call(contract.assessTrustee, { id, assessedOn: '2024-11-01', nextReviewOn: '2026-11-01' })
  await firm.admin.call(contract.appointTrustee, { id, on: '2024-12-01' })
  for (const input of [
    { assessedOn: '2024-10-31' },
    { assessedOn: '2026-11-20', nextReviewOn: '2026-11-20' },
  ]) {
    expect(await firm.broker.send(contract.reviewTrustee, { id, ...input })).toMatchObject(
      buildRefusal(422, 'DATES_OUT_OF_ORDER'),
    )
  }
  expect(
    await firm.broker.call(contract.reviewTrustee, {
      id,
      assessedOn: '2026-11-20',
      nextReviewOn: '2028-11-20',
    }),
  ).toMatchObject({
    status: 'APPOINTED',
    appointedOn: '2024-12-01',
    fitProperAssessedOn: '2026-11-20',
    fitProperNextReviewOn: '2028-11-20',
  })
})

test("an update changes the trustee's details but not the office", async () => {
  const firm = await createFirm(service())
  const { id } = await hasTrustee(firm)
  await firm.broker.call(contract.assessTrustee, { id })
  const personName = `Renamed ${nextUniqueText()}`
  assertNotInLogs(service().runFolder, personName)
  expect(
    await firm.broker.call(updateTrustee, {
      id,
      personName,
      isProfessional: true,
      status: 'APPOINTED',
    } as never),
  ).toMatchObject({
    personName,
    isProfessional: true,
    role: 'TRUSTEE',
    status: 'FIT_PROPER_OK',
    fitProperAssessedOn: '2026-11-21',
    version: 3,
  })
})

test('a wound-up scheme accepts no trustees', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [id])
  expect(await firm.broker.send(createTrustee, { id, personName: 'Late' })).toMatchObject(
    buildRefusal(409, 'ILLEGAL_TRANSITION', { status: 'WOUND_UP' }),
  )
})

test('another firm and an employer have no access to trustees', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const trustee = await hasTrustee(firm)
  const scheme = await firm.hasScheme()
  const employerUser = await firm.hires('EmployerUser', { employerId: scheme.employerId })
  for (const [verbContract, id] of [
    [getTrustee, trustee.id],
    [listTrustees, trustee.schemeId],
    [contract.assessTrustee, trustee.id],
  ] as const) {
    expect(await other.broker.send(verbContract, { id })).toMatchObject({
      status: 403,
      body: { error: 'This resource does not belong to your organisation' },
    })
    expect(await employerUser.send(verbContract, { id })).toMatchObject({
      status: 403,
      body: { error: 'Insufficient role' },
    })
  }
  expect(await firm.broker.call(getTrustee, { id: trustee.id })).toEqual(trustee)
})

test('a disqualification blocks the person in every scheme of the firm, and in no other firm', async () => {
  const firm = await createFirm(service())
  const trustee = await hasTrustee(firm)
  const { personName } = trustee
  const elsewhere = await hasTrustee(firm)
  const { version: _, ...editable } = elsewhere
  await firm.broker.call(updateTrustee, { ...editable, personName: personName.toUpperCase() })
  await firm.broker.call(contract.assessTrustee, { id: elsewhere.id })
  await firm.broker.call(contract.disqualifyTrustee, { id: trustee.id, on: '2026-11-02' })
  const refused = buildRefusal(422, 'DISQUALIFIED_PERSON', { field: 'personName' })
  for (const id of [trustee.schemeId, (await firm.hasScheme()).id])
    expect(await firm.broker.send(createTrustee, { id, personName })).toMatchObject(refused)
  expect(await firm.admin.send(contract.appointTrustee, { id: elsewhere.id })).toMatchObject(refused)
  const other = await createFirm(service())
  const { id } = await other.hasScheme()
  expect(await other.broker.send(createTrustee, { id, personName })).toMatchObject({ status: 201 })
})

test('renaming the person or the record does not evade a disqualification', async () => {
  const firm = await createFirm(service())
  const disqualified = await hasTrustee(firm)
  const appointed = await hasTrustee(firm)
  await firm.broker.call(contract.assessTrustee, { id: appointed.id })
  await firm.admin.call(contract.appointTrustee, { id: appointed.id })
  await firm.broker.call(contract.disqualifyTrustee, { id: disqualified.id, on: '2026-11-02' })
  const rename = (trustee: Trustee, personName: string) => {
    const { version: _, ...editable } = trustee
    return firm.broker.send(updateTrustee, { ...editable, personName })
  }
  expect(await rename(appointed, disqualified.personName.toUpperCase())).toMatchObject(
    buildRefusal(422, 'DISQUALIFIED_PERSON', { field: 'personName' }),
  )
  expect(await rename(disqualified, `Somebody ${appointed.personName}`)).toMatchObject(
    buildRefusal(409, 'DISQUALIFIED_PERSON'),
  )
  expect(await rename(appointed, `${appointed.personName} Murphy`)).toMatchObject({ status: 200 })
})
