/** Checkpoints: what a person with every right in the database cannot hide. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Caller,
  createAnonymousCaller,
  createCaller,
  createFirm,
  createSuperAdmin,
  type Firm,
  nextUniqueText,
  type Reply,
} from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { exportAuditLog, verifyAuditLog } from '../../../../contract/audit.ts'
import { createTenant } from '../../../../contract/tenants.ts'
import { calculateGenesisHash, hashEntry } from '../../../operation/audit-hash.ts'
import { parseCheckpoints } from './checkpoint-store.ts'
import { type StoredEntry, verifyChain } from './verify-chain.ts'

const service = useService({ ownDatabase: true })

async function seal(): Promise<{ ran: boolean; did: { sealed: number }; failedFirms: number }> {
  const reply = await createAnonymousCaller(service()).request({
    method: 'POST',
    url: '/api/cron/audit-seal',
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

async function createFirmWith(entries: number): Promise<Firm> {
  const firm = await createFirm(service())
  for (let i = 0; i < entries; i++) await firm.hasEmployer()
  return firm
}

const TABLES = ['audit_log', 'audit_chains', 'audit_checkpoints']
async function tamper(...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  const { asOwner } = service()
  for (const table of TABLES) await asOwner(`alter table ${table} disable trigger user`)
  try {
    for (const [text, ...values] of statements) await asOwner(text, values)
  } finally {
    for (const table of TABLES) await asOwner(`alter table ${table} enable trigger user`)
  }
}
const anchorFile = ({ id }: Firm): string => join(service().config.anchorsDir, `${id}.jsonl`)
const anchorsOf = async (firm: Firm) => parseCheckpoints(await readFile(anchorFile(firm), 'utf8'))

/** Entries from `from` on written again with hashes that fit: what a person with every right in the database can do. */
async function rewrite(firm: Firm, from: number): Promise<void> {
  const text = (await firm.admin.send(exportAuditLog)).text
  const entries = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredEntry)
  let previousHash = entries[from - 2]?.hash ?? calculateGenesisHash(firm.id)
  for (const entry of entries.slice(from - 1)) {
    const action = 'rewritten.entry'
    const hash = hashEntry({ ...entry, action, previousHash })
    await tamper([
      'update audit_log set action = $3, previous_hash = $4, hash = $5 where tenant_id = $1 and sequence = $2',
      ...[firm.id, entry.sequence, action, previousHash, hash],
    ])
    previousHash = hash
  }
  await tamper(['update audit_chains set hash = $2 where tenant_id = $1', firm.id, previousHash])
}
const empty = ({ id }: Firm) =>
  tamper(
    ['delete from audit_log where tenant_id = $1', id],
    ['delete from audit_chains where tenant_id = $1', id],
  )
const withoutCheckpoints = ({ id }: Firm) =>
  tamper(['delete from audit_checkpoints where tenant_id = $1', id])

describe('sealing', () => {
  test('signs one checkpoint of each log with new entries, inside and outside the database', async () => {
    await seal()
    const [one, other] = [await createFirmWith(2), await createFirmWith(1)]
    expect(await seal()).toEqual({ job: 'audit-seal', ran: true, did: { sealed: 2 }, failedFirms: 0 })
    expect(await seal()).toMatchObject({ did: { sealed: 0 }, failedFirms: 0 })
    await one.hasEmployer()
    expect(await seal()).toMatchObject({ did: { sealed: 1 }, failedFirms: 0 })
    expect((await anchorsOf(one)).map(({ sequence }) => sequence)).toEqual([2, 3])
    expect((await anchorsOf(other)).map(({ sequence }) => sequence)).toEqual([1])
    const { head, checkpoints } = await one.admin.call(verifyAuditLog, {})
    expect(checkpoints).toMatchObject([
      { keptIn: 'DATABASE', ...head },
      { keptIn: 'ANCHOR_FILE', ...head },
    ])
    expect(await anchorsOf(one)).toMatchObject([{}, { ...head, tenantId: one.id }])
  })

  test('reports that there is no checkpoint yet', async () => {
    const { admin } = await createFirmWith(1)
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, checkpoints: [] })
  })

  test('does not sign a log that was tampered with, and continues with the others', async () => {
    await seal()
    const [edited, rewritten, emptied, fine] = [
      await createFirmWith(3),
      await createFirmWith(3),
      await createFirmWith(3),
      await createFirmWith(3),
    ]
    await seal()
    for (const firm of [edited, rewritten, emptied, fine]) await firm.hasEmployer()
    await tamper(["update audit_log set entity_id = 'x' where tenant_id = $1 and sequence = 4", edited.id])
    await rewrite(rewritten, 2)
    await empty(emptied)
    expect(await seal()).toMatchObject({ did: { sealed: 1 }, failedFirms: 3 })
    expect((await anchorsOf(fine)).map(({ sequence }) => sequence)).toEqual([3, 4])
    for (const firm of [edited, rewritten, emptied])
      expect((await anchorsOf(firm)).map(({ sequence }) => sequence)).toEqual([3])
    // Those stay unsealed until a person has looked at them.
    await withoutCheckpoints(edited)
    await tamper(
      ...[edited, rewritten, emptied].map(({ id }): [string, string] => [
        'delete from audit_checkpoints where tenant_id = $1',
        id,
      ]),
    )
  })
})

describe('detects a log that was tampered with after it was sealed', () => {
  const sealed = async (): Promise<Firm> => {
    const firm = await createFirmWith(4)
    await seal()
    return firm
  }
  const verdictOf = async ({ admin }: Firm) => (await admin.call(verifyAuditLog, {})).firstProblem

  test.each<[string, (firm: Firm) => Promise<void>, { kind: string; sequence: number }]>([
    ['rewritten with new hashes', (firm) => rewrite(firm, 2), { kind: 'REWRITTEN', sequence: 4 }],
    ['emptied', empty, { kind: 'TRUNCATED', sequence: 1 }],
    [
      'emptied, and begun again',
      async (firm) => {
        await empty(firm)
        await firm.hasEmployer()
      },
      { kind: 'TRUNCATED', sequence: 2 },
    ],
    [
      'emptied, and grown beyond the checkpoint',
      async (firm) => {
        await empty(firm)
        for (let i = 0; i < 5; i++) await firm.hasEmployer()
      },
      { kind: 'REWRITTEN', sequence: 4 },
    ],
    [
      'cut off, with its end moved back',
      (firm) =>
        tamper(
          ['delete from audit_log where tenant_id = $1 and sequence > 2', firm.id],
          [
            'update audit_chains c set sequence = 2, hash = (select hash from audit_log where tenant_id = $1 and sequence = 2) where tenant_id = $1',
            firm.id,
          ],
        ),
      { kind: 'TRUNCATED', sequence: 3 },
    ],
  ])('%s: detected by the checkpoint, and without it by the anchor', async (_how, how, problem) => {
    const firm = await sealed()
    await how(firm)
    expect(await verdictOf(firm)).toMatchObject(problem)
    await withoutCheckpoints(firm)
    expect(await verdictOf(firm)).toMatchObject(problem)
    await writeFile(anchorFile(firm), '')
  })

  test('by a checkpoint of another key', async () => {
    const firm = await sealed()
    await rewrite(firm, 2)
    const { head } = await firm.admin.call(verifyAuditLog, {})
    await tamper(['update audit_checkpoints set hash = $2 where tenant_id = $1', firm.id, head.hash])
    expect(await verdictOf(firm)).toMatchObject({ kind: 'SIGNATURE', sequence: 4 })
    await writeFile(anchorFile(firm), '')
  })
})

describe('a firm that a user created', () => {
  async function createNewFirm(): Promise<Firm> {
    const superAdmin = await createSuperAdmin(service())
    const name = nextUniqueText()
    const tenant = await superAdmin.call(createTenant, {
      name: `Firm ${name}`,
      adminEmail: `admin-${name}@example.com`,
      adminName: 'Administrator',
    })
    const [row] = await service().asOwner<{ id: string; email: string; name: string }>(
      "update users set status = 'ACTIVE' where tenant_id = $1 returning id, email, name",
      [tenant.id],
    )
    const person = {
      ...(row as { id: string; email: string; name: string }),
      tenantId: tenant.id,
      role: 'BrokerAdmin' as const,
    }
    return { id: tenant.id, admin: await createCaller(service(), person) } as Firm
  }

  test('has a log that begins with its creation', async () => {
    const { admin } = await createNewFirm()
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, entries: 2 })
  })

  test('is detected if its log was emptied before the first checkpoint', async () => {
    const firm = await createNewFirm()
    await empty(firm)
    const begins = { intact: false, firstProblem: { kind: 'BEGINNING', sequence: 1 } }
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject(begins)
    await firm.admin.request({
      method: 'POST',
      url: '/api/employers',
      payload: { legalName: `Employer ${nextUniqueText()}` },
    })
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ ...begins, entries: 1 })
  })
})

describe('verification and export of one log', () => {
  test('run one at a time; a second run is refused with the reason', async () => {
    const { admin, secondAdmin } = await createFirmWith(3)
    const anchorsRead = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const app = await service().open({
      anchors: {
        append: async () => {},
        of: () => {
          anchorsRead.resolve()
          return gate.promise.then(() => [])
        },
      },
    })
    const other = { ...service(), app }
    const send =
      ({ cookie }: Caller) =>
      ({ route }: { route: string }): Promise<Reply> =>
        createAnonymousCaller(other).request({ url: route.split(' ')[1] as string, headers: { cookie } })
    const [one, two] = [send(admin), send(secondAdmin)]
    const first = one(verifyAuditLog)
    // The first one holds the lock and waits for its anchors. Without this wait the second could take the lock.
    await anchorsRead.promise
    expect(await two(verifyAuditLog)).toMatchObject({ status: 409 })
    expect(await two(exportAuditLog)).toMatchObject({
      status: 409,
      body: {
        error: 'A verification or an export of this audit log is running. Try again when it has finished',
        details: { code: 'AUDIT_LOG_BUSY' },
      },
    })
    gate.resolve()
    expect(await first).toMatchObject({ status: 200 })
    for (const contract of [verifyAuditLog, exportAuditLog, exportAuditLog, verifyAuditLog])
      expect(await two(contract)).toMatchObject({ status: 200 })
  })

  test('an export contains everything that an offline verification needs', async () => {
    const firm = await createFirmWith(2)
    const entries = (await firm.admin.send(exportAuditLog)).text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StoredEntry & { head: { sequence: number; hash: string } })
    const head = entries[0]?.head ?? { sequence: 0, hash: '' }
    expect((await verifyChain(firm.id, entries, head)).firstProblem).toBeNull()
  })
})

test("the service's database role can neither change a checkpoint nor add one for its own firm", async () => {
  const firm = await createFirmWith(1)
  await seal()
  const { sql } = await import('kysely')
  const attempt = (text: string): Promise<unknown> =>
    service().database.write(async (tx) => {
      await sql`select set_config('role', 'pcs_app', true), set_config('app.scope', 'tenant', true), set_config('app.tenant', ${firm.id}, true),
          set_config('app.user', ${firm.admin.id}, true), set_config('app.role', 'BrokerAdmin', true)`.execute(
        tx,
      )
      await sql.raw(text).execute(tx)
    })
  for (const text of [
    "update audit_checkpoints set hash = 'x'",
    'delete from audit_checkpoints',
    'truncate audit_checkpoints',
    `insert into audit_checkpoints values ('${firm.id}', 99, 'x', now(), 'x', 'x')`,
  ])
    await expect(attempt(text), text).rejects.toMatchObject({ code: '42501' })
})
