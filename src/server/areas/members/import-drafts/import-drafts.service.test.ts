import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createAnonymousCaller,
  createFirm,
  type Firm,
  generatePpsNumber,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { uploadContributions } from '../../../../contract/contributions.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { getImportDraft, listImportDrafts, removeImportDraft } from '../../../../contract/import-drafts.ts'
import { importMembers } from '../../../../contract/member-imports.ts'
import { listMembers } from '../../../../contract/members.ts'

const service = useService()

const HEADER = 'ppsn,first_name,last_name,date_of_birth,date_joined_scheme'
const fileOf = (...ppsNumbers: string[]) => ({
  name: 'members.csv',
  bytes: `${[HEADER, ...ppsNumbers.map((number, at) => `${number},Vorname${at},Nachname,14/05/1984,01/01/2016`)].join('\n')}\n`,
})

async function keepMembers(firm: Firm, schemeId: string, options: object = {}) {
  const number = generatePpsNumber()
  assertNotInLogs(service().runFolder, number)
  const reply = await firm.broker.upload(
    importMembers,
    { schemeId, dryRun: true, keep: true, ...options },
    fileOf('1234567', number),
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.body.importDraftId as string
}

test('a checked file is kept, and another user continues it without the file', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const id = await keepMembers(firm, schemeId)
  const list = await firm.secondAdmin.call(listImportDrafts, {})
  expect(list.data).toMatchObject([
    {
      id,
      kind: 'MEMBERS',
      schemeId,
      fileName: 'members.csv',
      rowCount: 2,
      rejectedCount: 1,
      beganBy: firm.broker.id,
    },
  ])
  const corrected = generatePpsNumber()
  assertNotInLogs(service().runFolder, corrected)
  const edits = [{ row: 2, column: 1, value: corrected }]
  const check = { schemeId, dryRun: true, keep: true, importDraftId: id }
  const checked = await firm.broker.send(importMembers, { ...check, edits })
  expect(checked).toMatchObject({ status: 200, body: { importDraftId: id, counts: { reject: 0 } } })
  const { options } = await firm.secondAdmin.call(getImportDraft, { id })
  const masked = corrected.replace(/\d/g, '*')
  expect(options).toMatchObject({ schemeId, edits: [{ row: 2, column: 1, value: masked }] })
  const imported = await firm.secondAdmin.send(importMembers, {
    schemeId,
    importDraftId: id,
    edits: [{ row: 2, column: 1, value: masked }],
    confirmedWarnings: ['M54', 'M62'],
  })
  expect(imported, imported.text).toMatchObject({ body: { inserted: 2 } })
  expect((await firm.broker.call(listMembers, { schemeId })).data).toHaveLength(2)
  expect((await firm.broker.call(listImportDrafts, {})).data).toEqual([])
  const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
  expect(data.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['import-draft.remove', firm.secondAdmin.id],
    ['import-draft.create', firm.broker.id],
  ])
  expect(JSON.stringify(data)).not.toContain('members.csv')
  // The kept file is no news besides the members.
  const { recentActivity } = await firm.admin.call(getDashboard, {})
  expect(recentActivity?.[0]).toMatchObject({ action: 'member.import', count: 2 })
  expect(recentActivity?.filter(({ entityType }) => entityType === 'importDraft')).toEqual([])
})

test.each([
  ['without a required column', 'first_name,last_name\nAoife,Byrne\n', buildRefusal(422, 'F03')],
  [
    'with two columns for one field',
    'ppsn,first_name,first_name,last_name,date_of_birth,date_joined_scheme\n1234567,Aoife,Aoife,Byrne,14/05/1984,01/01/2016\n',
    { status: 400, body: { issues: [{ path: ['mapping', 'first_name'] }] } },
  ],
  [
    'with rejected rows only',
    `${HEADER}\n1234567,Aoife,Byrne,14/05/1984,01/01/2016\n`,
    buildRefusal(422, 'F04', { counts: { reject: 1 } }),
  ],
])('a member file %s is kept, and imported once it is corrected', async (_what, bytes, refusal) => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const file = { name: 'members.csv', bytes }
  const plain = await firm.broker.upload(importMembers, { schemeId, dryRun: true }, file)
  expect(plain).toMatchObject(refusal)
  expect(plain.body.details?.importDraftId).toBeUndefined()
  const check = { schemeId, dryRun: true, keep: true }
  const refused = await firm.broker.upload(importMembers, check, file)
  expect(refused).toMatchObject(refusal)
  const importDraftId = refused.body.details?.importDraftId as string
  expect((await firm.secondAdmin.call(listImportDrafts, {})).data).toMatchObject([
    { id: importDraftId, fileName: 'members.csv' },
  ])
  // Checked again, it stays the same unfinished import.
  expect(await firm.broker.send(importMembers, { ...check, importDraftId })).toMatchObject({
    ...refusal,
    body: { ...refusal.body, details: { importDraftId } },
  })
  expect((await firm.broker.call(listImportDrafts, {})).data).toHaveLength(1)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: importDraftId })
  expect(data.map(({ action }) => action)).toEqual(['import-draft.create'])
})

test('a payroll file that is refused as a whole is kept, also for its employer alone', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme()
  await firm.hasMember({ schemeId: scheme.id, status: 'ACTIVE', worksNumber: 'W001' })
  const own = await firm.hires('EmployerUser', { employerId: scheme.employerId })
  const terms = { schemeId: scheme.id, payrollMonth: '2026-10', dryRun: true, keep: true }
  const send = (bytes: string, more: object = {}) =>
    own.upload(uploadContributions, { ...terms, ...more }, { name: 'payroll.csv', bytes })
  const row = 'works_number,pay_date,ee_contribution\nW001,25/10/2026,100.00\n'
  for (const [code, reply] of [
    ['F03', await send('works_number,pay_date\nW001,25/10/2026\n')],
    ['F04', await send(row.replace('W001', 'W999'))],
    ['F05', await send(row, { declaredTotalCents: 1 })],
    ['F06', await send(`${row}W001,25/09/2026,100.00\n`)],
  ] as const) {
    expect(reply, code).toMatchObject(buildRefusal(422, code))
    expect(reply.body.details.importDraftId, code).toBeTruthy()
  }
  expect((await own.call(listImportDrafts, {})).data).toHaveLength(4)
  const id = (await own.call(listImportDrafts, {})).data[0]?.id ?? ''
  const other = await firm.hires('EmployerUser', { employerId: (await firm.hasEmployer()).id })
  expect(await other.send(getImportDraft, { id })).toMatchObject({ status: 403 })
})

test('the stored file and the corrected cells are encrypted', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const value = generatePpsNumber()
  assertNotInLogs(service().runFolder, value)
  const id = await keepMembers(firm, schemeId, { edits: [{ row: 2, column: 1, value }] })
  const [row] = await service().asOwner('select to_jsonb(d) as whole from import_drafts d where id = $1', [
    id,
  ])
  expect(JSON.stringify(row)).not.toContain(value)
})

test('a dry run without keep stores nothing, and a discarded import is gone', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const plain = await firm.broker.upload(
    importMembers,
    { schemeId, dryRun: true },
    fileOf(generatePpsNumber()),
  )
  expect(plain.body.importDraftId).toBeUndefined()
  const id = await keepMembers(firm, schemeId)
  expect(await firm.broker.send(removeImportDraft, { id })).toMatchObject({ status: 204 })
  expect((await firm.broker.call(listImportDrafts, {})).data).toEqual([])
  await expect
    .poll(() => service().asOwner('select 1 from unclaimed_files where tenant_id = $1', [firm.id]))
    .toEqual([])
  const again = { schemeId, dryRun: true, keep: true, importDraftId: id }
  expect(await firm.broker.send(importMembers, again)).toMatchObject({ status: 404 })
})

test('the unfinished imports of a firm are not seen by its employers, nor those of an employer by other employers', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme()
  await firm.hasMember({ schemeId: scheme.id, status: 'ACTIVE', worksNumber: 'W001' })
  await keepMembers(firm, scheme.id)
  const own = await firm.hires('EmployerUser', { employerId: scheme.employerId })
  const other = await firm.hires('EmployerUser', { employerId: (await firm.hasEmployer()).id })
  const reply = await own.upload(
    uploadContributions,
    { schemeId: scheme.id, payrollMonth: '2026-10', dryRun: true, keep: true },
    { name: 'payroll.csv', bytes: 'works_number,pay_date,ee_contribution\nW001,25/10/2026,100.00\n' },
  )
  expect(reply.status, reply.text).toBe(200)
  const id = reply.body.importDraftId as string
  expect((await own.call(listImportDrafts, {})).data.map((one) => one.id)).toEqual([id])
  expect((await other.call(listImportDrafts, {})).data).toEqual([])
  expect(await other.send(getImportDraft, { id })).toMatchObject({ status: 403 })
  expect((await firm.broker.call(listImportDrafts, {})).data).toHaveLength(2)
})

test('housekeeping deletes unfinished imports that were not continued for 14 days', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme()
  const [old, recent] = [await keepMembers(firm, schemeId), await keepMembers(firm, schemeId)]
  await service().asOwner("update import_drafts set expires_at = now() - interval '1 minute' where id = $1", [
    old,
  ])
  const reply = await createAnonymousCaller(service()).request({
    method: 'POST',
    url: '/api/cron/housekeeping',
    headers: { authorization: `Bearer ${TEST_SECRETS.CRON_TOKEN}` },
  })
  expect(reply.body.did.expiredImportDrafts).toBe(1)
  expect(await service().asOwner('select id from import_drafts where tenant_id = $1', [firm.id])).toEqual([
    { id: recent },
  ])
})
