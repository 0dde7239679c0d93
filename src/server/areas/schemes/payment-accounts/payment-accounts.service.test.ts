import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { updateEmployer } from '../../../../contract/employers.ts'
import {
  createPaymentAccount,
  listPaymentAccounts,
  withdrawPaymentAccount,
} from '../../../../contract/payment-accounts.ts'
import { planChasers } from '../../calendar/reminders/index.ts'

const service = useService()
const IBAN = 'IE29AIBK93115212345678'
const OTHER = 'IE64IRCE92050112345678'

test('an administrator records and replaces the account; its employer reads it, and the audit log does not repeat it', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme()
  assertNotInLogs(service().runFolder, IBAN, OTHER)
  const input = { id: scheme.id, accountName: 'Trustees of the plan', iban: 'ie29 aibk 9311 5212 3456 78' }
  expect(await firm.broker.send(createPaymentAccount, input)).toMatchObject({ status: 403 })
  const first = await firm.admin.send(createPaymentAccount, { ...input, bic: 'AIBKIE2D' })
  expect(first).toMatchObject({ status: 201, body: { iban: IBAN, bic: 'AIBKIE2D', isCurrent: true } })
  await firm.admin.call(createPaymentAccount, { ...input, iban: OTHER })
  const own = await firm.hires('EmployerUser', { employerId: scheme.employerId })
  const { data } = await own.call(listPaymentAccounts, { id: scheme.id })
  expect(data.map(({ iban, isCurrent }) => [iban, isCurrent])).toEqual([
    [OTHER, true],
    [IBAN, false],
  ])
  const other = await firm.hires('EmployerUser', { employerId: (await firm.hasEmployer()).id })
  expect(await other.send(listPaymentAccounts, { id: scheme.id })).toMatchObject({ status: 403 })
  const entries = await firm.admin.call(listAuditEntries, { entityId: first.body.id })
  expect(entries.data).toMatchObject([{ action: 'payment-account.create' }])
  expect(JSON.stringify(entries)).not.toContain(IBAN.slice(8))
})

test('an IBAN with wrong check digits is refused', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  const reply = await firm.admin.send(createPaymentAccount, {
    id,
    accountName: 'Trustees',
    iban: 'IE29AIBK93115212345679',
  })
  expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: ['iban'] }] } })
})

test('the reminder of contributions names the current account of each scheme, and none that was withdrawn', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasActiveScheme()
  await firm.broker.call(updateEmployer, {
    id: scheme.employerId,
    legalName: 'Employer',
    payrollContact: { email: 'payroll@example.com' },
  })
  await service().asOwner(
    `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month, source,
       status, file_name, file_sha256, row_count, ee_cents, er_cents, avc_cents, er_special_cents, single_premium_cents, due_on)
     values ($1, $2, $3, $4, 'DC', 'GROUP', $5, '2026-10', 'MANUAL', 'EXPECTED', '', '', 0, 0, 0, 0, 0, 0, '2026-11-21')`,
    [firm.id, `b${scheme.id.slice(1)}`, scheme.id, scheme.name, scheme.employerId],
  )
  const { id } = await firm.admin.call(createPaymentAccount, {
    id: scheme.id,
    accountName: 'Trustees of the plan',
    iban: IBAN,
    bic: 'AIBKIE2D',
  })
  const textOf = (day: string) =>
    service()
      .app.pipeline.actIn(firm.id, 'test', async (tx) => ({
        answer: await planChasers(tx, firm.id, day, 'http://localhost', new Set()),
        changes: [],
      }))
      .then(([chaser]) => chaser?.mail.text)
  expect(await textOf('2026-11-10')).toContain(
    `${scheme.name}: Trustees of the plan, IBAN IE29 AIBK 9311 5212 3456 78, BIC AIBKIE2D`,
  )
  await firm.admin.call(withdrawPaymentAccount, { id })
  const after = await textOf('2026-11-15')
  expect(after).toContain('pension contributions')
  expect(after).not.toContain('IBAN')
})
