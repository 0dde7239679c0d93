import { createDecipheriv, createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm, createSuperAdmin, generatePpsNumber } from '../../../../../test/harness/people.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { readStoredDigests, readStoredText } from '../../../../../test/harness/stored-rows.ts'
import { listAuditEntries, verifyAuditLog } from '../../../../contract/audit.ts'
import { createMember, revealPpsNumber, updateMember } from '../../../../contract/members.ts'

const service = useService({ ownDatabase: true })

const FAILING = 'an entry that cannot be written'
const FAILING_LATE = 'a transaction that cannot be committed'
const REASON = 'Revenue asked for it'

beforeAll(async () => {
  await service().asOwner(`
    create function app.refuse_entry() returns trigger language plpgsql as $$
      begin raise exception 'no entry today'; end $$;
    create trigger refuse_entry before insert on audit_log for each row
      when (new.user_agent = '${FAILING}') execute function app.refuse_entry();
    create constraint trigger refuse_commit after insert on audit_log deferrable initially deferred for each row
      when (new.user_agent = '${FAILING_LATE}') execute function app.refuse_entry();`)
})

interface Columns extends Record<string, unknown> {
  pps_number_encrypted: string
  pps_number_hash: string
  pps_number_binding: string
  pps_key_fingerprint: string
}
async function columnsOf(id: string): Promise<Columns> {
  const [row] = await service().asOwner<Columns>(
    `select pps_number_encrypted, pps_number_hash, pps_number_binding, pps_key_fingerprint
       from members where id = $1`,
    [id],
  )
  if (!row) throw new Error(`No member ${id}`)
  return row
}

async function aMember() {
  const firm = await createFirm(service())
  const ppsNumber = generatePpsNumber()
  const member = await firm.hasMember({ ppsNumber })
  return { ...firm, ppsNumber, member }
}

describe('at rest', () => {
  test('a PPS number is stored as standard AES-256-GCM under the configured key', async () => {
    const { member, ppsNumber } = await aMember()
    const { pps_number_encrypted, pps_key_fingerprint } = await columnsOf(member.id)
    const bytes = Buffer.from(pps_number_encrypted, 'base64')
    const key = Buffer.from(TEST_SECRETS.PPS_ENCRYPTION_KEY, 'hex')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(
      bytes.subarray(12, 28),
    )
    expect(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()).toBe(ppsNumber)
    expect(pps_key_fingerprint).toBe(createHash('sha256').update(key).digest('hex').slice(0, 16))
  })

  test('equal numbers have equal digests only within a firm', async () => {
    const { member, ppsNumber, hasMember } = await aMember()
    const again = await hasMember({ ppsNumber })
    const elsewhere = await (await createFirm(service())).hasMember({ ppsNumber })
    const [one, two, three] = [
      await columnsOf(member.id),
      await columnsOf(again.id),
      await columnsOf(elsewhere.id),
    ]
    expect(two.pps_number_hash).toBe(one.pps_number_hash)
    expect(three.pps_number_hash).not.toBe(one.pps_number_hash)
    expect(new Set([one, two, three].map((row) => row.pps_number_encrypted)).size).toBe(3)
    expect(one.pps_number_hash).not.toBe(createHash('sha256').update(ppsNumber).digest('hex'))
  })

  test('no table contains the number in any form after any operation', async () => {
    const { broker, member, ppsNumber, hasScheme } = await aMember()
    const other = generatePpsNumber()
    assertNotInLogs(service().runFolder, other)
    const scheme = await hasScheme()
    const create = { schemeId: scheme.id, firstName: 'Ida', lastName: 'Quill', ppsNumber: other }
    const keyed = { headers: { 'idempotency-key': 'once' } }
    expect((await broker.send(createMember, create, keyed)).status).toBe(201)
    expect((await broker.send(createMember, create, keyed)).headers['idempotency-replayed']).toBe('true')
    expect((await broker.send(createMember, create)).status).toBe(409)
    await broker.call(updateMember, { id: member.id, firstName: 'Ida', lastName: 'Quill', ppsNumber })
    expect(await broker.call(revealPpsNumber, { id: member.id, reason: REASON })).toEqual({ ppsNumber })

    const everything = await readStoredText(service())
    expect(everything).toContain('Quill')
    for (const number of [ppsNumber, other]) {
      const bytes = Buffer.from(number)
      for (const form of [number, bytes.toString('hex'), bytes.toString('base64')])
        expect(everything.includes(form), 'a PPS number was stored').toBe(false)
    }
  })
})

describe('a reveal', () => {
  test('returns the number, is never cached, and is audited with user and reason', async () => {
    const { admin, broker, member, ppsNumber } = await aMember()
    const reply = await broker.send(revealPpsNumber, { id: member.id, reason: `  ${REASON} ` })
    expect(reply).toMatchObject({ status: 200, body: { ppsNumber } })
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers.etag).toBeUndefined()
    const { data } = await admin.call(listAuditEntries, { entityId: member.id })
    expect(data[0]).toMatchObject({
      actorId: broker.id,
      actorType: 'BrokerUser',
      action: 'member.reveal-pps',
      entityType: 'member',
      entityId: member.id,
      newState: { id: member.id, reason: REASON, version: 1 },
    })
    expect(JSON.stringify(data)).not.toContain(ppsNumber)
  })

  test('is audited each time, also by a SuperAdmin in the log of the firm', async () => {
    const { id, admin, broker, member } = await aMember()
    const superAdmin = await createSuperAdmin(service())
    for (const caller of [broker, broker, superAdmin])
      await caller.call(revealPpsNumber, { id: member.id, reason: REASON })
    const { data } = await admin.call(listAuditEntries, { action: 'member.reveal-pps', sort: 'sequence' })
    expect(data.map(({ actorId, tenantId }) => [actorId, tenantId])).toEqual([
      [broker.id, id],
      [broker.id, id],
      [superAdmin.id, id],
    ])
  })

  test.each([
    { name: 'no reason', reason: undefined },
    { name: 'an empty one', reason: '  ' },
    { name: 'one of two letters', reason: 'ok' },
    { name: 'one that is no text', reason: 12_345 },
  ])('with $name is refused and not audited', async ({ reason }) => {
    const { broker, member } = await aMember()
    const before = await readStoredDigests(service())
    expect(await broker.send(revealPpsNumber, { id: member.id, reason })).toMatchObject({
      status: 400,
      body: { error: 'Validation failed', issues: [{ path: ['reason'] }] },
    })
    expect(await readStoredDigests(service())).toEqual(before)
  })

  test('of a member without a number is refused and not audited', async () => {
    const { broker, hasMember } = await createFirm(service())
    const member = await hasMember({ ppsNumber: null })
    const before = await readStoredDigests(service())
    expect(await broker.send(revealPpsNumber, { id: member.id, reason: REASON })).toMatchObject({
      status: 422,
      body: { details: { code: 'NO_PPS_NUMBER' } },
    })
    expect(await readStoredDigests(service())).toEqual(before)
  })

  test.each([
    { name: 'cannot be recorded', userAgent: FAILING },
    { name: 'is recorded in a transaction that cannot be committed', userAgent: FAILING_LATE },
  ])('that $name discloses nothing and stores nothing', async ({ userAgent }) => {
    const { broker, member, ppsNumber } = await aMember()
    const before = await readStoredDigests(service())
    const headers = { 'user-agent': userAgent }
    const reply = await broker.send(revealPpsNumber, { id: member.id, reason: REASON }, { headers })
    expect(reply).toMatchObject({ status: 500, body: { error: 'Internal server error' } })
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain(ppsNumber)
    expect(await readStoredDigests(service())).toEqual(before)
    // It was the recording alone that was in the way.
    expect(await broker.call(revealPpsNumber, { id: member.id, reason: REASON })).toEqual({ ppsNumber })
  })

  test.each([
    {
      name: "copied from a colleague's row",
      damage: `update members m set (pps_number_encrypted, pps_number_binding, pps_key_fingerprint) =
                 (select o.pps_number_encrypted, o.pps_number_binding, o.pps_key_fingerprint from members o where o.id = $2) where m.id = $1`,
    },
    {
      name: 'with one character changed',
      damage: `update members set pps_number_encrypted =
                 overlay(pps_number_encrypted placing case when substr(pps_number_encrypted, 20, 1) = 'A' then 'B' else 'A' end from 20)
                where id = $1 and $2::text is not null`,
    },
    {
      name: 'cut short',
      damage: `update members set pps_number_encrypted = left(pps_number_encrypted, 24) where id = $1 and $2::text is not null`,
    },
    {
      name: 'with the plaintext in its place',
      damage: `update members set pps_number_encrypted = '8999999AA' where id = $1 and $2::text is not null`,
    },
  ])('of a value $name is refused, discloses nothing and is not audited', async ({ damage }) => {
    const { admin, broker, member, hasMember } = await aMember()
    const colleague = await hasMember({ schemeId: member.schemeId })
    await service().asOwner(damage, [member.id, colleague.id])
    const before = await readStoredDigests(service())
    const reply = await broker.send(revealPpsNumber, { id: member.id, reason: REASON })
    expect(reply).toMatchObject({ status: 500, body: { error: 'Internal server error' } })
    expect(Object.keys(reply.body.details)).toEqual(['requestId'])
    expect(await readStoredDigests(service())).toEqual(before)
    expect(await admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
    expect((await broker.send(revealPpsNumber, { id: colleague.id, reason: REASON })).status).toBe(200)
  })
})
