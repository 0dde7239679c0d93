/** Other firms work on while one firm's audit chain or records are locked. Not on the embedded database: it has one connection. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { signOut } from '../src/contract/auth.ts'
import { createEmployer, listEmployers } from '../src/contract/employers.ts'
import { createScheme } from '../src/contract/schemes.ts'
import {
  createCaller,
  createFirm,
  createPerson,
  type Firm,
  nextUniqueText,
  type Person,
} from './harness/people.ts'
import { useService } from './harness/service.ts'

const service = useService({ ownDatabase: true })

describe.runIf(inject('postgresqlUrl'))('while one transaction locks the audit chain of a firm', () => {
  let [held, other] = [] as unknown as [Firm, Firm]
  beforeAll(async () => {
    ;[held, other] = [await createFirm(service()), await createFirm(service())]
    await held.hasEmployer()
    await other.hasEmployer()
    await service().asOwner('begin')
    await service().asOwner('select 1 from audit_chains where tenant_id = $1 for update', [held.id])
  })
  afterAll(async () => void (await service().asOwner('rollback')))

  test('its writers are refused with Retry-After, and reads and writes of other firms are answered', async () => {
    const writers = Array.from({ length: 40 }, () =>
      held.broker.send(createEmployer, { legalName: `Employer ${nextUniqueText()}` }),
    )
    const others: number[] = []
    for (let i = 0; i < 20; i++) {
      others.push((await other.broker.send(listEmployers)).status)
      others.push((await held.admin.send(listEmployers)).status)
      if (i % 5 === 0)
        others.push(
          (await other.broker.send(createEmployer, { legalName: `Employer ${nextUniqueText()}` })).status,
        )
    }
    const refused = await Promise.all(writers)
    expect(others.filter((status) => status !== 200 && status !== 201)).toEqual([])
    for (const { status, headers } of refused) {
      expect(status).toBe(503)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
  })
})

/** Simulates the longest part of an import, in which the service calculates obligations and breaches from its rows. */
describe.runIf(inject('postgresqlUrl'))('while one transaction locks the records of a firm', () => {
  let firm: Firm
  let person: Person
  const password = `Kinsale harbour ${nextUniqueText()}`
  beforeAll(async () => {
    firm = await createFirm(service())
    person = await createPerson(service(), { tenantId: firm.id, role: 'BrokerUser', password })
    await service().asOwner('begin')
    await service().asOwner('select app.hold_firm($1)', [firm.id])
  })
  afterAll(async () => void (await service().asOwner('rollback')))

  test('its users can sign in and out and change records that no rule reads; other changes are refused with Retry-After', async () => {
    const { http } = service().app
    const csrf = await http.inject('/api/auth/csrf')
    const reply = await http.inject({
      method: 'POST',
      url: '/api/auth/signin',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        cookie: String(csrf.headers['set-cookie']).split(';')[0],
      },
      payload: new URLSearchParams({
        csrfToken: csrf.json().csrfToken,
        email: person.email,
        password,
      }).toString(),
    })
    expect(reply.statusCode).toBe(200)
    expect(await (await createCaller(service(), person)).send(signOut)).toMatchObject({ status: 204 })
    const employer = await firm.broker.send(createEmployer, { legalName: `Employer ${nextUniqueText()}` })
    expect(employer).toMatchObject({ status: 201 })
    const scheme = await firm.broker.send(createScheme, {
      employerId: employer.body.id,
      name: `Scheme ${nextUniqueText()}`,
      type: 'DC',
    })
    expect(scheme).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
  })
})
