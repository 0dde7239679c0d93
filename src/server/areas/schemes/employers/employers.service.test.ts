import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { createEmployer, getEmployer, listEmployers, updateEmployer } from '../../../../contract/employers.ts'
import { createMember, getMember } from '../../../../contract/members.ts'
import { getTenant, updateTenant } from '../../../../contract/tenants.ts'

const service = useService()

const NOT_YOURS = { status: 403, body: { error: 'This resource does not belong to your organisation' } }

test('a broker adds an employer, and every field is stored unchanged', async () => {
  const firm = await createFirm(service())
  const payrollContact = {
    name: `Contact ${nextUniqueText()}`,
    email: `payroll-${nextUniqueText()}@example.com`,
    phone: '+353 1 555 0111',
  }
  const address = `2 Quay Street ${nextUniqueText()}, Galway`
  assertNotInLogs(service().runFolder, payrollContact.name, payrollContact.email, address)
  const fields = {
    legalName: 'Oifig & Mac Teo',
    tradingName: 'Oifig',
    croNumber: '123456',
    employerRegisteredNumber: '1234567TH',
    address,
    eircode: 'D6W X285',
    payrollContact,
    payFrequencies: ['WEEKLY', 'MONTHLY'] as ('WEEKLY' | 'MONTHLY')[],
    participationOn: '2010-01-01',
    cessationOn: '2020-01-01',
    groupName: 'Group',
    autoEnrolmentStatus: 'MIXED' as const,
    status: 'IN_LIQUIDATION' as const,
  }
  const reply = await firm.broker.send(createEmployer, {
    ...fields,
    payFrequencies: ['WEEKLY', 'MONTHLY', 'WEEKLY'],
  })
  expect(reply).toMatchObject({
    status: 201,
    body: { ...fields, tenantId: firm.id, schemeCount: 0, version: 1 },
  })
  expect(reply.headers).toMatchObject({ location: `/api/employers/${reply.body.id}`, etag: '"1"' })
  expect(await firm.broker.call(getEmployer, { id: reply.body.id })).toEqual(reply.body)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    {
      action: 'employer.create',
      newState: { legalName: fields.legalName, concealedChanges: ['payrollContact', 'address', 'eircode'] },
    },
  ])
  expect(JSON.stringify(data)).not.toContain(payrollContact.name)
})

test('responses with a single record contain warnings about unusual values, and lists do not', async () => {
  const { broker, admin, ...firm } = await createFirm(service())
  const employer = await broker.call(createEmployer, { legalName: 'A', employerRegisteredNumber: '1234567A' })
  const warnings = [{ field: 'employerRegisteredNumber', message: expect.stringContaining('check letter') }]
  expect(employer).toMatchObject({ warnings })
  expect(await broker.call(getEmployer, { id: employer.id })).toMatchObject({ warnings })
  const { data } = await broker.call(listEmployers, {})
  expect(data.find(({ id }) => id === employer.id)).not.toHaveProperty('warnings')
  const corrected = { id: employer.id, legalName: 'A', employerRegisteredNumber: '1234567T' }
  expect(await broker.call(updateEmployer, corrected)).not.toHaveProperty('warnings')

  const scheme = await firm.hasScheme({ normalRetirementAge: 71 })
  expect(scheme).toMatchObject({ warnings: [{ field: 'normalRetirementAge' }] })
  const member = await broker.call(createMember, {
    schemeId: scheme.id,
    employerId: scheme.employerId,
    firstName: 'Aoife',
    lastName: nextUniqueText(),
    dateOfBirth: '1930-02-02',
  })
  expect(await broker.call(getMember, { id: member.id })).toMatchObject({
    warnings: [{ field: 'dateOfBirth' }],
  })
  const { id, ...settings } = await admin.call(getTenant, { id: firm.id })
  expect(await admin.call(updateTenant, { ...settings, id, cbiReference: '99101' })).toMatchObject({
    warnings: [{ field: 'cbiReference' }],
  })
})

test('an update replaces all fields; fields left out become empty', async () => {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer({ croNumber: '77', payFrequencies: ['WEEKLY'] })
  expect(await firm.broker.call(updateEmployer, { id: employer.id, legalName: 'Renamed Ltd' })).toMatchObject(
    {
      legalName: 'Renamed Ltd',
      croNumber: null,
      payFrequencies: [],
      status: 'ACTIVE',
      version: 2,
    },
  )
})

test('the schemes of an employer are counted', async () => {
  const firm = await createFirm(service())
  const { id: employerId } = await firm.hasEmployer()
  await firm.hasScheme({ employerId })
  await firm.hasScheme({ employerId })
  await firm.hasScheme()
  expect(await firm.broker.call(getEmployer, { id: employerId })).toMatchObject({ schemeCount: 2 })
})

test('a registered number is unique in a firm, ignoring case, and may exist in another firm', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const employer = await firm.hasEmployer({ employerRegisteredNumber: '7654321ab' })
  expect(employer.employerRegisteredNumber).toBe('7654321AB')
  const second = await firm.hasEmployer()
  const duplicate = {
    status: 409,
    body: {
      error: 'Another employer of the firm has that registered number',
      details: { code: 'DUPLICATE' },
    },
  }
  const fields = { legalName: 'Second', employerRegisteredNumber: '7654321Ab' }
  expect(await firm.broker.send(createEmployer, fields)).toMatchObject(duplicate)
  expect(await firm.broker.send(updateEmployer, { id: second.id, ...fields })).toMatchObject(duplicate)
  expect(await firm.broker.call(getEmployer, { id: second.id })).toEqual(second)
  expect(await other.hasEmployer(fields)).toMatchObject({ employerRegisteredNumber: '7654321AB' })
})

test('an end of participation before its beginning is refused', async () => {
  const firm = await createFirm(service())
  const employer = await firm.hasEmployer()
  const dates = (participationOn: string, cessationOn: string) =>
    firm.broker.send(updateEmployer, { id: employer.id, legalName: 'Dated', participationOn, cessationOn })
  expect(await dates('2020-01-02', '2020-01-01')).toMatchObject({
    status: 400,
    body: { issues: [{ path: ['cessationOn'] }] },
  })
  expect(await firm.broker.call(getEmployer, { id: employer.id })).toEqual(employer)
  expect(await dates('2020-01-01', '2020-01-01')).toMatchObject({ status: 200 })
})

test('reports wrong formats by field, all at once', async () => {
  const { broker } = await createFirm(service())
  const reply = await broker.send(createEmployer, {
    legalName: ' ',
    eircode: 'nowhere',
    croNumber: 'twelve',
    participationOn: '2026-02-30',
  })
  expect(reply.status).toBe(400)
  expect(reply.body.issues.map(({ path }: { path: string[] }) => path[0]).sort()).toEqual([
    'croNumber',
    'eircode',
    'legalName',
    'participationOn',
  ])
  expect((await broker.call(listEmployers, {})).data).toEqual([])
})

test.each(['EmployerUser', 'EmployerAdmin'] as const)(
  'an %s can read their own employer and change none',
  async (role) => {
    const firm = await createFirm(service())
    const [own, foreign] = [await firm.hasEmployer(), await firm.hasEmployer()]
    const person = await firm.hires(role, { employerId: own.id })
    expect((await person.call(listEmployers, {})).data).toEqual([own])
    expect(await person.call(getEmployer, { id: own.id })).toEqual(own)
    expect(await person.send(getEmployer, { id: foreign.id })).toMatchObject(NOT_YOURS)
    for (const reply of [
      await person.send(updateEmployer, { id: own.id, legalName: 'Mine' }),
      await person.send(createEmployer, { legalName: 'Mine' }),
    ])
      expect(reply).toMatchObject({ status: 403, body: { error: 'Insufficient role' } })
  },
)

test("another firm's employers are refused individually and not listed", async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const employer = await firm.hasEmployer()
  expect(await other.broker.send(getEmployer, { id: employer.id })).toMatchObject(NOT_YOURS)
  expect(await other.broker.send(updateEmployer, { id: employer.id, legalName: 'Taken' })).toMatchObject(
    NOT_YOURS,
  )
  expect((await other.broker.call(listEmployers, {})).data).toEqual([])
  expect(await firm.broker.call(getEmployer, { id: employer.id })).toEqual(employer)
})
