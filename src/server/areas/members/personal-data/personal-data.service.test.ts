import { describe, expect, test } from 'vitest'
import { createPayroll, type Payroll, upload } from '../../../../../test/harness/payroll.ts'
import { type Caller, createFirm, type Firm, nextUniqueText } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { readPdfWords, readZip } from '../../../../../test/harness/report-files.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listTables } from '../../../../../test/harness/stored-rows.ts'
import { exportAuditLog, listAuditEntries, verifyAuditLog } from '../../../../contract/audit.ts'
import { createComment } from '../../../../contract/comments.ts'
import { listMemberContributions } from '../../../../contract/contributions.ts'
import { createDocument, finaliseDocument } from '../../../../contract/documents.ts'
import { createFileNote } from '../../../../contract/file-notes.ts'
import { recordMemberEmoluments } from '../../../../contract/member-emoluments.ts'
import { importMembers } from '../../../../contract/member-imports.ts'
import {
  getMember,
  leaveMember,
  type Member,
  refundMember,
  transferMember,
  updateMember,
} from '../../../../contract/members.ts'
import {
  erasePersonalData,
  exportPersonalData,
  getPersonalData,
  listExpiredRecords,
} from '../../../../contract/personal-data.ts'
import { buildRequest } from '../../../../contract/request.ts'
import { getTenant, updateTenant } from '../../../../contract/tenants.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { listRecordsPastRetention } from './index.ts'

const service = useService()

const A_FILE = { name: 'statement.txt', bytes: 'A statement of benefits\n' }

/** Values that identify a person, unique to each test. */
const createPerson = () => ({
  firstName: `Aoibheann${nextUniqueText()}`,
  middleName: `Mairead${nextUniqueText()}`,
  lastName: `Testperson${nextUniqueText()}`,
  email: `aoibheann-${nextUniqueText()}@example.com`,
  phone: `+353 1 ${nextUniqueText()}`,
  address: `${nextUniqueText()} Erasure Row, Dublin`,
  dateOfBirth: '1961-03-17',
})

/** The files of the copy, by name. */
async function download(caller: Caller, id: string): Promise<Map<string, Buffer>> {
  const { method, url, body } = buildRequest(exportPersonalData, { id })
  const reply = await service().app.http.inject({
    method: method as 'POST',
    url,
    payload: body as object,
    headers: { cookie: caller.cookie, 'x-csrf-token': caller.csrfToken },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.headers['content-type']).toBe('application/zip')
  return new Map(readZip(reply.rawPayload).map(({ name, bytes }) => [name, bytes]))
}

async function addDocument(caller: Caller, { id, schemeId }: Member, title: string): Promise<string> {
  const reply = await caller.upload(
    createDocument,
    { kind: 'PENSION_BENEFIT_STATEMENT', title, schemeId, memberId: id, visibility: 'MEMBER' } as never,
    A_FILE,
  )
  expect(reply.status, reply.text).toBe(201)
  return reply.body.id
}

/** A member with records of every kind, beside another member of the same scheme. */
async function createHolding(
  payCents: number,
  emolumentsCents: number,
): Promise<{
  payroll: Payroll
  member: Member
  other: Member
  person: ReturnType<typeof createPerson>
}> {
  const payroll = await createPayroll(service())
  const [member, other] = payroll.members as Member[] as [Member, Member]
  const person = createPerson()
  const { broker } = payroll.firm
  await broker.call(updateMember, {
    ...person,
    id: member.id,
    worksNumber: member.worksNumber,
    joinedSchemeOn: '2020-01-01',
    joinedEmploymentOn: '2019-06-03',
    pensionableSalaryCents: payCents,
    employeeRatePercent: 5,
    payValidFrom: '2020-01-01',
  })
  await broker.call(recordMemberEmoluments, { id: member.id, year: 2025, emolumentsCents })
  // The pay of the first member differs from the file, so that its row is in the report of the import.
  const rows = payroll.members.map(({ ppsNumber, worksNumber }, index) => ({
    ppsn: ppsNumber,
    works_number: worksNumber ?? '',
    first_name: index === 0 ? person.firstName : other.firstName,
    last_name: index === 0 ? person.lastName : other.lastName,
    pay_date: '2026-10-30',
    ee_contribution: '100.00',
    er_contribution: '150.00',
  }))
  const reply = await upload(broker, payroll, rows, { confirmedWarnings: ['W03'] })
  expect(reply.status, reply.text).toBe(201)
  const id = await addDocument(broker, member, `Statement for ${person.lastName}`)
  await broker.call(finaliseDocument, { id })
  await addDocument(broker, other, 'Statement for the other')
  await payroll.firm.hires('Member', { memberId: member.id })
  return { payroll, member, other, person }
}

const end = async ({ broker }: Firm, { id }: Pick<Member, 'id'>, on = '2026-10-31'): Promise<void> => {
  await broker.call(leaveMember, { id, on })
  await broker.call(transferMember, { id, on })
}

describe('the copy for an access request', () => {
  test('has everything that is held about the member, and nothing about another member', async () => {
    const { payroll, member, other, person } = await createHolding(7_654_321, 7_777_777)
    const files = await download(payroll.firm.admin, member.id)
    expect([...files.keys()].sort()).toEqual([
      expect.stringMatching(/^documents\/001-statement-for-.*-v1\.txt$/),
      'manifest.sha256',
      'personal-data.json',
      'personal-data.pdf',
    ])
    const copy = JSON.parse(String(files.get('personal-data.json')))
    expect(copy.record).toMatchObject({ ...person, ppsNumberMasked: '*********' })
    expect(copy.pay).toMatchObject([{ pensionableSalaryCents: 7_654_321 }])
    expect(copy.emoluments).toMatchObject([{ year: 2025, emolumentsCents: 7_777_777 }])
    expect(copy.contributions).toMatchObject([{ payrollMonth: '2026-10', eeCents: 10_000, erCents: 15_000 }])
    expect(copy.documents).toMatchObject([{ title: `Statement for ${person.lastName}` }])
    expect(copy.accounts).toHaveLength(1)
    expect(copy.auditEntries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining(['member.create', 'member.update', 'document.create']),
    )
    const words = readPdfWords(files.get('personal-data.pdf') as Buffer)
    expect(words).toContain(person.lastName)
    expect(words).toContain('€100.00')

    const all = [...files].map(([name, bytes]) => `${name}\n${bytes.toString('latin1')}`).join('\n') + words
    for (const value of [other.id, other.firstName, other.lastName, 'Statement for the other', other.email])
      expect(all).not.toContain(value)
    for (const { ppsNumber } of payroll.members) expect(all).not.toContain(ppsNumber)
    // Users of the firm are named by their role only.
    for (const { email, id } of [payroll.firm.admin, payroll.firm.broker]) {
      expect(all).not.toContain(email)
      expect(all).not.toContain(id)
    }
  })

  test('is recorded in the audit log', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    await download(firm.admin, member.id)
    const { data } = await firm.admin.call(listAuditEntries, {
      entityId: member.id,
      action: exportPersonalData.name,
    })
    expect(data).toMatchObject([{ actorId: firm.admin.id, entityType: 'member' }])
  })

  test('is created by administrators only', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember()
    expect(await firm.broker.send(exportPersonalData, { id })).toMatchObject({ status: 403 })
  })
})

describe('erasure', () => {
  test('is refused while the membership continues, also with a reason', async () => {
    const { firm, members } = await createPayroll(service(), { members: 1 })
    const reply = await firm.admin.send(erasePersonalData, { id: members[0]?.id, reason: 'The member asked' })
    expect(reply).toMatchObject(buildRefusal(422, 'MEMBERSHIP_CONTINUES'))
  })

  test('is refused while the retention period runs, unless a reason is given, which the audit log keeps', async () => {
    const { firm, members } = await createPayroll(service(), { members: 1 })
    const id = members[0]?.id as string
    await end(firm, { id })
    expect(await firm.admin.call(getPersonalData, { id })).toMatchObject({
      startsOn: '2026-10-31',
      years: 7,
      retainUntilOn: '2033-10-31',
      isRetentionOver: false,
      blocker: null,
    })
    expect(await firm.admin.send(erasePersonalData, { id })).toMatchObject(
      buildRefusal(422, 'RETENTION', { retainUntilOn: '2033-10-31', field: 'reason' }),
    )
    expect(await firm.broker.send(erasePersonalData, { id, reason: 'A reason' })).toMatchObject({
      status: 403,
    })
    const after = await firm.admin.call(erasePersonalData, { id, reason: 'Recorded in the wrong firm' })
    expect(after.blocker).toBe('ALREADY_ERASED')
    const { data } = await firm.admin.call(listAuditEntries, { entityId: id, action: erasePersonalData.name })
    expect(data[0]?.newState).toMatchObject({
      reason: 'Recorded in the wrong firm',
      retainUntilOn: '2033-10-31',
      concealedChanges: expect.arrayContaining([
        'firstName',
        'lastName',
        'email',
        'dateOfBirth',
        'ppsNumberMasked',
      ]),
    })
  })

  test('needs no reason after the retention period', async () => {
    const { firm, members } = await createPayroll(service(), { members: 1 })
    const id = members[0]?.id as string
    await end(firm, { id }, '2021-01-31')
    await changeSettings(firm, { memberRetentionYears: 5 })
    expect(await firm.admin.call(getPersonalData, { id })).toMatchObject({ isRetentionOver: true })
    expect(await firm.admin.send(erasePersonalData, { id })).toMatchObject({ status: 200 })
    expect(await firm.admin.call(getMember, { id })).toMatchObject({
      firstName: 'Erased',
      lastName: 'member',
      email: null,
      dateOfBirth: null,
      ppsNumberMasked: null,
      status: 'TRANSFERRED_OUT',
      endedOn: '2021-01-31',
      erasedOn: '2026-11-21',
    })
  })

  test('leaves no personal value in any table, keeps the contributions, and the audit log stays verifiable', async () => {
    const { payroll, member, other, person } = await createHolding(8_765_432, 8_888_777)
    const { firm } = payroll
    await end(firm, member)
    const logBefore = await exportLog(firm)
    const values = [
      person.firstName,
      person.middleName,
      person.lastName,
      person.email,
      person.phone,
      person.address,
      '8765432',
      '8888777',
    ]
    expect(await findTablesWith(values)).toEqual(
      expect.arrayContaining([
        'contribution_reports',
        'documents',
        'member_emoluments',
        'member_pay',
        'members',
      ]),
    )
    const account = await findAccount(member.id)
    const otherBefore = await readOther(firm, other.id)

    await firm.admin.call(erasePersonalData, { id: member.id, reason: 'The member objected' })

    expect(await findTablesWith([...values, ...Object.values(account)])).toEqual([])
    const { data } = await firm.broker.call(listMemberContributions, { id: member.id })
    expect(data).toMatchObject([
      { eeCents: 10_000, erCents: 15_000, memberName: 'Erased member', note: null },
    ])
    expect(await readOther(firm, other.id)).toEqual(otherBefore)
    await expectFilesReleased(firm)

    // The log was only appended to, and every hash and signature still holds.
    const logAfter = await exportLog(firm)
    expect(logAfter.slice(0, logBefore.length)).toEqual(logBefore)
    expect(logAfter.length).toBeGreaterThan(logBefore.length)
    expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true, firstProblem: null })
  })

  test('cannot be undone: the record can no longer be changed, and an import does not find it', async () => {
    const { firm, members, scheme } = await createPayroll(service(), { members: 1 })
    const [member] = members as [Payroll['members'][number]]
    await end(firm, member)
    await firm.admin.call(erasePersonalData, { id: member.id, reason: 'A reason' })
    const change = { id: member.id, firstName: 'Again', lastName: 'There' }
    expect(await firm.broker.send(updateMember, change)).toMatchObject(buildRefusal(409, 'ERASED'))
    expect(await firm.admin.send(erasePersonalData, { id: member.id, reason: 'Again' })).toMatchObject({
      status: 409,
    })
    const reply = await firm.broker.upload(importMembers, { schemeId: scheme.id, mode: 'UPSERT' } as never, {
      name: 'members.csv',
      bytes: `member_id,ppsn_pending,first_name,last_name,date_of_birth,date_joined_scheme\r\n${member.id},Y,Again,There,01/02/1970,01/01/2020\r\n`,
    })
    expect(reply.body.details.errors).toMatchObject([{ column: 'member_id', code: 'M06' }])
    await expect(
      service().asOwner("update members set email = 'back@example.com' where id = $1", [member.id]),
    ).rejects.toMatchObject({ code: '23514' })
  })

  test('deletes comments on obligations towards the member and deactivates the account, with audit entries', async () => {
    const { firm, members } = await createPayroll(service(), { members: 1 })
    const [member] = members as Member[] as [Member]
    const account = await firm.hires('Member', { memberId: member.id })
    await end(firm, member)
    const [obligation] = await service().asOwner<{ id: string }>(
      "select id from obligations where tenant_id = $1 and subject ->> 'id' = $2",
      [firm.id, member.id],
    )
    if (!obligation) throw new Error('There is no obligation to inform the member of the leaving')
    const comment = await firm.broker.call(createComment, {
      entityType: 'obligation',
      entityId: obligation.id,
      text: 'The letter came back',
    })
    const held = await firm.admin.call(getPersonalData, { id: member.id })
    expect(held.holdings).toEqual(
      expect.arrayContaining([
        { kind: 'OBLIGATIONS', count: expect.any(Number) },
        { kind: 'COMMENTS', count: 1 },
        { kind: 'ACCOUNT', count: 1 },
      ]),
    )
    await firm.admin.call(erasePersonalData, { id: member.id, reason: 'A reason' })
    expect(await service().asOwner('select 1 from comments where id = $1', [comment.id])).toEqual([])
    const { data } = await firm.admin.call(listAuditEntries, { entityId: comment.id })
    expect(data[0]).toMatchObject({ action: 'comment.remove', actorId: firm.admin.id })
    const users = await service().asOwner(
      'select email, name, status, password_hash from users where id = $1',
      [account.id],
    )
    expect(users).toEqual([
      {
        email: `${account.id}@erased.invalid`,
        name: 'Erased member',
        status: 'DEACTIVATED',
        password_hash: null,
      },
    ])
    expect(await account.send(getMember, { id: member.id })).toMatchObject({ status: 401 })
  })

  test('of a person who never joined ends the candidacy', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember()
    expect(await firm.admin.call(getPersonalData, { id })).toMatchObject({
      years: 1,
      startsOn: expect.any(String),
    })
    await firm.admin.call(erasePersonalData, { id, reason: 'Applied by mistake' })
    expect(await firm.admin.call(getMember, { id })).toMatchObject({ status: 'OPTED_OUT' })
  })
})

test('file notes that contain the name of a member are listed, so that a person reads them', async () => {
  const firm = await createFirm(service())
  const member = await firm.hasMember(createPerson())
  const { id: schemeId } = { id: member.schemeId }
  const note = await firm.broker.call(createFileNote, {
    id: schemeId,
    text: `${member.firstName} ${member.middleName} ${member.lastName} telephoned`,
  } as never)
  await firm.broker.call(createFileNote, { id: schemeId, text: 'Another matter' } as never)
  const { mentions } = await firm.admin.call(getPersonalData, { id: member.id })
  expect(mentions).toMatchObject([{ entityType: 'fileNote', entityId: (note as { id: string }).id }])
})

describe('records past their retention period', () => {
  test('are not members whose final documents are kept longer', async () => {
    const { firm, members } = await createPayroll(service(), { members: 1 })
    const [past] = members as Member[] as [Member]
    await end(firm, past, '2021-03-31')
    await changeSettings(firm, { memberRetentionYears: 5 })
    const kept = await addDocument(firm.broker, past, 'A later statement')
    const keepUntil = (day: string) =>
      service().asOwner('update documents set retain_until_on = $2 where id = $1', [kept, day])
    await keepUntil('2099-12-31')
    expect((await firm.admin.call(listExpiredRecords, { kind: 'MEMBER' })).data).toHaveLength(1)
    await firm.broker.call(finaliseDocument, { id: kept })
    await keepUntil('2026-10-31')
    expect((await firm.admin.call(listExpiredRecords, { kind: 'MEMBER' })).data).toMatchObject([
      { id: past.id, retainUntilOn: '2026-10-31' },
    ])
    await keepUntil('2099-12-31')
    expect((await firm.admin.call(listExpiredRecords, { kind: 'MEMBER' })).data).toEqual([])
  })

  test('are members and documents of the firm, with the calculation, and nothing is erased', async () => {
    const { firm, members, scheme } = await createPayroll(service(), { members: 3 })
    const [past, running] = members as Member[] as [Member, Member]
    await end(firm, past, '2021-03-31')
    await firm.broker.call(refundMember, {
      id: running.id,
      on: '2026-10-31',
      noPreservedBenefitReason: 'Test',
    } as never)
    await changeSettings(firm, { memberRetentionYears: 5 })
    const documentId = await addDocument(firm.broker, running, 'An old statement')
    await firm.broker.call(finaliseDocument, { id: documentId })
    await service().asOwner("update documents set retain_until_on = '2026-11-20' where id = $1", [documentId])
    const { data } = await firm.admin.call(listExpiredRecords, {})
    expect(data).toEqual([
      {
        id: past.id,
        kind: 'MEMBER',
        schemeId: scheme.id,
        schemeName: scheme.name,
        title: `${past.lastName}, ${past.firstName}`,
        startsOn: '2021-03-31',
        years: 5,
        retainUntilOn: '2026-03-31',
      },
      expect.objectContaining({ id: documentId, kind: 'DOCUMENT', retainUntilOn: '2026-11-20', years: null }),
    ])
    expect((await firm.admin.call(listExpiredRecords, { kind: 'DOCUMENT' })).data).toHaveLength(1)
    const listed = await service().app.pipeline.actAs(SYSTEM, 'test.retention', async (tx) => ({
      answer: await listRecordsPastRetention(tx),
      changes: [],
    }))
    expect(listed.filter(({ tenantId }) => tenantId === firm.id).map(({ id }) => id)).toEqual([
      past.id,
      documentId,
    ])
    expect(JSON.stringify(listed)).not.toContain(past.lastName)
    expect(await firm.admin.call(getMember, { id: past.id })).toMatchObject({ erasedOn: null })
    expect(await firm.broker.send(listExpiredRecords)).toMatchObject({ status: 403 })
    const neighbour = await createFirm(service())
    expect((await neighbour.admin.call(listExpiredRecords, {})).data).toEqual([])
  })

  test('a deed is not listed before its scheme is wound up', async () => {
    const { firm, members, scheme } = await createPayroll(service(), { members: 1 })
    const [member] = members as Member[] as [Member]
    const documentId = await addDocument(firm.broker, member, 'Trust deed and rules')
    await firm.broker.call(finaliseDocument, { id: documentId })
    await service().asOwner(
      "update documents set kind = 'TRUST_DEED_RULES', retain_until_on = '2016-03-05' where id = $1",
      [documentId],
    )
    expect((await firm.admin.call(listExpiredRecords, {})).data).toEqual([])
    await service().asOwner("update schemes set status = 'WOUND_UP' where id = $1", [scheme.id])
    expect((await firm.admin.call(listExpiredRecords, {})).data).toMatchObject([{ id: documentId }])
  })

  test('a document of a member extends the period of the member', async () => {
    const { firm, members } = await createPayroll(service(), { members: 1 })
    const [member] = members as Member[] as [Member]
    await end(firm, member, '2021-03-31')
    await changeSettings(firm, { memberRetentionYears: 5 })
    await firm.broker.call(finaliseDocument, { id: await addDocument(firm.broker, member, 'A statement') })
    expect(await firm.admin.call(getPersonalData, { id: member.id })).toMatchObject({
      documentsRetainedUntilOn: '2033-11-21',
      retainUntilOn: '2033-11-21',
      isRetentionOver: false,
    })
    expect((await firm.admin.call(listExpiredRecords, {})).data).toEqual([])
  })
})

async function changeSettings({ admin, id }: Firm, settings: object): Promise<void> {
  const tenant = await admin.call(getTenant, { id })
  await admin.call(updateTenant, { ...tenant, id, settings: { ...tenant.settings, ...settings } })
}

const exportLog = async ({ admin }: Firm): Promise<unknown[]> => {
  const { text } = await admin.send(exportAuditLog)
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const { head: _, ...entry } = JSON.parse(line)
      return entry
    })
}

/** The tables that contain one of the values, without case. */
async function findTablesWith(values: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const table of await listTables(service())) {
    const rows = await service().asOwner<{ found: boolean }>(
      `select exists (select from ${table} t where lower(t::text) like any ($1::text[])) as found`,
      [values.map((value) => `%${value.toLowerCase()}%`)],
    )
    if (rows[0]?.found) found.push(table)
  }
  return found
}

async function findAccount(memberId: string): Promise<{ email: string }> {
  const [row] = await service().asOwner<{ email: string }>('select email from users where member_id = $1', [
    memberId,
  ])
  if (!row) throw new Error('The member has no account')
  return row
}

const readOther = async ({ broker }: Firm, id: string) => [
  await broker.call(getMember, { id }),
  await broker.call(listMemberContributions, { id }),
  await service().asOwner('select * from documents where member_id = $1', [id]),
  await service().asOwner('select * from member_pay where member_id = $1', [id]),
]

async function expectFilesReleased({ id }: Firm): Promise<void> {
  await expect
    .poll(() => service().asOwner('select 1 from unclaimed_files where tenant_id = $1', [id]))
    .toEqual([])
}
