import { expect, test } from 'vitest'
import { createBatch, createPayroll } from '../../../../../test/harness/payroll.ts'
import { createFirm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { getMemberEmoluments, recordMemberEmoluments } from '../../../../contract/member-emoluments.ts'
import { createMember, updateMember } from '../../../../contract/members.ts'
import { listObligations } from '../../../../contract/obligations.ts'

const service = useService()

const hasMember = async (type: 'PRSA' | 'DC') => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme({ type })
  const member = await firm.broker.call(createMember, {
    schemeId: scheme.id,
    firstName: 'Aoife',
    lastName: 'Walsh',
    status: 'ACTIVE',
  })
  return { firm, scheme, id: member.id }
}

test('emoluments are recorded by year and replaced; the audit log has the year and no amount', async () => {
  const { firm, id } = await hasMember('PRSA')
  await firm.broker.call(recordMemberEmoluments, { id, year: 2025, emolumentsCents: 41_234_56 })
  await firm.broker.call(recordMemberEmoluments, {
    id,
    year: 2026,
    emolumentsCents: 12_345_67,
    reducedBy: 'SICK_LEAVE',
  })
  await firm.broker.call(recordMemberEmoluments, {
    id,
    year: 2026,
    emolumentsCents: 22_345_67,
    reducedBy: 'UNPAID_LEAVE',
  })
  const missing = { outcome: 'CANNOT_TELL', aboveCents: null, missing: 'CONTRIBUTIONS' }
  expect(await firm.broker.call(getMemberEmoluments, { id })).toEqual({
    memberId: id,
    isPrsa: true,
    years: [
      {
        year: 2026,
        emolumentsCents: 22_345_67,
        reducedBy: 'UNPAID_LEAVE',
        employerContributionsCents: null,
        employerLimit: { ...missing, limitCents: 41_234_56 },
      },
      {
        year: 2025,
        emolumentsCents: 41_234_56,
        reducedBy: null,
        employerContributionsCents: null,
        employerLimit: { ...missing, limitCents: null },
      },
    ],
  })
  const { data } = await firm.admin.call(listAuditEntries, { entityId: id })
  expect(data.map(({ action }) => action).slice(0, 3)).toEqual(
    Array.from({ length: 3 }, () => 'member.record-emoluments'),
  )
  expect(JSON.stringify(data)).toContain('"emolumentsYear":2026')
  expect(JSON.stringify(data)).not.toMatch(/4123456|1234567|2234567/)
})

test('the check of a PRSA uses the recorded emoluments and remains a check', async () => {
  const payroll = await createPayroll(service(), { members: 1, scheme: { type: 'PRSA' } })
  const { firm, scheme } = payroll
  const id = payroll.members[0]?.id as string
  const findCheck = async () => {
    const { data } = await firm.broker.call(listObligations, { schemeId: scheme.id, ruleId: 'TAX-02' })
    return data.find(({ periodKey }) => periodKey === '2026')
  }
  const emoluments = { id, year: 2026, reducedBy: 'NOT_REDUCED' } as const
  await firm.broker.call(recordMemberEmoluments, { ...emoluments, emolumentsCents: 127_00 })
  expect((await findCheck())?.facts).toContainEqual({
    label: 'Not recorded: employer contributions',
    value: '1 member',
  })
  // EUR 150 of the employer, paid on 30 October 2026.
  await createBatch(payroll)
  const { years } = await firm.broker.call(getMemberEmoluments, { id })
  expect(years).toMatchObject([
    {
      employerContributionsCents: 150_00,
      employerLimit: { outcome: 'ABOVE', limitCents: 127_00, aboveCents: 23_00, missing: null },
    },
  ])
  const check = await findCheck()
  expect(check?.status).toBe('CHECK')
  expect(check?.facts).toContainEqual({ label: 'Above the limit', value: 'EUR 23' })
  await firm.broker.call(recordMemberEmoluments, { ...emoluments, emolumentsCents: 150_00 })
  expect((await findCheck())?.facts).toContainEqual({ label: 'Members within the limit', value: '1' })
})

test('only a PRSA is compared with the employer limit', async () => {
  const { firm, id } = await hasMember('DC')
  await firm.broker.call(recordMemberEmoluments, { id, year: 2026, emolumentsCents: 100 })
  expect(await firm.broker.call(getMemberEmoluments, { id })).toMatchObject({
    isPrsa: false,
    years: [{ year: 2026, employerLimit: null }],
  })
})

test('an edit of the member with a version from before the emoluments is refused', async () => {
  const { firm, id } = await hasMember('PRSA')
  await firm.broker.call(recordMemberEmoluments, { id, year: 2026, emolumentsCents: 100 })
  const stale = { headers: { 'if-match': '"1"' } }
  const reply = await firm.broker.send(updateMember, { id, firstName: 'Aoife', lastName: 'Walsh' }, stale)
  expect(reply.status).toBe(409)
})
