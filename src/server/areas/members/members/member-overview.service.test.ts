import { expect, test } from 'vitest'
import {
  buildPayrollRows,
  createBatch,
  createPayroll,
  type PayrollRow,
  upload,
} from '../../../../../test/harness/payroll.ts'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import {
  correctContributions,
  listContributionLines,
  undoContributions,
} from '../../../../contract/contributions.ts'
import { getMemberOverview } from '../../../../contract/member-overview.ts'
import { getScheme, updateScheme } from '../../../../contract/schemes.ts'
import { getTenant, updateTenant } from '../../../../contract/tenants.ts'
import { createId } from '../../../platform/ids.ts'

const service = useService()

test('contributions by year include corrections, separate transfers, and leave out undone months', async () => {
  const payroll = await createPayroll(service(), { members: 1 })
  const { broker } = payroll.firm
  const id = payroll.members[0]?.id ?? ''
  const self = await payroll.firm.hires('Member', { memberId: id })
  const readYears = async () => (await self.call(getMemberOverview, { id })).contributionYears
  expect(await readYears()).toEqual([])
  const batch = await createBatch(payroll)
  const [line] = (await broker.call(listContributionLines, { id: batch.id })).data
  await broker.call(correctContributions, {
    id: batch.id,
    corrections: [{ lineId: line?.id ?? '', eeCents: -10_00, avcCents: 30_00 }],
    reason: 'Part of the deduction was an AVC',
  })
  const [row = {}] = buildPayrollRows(payroll)
  const transferRow: PayrollRow = {
    ...row,
    pay_date: '2025-12-30',
    kind: 'Transfer In',
    single_premium: '5000.00',
  }
  delete transferRow.ee_contribution
  delete transferRow.er_contribution
  const fields = { payrollMonth: '2025-12', confirmedWarnings: ['W09'] }
  const reply = await upload(broker, payroll, [transferRow], fields)
  expect(reply.status, reply.text).toBe(201)
  const of2026 = {
    year: '2026',
    eeCents: 90_00,
    avcCents: 30_00,
    employerCents: 150_00,
    transferCents: 0,
    totalCents: 270_00,
  }
  expect(await readYears()).toEqual([
    {
      year: '2025',
      eeCents: 0,
      avcCents: 0,
      employerCents: 0,
      transferCents: 5_000_00,
      totalCents: 5_000_00,
    },
    of2026,
  ])
  await broker.call(undoContributions, { id: reply.body.batch.id, reason: 'Wrong file' })
  expect(await readYears()).toEqual([of2026])
})

test('a member reads the contacts of the scheme and the firm, and they are not in the audit log', async () => {
  const firm = await createFirm(service())
  const member = await firm.hasMember({ status: 'ACTIVE' })
  const self = await firm.hires('Member', { memberId: member.id })
  const { admin, broker } = firm
  const before = await self.call(getMemberOverview, { id: member.id })
  expect(before).toMatchObject({
    firm: { enquiryEmail: null },
    scheme: { enquiryName: null },
    lastStatement: null,
  })
  const tenant = await admin.call(getTenant, { id: firm.id })
  await admin.call(updateTenant, {
    ...tenant,
    enquiryName: 'Pensions desk',
    enquiryEmail: 'Pensions@Firm.example',
    dataProtectionContact: 'Data protection officer',
  })
  const scheme = await broker.call(getScheme, { id: member.schemeId })
  await broker.call(updateScheme, { ...scheme, enquiryName: 'Nora Quill', enquiryPhone: '01 555 0199' })
  expect(await self.call(getMemberOverview, { id: member.id })).toEqual({
    contributionYears: [],
    lastStatement: null,
    scheme: {
      name: scheme.name,
      type: scheme.type,
      normalRetirementAge: scheme.normalRetirementAge,
      registeredAdministratorName: scheme.registeredAdministratorName,
      enquiryName: 'Nora Quill',
      enquiryEmail: null,
      enquiryPhone: '01 555 0199',
    },
    firm: {
      name: tenant.name,
      enquiryName: 'Pensions desk',
      enquiryEmail: 'pensions@firm.example',
      enquiryPhone: null,
      dataProtectionContact: 'Data protection officer',
    },
  })
  const log = JSON.stringify(await admin.call(listAuditEntries, { limit: 200 }))
  expect(log).toContain('enquiryName')
  expect(log).not.toContain('Nora Quill')
  expect(log).not.toContain('pensions@firm.example')
})

test('only the member, the employer and the firm read an overview; an employer of another scheme without the scheme', async () => {
  const firm = await createFirm(service())
  const member = await firm.hasMember({ status: 'ACTIVE' })
  const colleague = await firm.hasMember({ status: 'ACTIVE', schemeId: member.schemeId })
  const other = await firm.hires('Member', { memberId: colleague.id })
  const employer = await firm.hires('EmployerUser', { employerId: member.employerId })
  const stranger = (await createFirm(service())).broker
  const { id } = member
  expect(await other.send(getMemberOverview, { id })).toMatchObject({ status: 403 })
  expect(await stranger.send(getMemberOverview, { id })).toMatchObject({ status: 403 })
  expect((await employer.call(getMemberOverview, { id })).scheme).not.toBeNull()
  const otherScheme = await firm.hasScheme()
  await service().asOwner('update schemes set employer_id = $1 where id = $2', [
    otherScheme.employerId,
    member.schemeId,
  ])
  expect((await employer.call(getMemberOverview, { id })).scheme).toBeNull()
  expect((await firm.broker.call(getMemberOverview, { id })).scheme).not.toBeNull()
})

test('the last statement is the latest visible to the member, or the valid one of two with the same date', async () => {
  const firm = await createFirm(service())
  const member = await firm.hasMember({ status: 'ACTIVE' })
  const self = await firm.hires('Member', { memberId: member.id })
  const addStatement = async (title: string, signedOn: string, status: string, visibility: string) => {
    const id = createId()
    await service().asOwner(
      `insert into documents (tenant_id, id, scheme_id, employer_id, member_id, kind, title, search_key, status, visibility, signed_on)
       values ($1, $2, $3, $4, $5, 'PENSION_BENEFIT_STATEMENT', $6, 'statement', $7, $8, $9)`,
      [firm.id, id, member.schemeId, member.employerId, member.id, title, status, visibility, signedOn],
    )
    return id
  }
  const valid = await addStatement('Statement of 2025', '2026-03-01', 'SIGNED', 'MEMBER')
  await addStatement('Replaced statement', '2026-03-01', 'SUPERSEDED', 'MEMBER')
  const inner = await addStatement('Not yet shared', '2026-06-01', 'FINAL', 'BROKER')
  const lastOf = async (caller: typeof self) =>
    (await caller.call(getMemberOverview, { id: member.id })).lastStatement
  expect(await lastOf(self)).toEqual({
    documentId: valid,
    title: 'Statement of 2025',
    statedOn: '2026-03-01',
  })
  expect(await lastOf(firm.broker)).toMatchObject({ documentId: inner })
})
