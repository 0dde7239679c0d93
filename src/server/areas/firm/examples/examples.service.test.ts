import { expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { type ListedAuditEntry, listAuditEntries, verifyAuditLog } from '../../../../contract/audit.ts'
import { createComment } from '../../../../contract/comments.ts'
import { listContributions } from '../../../../contract/contributions.ts'
import { getDashboard } from '../../../../contract/dashboard.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { listEmployers, updateEmployer } from '../../../../contract/employers.ts'
import { getExample, loadExample, removeExample } from '../../../../contract/examples.ts'
import { createMember, listMembers } from '../../../../contract/members.ts'
import { listObligations } from '../../../../contract/obligations.ts'
import { createParticipation } from '../../../../contract/participations.ts'
import { getSupervisoryPack } from '../../../../contract/reports.ts'
import { getScheme, listSchemes } from '../../../../contract/schemes.ts'
import { listTrustees } from '../../../../contract/trustees.ts'
import { createUser } from '../../../../contract/users.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'
import { planChasers, planDigests } from '../../calendar/reminders/index.ts'

const service = useService()

async function loadIn(firm: Firm): Promise<string> {
  const { schemeId } = await firm.admin.call(loadExample, {})
  return schemeId as string
}

test('an administrator loads an approved scheme with trustees, members and contributions, in a firm that requires two persons', async () => {
  const firm = await createFirm(service())
  expect(await firm.admin.call(getExample, {})).toMatchObject({ loadedAt: null, schemes: 0 })
  const reply = await firm.admin.send(loadExample)
  expect(reply).toMatchObject({ status: 201, body: { employers: 1, schemes: 1, members: 7 } })
  const id = reply.body.schemeId as string
  expect(await firm.broker.call(getScheme, { id })).toMatchObject({
    name: 'Example Joinery Pension Scheme',
    employerName: 'Example Joinery Limited',
    isExample: true,
    status: 'ACTIVE',
    submittedBy: 'system',
    approvedBy: firm.admin.id,
  })
  const trustees = await firm.broker.call(listTrustees, { id })
  expect(trustees.data.map(({ status }) => status)).toEqual(['APPOINTED', 'APPOINTED'])
  expect((await firm.broker.call(listContributions, { schemeId: id })).data).not.toEqual([])
  expect((await firm.broker.call(listObligations, { schemeId: id })).data).not.toEqual([])
  const entries = await firm.admin.call(listAuditEntries, { entityId: id })
  expect(entries.data.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['example.load', firm.admin.id],
  ])
})

test('a second load is refused, and a BrokerUser cannot load it', async () => {
  const firm = await createFirm(service())
  expect(await firm.broker.send(loadExample)).toMatchObject({ status: 403 })
  await loadIn(firm)
  expect(await firm.secondAdmin.send(loadExample)).toMatchObject(buildRefusal(422, 'EXAMPLE_LOADED'))
})

test('the removal deletes what was loaded, changed and added, and keeps the other records and the audit log', async () => {
  const firm = await createFirm(service())
  const own = await firm.hasActiveScheme()
  await firm.hasMember({ schemeId: own.id })
  const schemeId = await loadIn(firm)
  const { employerId } = await firm.broker.call(getScheme, { id: schemeId })
  await firm.broker.call(updateEmployer, { id: employerId, legalName: 'Renamed Example Limited' })
  const { id: memberId } = await firm.broker.call(createMember, {
    schemeId,
    firstName: 'Added',
    lastName: 'Later',
    dateOfBirth: '1980-02-03',
  })
  const document = await firm.broker.upload(
    createDocument,
    { schemeId, memberId, kind: 'OTHER', title: 'Added to the example' },
    { name: 'note.txt', bytes: 'A note\n' },
  )
  expect(document.status, document.text).toBe(201)
  await firm.broker.call(createComment, { entityType: 'scheme', entityId: schemeId, text: 'A question' })
  await firm.hasScheme({ employerId, name: 'Second example scheme' })
  const { data: before } = await firm.admin.call(listAuditEntries, { limit: 200 })
  expect(await firm.admin.call(removeExample, {})).toMatchObject({ loadedAt: null, employers: 0, members: 0 })
  expect((await firm.broker.call(listSchemes, {})).data.map(({ id }) => id)).toEqual([own.id])
  expect((await firm.broker.call(listEmployers, {})).data.map(({ id }) => id)).toEqual([own.employerId])
  expect((await firm.broker.call(listMembers, {})).data.map((one) => one.schemeId)).toEqual([own.id])
  const { data: after } = await firm.admin.call(listAuditEntries, { limit: 200 })
  // The name of a scheme is looked up: it is no part of the entry.
  const withoutSchemeName = ({ schemeName: _, ...entry }: ListedAuditEntry) => entry
  expect(after.slice(-before.length).map(withoutSchemeName)).toEqual(before.map(withoutSchemeName))
  const removed = after.filter(({ action }) => action === 'example.remove')
  expect(Object.groupBy(removed, ({ entityType }) => entityType)).toMatchObject({
    example: [{ newState: null }],
    employer: [{ entityId: employerId, newState: null }],
    scheme: expect.arrayContaining([expect.objectContaining({ entityId: schemeId })]),
    document: [{ entityId: document.body.id }],
    comment: [{}],
  })
  expect(removed.filter(({ entityType }) => entityType === 'member')).toHaveLength(8)
  expect(await firm.admin.call(verifyAuditLog, {})).toMatchObject({ intact: true })
  const files = await service().asOwner('select storage_key from unclaimed_files where tenant_id = $1', [
    firm.id,
  ])
  expect(files).toHaveLength(1)
  expect(await firm.admin.send(removeExample)).toMatchObject({ status: 422 })
  await loadIn(firm)
})

test('another firm keeps its example', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  await loadIn(firm)
  await loadIn(other)
  await firm.admin.call(removeExample, {})
  expect(await other.admin.call(getExample, {})).toMatchObject({ schemes: 1, members: 7 })
  expect(await firm.admin.call(getExample, {})).toMatchObject({ schemes: 0 })
})

test('the example cannot be removed while a record of another scheme refers to it', async () => {
  const firm = await createFirm(service())
  const own = await firm.hasActiveScheme()
  const schemeId = await loadIn(firm)
  const { employerId } = await firm.broker.call(getScheme, { id: schemeId })
  await service().asOwner(
    "insert into import_mappings (tenant_id, scheme_id, employer_id, kind, mapping) values ($1, $2, $3, 'MEMBERS', '{}')",
    [firm.id, own.id, employerId],
  )
  expect(await firm.admin.send(removeExample)).toMatchObject(buildRefusal(422, 'EXAMPLE_IN_USE'))
  expect(await firm.admin.call(getExample, {})).toMatchObject({ schemes: 1, members: 7 })
})

test('every table whose records can refer to the example lets its owner delete them', async () => {
  const missing = await service().asOwner(
    `with recursive referring as (
       select 'employers'::regclass::oid as relation
       union
       select c.conrelid from referring r join pg_constraint c on c.confrelid = r.relation and c.contype = 'f' and c.conrelid <> 'users'::regclass
     ), rights as (
       select p.tablename, bool_or(p.cmd in ('DELETE', 'ALL')) and bool_or(p.cmd in ('SELECT', 'ALL')) as is_complete
         from pg_policies p where p.roles = '{pcs_owner}' group by p.tablename
     )
     select r.relation::regclass::text from referring r left join rights p on p.tablename = r.relation::regclass::text
      where p.is_complete is not true`,
  )
  expect(missing).toEqual([])
})

test('reminders, the compliance status of the firm, first steps and supervisory packs leave the example out', async () => {
  const firm = await createFirm(service())
  const id = await loadIn(firm)
  const dashboard = await firm.admin.call(getDashboard, {})
  expect(dashboard.portfolio).toEqual({ red: 0, amber: 0, green: 0, woundUp: 0 })
  expect(dashboard.firstSteps).toMatchObject({ schemes: false, obligations: false, contributions: false })
  const today = getTodayInDublin(service().clock)
  const planned = await service().app.pipeline.actIn(firm.id, 'test', async (tx) => ({
    answer: [
      ...(await planDigests(tx, firm.id, today, 'http://localhost', new Set())),
      ...(await planChasers(tx, firm.id, `${today.slice(0, 8)}22`, 'http://localhost', new Set())),
    ],
    changes: [],
  }))
  expect(planned).toEqual([])
  expect(await firm.admin.send(getSupervisoryPack, { id })).toMatchObject(buildRefusal(422, 'EXAMPLE'))
})

test('records of the example keep the word in their names, and stay apart from accounts and other schemes', async () => {
  const firm = await createFirm(service())
  const own = await firm.hasActiveScheme()
  const id = await loadIn(firm)
  const { employerId } = await firm.broker.call(getScheme, { id })
  const refusedFor = (field: string) => ({ status: 422, body: { details: { field } } })
  expect(await firm.broker.send(updateEmployer, { id: employerId, legalName: 'Joinery' })).toMatchObject(
    refusedFor('legalName'),
  )
  expect(
    await firm.broker.send(createParticipation, { id: own.id, employerId, fromOn: '2020-01-01' }),
  ).toMatchObject(refusedFor('employerId'))
  expect(
    await firm.admin.send(createUser, {
      email: 'payroll@example.com',
      name: 'Payroll',
      role: 'EmployerUser',
      employerId,
    }),
  ).toMatchObject(refusedFor('employerId'))
  const [member] = (await firm.broker.call(listMembers, { schemeId: id })).data
  expect(
    await firm.admin.send(createUser, {
      email: 'member@example.com',
      name: 'Member',
      role: 'Member',
      memberId: member?.id,
    }),
  ).toMatchObject(refusedFor('memberId'))
})
