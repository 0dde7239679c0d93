import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  type Caller,
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { useService } from '../../../../../test/harness/service.ts'
import {
  exportAuditLog,
  type ListedAuditEntry,
  listAuditEntries,
  verifyAuditLog,
} from '../../../../contract/audit.ts'
import { createEmployer, updateEmployer } from '../../../../contract/employers.ts'
import { revealPpsNumber } from '../../../../contract/members.ts'
import { createScheme } from '../../../../contract/schemes.ts'
import { createTrustee } from '../../../../contract/trustees.ts'
import { calculateFirstHash, calculateGenesisHash } from '../../../operation/audit-hash.ts'
import { runStatement } from '../../../platform/statements.ts'
import { type StoredEntry, verifyChain } from './verify-chain.ts'

const PROXIES = '10.0.0.0/8'
const service = useService({ ownDatabase: true, env: { TRUSTED_PROXIES: PROXIES } })

/** Creates a firm with this many entries in its audit log. */
async function createFirmWith(entries: number): Promise<Firm> {
  const firm = await createFirm(service())
  for (let i = 0; i < entries; i++) await firm.hasEmployer()
  return firm
}

const NOT_YOURS = { status: 403, body: { error: 'This resource does not belong to your organisation' } }
const LOW_ROLE = { status: 403, body: { error: 'Insufficient role' } }

/** Changes tables as a database owner can, after disabling the triggers. */
async function tamper(...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  const { asOwner } = service()
  for (const table of ['audit_log', 'audit_chains'])
    await asOwner(`alter table ${table} disable trigger user`)
  try {
    for (const [text, ...values] of statements) await asOwner(text, values)
  } finally {
    for (const table of ['audit_log', 'audit_chains'])
      await asOwner(`alter table ${table} enable trigger user`)
  }
}

async function exported(caller: Caller, sent: { tenantId?: string } = {}) {
  const reply = await caller.send(exportAuditLog, sent)
  expect(reply.status).toBe(200)
  const lines = reply.text.split('\n')
  expect(lines.pop()).toBe('')
  return { reply, entries: lines.map((line) => JSON.parse(line) as StoredEntry & { head: object }) }
}

describe('the log of a firm', () => {
  test('is listed newest first, page by page, and the other way round when asked', async () => {
    const { admin } = await createFirmWith(5)
    const first = await admin.call(listAuditEntries, { limit: 2 })
    expect(first.data.map(({ sequence }) => sequence)).toEqual([5, 4])
    const second = await admin.call(listAuditEntries, { limit: 2, cursor: first.nextCursor as string })
    expect(second.data.map(({ sequence }) => sequence)).toEqual([3, 2])
    const third = await admin.call(listAuditEntries, { limit: 2, cursor: second.nextCursor as string })
    expect(third).toMatchObject({ data: [{ sequence: 1 }], nextCursor: null })
    const { data } = await admin.call(listAuditEntries, { sort: 'sequence' })
    expect(data.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
  })

  test('is filtered by entity, actor, action and time', async () => {
    const { admin, broker, hasScheme, hasEmployer } = await createFirm(service())
    const employer = await hasEmployer()
    const scheme = await hasScheme({ employerId: employer.id })
    await admin.call(updateEmployer, { id: employer.id, legalName: `Renamed ${nextUniqueText()}` })
    const all = (await admin.call(listAuditEntries, { sort: 'sequence' })).data as [
      ListedAuditEntry,
      ListedAuditEntry,
      ListedAuditEntry,
      ListedAuditEntry,
    ]
    expect(all.map(({ action }) => action)).toEqual([
      'employer.create',
      'scheme.create',
      'participation.create',
      'employer.update',
    ])
    const found = async (filter: object): Promise<number[]> => {
      const { data } = await admin.call(listAuditEntries, { sort: 'sequence', ...filter })
      return data.map(({ sequence }) => sequence)
    }
    expect(await found({ entityType: 'employer' })).toEqual([1, 4])
    expect(await found({ entityId: scheme.id })).toEqual([2])
    expect(await found({ entityType: 'scheme', entityId: employer.id })).toEqual([])
    expect(await found({ actorId: broker.id })).toEqual([1, 2, 3])
    expect(await found({ action: 'employer.update' })).toEqual([4])
    expect(await found({ action: 'employer' })).toEqual([])
    // Instants are compared regardless of their offset, and both ends are inclusive.
    const at = all[1].timestamp
    expect(await found({ from: at })).toEqual(
      all.filter((one) => one.timestamp >= at).map((one) => one.sequence),
    )
    expect(await found({ to: at })).toEqual(
      all.filter((one) => one.timestamp <= at).map((one) => one.sequence),
    )
    expect(await found({ from: at.replace('Z', '+00:00'), to: at, action: 'scheme.create' })).toEqual([2])
    expect(await found({ from: at.replace('Z', '-01:00') })).toEqual([])
  })

  test('names the scheme that an entry is about, by its present name', async () => {
    const { admin, hasScheme } = await createFirm(service())
    const scheme = await hasScheme()
    await admin.call(createTrustee, { id: scheme.id, personName: 'Nuala Prendergast' })
    const [entry] = (await admin.call(listAuditEntries, { entityType: 'trustee' })).data
    expect(entry?.schemeName).toBe(scheme.name)
    const [ofEmployer] = (await admin.call(listAuditEntries, { entityType: 'employer' })).data
    expect(ofEmployer?.schemeName).toBeNull()
  })

  test('filtered by a day contains all of that day in Dublin, an hour ahead of UTC in summer', async () => {
    const { id, admin } = await createFirmWith(6)
    const instants = [
      '2026-01-14T23:59:59.999Z',
      '2026-01-15T00:00:00.000Z',
      '2026-01-15T23:59:59.999Z',
      '2026-06-30T22:59:59.999Z',
      '2026-06-30T23:00:00.000Z',
      '2026-07-01T22:59:59.999Z',
    ]
    await tamper(
      ...instants.map((instant, index): [string, ...unknown[]] => [
        'update audit_log set timestamp = $1 where tenant_id = $2 and sequence = $3',
        instant,
        id,
        index + 1,
      ]),
    )
    const found = async (filter: object): Promise<number[]> =>
      (await admin.call(listAuditEntries, { sort: 'sequence', ...filter })).data.map(
        ({ sequence }) => sequence,
      )
    expect(await found({ from: '2026-01-15', to: '2026-01-15' })).toEqual([2, 3])
    expect(await found({ from: '2026-07-01', to: '2026-07-01' })).toEqual([5, 6])
    expect(await found({ to: '2026-01-14' })).toEqual([1])
    expect(await found({ from: '2026-07-02' })).toEqual([])
  })

  test('is open only to its BrokerAdmins and to the SuperAdmin', async () => {
    const [one, other] = [await createFirmWith(1), await createFirmWith(1)]
    const superAdmin = await createSuperAdmin(service())
    for (const contract of [listAuditEntries, exportAuditLog, verifyAuditLog]) {
      expect((await one.admin.send(contract)).status).toBe(200)
      expect((await one.admin.send(contract, { tenantId: one.id })).status).toBe(200)
      expect(await one.admin.send(contract, { tenantId: other.id })).toMatchObject(NOT_YOURS)
      expect(await one.broker.send(contract)).toMatchObject(LOW_ROLE)
      expect(await one.broker.send(contract, { tenantId: other.id })).toMatchObject(LOW_ROLE)
      expect((await superAdmin.send(contract, { tenantId: other.id })).status).toBe(200)
      expect((await superAdmin.send(contract, { tenantId: 'nofirm' })).status).toBe(404)
    }
    const { data } = await one.admin.call(listAuditEntries, {})
    expect(new Set(data.map(({ tenantId }) => tenantId))).toEqual(new Set([one.id]))
    expect((await superAdmin.call(listAuditEntries, { tenantId: other.id })).data).toMatchObject([
      { tenantId: other.id, sequence: 1 },
    ])
    const everywhere = await superAdmin.call(listAuditEntries, { limit: 200 })
    const firms = new Set(everywhere.data.map(({ tenantId }) => tenantId))
    expect([firms.has(one.id), firms.has(other.id)]).toEqual([true, true])
    expect((await exported(superAdmin, { tenantId: other.id })).entries).toMatchObject([
      { tenantId: other.id },
    ])
  })

  test('has the actor, action, record, previous and new state, address and time of each entry', async () => {
    const { admin, broker, hasEmployer } = await createFirm(service())
    const before = await databaseTime()
    const { id } = await hasEmployer({ legalName: 'Before & Sons' })
    await admin.send(
      updateEmployer,
      { id, legalName: 'After “Ltd”' },
      { headers: { 'user-agent': 'Browser/1' } },
    )
    const after = await databaseTime()
    const { data } = await admin.call(listAuditEntries, { entityId: id, sort: 'sequence' })
    expect(data).toMatchObject([
      {
        actorId: broker.id,
        actorType: 'BrokerUser',
        action: 'employer.create',
        entityType: 'employer',
        entityId: id,
        previousState: null,
        newState: { id, legalName: 'Before & Sons', version: 1 },
      },
      {
        actorId: admin.id,
        actorType: 'BrokerAdmin',
        action: 'employer.update',
        previousState: { legalName: 'Before & Sons', version: 1 },
        newState: { legalName: 'After “Ltd”', version: 2 },
        ipAddress: '127.0.0.1',
        userAgent: 'Browser/1',
      },
    ])
    for (const { timestamp, id: entryId } of data) {
      expect(timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
      expect(timestamp >= before && timestamp <= after, `${before} ${timestamp} ${after}`).toBe(true)
      expect(entryId).toMatch(/^[a-z][a-z0-9]{23}$/)
    }
  })

  test('is exported as JSON Lines, each with every field of an entry, its sequence number and the head of the chain', async () => {
    const { id, admin, hasMember, broker } = await createFirm(service())
    const member = await hasMember()
    await broker.call(revealPpsNumber, { id: member.id, reason: 'Revenue asked: “form 12” – €5' })
    const { reply, entries } = await exported(admin)
    expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(reply.headers['content-disposition']).toBe(`attachment; filename=audit-log-${id}.jsonl`)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(entries.map(({ action }) => action)).toEqual([
      'employer.create',
      'scheme.create',
      'participation.create',
      'member.create',
      'member.reveal-pps',
    ])
    for (const [index, entry] of entries.entries()) {
      expect(Object.keys(entry).sort()).toEqual(
        [
          ...['id', 'actorId', 'actorType', 'action', 'entityType', 'entityId', 'previousState', 'newState'],
          ...['ipAddress', 'userAgent', 'timestamp', 'tenantId', 'sequence', 'previousHash', 'hash', 'head'],
        ].sort(),
      )
      expect(entry).toMatchObject({ tenantId: id, sequence: index + 1 })
      expect(entry.head).toEqual({ sequence: 5, hash: entries[4]?.hash })
    }
    // The exported file alone is enough to verify the chain.
    expect(await verifyChain(id, entries, { sequence: 5, hash: entries[4]?.hash as string })).toMatchObject({
      firstProblem: null,
    })
  })

  test('of a firm without changes is empty and intact', async () => {
    const { id, admin } = await createFirm(service())
    expect((await exported(admin)).entries).toEqual([])
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({
      tenantId: id,
      intact: true,
      entries: 0,
      head: { sequence: 0 },
      firstProblem: null,
    })
  })

  test('has no gap and no branch after many concurrent changes', async () => {
    const { id, admin, secondAdmin, broker } = await createFirm(service())
    const people = [admin, secondAdmin, broker]
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (people[i % 3] as Caller).send(createEmployer, { legalName: `Employer ${i} ${nextUniqueText()}` }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(201))
    const { entries } = await exported(admin)
    expect(entries.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
    expect(new Set(entries.map(({ entityId }) => entityId)).size).toBe(30)
    const instants = entries.map(({ timestamp }) => timestamp)
    expect(instants).toEqual(instants.toSorted())
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ tenantId: id, intact: true, entries: 30 })
  })

  test('longer than a batch is exported and verified completely', async () => {
    const { id, admin } = await createFirmWith(1)
    // Written in one change as the service writes them, instead of one request per entry.
    await service().app.pipeline.actAs(
      { id: 'system', role: 'SuperAdmin', tenantId: id, employerId: null, memberId: null },
      'test.many',
      async () => ({
        answer: null,
        changes: Array.from({ length: 1_100 }, (_, i) => ({
          audited: {
            entityType: 'thing',
            shown: { parse: (value: unknown) => value } as never,
            concealed: [],
          },
          before: null,
          after: { id: `thing${i}` },
          tenantId: id,
        })),
      }),
    )
    expect((await exported(admin)).entries.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 1_101 }, (_, i) => i + 1),
    )
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, entries: 1_101 })
    await tamper(['delete from audit_log where tenant_id = $1 and sequence between 5 and 1050', id])
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({
      intact: false,
      entries: 55,
      firstProblem: { kind: 'MISSING', sequence: 5 },
    })
  })
})

describe('where a request came from', () => {
  const addressOf = async (options: InjectOptions): Promise<string | null> => {
    const { admin, broker, hasEmployer } = await createFirm(service())
    const { id: employerId } = await hasEmployer()
    const reply = await broker.request({
      method: 'POST',
      url: '/api/schemes',
      payload: { employerId, name: `Scheme ${nextUniqueText()}`, type: 'DC' },
      ...options,
    })
    expect(reply.status).toBe(201)
    const { data } = await admin.call(listAuditEntries, {
      entityId: reply.body.id,
      action: createScheme.name,
    })
    return data[0]?.ipAddress ?? null
  }

  test.each([
    {
      name: 'is the socket, when nobody forwarded it',
      remoteAddress: '192.0.2.9',
      forwarded: undefined,
      expected: '192.0.2.9',
    },
    {
      name: 'is the socket, whatever somebody who is no trusted proxy says',
      remoteAddress: '192.0.2.9',
      forwarded: '198.51.100.1',
      expected: '192.0.2.9',
    },
    {
      name: 'is what a trusted proxy says',
      remoteAddress: '10.1.2.3',
      forwarded: '198.51.100.1',
      expected: '198.51.100.1',
    },
    {
      name: 'is the last address that no trusted proxy has, so that a caller cannot put one before it',
      remoteAddress: '10.1.2.3',
      forwarded: '203.0.113.66, 198.51.100.1, 10.9.9.9',
      expected: '198.51.100.1',
    },
    {
      name: 'is the socket, when what a trusted proxy says is no address',
      remoteAddress: '10.1.2.3',
      forwarded: "'; drop table audit_log; --",
      expected: '10.1.2.3',
    },
  ])('$name', async ({ remoteAddress, forwarded, expected }) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
    expect(await addressOf({ remoteAddress, headers })).toBe(expected)
  })
})

describe('entries of the log cannot be changed', () => {
  /** Runs a statement in a transaction of the service with access to all firms. */
  const asApplication = (text: string, values: unknown[] = []) =>
    service().database.write(async (tx) => {
      await runStatement(tx, {
        text: "select set_config('role', 'pcs_app', true), set_config('app.scope', 'platform', true)",
        values: [],
      })
      return runStatement(tx, { text, values })
    })

  test.each([
    'update audit_log set action = action',
    'update audit_log set hash = hash where sequence = 1',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_chains',
    'truncate audit_chains',
    'update audit_chains set tenant_id = tenant_id',
    'alter table audit_log disable trigger user',
    'drop table audit_log',
  ])('by the service: %s', async (text) => {
    await createFirmWith(1)
    const before = await service().asOwner('select * from audit_log order by tenant_id, sequence')
    expect(before.length).toBeGreaterThan(0)
    await expect(asApplication(text)).rejects.toMatchObject({ code: '42501' })
    expect(await service().asOwner('select * from audit_log order by tenant_id, sequence')).toEqual(before)
  })

  test.each([
    'update audit_log set action = action',
    'delete from audit_log',
    'truncate audit_log',
    'delete from audit_chains',
    'truncate audit_chains',
    'update audit_chains set sequence = sequence - 1',
    'update audit_chains set sequence = sequence',
    "update audit_chains set hash = 'x'",
  ])('by the owner of the tables, as long as the triggers exist: %s', async (text) => {
    await createFirmWith(1)
    const before = await service().asOwner('select * from audit_log order by tenant_id, sequence')
    await expect(service().asOwner(text)).rejects.toMatchObject({ code: '42501' })
    expect(await service().asOwner('select * from audit_log order by tenant_id, sequence')).toEqual(before)
  })

  test('the service can move the end of a chain only to the next entry', async () => {
    const { id } = await createFirmWith(2)
    const move = (sequence: number) =>
      asApplication("update audit_chains set sequence = $2::bigint, hash = 'x' where tenant_id = $1", [
        id,
        sequence,
      ])
    for (const sequence of [0, 1, 2, 4]) await expect(move(sequence)).rejects.toMatchObject({ code: '42501' })
  })

  test('a firm cannot write entries of another firm', async () => {
    const [one, other] = [await createFirmWith(1), await createFirmWith(1)]
    const asFirm = (text: string) =>
      service().database.write(async (tx) => {
        await sql`select set_config('role', 'pcs_app', true), set_config('app.scope', 'tenant', true), set_config('app.tenant', ${one.id}, true)`.execute(
          tx,
        )
        return runStatement(tx, { text, values: [other.id] })
      })
    expect(await asFirm('select 1 from audit_log where tenant_id = $1')).toEqual([])
    expect(await asFirm('select 1 from audit_chains where tenant_id = $1')).toEqual([])
    await expect(
      asFirm(
        `insert into audit_log (tenant_id, sequence, id, actor_id, actor_type, action, entity_type, entity_id, timestamp, previous_hash, hash)
         values ($1, 2, 'x', 'x', 'BrokerUser', 'x', 'x', 'x', now(), 'x', 'x')`,
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe("no statement of the service's database role blocks the firm's log", () => {
  /** Runs a statement in a transaction of the service with the scope of an employer user, and commits it if it succeeds. */
  async function asEmployerUser(firm: Firm, text: string): Promise<string> {
    try {
      await service().database.write(async (tx) => {
        await sql`select set_config('role', 'pcs_app', true), set_config('app.scope', 'employer', true), set_config('app.tenant', ${firm.id}, true),
            set_config('app.employer', 'someemployer', true), set_config('app.user', ${firm.broker.id}, true), set_config('app.role', 'BrokerUser', true)`.execute(
          tx,
        )
        await runStatement(tx, { text, values: [firm.id] })
      })
      return 'accepted'
    } catch (error) {
      return (error as { code?: string }).code ?? String(error)
    }
  }
  const entry = (state: string): string =>
    `[{"id": "strayentry", "action": "x", "entityType": "x", "entityId": "x", "previousState": null, "newState": ${state}}]`
  const insert = (sequence: string, hash = "'abab'"): string =>
    `insert into audit_log (tenant_id, sequence, id, actor_id, actor_type, action, entity_type, entity_id, timestamp, previous_hash, hash)
     select $1, ${sequence}, 'stray', 'somebody', 'BrokerAdmin', 'x', 'x', 'x', '2020-01-01', c.hash, ${hash} from audit_chains c where c.tenant_id = $1`

  test.each([
    ['an entry in front of the end of the chain', insert('c.sequence + 1'), '42501'],
    ['an entry far in front', insert('c.sequence + 1000'), '42501'],
    [
      'the end moved',
      "update audit_chains set sequence = sequence + 1, hash = 'x' where tenant_id = $1",
      '42501',
    ],
    ['another beginning', "insert into audit_chains values ($1, 5, 'x')", '42501'],
    ['another hash', "update audit_chains set hash = repeat('ab', 32) where tenant_id = $1", '42501'],
    ['the beginning locked', 'select 1 from audit_chains where tenant_id = $1 for update', '42501'],
    [
      'an entry of another firm',
      `select app.append_audit_entries('platform', null, null, '${entry('null')}'), $1::text`,
      '42501',
    ],
    [
      'an entry of no person',
      `select set_config('app.user', '', true), app.append_audit_entries($1, null, null, '${entry('null')}')`,
      '42501',
    ],
    [
      'a number that no verifier reads as it was written',
      `select app.append_audit_entries($1, null, null, '${entry('{"a": [1.50]}')}')`,
      '22023',
    ],
    [
      'a number that is too long for a verifier',
      `select app.append_audit_entries($1, null, null, '${entry('{"a": 12345678901234567890.1}')}')`,
      '22023',
    ],
    ['an entry without an id', "select app.append_audit_entries($1, null, null, '[{}]')", '23502'],
    ['no entries', "select app.append_audit_entries($1, null, null, '[]')", 'accepted'],
    [
      'an entry of its own',
      `select app.append_audit_entries($1, null, null, '${entry('{"a": [1.5, 1e21]}')}')`,
      'accepted',
    ],
  ])('%s', async (_name, text, expected) => {
    const firm = await createFirmWith(2)
    expect(await asEmployerUser(firm, text)).toBe(expected)
    await firm.hasEmployer()
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, firstProblem: null })
    const { data } = await firm.admin.call(listAuditEntries, {})
    expect(new Set(data.map(({ actorId }) => actorId))).toEqual(new Set([firm.broker.id]))
  })

  test('the entries of an import are appended together, so that the end of the chain is locked once', async () => {
    const { id, admin } = await createFirm(service())
    await service().app.pipeline.actAs(
      { id: 'system', role: 'SuperAdmin', tenantId: id, employerId: null, memberId: null },
      'test.import',
      async () => ({
        answer: null,
        changes: Array.from({ length: 1200 }, (_, row) => ({
          audited: { entityType: 'thing', shown: { parse: () => ({ row }) } as never, concealed: [] },
          before: null,
          after: { id: `thing${row}` },
          tenantId: id,
        })),
      }),
    )
    const rows = await service().asOwner(
      "select count(*)::int as entries, count(distinct timestamp)::int as times from audit_log where tenant_id = $1 and action = 'test.import'",
      [id],
    )
    expect(rows).toEqual([{ entries: 1200, times: 1 }])
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, firstProblem: null })
  })

  test('the database and the verifier calculate the same hash for any state', async () => {
    const { id, admin } = await createFirm(service())
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), async (state) => {
        // Text that PostgreSQL cannot store is rejected earlier (errors.service.test.ts).
        fc.pre(!JSON.stringify(state).includes('\\u0000'))
        await service().app.pipeline.actAs(
          { id: 'system', role: 'SuperAdmin', tenantId: id, employerId: null, memberId: null },
          'test.state',
          async () => ({
            answer: null,
            changes: [
              {
                audited: { entityType: 'thing', shown: { parse: () => state } as never, concealed: [] },
                before: null,
                after: { id: 'thing' },
                tenantId: id,
              },
            ],
          }),
        )
      }),
      // PostgreSQL writes this number with one more digit than JavaScript.
      { numRuns: getPropertyRuns(60), examples: [[{ a: -149506710535678800 }]] },
    )
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, firstProblem: null })
  })

  test('entries of the first release and of this release form one chain', async () => {
    const { id, admin, hasEmployer } = await createFirmWith(3)
    const rehash = await exported(admin)
    let previousHash = calculateGenesisHash(id)
    const statements = rehash.entries.map((stored): [string, ...unknown[]] => {
      const hash = calculateFirstHash({ ...stored, previousHash })
      const statement: [string, ...unknown[]] = [
        'update audit_log set previous_hash = $3, hash = $4 where tenant_id = $1 and sequence = $2',
        id,
        stored.sequence,
        previousHash,
        hash,
      ]
      previousHash = hash
      return statement
    })
    await tamper(...statements, ['update audit_chains set hash = $2 where tenant_id = $1', id, previousHash])
    await hasEmployer()
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, entries: 4 })
  })
})

describe('detects tampering by a database superuser', () => {
  const ENTRIES = 6
  const edit = (assignment: string, sequence = 3) =>
    [`update audit_log set ${assignment} where tenant_id = $1 and sequence = ${sequence}`] as const

  test.each<{ name: string; statements: (readonly [string])[]; kind: string; sequence: number }>([
    { name: 'another actor', statements: [edit("actor_id = 'somebody'")], kind: 'EDITED', sequence: 3 },
    { name: 'another role', statements: [edit("actor_type = 'SuperAdmin'")], kind: 'EDITED', sequence: 3 },
    {
      name: 'a role that pretends to be two fields',
      statements: [edit(`actor_type = 'SuperAdmin","actorType":"' || actor_type`)],
      kind: 'EDITED',
      sequence: 3,
    },
    { name: 'a quote where none can be', statements: [edit(`id = id || '"'`)], kind: 'EDITED', sequence: 3 },
    { name: 'another action', statements: [edit("action = 'employer.update'")], kind: 'EDITED', sequence: 3 },
    {
      name: 'one value inside a state',
      statements: [edit(`new_state = jsonb_set(new_state, '{version}', '2')`)],
      kind: 'EDITED',
      sequence: 3,
    },
    {
      name: 'a state where there was none',
      statements: [edit("previous_state = '{}'")],
      kind: 'EDITED',
      sequence: 3,
    },
    {
      name: 'a millisecond',
      statements: [edit("timestamp = timestamp + interval '1 millisecond'")],
      kind: 'EDITED',
      sequence: 3,
    },
    { name: 'no address', statements: [edit('ip_address = null')], kind: 'EDITED', sequence: 3 },
    {
      name: 'the last entry',
      statements: [edit("entity_id = 'x'", ENTRIES)],
      kind: 'EDITED',
      sequence: ENTRIES,
    },
    {
      name: 'a removed entry',
      statements: [['delete from audit_log where tenant_id = $1 and sequence = 2']],
      kind: 'MISSING',
      sequence: 2,
    },
    {
      name: 'a removed first entry',
      statements: [['delete from audit_log where tenant_id = $1 and sequence = 1']],
      kind: 'MISSING',
      sequence: 1,
    },
    {
      name: 'removed last entries',
      statements: [['delete from audit_log where tenant_id = $1 and sequence > 4']],
      kind: 'TRUNCATED',
      sequence: 5,
    },
    {
      name: 'an emptied log',
      statements: [['delete from audit_log where tenant_id = $1']],
      kind: 'TRUNCATED',
      sequence: 1,
    },
    {
      name: 'two entries that changed places',
      statements: [
        ['update audit_log set sequence = sequence + 100 where tenant_id = $1 and sequence in (2, 4)'],
        ['update audit_log set sequence = 106 - sequence where tenant_id = $1 and sequence > 100'],
      ],
      kind: 'EDITED',
      sequence: 2,
    },
    {
      name: 'an end that was moved back, so that the last entries are beyond it',
      statements: [
        [
          `update audit_chains c set sequence = 4, hash = (select hash from audit_log where tenant_id = $1 and sequence = 4)
            where tenant_id = $1`,
        ],
      ],
      kind: 'EDITED',
      sequence: 5,
    },
    {
      name: 'an end that was removed',
      statements: [['delete from audit_chains where tenant_id = $1']],
      kind: 'EDITED',
      sequence: 1,
    },
    {
      name: 'an end that is none of the entries',
      statements: [[`update audit_chains set hash = repeat('ab', 32) where tenant_id = $1`]],
      kind: 'EDITED',
      sequence: ENTRIES,
    },
  ])('$name', async ({ statements, kind, sequence }) => {
    const { id, admin } = await createFirmWith(ENTRIES)
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, entries: ENTRIES })
    await tamper(...statements.map(([text]): [string, ...unknown[]] => [text, id]))
    const verification = await admin.call(verifyAuditLog, {})
    expect(verification).toMatchObject({ tenantId: id, intact: false, firstProblem: { kind, sequence } })
    // The export alone shows the same problem.
    const { entries } = await exported(admin)
    const { firstProblem } = await verifyChain(id, entries, verification.head)
    expect(firstProblem).toEqual(verification.firstProblem)
  })

  test("another firm's chain stored under this firm", async () => {
    const [one, other] = [await createFirmWith(2), await createFirmWith(2)]
    await tamper(
      ['delete from audit_log where tenant_id = $1', one.id],
      ['update audit_log set tenant_id = $1 where tenant_id = $2', one.id, other.id],
      [
        `update audit_chains set (sequence, hash) = (select sequence, hash from audit_chains where tenant_id = $2) where tenant_id = $1`,
        one.id,
        other.id,
      ],
    )
    expect(await one.admin.call(verifyAuditLog, {})).toMatchObject({
      intact: false,
      firstProblem: { kind: 'EDITED', sequence: 1 },
    })
    expect(await other.admin.call(verifyAuditLog, {})).toMatchObject({
      intact: false,
      firstProblem: { kind: 'TRUNCATED', sequence: 1 },
    })
  })
})

async function databaseTime(): Promise<string> {
  const [row] = await service().asOwner<{ now: string }>('select app.instant(clock_timestamp()) as now')
  return row?.now ?? ''
}
