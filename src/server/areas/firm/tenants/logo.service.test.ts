import { beforeAll, describe, expect, test } from 'vitest'
import { A_LOGO, buildChunk, buildJpeg, buildPng } from '../../../../../test/fixtures/logos.ts'
import { seedFirmWithEverything } from '../../../../../test/harness/firm-fixture.ts'
import type { FirmFixture } from '../../../../../test/harness/fixture-records.ts'
import { type Caller, createFirm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getSession } from '../../../../contract/auth.ts'
import { getTenant, LOGO_BYTES, removeTenantLogo, setTenantLogo } from '../../../../contract/tenants.ts'
import { createUser } from '../../../../contract/users.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { createFileKeys } from '../../../platform/files/encrypted-files.ts'
import { ScannerUnavailable, type Verdict, type VirusScanner } from '../../../platform/virus-scanner.ts'
import { createLogoKeyRotation } from './logo-keys.ts'

const service = useService()
let fixture: FirmFixture
let other: FirmFixture
beforeAll(async () => {
  fixture = await seedFirmWithEverything(service())
  other = await seedFirmWithEverything(service())
})

const read = (caller: Caller, firmId: string, version?: string) =>
  caller.request({ method: 'GET', url: `/api/tenants/${firmId}/logo${version ? `?version=${version}` : ''}` })
const countUnclaimed = async (firmId: string): Promise<number> =>
  (
    await service().asOwner<{ count: number }>(
      'select count(*)::int as count from unclaimed_files where tenant_id = $1',
      [firmId],
    )
  )[0]?.count ?? -1

test('all users of a firm see its logo, which a browser may keep by its version', async () => {
  const { firm, people, records } = fixture
  const { logo } = await firm.admin.call(getTenant, { id: records.tenant })
  expect(logo).toMatchObject({
    contentType: 'image/png',
    widthPixels: 240,
    heightPixels: 80,
    sizeBytes: A_LOGO.bytes.length,
  })
  for (const role of ['Member', 'EmployerUser', 'EmployerAdmin', 'BrokerUser', 'BrokerAdmin'] as const) {
    const { body } = await people[role].send(getSession)
    expect(body.user.tenantLogoVersion, role).toBe(logo?.sha256)
    const reply = await read(people[role], records.tenant, logo?.sha256)
    expect(reply.status, role).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-length': String(A_LOGO.bytes.length),
      'x-content-type-options': 'nosniff',
    })
  }
  for (const version of [undefined, 'a'.repeat(64)])
    expect((await read(people.Member, records.tenant, version)).headers['cache-control']).toBe('no-store')
})

test('no user of another firm sees or changes the logo', async () => {
  const { tenant } = fixture.records
  for (const role of ['Member', 'EmployerAdmin', 'BrokerUser', 'BrokerAdmin'] as const)
    expect((await read(other.people[role], tenant)).status, role).toBe(403)
  expect(await other.firm.admin.upload(setTenantLogo, { id: tenant }, A_LOGO)).toMatchObject({ status: 403 })
  expect(await other.firm.admin.send(removeTenantLogo, { id: tenant })).toMatchObject({ status: 403 })
  expect((await read(other.people.SuperAdmin, tenant)).status).toBe(200)
  expect((await read(other.people.SuperAdmin, 'platform')).status).toBe(404)
})

test('a logo is replaced and removed, both are recorded, and the earlier files are deleted', async () => {
  const firm = await createFirm(service())
  const set = async (file: typeof A_LOGO) => {
    const reply = await firm.admin.upload(setTenantLogo, { id: firm.id }, file)
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  expect((await read(firm.broker, firm.id)).status).toBe(404)
  const first = await set(A_LOGO)
  const second = await set({ name: 'logo.jpg', bytes: buildJpeg() })
  expect(second.logo).toMatchObject({ contentType: 'image/jpeg', widthPixels: 40, heightPixels: 24 })
  // The form of the firm that another person has open stays current.
  expect(second.version).toBe(first.version)
  expect((await read(firm.broker, firm.id)).headers['content-type']).toBe('image/jpeg')
  expect(await firm.admin.send(removeTenantLogo, { id: firm.id })).toMatchObject({ status: 204 })
  expect(await firm.admin.send(removeTenantLogo, { id: firm.id })).toMatchObject({ status: 404 })
  expect((await read(firm.broker, firm.id)).status).toBe(404)
  expect((await firm.broker.send(getSession)).body.user.tenantLogoVersion).toBeNull()
  await expect.poll(() => countUnclaimed(firm.id)).toBe(0)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: firm.id })
  expect(data.slice(0, 3)).toMatchObject([
    { action: 'tenant.remove-logo', newState: { logo: null } },
    { action: 'tenant.set-logo', newState: { logo: { sha256: second.logo.sha256 } } },
    {
      action: 'tenant.set-logo',
      actorId: firm.admin.id,
      previousState: { logo: null },
      newState: { logo: { sha256: first.logo.sha256 } },
    },
  ])
})

describe('a file is refused', () => {
  const PNG = buildPng()
  const damaged = (bytes: Buffer, at: number) => {
    const copy = Buffer.from(bytes)
    copy[at] = (copy[at] ?? 0) ^ 0xff
    return copy
  }
  const JPEG = buildJpeg()
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><script>alert(1)</script></svg>'
  test.each<[string, string, Uint8Array | string, string]>([
    ['SVG', 'logo.svg', SVG, 'TYPE_NOT_ALLOWED'],
    ['SVG with the name of a PNG', 'logo.png', SVG, 'TYPE_NOT_ALLOWED'],
    ['GIF', 'logo.gif', Buffer.from('GIF89a0000000000'), 'TYPE_NOT_ALLOWED'],
    ['text', 'logo.png', 'no picture', 'TYPE_NOT_ALLOWED'],
    ['an empty file', 'logo.png', '', 'TYPE_NOT_ALLOWED'],
    ['PNG with the name of a PDF', 'logo.pdf', PNG, 'TYPE_MISMATCH'],
    ['half a PNG', 'logo.png', PNG.subarray(0, PNG.length / 2), 'LOGO_DAMAGED'],
    ['PNG with a wrong checksum', 'logo.png', damaged(PNG, PNG.length - 20), 'LOGO_DAMAGED'],
    ['PNG with something behind it', 'logo.png', Buffer.concat([PNG, Buffer.from('PK')]), 'LOGO_DAMAGED'],
    [
      'PNG that expands to more than its size says',
      'logo.png',
      buildPng({ pixels: Buffer.alloc(5_000_000) }),
      'LOGO_DAMAGED',
    ],
    ['PNG with fewer pixels', 'logo.png', buildPng({ pixels: Buffer.alloc(100) }), 'LOGO_DAMAGED'],
    ['interlaced PNG', 'logo.png', buildPng({ interlacing: 1 }), 'LOGO_INTERLACED'],
    [
      'animated PNG',
      'logo.png',
      buildPng({ extra: [buildChunk('acTL', Buffer.alloc(8))] }),
      'LOGO_INTERLACED',
    ],
    ['a wide PNG', 'logo.png', buildPng({ width: 2001, height: 20 }), 'LOGO_SIZE'],
    ['a tiny PNG', 'logo.png', buildPng({ width: 15, height: 80 }), 'LOGO_SIZE'],
    ['half a JPEG', 'logo.jpg', JPEG.subarray(0, JPEG.length / 2), 'LOGO_DAMAGED'],
    ['JPEG with something behind it', 'logo.jpg', Buffer.concat([JPEG, Buffer.from('PK')]), 'LOGO_DAMAGED'],
    ['JPEG without a picture', 'logo.jpg', Buffer.from('ffd8ffd9', 'hex'), 'LOGO_DAMAGED'],
  ])('%s', async (_what, name, bytes, code) => {
    const { firm, records } = fixture
    const before = (await firm.admin.call(getTenant, { id: records.tenant })).logo
    const reply = await firm.admin.upload(setTenantLogo, { id: records.tenant }, { name, bytes })
    expect(reply, reply.text).toMatchObject(buildRefusal(422, code, { field: 'file' }))
    expect((await firm.admin.call(getTenant, { id: records.tenant })).logo).toEqual(before)
    expect(await countUnclaimed(records.tenant)).toBe(0)
  })

  test('above 512 kB', async () => {
    const { firm, records } = fixture
    const bytes = Buffer.concat([PNG, Buffer.alloc(LOGO_BYTES)])
    expect(
      await firm.admin.upload(setTenantLogo, { id: records.tenant }, { name: 'logo.png', bytes }),
    ).toMatchObject({ status: 413 })
  })
})

describe('with a virus scanner', () => {
  let verdict: () => Verdict = () => ({ verdict: 'CLEAN' })
  const scanner: VirusScanner = {
    async scan(source) {
      for await (const _ of source);
      return verdict()
    },
    ping: async () => {},
  }
  const scanning = useService({ parts: { scanner } })

  test('a logo is stored only after a clean verdict', async () => {
    const firm = await createFirm(scanning())
    const set = () => firm.admin.upload(setTenantLogo, { id: firm.id }, A_LOGO)
    verdict = () => ({ verdict: 'INFECTED', signature: 'Eicar' })
    expect(await set()).toMatchObject(buildRefusal(422, 'INFECTED', { field: 'file' }))
    verdict = () => {
      throw new ScannerUnavailable('it is away')
    }
    expect(await set()).toMatchObject({ status: 503 })
    expect((await firm.admin.call(getTenant, { id: firm.id })).logo).toBeNull()
    verdict = () => ({ verdict: 'CLEAN' })
    expect(await set()).toMatchObject({ status: 200 })
  })
})

test('an invitation shows the logo inside the mail, and no picture without a logo', async () => {
  const invite = async ({ admin }: { admin: Caller }) => {
    const email = `invited-${nextUniqueText()}@example.com`
    await admin.call(createUser, { email, name: 'Invited person', role: 'BrokerUser' })
    return service().mailer.mailTo(email, 'invitation')
  }
  const withLogo = await invite(fixture.firm)
  expect(withLogo.html).toContain('<img src="cid:logo" alt="" width="168" height="56"')
  expect(withLogo.html).not.toMatch(/<img src="http/)
  expect(withLogo.logo?.contentType).toBe('image/png')
  expect(Buffer.from(withLogo.logo?.bytes ?? []).equals(A_LOGO.bytes)).toBe(true)
  const plain = await invite(await createFirm(service()))
  expect(plain.html).not.toMatch(/<img|logo/)
  expect(plain.logo).toBeUndefined()
})

test('the key of a logo moves under a new files key', async () => {
  const firm = await createFirm(service())
  await firm.admin.upload(setTenantLogo, { id: firm.id }, A_LOGO)
  const { files } = service().config.secrets
  const next = Buffer.alloc(32, 7)
  const rotation = createLogoKeyRotation(createFileKeys([next, ...files]))
  const keyOf = async () =>
    (
      await service().asOwner<{ key: string }>(
        'select logo_key_fingerprint as key from tenants where id = $1',
        [firm.id],
      )
    )[0]?.key
  const before = await keyOf()
  await service().app.pipeline.actAs(SYSTEM, 'test.rotation', async (tx) => ({
    answer: await rotation.reencryptBatch(tx, 1_000, null),
    changes: [],
  }))
  expect(await keyOf()).not.toBe(before)
  // Back under the key of the service.
  await service().app.pipeline.actAs(SYSTEM, 'test.rotation', async (tx) => ({
    answer: await createLogoKeyRotation(createFileKeys([files[0], next])).reencryptBatch(tx, 1_000, null),
    changes: [],
  }))
  expect(await keyOf()).toBe(before)
  expect((await read(firm.broker, firm.id)).status).toBe(200)
})
