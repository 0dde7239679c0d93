import { describe, expect, test } from 'vitest'
import { createFirm, type Firm } from '../../../../../test/harness/people.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import { addDays } from '../../../../contract/civil-dates.ts'
import { importMembers } from '../../../../contract/member-imports.ts'
import { correctMemberPay, listMemberPay, recordMemberPay } from '../../../../contract/member-pay.ts'
import { createMember, getMember, type Member, updateMember } from '../../../../contract/members.ts'
import { getTodayInDublin } from '../../../platform/clock.ts'

const service = useService()
const today = () => getTodayInDublin(service().clock)

const PAY = {
  pensionableSalaryCents: 3_000_000,
  employeeRatePercent: 5,
  employerRatePercent: 6.5,
  additionalVoluntaryPercent: null,
}
const RAISED = { ...PAY, pensionableSalaryCents: 3_300_000 }

async function hasPaidMember(): Promise<{ firm: Firm; member: Member }> {
  const firm = await createFirm(service())
  return { firm, member: await firm.hasMember({ ...PAY, joinedSchemeOn: '2020-01-01' }) }
}
const editable = ({ id, firstName, lastName, dateOfBirth, joinedSchemeOn }: Member) => ({
  id,
  firstName,
  lastName,
  dateOfBirth,
  joinedSchemeOn,
})
const historyOf = async (firm: Firm, { id }: Pick<Member, 'id'>) =>
  (await firm.broker.call(listMemberPay, { id })).data

describe('the pay of a member', () => {
  test('entered with the member is valid from the start of membership, or from the given date', async () => {
    const { firm, member } = await hasPaidMember()
    expect(member).toMatchObject(PAY)
    expect(await historyOf(firm, member)).toMatchObject([
      { ...PAY, memberId: member.id, validFrom: null, source: 'USER', recordedByName: expect.any(String) },
    ])
    const dated = await firm.broker.call(createMember, {
      ...PAY,
      schemeId: member.schemeId,
      firstName: 'Dated',
      lastName: 'Member',
      payValidFrom: '2024-01-01',
    })
    expect(await historyOf(firm, dated)).toMatchObject([{ validFrom: '2024-01-01' }])
  })

  test('that is not known has no history', async () => {
    const firm = await createFirm(service())
    expect(await historyOf(firm, await firm.hasMember())).toEqual([])
  })

  test('changes from the given date, or from today without one; the earlier pay is kept', async () => {
    const { firm, member } = await hasPaidMember()
    const dated = await firm.broker.call(updateMember, {
      ...editable(member),
      ...RAISED,
      payValidFrom: '2026-01-01',
    })
    expect(dated).toMatchObject(RAISED)
    const from = today()
    await firm.broker.call(updateMember, { ...editable(member), ...RAISED, employeeRatePercent: 7 })
    expect(await historyOf(firm, member)).toMatchObject([
      { ...RAISED, employeeRatePercent: 7, validFrom: from },
      { ...RAISED, validFrom: '2026-01-01' },
      { ...PAY, validFrom: null },
    ])
  })

  test('that is unchanged adds no history if only other fields change', async () => {
    const { firm, member } = await hasPaidMember()
    await firm.broker.call(updateMember, {
      ...editable(member),
      ...PAY,
      firstName: 'Other',
      payValidFrom: today(),
    })
    expect(await historyOf(firm, member)).toHaveLength(1)
  })

  test('that is not yet valid is not shown in the member record', async () => {
    const { firm, member } = await hasPaidMember()
    const validFrom = addDays(today(), 10)
    const after = await firm.broker.call(recordMemberPay, { id: member.id, validFrom, ...RAISED })
    expect(after).toMatchObject({ ...PAY, version: member.version + 1 })
    expect((await historyOf(firm, member))[0]).toMatchObject({ ...RAISED, validFrom })
  })

  test('cannot be changed with the member record from a date before the current pay', async () => {
    const { firm, member } = await hasPaidMember()
    await firm.broker.call(recordMemberPay, { id: member.id, validFrom: '2026-01-01', ...RAISED })
    const changed = { ...editable(member), ...PAY, payValidFrom: '2025-12-31' }
    expect(await firm.broker.send(updateMember, changed)).toMatchObject({
      status: 422,
      body: { details: { code: 'PAY_RECORDED_LATER', field: 'payValidFrom' } },
    })
    expect(await historyOf(firm, member)).toHaveLength(2)
  })

  test('is corrected with its date, and two values cannot begin on one date', async () => {
    const { firm, member } = await hasPaidMember()
    const { id } = member
    await firm.broker.call(recordMemberPay, { id, validFrom: '2026-01-01', ...RAISED })
    expect(await firm.broker.send(recordMemberPay, { id, validFrom: '2026-01-01', ...PAY })).toMatchObject({
      status: 409,
      body: { details: { field: 'validFrom' } },
    })
    const recordedFrom = '2026-01-01'
    expect(
      await firm.broker.send(correctMemberPay, { id, recordedFrom, validFrom: null, ...PAY }),
    ).toMatchObject({ status: 409 })
    const after = await firm.broker.call(correctMemberPay, {
      id,
      recordedFrom,
      validFrom: '2026-02-01',
      ...RAISED,
      employerRatePercent: 8,
    })
    expect(after).toMatchObject({ ...RAISED, employerRatePercent: 8 })
    expect(await firm.broker.call(getMember, { id })).toEqual(after)
    expect(await historyOf(firm, member)).toMatchObject([
      { validFrom: '2026-02-01', version: 2 },
      { validFrom: null },
    ])
  })

  test('cannot be corrected if none is recorded from that date', async () => {
    const { firm, member } = await hasPaidMember()
    const sent = { id: member.id, recordedFrom: '2026-01-01', validFrom: null, ...RAISED }
    expect(await firm.broker.send(correctMemberPay, sent)).toMatchObject({ status: 404 })
    expect(await historyOf(firm, member)).toMatchObject([PAY])
  })

  test('is audited with its date and without its values', async () => {
    const { firm, member } = await hasPaidMember()
    await firm.broker.call(recordMemberPay, { id: member.id, validFrom: '2026-01-01', ...RAISED })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: member.id })
    expect(data[0]).toMatchObject({
      action: 'member.record-pay',
      newState: {
        payValidFrom: '2026-01-01',
        payChanges: ['pensionableSalaryCents', 'employeeRatePercent', 'employerRatePercent'],
      },
    })
    expect(JSON.stringify(data)).not.toContain('3300000')
  })

  test('is not changed with a stale version of the member', async () => {
    const { firm, member } = await hasPaidMember()
    await firm.broker.call(recordMemberPay, { id: member.id, validFrom: '2026-01-01', ...RAISED })
    const stale = { headers: { 'if-match': `"${member.version}"` } }
    expect(await firm.broker.send(updateMember, { ...editable(member), ...PAY }, stale)).toMatchObject({
      status: 409,
    })
  })
})

describe('an import', () => {
  const send = (firm: Firm, schemeId: string, lines: string[]) =>
    firm.broker.send(importMembers, {
      schemeId,
      mode: 'UPSERT',
      file: { name: 'members.csv', bytes: lines.join('\n') },
      confirmedWarnings: ['M54', 'M56', 'M57', 'M58', 'M62'],
    })
  const HEADER = 'member_id,first_name,last_name,date_of_birth,date_joined_scheme,ppsn_pending'
  const cellsOf = ({ id, firstName, lastName, dateOfBirth, joinedSchemeOn }: Member) =>
    [id, firstName, lastName, dateOfBirth, joinedSchemeOn, 'Y'].join(',')

  test('changes pay from the date of the row, or from today; the same file again changes nothing', async () => {
    const { firm, member } = await hasPaidMember()
    const dated = [`${HEADER},pensionable_salary,pay_valid_from`, `${cellsOf(member)},33000,01/07/2026`]
    expect(await send(firm, member.schemeId, dated)).toMatchObject({ status: 200, body: { updated: 1 } })
    expect(await send(firm, member.schemeId, dated)).toMatchObject({ body: { updated: 0, unchanged: 1 } })
    const undated = [`${HEADER},pensionable_salary`, `${cellsOf(member)},36000`]
    expect(await send(firm, member.schemeId, undated)).toMatchObject({ body: { updated: 1 } })
    // The file of July again: the pay of July is what it says.
    expect(await send(firm, member.schemeId, dated)).toMatchObject({ body: { updated: 0, unchanged: 1 } })
    expect(await historyOf(firm, member)).toMatchObject([
      { ...PAY, pensionableSalaryCents: 3_600_000, validFrom: today(), source: 'IMPORT' },
      { ...RAISED, validFrom: '2026-07-01', source: 'IMPORT' },
      { ...PAY, validFrom: null, source: 'USER' },
    ])
  })

  test('adds a member with pay from the start of membership', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasScheme()
    const reply = await send(firm, id, [
      `${HEADER},pensionable_salary,ee_rate`,
      ',Aoife,Byrne,1980-02-03,2020-01-01,Y,42000,5',
    ])
    expect(reply, reply.text).toMatchObject({ status: 200, body: { inserted: 1 } })
    const [member] = await service().asOwner<Member>('select id from members where scheme_id = $1', [id])
    expect(await historyOf(firm, member as Member)).toMatchObject([
      { pensionableSalaryCents: 4_200_000, employeeRatePercent: 5, validFrom: null, source: 'IMPORT' },
    ])
  })
})
