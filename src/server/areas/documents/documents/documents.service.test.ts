import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedFirmWithEverything, seedSecondEmployer } from '../../../../../test/harness/firm-fixture.ts'
import type { FirmFixture } from '../../../../../test/harness/fixture-records.ts'
import { type Caller, createAnonymousCaller, type Reply } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import {
  addDocumentVersion,
  createDocument,
  fileDocument,
  finaliseDocument,
  getDocument,
  listDocuments,
  listDocumentVersions,
  removeDocument,
  signDocument,
  supersedeDocument,
  updateDocument,
} from '../../../../contract/documents.ts'
import { housekeeping } from '../../../../contract/jobs.ts'

const service = useService()
let stand: FirmFixture
let neighbour: FirmFixture
let other: FirmFixture
let broker: Caller
beforeAll(async () => {
  stand = await seedFirmWithEverything(service())
  neighbour = await seedSecondEmployer(stand)
  other = await seedFirmWithEverything(service())
  broker = stand.people.BrokerUser
})

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const pdf = (name = 'deed.pdf') => ({ name, bytes: PDF })

const add = async (
  caller: Caller,
  fields: Record<string, unknown>,
  file: { name: string; bytes: Uint8Array | string } = pdf(),
): Promise<Reply> =>
  caller.upload(createDocument, { kind: 'OTHER', title: 'A paper', ...fields } as never, file)
const added = async (fields: Record<string, unknown> = {}, caller = broker): Promise<string> => {
  const reply = await add(caller, { schemeId: stand.records.scheme, ...fields })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}
const content = (caller: Caller, id: string, version?: number) =>
  caller.request({
    method: 'GET',
    url: `/api/documents/${id}/content${version === undefined ? '' : `?version=${version}`}`,
  })
const stored = async (): Promise<number> => {
  const [row] = await service().asOwner<{ count: number }>(
    'select count(*)::int as count from document_versions where tenant_id = $1',
    [stand.records.tenant],
  )
  return row?.count ?? 0
}
const unclaimed = async (): Promise<number> =>
  (await service().asOwner<{ count: number }>('select count(*)::int as count from unclaimed_files'))[0]
    ?.count ?? -1

describe('a benefit statement', () => {
  const STATEMENT = { kind: 'PENSION_BENEFIT_STATEMENT', title: 'Statement of 2026', visibility: 'MEMBER' }
  const mailsTo = async (email: string) => {
    await service().app.mails.idle()
    return service().mailer.sent.filter((mail) => mail.to === email)
  }

  test('is announced to its member by mail when it is final and shared, and the mail contains none of their data', async () => {
    const { member: memberId, scheme } = stand.records
    const { email } = stand.people.Member
    const before = (await mailsTo(email)).length
    const id = await added({ schemeId: scheme, memberId, ...STATEMENT })
    const hidden = await added({ schemeId: scheme, memberId, ...STATEMENT, visibility: 'BROKER' })
    await broker.call(finaliseDocument, { id: hidden })
    await broker.call(finaliseDocument, {
      id: await added({ schemeId: scheme, memberId, visibility: 'MEMBER' }),
    })
    await broker.call(finaliseDocument, { id: await added({ schemeId: scheme, ...STATEMENT }) })
    expect(await mailsTo(email)).toHaveLength(before)

    await broker.call(finaliseDocument, { id })
    const [mail, ...others] = (await mailsTo(email)).slice(before)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      to: email,
      subject: 'A benefit statement is available',
      text: expect.stringMatching(
        /^A pension benefit statement is available for you\.\n\nSign in to read it: http\S+\/documents\n$/,
      ),
    })

    await stand.people.BrokerAdmin.call(updateDocument, { id: hidden, ...STATEMENT } as never)
    expect(await mailsTo(email)).toHaveLength(before + 2)
    await broker.call(updateDocument, {
      id: hidden,
      ...STATEMENT,
      title: 'Statement of the year 2026',
    } as never)
    expect(await mailsTo(email)).toHaveLength(before + 2)
  })
})

describe('a document', () => {
  test('is stored unchanged, with the type of its content and a hash, and downloaded as an attachment', async () => {
    const reply = await add(broker, {
      schemeId: stand.records.scheme,
      kind: 'TRUST_DEED_RULES',
      title: 'Trust deed',
      receivedOn: '2026-03-04',
      effectiveOn: '2026-02-01',
      signedBy: ['First Trustee', 'Second Trustee'],
    })
    expect(reply).toMatchObject({
      status: 201,
      body: {
        kind: 'TRUST_DEED_RULES',
        title: 'Trust deed',
        status: 'DRAFT',
        visibility: 'BROKER',
        schemeId: stand.records.scheme,
        employerId: stand.records.employer,
        receivedOn: '2026-03-04',
        retainUntilOn: '2033-03-04',
        signedBy: ['First Trustee', 'Second Trustee'],
        fileName: 'deed.pdf',
        mimeType: 'application/pdf',
        sizeBytes: PDF.length,
        number: 1,
        avScan: 'NOT_SCANNED',
      },
      headers: { location: `/api/documents/${reply.body.id}` },
    })
    const download = await content(broker, reply.body.id)
    expect(download.status).toBe(200)
    expect(download.text).toBe(PDF.toString())
    expect(download.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=deed.pdf',
      'content-length': String(PDF.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect(download.headers['content-security-policy']).toMatch(/^default-src 'self'; .*; sandbox$/)
  })

  test('is encrypted at rest', async () => {
    await added({ title: 'To be sealed' })
    const files = await readdir(service().runFolder, { recursive: true, withFileTypes: true })
    const { readFile } = await import('node:fs/promises')
    const contents = await Promise.all(
      files
        .filter((file) => file.isFile() && /files-/.test(file.parentPath))
        // The file of an earlier test may be removed meanwhile.
        .map(({ parentPath, name }) => readFile(`${parentPath}/${name}`).catch(() => null)),
    )
    const stored = contents.filter((content) => content !== null)
    expect(stored.length).toBeGreaterThan(0)
    for (const content of stored) expect(content.includes('%PDF')).toBe(false)
  })

  test('has neither its title nor its file name in the audit log', async () => {
    const id = await added({ title: 'Order about Wilhelmina Quirke', signedBy: ['Wilhelmina Quirke'] })
    await broker.call(updateDocument, { id, kind: 'PAO', title: 'Another about Wilhelmina Quirke' })
    const { text } = await stand.people.BrokerAdmin.request({
      method: 'GET',
      url: `/api/audit-log?entityId=${id}`,
    })
    expect(text).toMatch(/"concealedChanges": ?\["title"/)
    expect(text).not.toContain('Quirke')
    expect(text).not.toContain('deed.pdf')
  })

  test('cannot contain a PPS number in its title or its signatories', async () => {
    const reply = await add(broker, { title: 'Order about 1234567FA', signedBy: ['6433435OA'] })
    expect(reply).toMatchObject({ status: 400 })
    expect(reply.body.issues.map(({ path }: { path: unknown[] }) => path[0]).sort()).toEqual([
      'signedBy',
      'title',
    ])
  })

  test('cannot have a received date in the future', async () => {
    const reply = await add(broker, { schemeId: stand.records.scheme, receivedOn: '2026-11-22' })
    expect(reply).toMatchObject(buildRefusal(422, 'DATE_IN_FUTURE', { field: 'receivedOn' }))
  })

  test('allows only the transitions between its states', async () => {
    const id = await added()
    expect(await broker.send(signDocument, { id, signedBy: ['A'] })).toMatchObject({ status: 409 })
    await broker.call(finaliseDocument, { id })
    await broker.call(signDocument, { id, signedBy: ['First Trustee'], on: '2026-11-20' })
    const filed = await broker.call(fileDocument, { id })
    expect(filed).toMatchObject({ status: 'FILED', signedOn: '2026-11-20', filedOn: '2026-11-21' })
    const versions = await broker.upload(addDocumentVersion, { id }, pdf())
    expect(versions).toMatchObject(buildRefusal(409, 'ILLEGAL_TRANSITION'))
    const successor = await added({ supersedesId: id })
    expect(await broker.call(getDocument, { id })).toMatchObject({
      status: 'SUPERSEDED',
      supersededById: successor,
    })
  })

  test('is superseded by a document of the same firm only', async () => {
    const id = await added()
    const [own, foreign] = [
      await added(),
      (await add(other.people.BrokerUser, { schemeId: other.records.scheme })).body.id,
    ]
    expect(await broker.send(supersedeDocument, { id, byId: foreign })).toMatchObject({ status: 403 })
    expect(await broker.send(supersedeDocument, { id, byId: id })).toMatchObject({ status: 422 })
    expect(await broker.call(supersedeDocument, { id, byId: own })).toMatchObject({ supersededById: own })
  })
})

describe('versions', () => {
  test('are numbered, keep the earlier versions, and make a final document a draft again', async () => {
    const id = await added()
    await broker.call(finaliseDocument, { id })
    const reply = await broker.upload(addDocumentVersion, { id }, { name: 'deed 2.pdf', bytes: `${PDF}2` })
    expect(reply).toMatchObject({
      status: 201,
      body: { number: 2, fileName: 'deed 2.pdf', status: 'DRAFT' },
      headers: { location: `/api/documents/${id}` },
    })
    const { data } = await broker.call(listDocumentVersions, { id })
    expect(data.map(({ number, fileName }) => [number, fileName])).toEqual([
      [2, 'deed 2.pdf'],
      [1, 'deed.pdf'],
    ])
    expect(data.map(({ createdAt }) => createdAt)).toEqual(data.map(({ uploadedAt }) => uploadedAt))
    expect((await content(broker, id, 1)).text).toBe(PDF.toString())
    expect((await content(broker, id)).text).toBe(`${PDF}2`)
    expect((await content(broker, id, 3)).status).toBe(404)
  })

  test('get different numbers when they are added at the same time', async () => {
    const id = await added()
    const replies = await Promise.all([1, 2, 3].map(() => broker.upload(addDocumentVersion, { id }, pdf())))
    expect(
      replies
        .filter(({ status }) => status === 201)
        .map(({ body }) => body.number)
        .sort(),
    ).toEqual(replies.filter(({ status }) => status === 201).map((_, index) => index + 2))
    expect(await stored()).toBeGreaterThan(0)
    expect(await unclaimed()).toBe(0)
  })
})

describe('an upload', () => {
  const refusedTypes: [string, string, Uint8Array | string, string][] = [
    ['an HTML page', 'page.html', '<!DOCTYPE html><script>alert(1)</script>', 'TYPE_NOT_ALLOWED'],
    ['an HTML page called .txt', 'page.txt', '\ufeff  <html><body>', 'TYPE_NOT_ALLOWED'],
    ['an SVG picture', 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'TYPE_NOT_ALLOWED'],
    ['an SVG picture called .csv', 'logo.csv', '<?xml version="1.0"?><svg/>', 'TYPE_NOT_ALLOWED'],
    ['a picture called .pdf', 'scan.pdf', PNG, 'TYPE_MISMATCH'],
    ['a PDF called .csv', 'rows.csv', PDF, 'TYPE_MISMATCH'],
    ['text called .pdf', 'deed.pdf', 'just text', 'TYPE_MISMATCH'],
    ['a GZIP', 'a.gz', Buffer.from('1f8b0800000000000003', 'hex'), 'TYPE_NOT_ALLOWED'],
    ['a program', 'setup.exe', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'TYPE_NOT_ALLOWED'],
    ['text with NUL', 'a.txt', 'a\u0000b', 'TYPE_NOT_ALLOWED'],
    ['UTF-16', 'a.csv', Buffer.from('\ufeffa,b', 'utf16le'), 'TYPE_NOT_ALLOWED'],
    [
      'a ZIP of nothing known',
      'a.docx',
      Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex'),
      'TYPE_NOT_ALLOWED',
    ],
    ['nothing', 'a.pdf', '', 'EMPTY_FILE'],
    [
      'text that ends in bytes',
      'long.txt',
      Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.from([0, 1, 2])]),
      'TYPE_NOT_ALLOWED',
    ],
  ]
  test.each(refusedTypes)('of %s is refused and leaves no data', async (_, name, bytes, code) => {
    const before = await stored()
    const reply = await add(broker, { schemeId: stand.records.scheme }, { name, bytes })
    expect(reply).toMatchObject(buildRefusal(422, code, { field: 'file' }))
    expect(await stored()).toBe(before)
    expect(await unclaimed()).toBe(0)
  })

  test.each([
    ['a PDF', 'a.pdf', PDF, 'application/pdf', 'a.pdf'],
    [
      'a PDF that is a page as well',
      'a.pdf',
      `${PDF}<html><script>alert(1)</script>`,
      'application/pdf',
      'a.pdf',
    ],
    ['a PNG', 'a.PNG', PNG, 'image/png', 'a.PNG'],
    [
      'a JPEG',
      'a.jpeg',
      Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex'),
      'image/jpeg',
      'a.jpeg',
    ],
    ['text', 'minutes.txt', 'Minutes of the séance\r\n', 'text/plain', 'minutes.txt'],
    ['text of Windows', 'minutes.txt', Buffer.from('Seán', 'latin1'), 'text/plain', 'minutes.txt'],
    ['CSV', 'rows.csv', 'a,b\n1,2\n', 'text/csv', 'rows.csv'],
    ['a PDF without an ending', 'deed', PDF, 'application/pdf', 'deed.pdf'],
    ['a path', '../../../etc/deed.pdf', PDF, 'application/pdf', 'deed.pdf'],
    ['a name with a PPS number', '1234567FA deed.pdf', PDF, 'application/pdf', 'xxxxxxxFA deed.pdf'],
    ['a name that turns around', 'annual\u202efdp.exe.pdf', PDF, 'application/pdf', 'annualfdp.exe.pdf'],
  ])('of %s is accepted', async (_, name, bytes, mimeType, fileName) => {
    const reply = await add(broker, { schemeId: stand.records.scheme }, { name, bytes })
    expect(reply, reply.text).toMatchObject({ status: 201, body: { mimeType, fileName } })
    const download = await content(broker, reply.body.id)
    expect(download.headers['content-type']).toMatch(mimeType)
    expect(download.headers['content-disposition']).toMatch(/^attachment; /)
  })

  test('leaves no data if its fields, its scheme or its parts are refused', async () => {
    const before = await stored()
    expect(await add(broker, { schemeId: stand.records.scheme, kind: 'NO_SUCH_KIND' })).toMatchObject({
      status: 400,
    })
    expect(await add(broker, { schemeId: other.records.scheme })).toMatchObject({ status: 403 })
    expect(await add(broker, { schemeId: 'absentscheme' })).toMatchObject({ status: 404 })
    expect(
      await add(broker, { schemeId: stand.records.scheme, employerId: neighbour.records.employer }),
    ).toMatchObject(buildRefusal(422, 'NOT_TOGETHER'))
    expect(await add(broker, { visibility: 'EMPLOYER' })).toMatchObject(buildRefusal(422, 'NOT_SHAREABLE'))
    expect(await stored()).toBe(before)
    expect(await unclaimed()).toBe(0)
  })

  test('sent twice under one Idempotency-Key creates one document', async () => {
    const headers = { 'idempotency-key': 'document-once' }
    const send = (bytes = PDF as Uint8Array | string) =>
      broker.upload(createDocument, { kind: 'OTHER', title: 'Once' }, { name: 'a.pdf', bytes }, { headers })
    const [first, again] = [await send(), await send()]
    expect(again).toMatchObject({ status: 201, body: { id: first.body.id } })
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(await send(`${PDF}other`)).toMatchObject({ status: 409 })
    expect(await unclaimed()).toBe(0)
  })
})

describe('access to documents', () => {
  const visible = async (caller: Caller): Promise<string[]> =>
    (await caller.call(listDocuments, { limit: 200 })).data.map(({ id }) => id)

  test('the firm sees all documents, an employer those shared with it, a member those addressed to them', async () => {
    const colleague = await stand.firm.hasMember({ schemeId: stand.records.scheme })
    const ids = {
      firm: await added({ title: 'For the firm' }),
      employer: await added({ title: 'For the employer', visibility: 'EMPLOYER' }),
      members: await added({ title: 'For all members', visibility: 'MEMBER' }),
      member: await added({ title: 'For one', visibility: 'MEMBER', memberId: stand.records.member }),
      colleague: await added({ title: 'For another', visibility: 'MEMBER', memberId: colleague.id }),
    }
    const all = Object.values(ids)
    const expected: [Caller, string[]][] = [
      [broker, all],
      [stand.people.EmployerUser, [ids.employer, ids.members, ids.member, ids.colleague]],
      [stand.people.Member, [ids.members, ids.member]],
      [neighbour.people.EmployerUser, []],
      [neighbour.people.Member, []],
      [other.people.BrokerAdmin, []],
    ]
    for (const [caller, own] of expected) {
      expect((await visible(caller)).filter((id) => all.includes(id)).sort(), caller.role ?? '').toEqual(
        own.toSorted(),
      )
      for (const id of all) {
        const status = own.includes(id) ? 200 : 403
        expect((await caller.send(getDocument, { id })).status).toBe(status)
        expect((await content(caller, id)).status).toBe(status)
        expect((await caller.send(listDocumentVersions, { id })).status).toBe(status)
      }
    }
    expect((await content(createAnonymousCaller(service()), ids.members)).status).toBe(401)
  })

  test("an employer's document belongs to the employer, is always shared with them, and accepts their versions", async () => {
    const { EmployerUser } = stand.people
    const reply = await add(EmployerUser, { visibility: 'MEMBER', kind: 'DEED_OF_ADHERENCE' })
    expect(reply).toMatchObject({
      status: 201,
      body: { visibility: 'EMPLOYER', employerId: stand.records.employer },
    })
    expect(await EmployerUser.upload(addDocumentVersion, { id: reply.body.id }, pdf())).toMatchObject({
      status: 201,
    })
    const shared = await added({ visibility: 'EMPLOYER' })
    expect(await EmployerUser.upload(addDocumentVersion, { id: shared }, pdf())).toMatchObject({
      status: 403,
    })
    expect(await add(EmployerUser, { employerId: neighbour.records.employer })).toMatchObject({ status: 403 })
    expect(await add(EmployerUser, { supersedesId: shared })).toMatchObject({ status: 403 })
    expect(await EmployerUser.send(removeDocument, { id: reply.body.id })).toMatchObject({ status: 403 })
  })

  test('a SuperAdmin chooses the firm of the document, other users cannot', async () => {
    const reply = await add(stand.people.SuperAdmin, { tenantId: stand.records.tenant })
    expect(reply).toMatchObject({ status: 201, body: { tenantId: stand.records.tenant } })
    const byBroker = await add(broker, { tenantId: other.records.tenant })
    expect(byBroker).toMatchObject({ status: 201, body: { tenantId: stand.records.tenant } })
  })
})

describe('removal', () => {
  test('of a draft also removes its files; any other document can be removed only after its retention period', async () => {
    const id = await added()
    await broker.upload(addDocumentVersion, { id }, pdf())
    const reply = await broker.send(removeDocument, { id })
    expect(reply.status).toBe(204)
    expect((await broker.send(getDocument, { id })).status).toBe(404)
    await expect.poll(unclaimed).toBe(0)

    const retained = await added({ receivedOn: '2026-01-05' })
    await broker.call(finaliseDocument, { id: retained })
    expect(await broker.send(removeDocument, { id: retained })).toMatchObject(
      buildRefusal(422, 'RETENTION', { retainUntilOn: '2033-01-05' }),
    )
    const shorter = { id: retained, kind: 'OTHER' as const, title: 'Kept', retainUntilOn: '2026-11-21' }
    expect(await broker.send(updateDocument, shorter)).toMatchObject({ status: 403 })
    await stand.people.BrokerAdmin.call(updateDocument, shorter)
    expect((await broker.send(removeDocument, { id: retained })).status).toBe(204)
  })

  test('of a draft whose earlier version was final is refused; the record says that it has been final', async () => {
    const id = await added({ receivedOn: '2026-01-05' })
    expect(await broker.call(getDocument, { id })).toMatchObject({ status: 'DRAFT', hasBeenFinal: false })
    await broker.call(finaliseDocument, { id })
    await broker.upload(addDocumentVersion, { id }, pdf())
    expect(await broker.call(getDocument, { id })).toMatchObject({ status: 'DRAFT', hasBeenFinal: true })
    expect(await broker.send(removeDocument, { id })).toMatchObject(buildRefusal(422, 'RETENTION'))
  })
})

test('housekeeping removes files that were unclaimed for an hour, and no file of a record', async () => {
  const id = await added()
  await service().asOwner(
    `insert into unclaimed_files (tenant_id, storage_key, created_at) values
       ($1, $1 || '/olduploadofnobody', now() - interval '2 hours'), ($1, $1 || '/youngupload', now())`,
    [stand.records.tenant],
  )
  const run = () =>
    createAnonymousCaller(service()).send(
      housekeeping,
      {},
      { headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` } },
    )
  expect((await run()).body.did).toMatchObject({ removedFiles: 1 })
  expect((await run()).body.did).toMatchObject({ removedFiles: 0 })
  expect(await unclaimed()).toBe(1)
  await service().asOwner('delete from unclaimed_files')
  expect((await content(broker, id)).status).toBe(200)
})
