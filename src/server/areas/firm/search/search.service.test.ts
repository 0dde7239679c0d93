import { beforeAll, expect, test } from 'vitest'
import { type Caller, createFirm, createSuperAdmin, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { createBreach } from '../../../../contract/breaches.ts'
import { createDocument } from '../../../../contract/documents.ts'
import { createPolicy } from '../../../../contract/policies.ts'
import { findRecords } from '../../../../contract/search.ts'
import { createServiceProvider } from '../../../../contract/service-providers.ts'
import { getMe } from '../../../../contract/users.ts'

const service = useService()

let firm: Firm
let employer: { id: string }
beforeAll(async () => {
  firm = await createFirm(service())
  employer = await firm.hasEmployer({ legalName: 'Quillfeather Foods Limited' })
  const scheme = await firm.hasScheme({ employerId: employer.id, name: 'Quillfeather Foods DC' })
  const hidden = await firm.hasScheme({ name: 'Quillfeather Holdings DB' })
  await firm.hasMember({ schemeId: scheme.id, firstName: 'Orla', lastName: 'Quillfeather' })
  await firm.hasMember({ schemeId: hidden.id, firstName: 'Tom', lastName: 'Quillfeather' })
  await firm.broker.call(createPolicy, {
    schemeId: scheme.id,
    kind: 'CONTINGENCY',
    title: 'Quillfeather contingency plan',
    content: 'Steps for an outage of the administrator',
  })
  await firm.broker.call(createServiceProvider, {
    name: 'Quillfeather Actuaries',
    kinds: ['ACTUARY'],
  })
  for (const isRestricted of [false, true])
    await firm.admin.call(createBreach, {
      schemeId: scheme.id,
      category: 'DISCLOSURE',
      title: isRestricted ? 'Quillfeather report of fraud' : 'Quillfeather statements sent late',
      occurredOn: '2026-11-02',
      awareAt: '2026-11-03T10:00:00.000Z',
      isRestricted,
    })
  for (const visibility of ['BROKER', 'EMPLOYER'] as const)
    await firm.broker.upload(
      createDocument,
      { kind: 'OTHER', title: `Quillfeather letter ${visibility}`, visibility, schemeId: scheme.id },
      { name: 'letter.txt', type: 'text/plain', bytes: Buffer.from('Dear trustees') },
    )
})

const find = async (caller: Caller, q: string, limit?: number) =>
  (await caller.call(findRecords, { q, ...(limit ? { limit } : {}) })).data.map(
    ({ kind, title, detail }) => `${kind}: ${title}${detail ? `, ${detail}` : ''}`,
  )

test('records of every kind are found by words of their names, in any order', async () => {
  expect(await find(firm.broker, 'quillfeather')).toEqual([
    'scheme: Quillfeather Foods DC, Quillfeather Foods Limited',
    expect.stringMatching(/^scheme: Quillfeather Holdings DB, /),
    'member: Orla Quillfeather, Quillfeather Foods DC',
    'member: Tom Quillfeather, Quillfeather Holdings DB',
    'employer: Quillfeather Foods Limited',
    'policy: Quillfeather contingency plan, Quillfeather Foods DC',
    'document: Quillfeather letter BROKER, Quillfeather Foods DC',
    'document: Quillfeather letter EMPLOYER, Quillfeather Foods DC',
    'breach: Quillfeather statements sent late, Quillfeather Foods DC',
    'serviceProvider: Quillfeather Actuaries',
  ])
  expect(await find(firm.broker, 'quillfeather orla')).toEqual([
    'member: Orla Quillfeather, Quillfeather Foods DC',
  ])
  expect(await find(firm.broker, 'quillfeather', 1)).toHaveLength(7)
})

test('words of one or two letters find the same records, at any place of a word', async () => {
  const all = await find(firm.broker, 'quillfeather')
  for (const q of ['ui', 'qu', 'q', 'ui lf', 'lf quill'])
    expect(await find(firm.broker, q), q).toEqual(expect.arrayContaining(all))
  expect(await find(firm.broker, 'ui or qu lf')).toContain('member: Orla Quillfeather, Quillfeather Foods DC')
  for (const q of ['quillfeather zx', 'lf zx quill', '7 quill'])
    expect(await find(firm.broker, q), q).toEqual([])
})

test('a restricted breach is found by administrators only', async () => {
  expect(await find(firm.broker, 'fraud')).toEqual([])
  expect(await find(firm.admin, 'fraud')).toEqual([
    'breach: Quillfeather report of fraud, Quillfeather Foods DC',
  ])
})

test('an employer finds its own records and the documents shared with it', async () => {
  const user = await firm.hires('EmployerUser', { employerId: employer.id })
  expect(await find(user, 'quillfeather')).toEqual([
    'scheme: Quillfeather Foods DC, Quillfeather Foods Limited',
    'member: Orla Quillfeather, Quillfeather Foods DC',
    expect.stringMatching(/^employer: Quillfeather Foods Limited/),
    'document: Quillfeather letter EMPLOYER, Quillfeather Foods DC',
  ])
})

test('another firm finds nothing of it, and a SuperAdmin finds firms', async () => {
  const other = await createFirm(service())
  expect(await find(other.admin, 'quillfeather')).toEqual([])
  const superAdmin = await createSuperAdmin(service())
  const { tenantName } = await other.admin.call(getMe, {})
  const { data } = await superAdmin.call(findRecords, { q: tenantName })
  expect(data).toContainEqual({ kind: 'tenant', id: other.id, title: tenantName, detail: null })
})

test('percent signs and underscores are taken as text', async () => {
  expect(await find(firm.broker, '100%')).toEqual([])
  expect(await find(firm.broker, "o'quill_")).toEqual([])
})
