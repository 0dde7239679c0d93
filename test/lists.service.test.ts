/** Lists: pages, order, filters and search, and that a walk is complete while others insert. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../src/contract/define.ts'
import { listEmployers } from '../src/contract/employers.ts'
import { listMembers } from '../src/contract/members.ts'
import { listPortfolio } from '../src/contract/portfolio.ts'
import { listSchemes } from '../src/contract/schemes.ts'
import { listTrustees } from '../src/contract/trustees.ts'
import { listUsers } from '../src/contract/users.ts'
import { readConfig } from '../src/server/config.ts'
import { encryptCursor } from '../src/server/operation/cursor.ts'
import { createId } from '../src/server/platform/ids.ts'
import { searchKey } from '../src/server/platform/text-keys.ts'
import { assertNotInLogs } from './harness/canaries.ts'
import { type Caller, createFirm, type Firm, nextUniqueText } from './harness/people.ts'
import { getPropertyRuns } from './harness/property-runs.ts'
import { TEST_SECRETS, useService } from './harness/service.ts'

const service = useService()
const reading = readConfig({ NODE_ENV: 'test' }, TEST_SECRETS)
if (reading.state !== 'ready') throw new Error('The configuration of the tests is incomplete')
const CURSOR_KEYS = reading.config.secrets.cursors

interface Page {
  data: { id: string; name?: string; lastName?: string; createdAt: string }[]
  nextCursor: string | null
}
async function pageOf(person: Caller, list: Contract, query: Record<string, unknown>): Promise<Page> {
  const { status, body, text } = await person.send(list, query)
  if (status !== 200) throw new Error(`${list.name}: ${status} ${text}`)
  return body
}
const cursorOf = (...parts: unknown[]): string =>
  encryptCursor(CURSOR_KEYS, Buffer.from(JSON.stringify(parts)).toString('base64url'))

/** Many rows at once; several are created in each millisecond. */
async function stored(
  firm: Firm,
  kind: 'schemes' | 'members',
  names: readonly string[],
  { employerId, schemeId }: { employerId: string; schemeId: string },
): Promise<void> {
  const rows = names.map((name) => ({ id: createId(), name, key: searchKey(name) }))
  const [ids, texts, keys] = [rows.map(({ id }) => id), names, rows.map(({ key }) => key)]
  if (kind === 'schemes') {
    await service().asOwner(
      `insert into schemes (tenant_id, id, employer_id, name, name_key, search_key, type, legal_form, created_at)
       select $1, id, $2, name, id, key, 'DC', 'OCCUPATIONAL_TRUST', date_trunc('second', clock_timestamp())
         from unnest($3::text[], $4::text[], $5::text[]) as t (id, name, key)`,
      [firm.id, employerId, ids, texts, keys],
    )
  } else {
    await service().asOwner(
      `insert into members (tenant_id, id, employer_id, scheme_id, first_name, last_name, search_key, created_at)
       select $1, id, $2, $6, '-', name, key, date_trunc('second', clock_timestamp())
         from unnest($3::text[], $4::text[], $5::text[]) as t (id, name, key)`,
      [firm.id, employerId, ids, texts, keys, schemeId],
    )
  }
}

describe.each([
  {
    kind: 'schemes',
    list: listSchemes,
    sorts: ['name', 'employerName', 'status', 'schemeYearEnd', '-createdAt'],
  },
  {
    kind: 'schemes',
    list: listPortfolio,
    sorts: ['worst', 'nextDue', 'name', 'employerName', 'status', 'schemeYearEnd', '-createdAt'],
  },
  { kind: 'members', list: listMembers, sorts: ['name', 'status', '-joinedSchemeOn', '-createdAt'] },
] as const)('$list.name', ({ kind, list, sorts }) => {
  test.each(sorts)(
    'by %s: paging returns every record that existed before exactly once, also when others are inserted meanwhile',
    async (sort) => {
      // Few letters, so that many keys are equal and only the id decides.
      const name = fc.string({
        unit: fc.constantFrom('a', 'B', 'á', ' ', '%', '"'),
        minLength: 1,
        maxLength: 3,
      })
      const names = fc.array(
        name.map((text) => `x${text}`),
        { minLength: 1, maxLength: 25 },
      )
      await fc.assert(
        fc.asyncProperty(
          names,
          fc.array(names, { maxLength: 6 }),
          fc.integer({ min: 1, max: 7 }),
          async (before, later, limit) => {
            const firm = await createFirm(service())
            const scheme = await firm.hasScheme()
            const place = { employerId: scheme.employerId, schemeId: scheme.id }
            await stored(firm, kind, before, place)
            const existing = await pageOf(firm.broker, list, { sort, limit: 200 })

            const met: string[] = []
            let cursor: string | null = null
            let pages = 0
            do {
              const inserting = later[pages] ? stored(firm, kind, later[pages] ?? [], place) : null
              const page: Page = await pageOf(firm.broker, list, {
                sort,
                limit,
                ...(cursor ? { cursor } : {}),
              })
              await inserting
              expect(page.data.length).toBeLessThanOrEqual(limit)
              met.push(...page.data.map(({ id }) => id))
              cursor = page.nextCursor
              pages++
            } while (cursor && pages < 400)

            expect(new Set(met).size).toBe(met.length)
            const wereThere = new Set(existing.data.map(({ id }) => id))
            expect(met.filter((id) => wereThere.has(id))).toEqual(existing.data.map(({ id }) => id))
          },
        ),
        { numRuns: getPropertyRuns(8) },
      )
    },
  )

  test('returns 50 records by default, and 1 to 200 on request', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const names = Array.from({ length: 210 }, (_, index) => `Row ${index}`)
    await stored(firm, kind, names, { employerId: scheme.employerId, schemeId: scheme.id })
    const total = kind === 'schemes' ? 211 : 210
    for (const [limit, length] of [
      [undefined, 50],
      [1, 1],
      [200, 200],
    ] as const) {
      const page = await pageOf(firm.broker, list, { limit })
      expect(page.data).toHaveLength(length)
      expect(page.nextCursor).toMatch(/^[\w-]+$/)
    }
    for (const limit of ['0', '201', '-1', '1.5', 'many', ''])
      expect(await firm.broker.send(list, { limit })).toMatchObject({
        status: 400,
        body: { issues: [{ path: ['limit'] }] },
      })
    const rest = await pageOf(firm.broker, list, {
      limit: 200,
      cursor: (await pageOf(firm.broker, list, { limit: 200 })).nextCursor,
    })
    expect(rest.data).toHaveLength(total - 200)
    expect(rest.nextCursor).toBeNull()
  })

  test('returns no cursor on a page that ends with the last record', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme()
    const others = kind === 'schemes' ? ['A', 'B'] : ['A', 'B', 'C']
    await stored(firm, kind, others, { employerId: scheme.employerId, schemeId: scheme.id })
    expect(await pageOf(firm.broker, list, { limit: 3 })).toMatchObject({ nextCursor: null })
    expect((await pageOf(firm.broker, list, { limit: 2 })).nextCursor).not.toBeNull()
  })

  test('is sorted by name ignoring case and accents, or newest first', async () => {
    const firm = await createFirm(service())
    const scheme = await firm.hasScheme({ name: 'Émer' })
    const place = { employerId: scheme.employerId, schemeId: scheme.id }
    if (kind === 'members') await stored(firm, kind, ['Émer'], place)
    for (const name of ['zeta', 'Eamon', 'ABBA', 'éa']) await stored(firm, kind, [name], place)
    const namesBy = async (sort: string) =>
      (await pageOf(firm.broker, list, { sort })).data.map((record) => record.name ?? record.lastName)
    expect(await namesBy('name')).toEqual(['ABBA', 'éa', 'Eamon', 'Émer', 'zeta'])
    const times = (await pageOf(firm.broker, list, { sort: '-createdAt' })).data.map(
      ({ createdAt }) => createdAt,
    )
    expect(times).toEqual([...times].sort().reverse())
    expect(await firm.broker.send(list, { sort: 'createdAt' })).toMatchObject({ status: 400 })
  })

  test.each([
    ['of the other order', cursorOf('name', 'a', 'abc'), '-createdAt'],
    ['of the other order', cursorOf('-createdAt', '2026-01-01 00:00:00+00', 'abc'), 'name'],
    ['that is no time', cursorOf('-createdAt', 'yesterday', 'abc'), '-createdAt'],
    ['of an impossible day', cursorOf('-createdAt', '2026-02-31 00:00:00+00', 'abc'), '-createdAt'],
    ['of an impossible zone', cursorOf('-createdAt', '2026-01-01 00:00:00+99', 'abc'), '-createdAt'],
    ['without an id', cursorOf('name', 'a'), 'name'],
    ['with an id that is none', cursorOf('name', 'a', "x' or 1=1"), 'name'],
    ['with NUL', cursorOf('name', 'a\u0000', 'abc'), 'name'],
    ['of other types', cursorOf('name', 1, 2), 'name'],
    ['of another form', cursorOf({ name: 'a' }), 'name'],
    ['that is no JSON', 'AAAA', 'name'],
    ['of nothing', '', 'name'],
    ['that is too long', 'A'.repeat(1001), 'name'],
  ])('refuses a cursor %s', async (_label, cursor, sort) => {
    const firm = await createFirm(service())
    expect(await firm.broker.send(list, { cursor, sort })).toMatchObject({
      status: 400,
      body: { error: 'Validation failed', issues: [{ path: expect.anything() }] },
    })
  })

  test('refuses an unknown parameter, except those that caches add', async () => {
    const firm = await createFirm(service())
    expect(await firm.broker.send(list, { page: '2' })).toMatchObject({ status: 400 })
    expect(await firm.broker.send(list, { tenantId: firm.id })).toMatchObject({ status: 400 })
    expect(await firm.broker.send(list, { _: '17' })).toMatchObject({ status: 200 })
  })
})

test('schemes are filtered by status, type and employer in combination', async () => {
  const firm = await createFirm(service())
  const [dc, db] = [await firm.hasScheme({ type: 'DC' }), await firm.hasScheme({ type: 'DB' })]
  const second = await firm.hasScheme({ type: 'DB', employerId: dc.employerId })
  await service().asOwner("update schemes set status = 'ACTIVE' where id = $1", [second.id])
  const found = async (query: Record<string, string>) =>
    (await pageOf(firm.broker, listSchemes, query)).data.map(({ id }) => id).sort()
  expect(await found({ type: 'DB' })).toEqual([db.id, second.id].sort())
  expect(await found({ employerId: dc.employerId })).toEqual([dc.id, second.id].sort())
  expect(await found({ employerId: dc.employerId, type: 'DB' })).toEqual([second.id])
  expect(await found({ status: 'ACTIVE' })).toEqual([second.id])
  expect(await found({ status: 'ACTIVE', type: 'DC' })).toEqual([])
  for (const query of [{ type: 'dc' }, { status: 'OPEN' }, { employerId: '9x' }])
    expect(await firm.broker.send(listSchemes, query)).toMatchObject({ status: 400 })
})

test('members are filtered by scheme, employer and status', async () => {
  const firm = await createFirm(service())
  const [one, other] = [await firm.hasMember({ status: 'ACTIVE' }), await firm.hasMember()]
  const found = async (query: Record<string, string>) =>
    (await pageOf(firm.broker, listMembers, query)).data.map(({ id }) => id)
  expect(await found({ schemeId: one.schemeId })).toEqual([one.id])
  expect(await found({ employerId: other.employerId })).toEqual([other.id])
  expect(await found({ status: 'ACTIVE' })).toEqual([one.id])
  expect(await found({ status: 'ACTIVE', schemeId: other.schemeId })).toEqual([])
})

test('a search matches anywhere in the name, ignoring case and accents', async () => {
  const firm = await createFirm(service())
  const suffix = nextUniqueText()
  const person = { firstName: `Seán${suffix}`, lastName: `Ó Súilleabháin${suffix}`, worksNumber: 'WX/9' }
  assertNotInLogs(service().runFolder, person.firstName, person.lastName)
  const { id, schemeId } = await firm.hasMember(person)
  await firm.hasMember({ schemeId })
  for (const q of ['sean', 'Seán', 'SEÁN', 'Sea\u0301n', 'suilleabhain', 'O SÚIL', 'wx/9', 'X/'])
    expect((await firm.broker.call(listMembers, { q })).data, q).toMatchObject([{ id }])
  expect((await firm.broker.call(listMembers, { q: 'nobody at all' })).data).toEqual([])
})

test('percent signs, underscores and backslashes are searched for literally', async () => {
  const firm = await createFirm(service())
  const names = ['100% Funded', '100 Funded', 'A_B', 'AxB', 'C\\D', 'CD', 'Quote"d']
  for (const name of names) await firm.hasScheme({ name })
  const found = async (q: string) => (await firm.broker.call(listSchemes, { q })).data.map(({ name }) => name)
  expect(await found('0%')).toEqual(['100% Funded'])
  expect(await found('%')).toEqual(['100% Funded'])
  expect(await found('a_b')).toEqual(['A_B'])
  expect(await found('c\\d')).toEqual(['C\\D'])
  expect(await found('\\')).toEqual(['C\\D'])
  expect(await found('"')).toEqual(['Quote"d'])
  expect(await found("'")).toEqual([])
})

test('a scheme is found by its PB number', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme({ pensionsAuthorityNumber: 'PB 445566' })
  await firm.hasScheme()
  for (const q of ['PB445566', 'pb4455', '5566'])
    expect((await firm.broker.call(listSchemes, { q })).data).toMatchObject([{ id }])
})

test('employers, users and trustees are paged by name in the same way', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme()
  for (let i = 0; i < 4; i++) {
    await firm.hasEmployer({ legalName: 'Same name' })
    await firm.broker.request({
      method: 'POST',
      url: `/api/schemes/${scheme.id}/trustees`,
      payload: { personName: 'Same name' },
    })
  }
  for (const [list, query] of [
    [listEmployers, {}],
    [listUsers, {}],
    [listTrustees, { id: scheme.id }],
  ] as const) {
    const all = await pageOf(firm.admin, list, { ...query, limit: 200 })
    expect(all.data.length).toBeGreaterThanOrEqual(3)
    const met: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await pageOf(firm.admin, list, { ...query, limit: 1, ...(cursor ? { cursor } : {}) })
      met.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    expect(met).toEqual(all.data.map(({ id }) => id))
  }
})

test('a cursor reveals no data of its record, and the same page has the same cursor', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  for (let i = 0; i < 3; i++) await firm.hasMember({ schemeId })
  const page = () => pageOf(firm.broker, listMembers, { limit: 1 })
  const { data, nextCursor } = await page()
  const decoded = Buffer.from(nextCursor ?? '', 'base64url')
    .toString('latin1')
    .toLowerCase()
  for (const text of [data[0]?.lastName ?? '', data[0]?.id ?? ''])
    expect(decoded).not.toContain(text.toLowerCase())
  expect((await page()).nextCursor).toBe(nextCursor)
  const changed = `${nextCursor?.slice(0, 20)}${nextCursor?.[20] === 'A' ? 'B' : 'A'}${nextCursor?.slice(21)}`
  expect(await firm.broker.send(listMembers, { limit: 1, cursor: changed })).toMatchObject({
    status: 400,
    body: { issues: [{ path: ['cursor'] }] },
  })
})
