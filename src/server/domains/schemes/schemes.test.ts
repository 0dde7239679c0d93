import { expect, test } from 'vitest'
import { aFirm, unique } from '../../../../test/harness/people.ts'
import { useService } from '../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../contract/audit.ts'
import { createScheme, getScheme, listSchemes } from '../../../contract/schemes.ts'

const service = useService()

test('a broker creates a scheme for an employer of theirs', async () => {
  const { broker, admin, hasEmployer } = await aFirm(service())
  const employer = await hasEmployer()
  const name = `Acme DC ${unique()}`
  const reply = await broker.send(createScheme, { employerId: employer.id, name, type: 'DC' })
  expect(reply).toMatchObject({
    status: 201,
    body: { name, type: 'DC', status: 'DRAFT', legalForm: 'OCCUPATIONAL_TRUST', version: 1 },
  })
  expect(reply.headers).toMatchObject({ location: `/api/schemes/${reply.body.id}`, etag: '"1"' })
  const { data } = await admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    { action: 'scheme.create', entityType: 'scheme', previousState: null, newState: { name } },
  ])
})

test("another firm's employer is refused and its schemes stay invisible", async () => {
  const [one, other] = [await aFirm(service()), await aFirm(service())]
  const scheme = await one.hasScheme()
  expect(
    await other.broker.send(createScheme, { employerId: scheme.employerId, name: 'X', type: 'DC' }),
  ).toMatchObject({
    status: 403,
    body: { error: 'This resource does not belong to your organisation' },
  })
  expect(await other.broker.send(getScheme, { id: scheme.id })).toMatchObject({ status: 403 })
  expect((await other.broker.call(listSchemes, {})).data).toEqual([])
})
