import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, createSuperAdmin, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  createOutsourcingArrangement,
  endOutsourcing,
} from '../../../../contract/outsourcing-arrangements.ts'
import {
  createServiceProvider,
  endServiceProvider,
  getServiceProvider,
  listServiceProviders,
  updateServiceProvider,
} from '../../../../contract/service-providers.ts'

const service = useService()

test('a provider is added, found and changed; the audit log names its changed people fields without their values', async () => {
  const firm = await createFirm(service())
  const person = {
    contactName: `Kontakt ${nextUniqueText()}`,
    contactEmail: `kontakt-${nextUniqueText()}@example.com`,
  }
  assertNotInLogs(service().runFolder, ...Object.values(person))
  const reply = await firm.broker.send(createServiceProvider, {
    name: 'Shannon Administration',
    kinds: ['RA', 'PAYROLL', 'RA'],
    registrationEndsOn: '2027-03-31',
    notes: 'First line\r\nsecond line',
    ...person,
  })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      name: 'Shannon Administration',
      kinds: ['RA', 'PAYROLL'],
      registrationEndsOn: '2027-03-31',
      notes: 'First line\nsecond line',
      arrangementCount: 0,
      status: 'ACTIVE',
      endedOn: null,
      ...person,
    },
  })
  const { id } = reply.body
  expect(reply.headers.location).toBe(`/api/service-providers/${id}`)
  const after = await firm.broker.call(updateServiceProvider, {
    id,
    name: 'Shannon Administration',
    kinds: ['RA'],
  })
  expect(after).toMatchObject({ kinds: ['RA'], contactName: null, version: 2 })
  expect(await firm.broker.call(getServiceProvider, { id })).toEqual(after)

  const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
  expect(data).toMatchObject([
    {
      action: 'service-provider.update',
      newState: {
        kinds: ['RA'],
        concealedChanges: expect.arrayContaining(['contactName', 'contactEmail', 'notes']),
      },
    },
    { action: 'service-provider.create', newState: { registrationEndsOn: '2027-03-31', status: 'ACTIVE' } },
  ])
  expect(JSON.stringify(data)).not.toMatch(/Kontakt|kontakt|Shannon|second line/)
})

test('the register is searched by name, and filtered by kind and status', async () => {
  const firm = await createFirm(service())
  const enter = (name: string, kinds: ('RA' | 'IT' | 'AUDITOR')[]) =>
    firm.broker.call(createServiceProvider, { name, kinds })
  const [shannon, liffey, lee] = [
    await enter('Sionainn Systems', ['RA', 'IT']),
    await enter('Liffey Audit', ['AUDITOR']),
    await enter('An Laoi', ['IT']),
  ]
  await firm.broker.call(endServiceProvider, { id: lee.id })
  const found = async (query: object) =>
    (await firm.broker.call(listServiceProviders, query as never)).data.map(({ id }) => id)
  expect(await found({})).toEqual([lee.id, liffey.id, shannon.id])
  expect(await found({ kind: 'IT' })).toEqual([lee.id, shannon.id])
  expect(await found({ kind: 'IT', status: 'ACTIVE' })).toEqual([shannon.id])
  expect(await found({ q: 'liff' })).toEqual([liffey.id])
  expect(await firm.broker.send(listServiceProviders, { kind: 'BAKER' })).toMatchObject({ status: 400 })
})

test('a provider can be ended once it has no planned or active arrangement', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.broker.call(createServiceProvider, { name: 'Provider', kinds: ['PAYROLL'] })
  const scheme = await firm.hasScheme()
  const terms = { schemeId: scheme.id, providerId: id, activity: 'PAYROLL' } as const
  const arrangement = await firm.broker.call(createOutsourcingArrangement, terms)
  expect(await firm.broker.call(getServiceProvider, { id })).toMatchObject({ arrangementCount: 1 })
  expect(await firm.broker.send(endServiceProvider, { id })).toMatchObject(
    buildRefusal(409, 'ARRANGEMENTS_OPEN', { arrangementCount: 1 }),
  )
  await firm.broker.call(endOutsourcing, { id: arrangement.id })
  expect(await firm.broker.send(endServiceProvider, { id, on: '2026-11-22' })).toMatchObject(
    buildRefusal(422, 'DATE_IN_FUTURE'),
  )
  expect(await firm.broker.call(endServiceProvider, { id, on: '2026-11-20' })).toMatchObject({
    status: 'ENDED',
    endedOn: '2026-11-20',
  })
  expect(await firm.broker.send(endServiceProvider, { id })).toMatchObject(
    buildRefusal(409, 'ILLEGAL_TRANSITION', { status: 'ENDED' }),
  )
  expect(await firm.broker.send(createOutsourcingArrangement, terms)).toMatchObject(
    buildRefusal(422, 'PROVIDER_ENDED', { field: 'providerId' }),
  )
})

test('a provider has at least one kind, and a SuperAdmin chooses its firm', async () => {
  const firm = await createFirm(service())
  expect(await firm.broker.send(createServiceProvider, { name: 'Idle', kinds: [] })).toMatchObject({
    status: 400,
    body: { issues: [{ path: ['kinds'] }] },
  })
  const operator = await createSuperAdmin(service())
  const sent = { name: 'Provider', kinds: ['IT'] }
  for (const tenantId of [undefined, 'platform'])
    expect(await operator.send(createServiceProvider, { ...sent, tenantId })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['tenantId'] }] },
    })
  expect(await operator.send(createServiceProvider, { ...sent, tenantId: firm.id })).toMatchObject({
    status: 201,
    body: { tenantId: firm.id },
  })
})
