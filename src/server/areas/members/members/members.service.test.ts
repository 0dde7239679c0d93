import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createFirm,
  createSuperAdmin,
  type Firm,
  generatePpsNumber,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { expectTransitions, type Verbs } from '../../../../../test/harness/transitions.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { Contract } from '../../../../contract/define.ts'
import * as contract from '../../../../contract/members.ts'
import {
  createMember,
  getMember,
  listMembers,
  type Member,
  type MemberStatus,
  revealPpsNumber,
  updateMember,
} from '../../../../contract/members.ts'
import type { SchemeStatus } from '../../../../contract/schemes.ts'

const service = useService()

const OUT_OF_ORDER = buildRefusal(422, 'DATES_OUT_OF_ORDER')
const NOT_YOURS = { status: 403, body: { error: 'This resource does not belong to your organisation' } }

/** Fields of a PUT that leaves the member unchanged. */
const editable = ({ id, firstName, lastName, joinedSchemeOn, joinedEmploymentOn, email }: Member) => ({
  id,
  firstName,
  lastName,
  joinedSchemeOn,
  joinedEmploymentOn,
  email,
})

async function hasStatus(status: SchemeStatus, schemeId: string): Promise<void> {
  await service().asOwner('update schemes set status = $2, submitted_at = now() where id = $1', [
    schemeId,
    status,
  ])
}

interface StoredNumber extends Record<string, unknown> {
  pps_number_encrypted: string | null
  pps_number_hash: string | null
}
async function storedNumber(id: string): Promise<StoredNumber> {
  const rows = await service().asOwner<StoredNumber>(
    'select pps_number_encrypted, pps_number_hash, pps_number_binding, pps_key_fingerprint from members where id = $1',
    [id],
  )
  return rows[0] as StoredNumber
}

test('a broker adds a member to a scheme, and every field is stored unchanged', async () => {
  const firm = await createFirm(service())
  const scheme = await firm.hasScheme()
  const fields = {
    firstName: `Seán${nextUniqueText()}`,
    middleName: `Óg${nextUniqueText()}`,
    lastName: `Ó Briain-D'Arcy${nextUniqueText()}`,
    dateOfBirth: '1971-02-28',
    email: `SEAN-${nextUniqueText()}@Example.com`,
    phone: '+353 1 555 0100',
    address: `1 Main Street ${nextUniqueText()}, Dublin`,
    sex: 'M' as const,
    joinedEmploymentOn: '2001-05-01',
    joinedSchemeOn: '2001-06-01',
    normalRetirementOn: '2036-02-28',
    worksNumber: 'W-17',
    pensionableSalaryCents: 5_500_050,
    employeeRatePercent: 5.125,
    employerRatePercent: 100,
    additionalVoluntaryPercent: 0,
    hasPensionAdjustmentOrder: true,
    ppsnPurpose: 'TAX_REPORTING' as const,
    status: 'ACTIVE' as const,
  }
  assertNotInLogs(service().runFolder, fields.firstName, fields.lastName, fields.email, fields.address)
  const reply = await firm.broker.send(createMember, { schemeId: scheme.id, ...fields })
  expect(reply).toMatchObject({
    status: 201,
    body: {
      ...fields,
      email: fields.email.toLowerCase(),
      schemeId: scheme.id,
      schemeName: scheme.name,
      employerId: scheme.employerId,
      ppsNumberMasked: null,
      tenantId: firm.id,
    },
  })
  expect(reply.headers).toMatchObject({ location: `/api/members/${reply.body.id}`, etag: '"1"' })
  expect(await firm.broker.call(getMember, { id: reply.body.id })).toEqual(reply.body)
  const { data } = await firm.admin.call(listAuditEntries, { entityId: reply.body.id })
  expect(data).toMatchObject([
    { action: 'member.create', previousState: null, newState: { status: 'ACTIVE' } },
  ])
  expect(JSON.stringify(data)).not.toContain(fields.lastName)
})

describe('the PPS number', () => {
  test.each([
    ['as it is', (number: string) => number],
    ['in lower case', (number: string) => number.toLowerCase()],
    ['with spaces', (number: string) => ` ${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)} `],
    [
      'with hyphens and dots',
      (number: string) => `${number.slice(0, 3)}-${number.slice(3, 7)}.${number.slice(7)}`,
    ],
    ['with a space between all', (number: string) => [...number].join(' ')],
  ])('is accepted %s, stored in normal form, and shown as letters only', async (_label, written) => {
    const firm = await createFirm(service())
    const ppsNumber = generatePpsNumber()
    assertNotInLogs(service().runFolder, ppsNumber, written(ppsNumber))
    const member = await firm.hasMember({ ppsNumber: written(ppsNumber) })
    expect(member.ppsNumberMasked).toBe('*********')
    expect(await firm.broker.call(revealPpsNumber, { id: member.id, reason: 'A test of the form' })).toEqual({
      ppsNumber,
    })
  })

  test('is stored encrypted only and returned by nothing but the reveal', async () => {
    const firm = await createFirm(service())
    const ppsNumber = generatePpsNumber()
    const member = await firm.hasMember({ ppsNumber })
    const [row] = await service().asOwner<{ row: string }>(
      'select row_to_json(m)::text as row from members m where id = $1',
      [member.id],
    )
    expect(row?.row).not.toContain(ppsNumber.slice(0, 7))
    const { pps_number_encrypted } = await storedNumber(member.id)
    expect(Buffer.from(pps_number_encrypted ?? '', 'base64')).toHaveLength(12 + 16 + ppsNumber.length)
    const replies = [
      await firm.broker.send(getMember, { id: member.id }),
      await firm.broker.send(listMembers),
      await firm.broker.send(updateMember, { ...editable(member), ppsNumber }),
      await firm.broker.send(contract.joinMember, { id: member.id }),
      await firm.admin.send(listAuditEntries),
    ]
    for (const { status, text } of replies) {
      expect(status).toBe(200)
      expect(text).not.toContain(ppsNumber.slice(0, 7))
      expect(text).not.toContain(pps_number_encrypted)
    }
  })

  test('is kept if an update leaves it out, removed by null, and re-encrypted if given', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    const first = await storedNumber(member.id)
    const updated = await firm.broker.call(updateMember, editable(member))
    expect(updated.ppsNumberMasked).toBe(member.ppsNumberMasked)
    expect(await storedNumber(member.id)).toEqual(first)

    const removed = await firm.broker.call(updateMember, { ...editable(member), ppsNumber: null })
    expect(removed.ppsNumberMasked).toBeNull()
    expect(Object.values(await storedNumber(member.id))).toEqual([null, null, null, null])
    expect(
      await firm.broker.send(revealPpsNumber, { id: member.id, reason: 'There is none any more' }),
    ).toMatchObject(buildRefusal(422, 'NO_PPS_NUMBER'))

    const ppsNumber = generatePpsNumber()
    assertNotInLogs(service().runFolder, ppsNumber)
    await firm.broker.call(updateMember, { ...editable(member), ppsNumber })
    const second = await storedNumber(member.id)
    await firm.broker.call(updateMember, { ...editable(member), ppsNumber })
    const third = await storedNumber(member.id)
    expect(third.pps_number_hash).toBe(second.pps_number_hash)
    expect(third.pps_number_encrypted).not.toBe(second.pps_number_encrypted)
  })

  test('is refused with a wrong check character, without repeating it and without a change', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    for (const ppsNumber of [
      '1234567A',
      '6433435E',
      '1234567TA',
      '123456T',
      '1234567XA',
      '0000000W',
      '',
      '1'.repeat(33),
    ]) {
      const reply = await firm.broker.send(updateMember, { ...editable(member), ppsNumber })
      expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: ['ppsNumber'] }] } })
      if (ppsNumber) expect(reply.text).not.toContain(ppsNumber)
    }
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
  })

  test('is unique in a scheme, in any notation', async () => {
    const firm = await createFirm(service())
    const ppsNumber = generatePpsNumber()
    const first = await firm.hasMember({ ppsNumber })
    const second = await firm.hasMember({ schemeId: first.schemeId })
    const duplicate = {
      status: 409,
      body: { error: 'A member of this scheme has that PPS number', details: { code: 'DUPLICATE' } },
    }
    const spaced = [...ppsNumber.toLowerCase()].join(' ')
    const names = { firstName: `Double${nextUniqueText()}`, lastName: `Double${nextUniqueText()}` }
    assertNotInLogs(service().runFolder, names.firstName, names.lastName, spaced)
    expect(
      await firm.broker.send(createMember, { schemeId: first.schemeId, ...names, ppsNumber: spaced }),
    ).toMatchObject(duplicate)
    expect(await firm.broker.send(updateMember, { ...editable(second), ppsNumber: spaced })).toMatchObject(
      duplicate,
    )
    const { data } = await firm.broker.call(listMembers, { schemeId: first.schemeId })
    expect(data.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort())
  })

  test('finds the same person in another scheme of the firm, and no person without a PPS number', async () => {
    const firm = await createFirm(service())
    const ppsNumber = generatePpsNumber()
    const [one, two] = [await firm.hasMember({ ppsNumber }), await firm.hasMember({ ppsNumber })]
    const [stranger, unknown] = [await firm.hasMember(), await firm.hasMember({ ppsNumber: null })]
    await firm.hasMember({ ppsNumber: null })
    const same = async (id: string) =>
      (await firm.broker.call(listMembers, { samePersonAs: id })).data.map((member) => member.id).sort()
    expect(await same(one.id)).toEqual([one.id, two.id].sort())
    expect(await same(two.id)).toEqual([one.id, two.id].sort())
    expect(await same(stranger.id)).toEqual([stranger.id])
    expect(await same(unknown.id)).toEqual([])
  })

  test('is stored differently in two firms', async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const ppsNumber = generatePpsNumber()
    const [one, two] = [await firm.hasMember({ ppsNumber }), await other.hasMember({ ppsNumber })]
    const [here, there] = [await storedNumber(one.id), await storedNumber(two.id)]
    expect(here.pps_number_hash).toMatch(/^.{32,}$/)
    expect(here.pps_number_hash).not.toBe(there.pps_number_hash)
    expect(here.pps_number_encrypted).not.toBe(there.pps_number_encrypted)
    expect((await firm.broker.call(listMembers, { samePersonAs: two.id })).data).toEqual([])
    const superAdmin = await createSuperAdmin(service())
    expect((await superAdmin.call(listMembers, { samePersonAs: one.id })).data).toMatchObject([
      { id: one.id },
    ])
  })
})

describe('the states of a member', () => {
  const VERBS: Verbs = {
    join: contract.joinMember,
    leave: contract.leaveMember,
    retire: contract.retireMember,
    transfer: contract.transferMember,
    refund: contract.refundMember,
    'opt-out': contract.optOutMember,
    'record-death': contract.recordMemberDeath,
  }
  const LEADS_TO: Record<MemberStatus, Record<string, MemberStatus>> = {
    PROSPECTIVE: { join: 'ACTIVE', 'opt-out': 'OPTED_OUT', 'record-death': 'DECEASED' },
    ACTIVE: {
      leave: 'DEFERRED',
      retire: 'PENSIONER',
      refund: 'REFUNDED',
      'opt-out': 'OPTED_OUT',
      'record-death': 'DECEASED',
    },
    DEFERRED: { transfer: 'TRANSFERRED_OUT', retire: 'PENSIONER', 'record-death': 'DECEASED' },
    PENSIONER: { 'record-death': 'DECEASED' },
    TRANSFERRED_OUT: {},
    REFUNDED: {},
    OPTED_OUT: { 'record-death': 'DECEASED' },
    DECEASED: {},
  }
  test.each(Object.keys(LEADS_TO) as MemberStatus[])('every verb on a %s member', async (status) => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember({ joinedSchemeOn: '2026-01-05' })
    await expectTransitions({
      firm,
      id,
      status,
      setStatus: () => service().asOwner('update members set status = $2 where id = $1', [id, status]),
      get: getMember,
      verbs: VERBS,
      leadsTo: LEADS_TO[status],
    })
  })

  test('each event has a date, by default today, and cannot precede the event before it', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember({ joinedEmploymentOn: '2010-01-01' })
    const refused = (verb: Contract, on: string) => firm.broker.send(verb, { id, on })
    expect(await refused(contract.joinMember, '2009-12-31')).toMatchObject(OUT_OF_ORDER)
    expect(await firm.broker.call(contract.joinMember, { id, on: '2010-02-01' })).toMatchObject({
      joinedSchemeOn: '2010-02-01',
    })
    expect(await refused(contract.leaveMember, '2010-01-31')).toMatchObject(OUT_OF_ORDER)
    expect(await firm.broker.call(contract.leaveMember, { id, on: '2020-02-29' })).toMatchObject({
      leftServiceOn: '2020-02-29',
      status: 'DEFERRED',
    })
    expect(await refused(contract.retireMember, '2020-02-28')).toMatchObject(OUT_OF_ORDER)
    expect(await firm.broker.call(contract.retireMember, { id, on: '2025-01-01' })).toMatchObject({
      retiredOn: '2025-01-01',
    })
    expect(await refused(contract.recordMemberDeath, '2024-12-31')).toMatchObject(OUT_OF_ORDER)
    expect(await firm.broker.call(getMember, { id })).toMatchObject({ status: 'PENSIONER', endedOn: null })
    expect(await firm.broker.call(contract.recordMemberDeath, { id })).toMatchObject({
      status: 'DECEASED',
      endedOn: '2026-11-21',
    })
  })

  test('joining uses the planned date by default', async () => {
    const firm = await createFirm(service())
    const { id } = await firm.hasMember({ joinedSchemeOn: '2026-10-01' })
    expect(await firm.broker.call(contract.joinMember, { id })).toMatchObject({
      joinedSchemeOn: '2026-10-01',
    })
  })

  test('a member who has not joined may opt out or die before the planned joining date', async () => {
    const firm = await createFirm(service())
    for (const [verbContract, status] of [
      [contract.optOutMember, 'OPTED_OUT'],
      [contract.recordMemberDeath, 'DECEASED'],
    ] as const) {
      const { id } = await firm.hasMember({ joinedSchemeOn: '2027-01-01' })
      expect(await firm.broker.send(verbContract, { id })).toMatchObject({ status: 200, body: { status } })
    }
  })
})

describe('dates of a member', () => {
  test.each([
    [
      'joined the scheme before the employment',
      { joinedEmploymentOn: '2010-02-01', joinedSchemeOn: '2010-01-31' },
    ],
    ['born on the day of employment', { dateOfBirth: '2000-01-01', joinedEmploymentOn: '2000-01-01' }],
    ['born after joining the scheme', { dateOfBirth: '2000-01-02', joinedSchemeOn: '2000-01-01' }],
  ])('are refused out of order: %s', async (_label, dates) => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    const names = { firstName: member.firstName, lastName: member.lastName }
    expect(
      await firm.broker.send(createMember, { schemeId: member.schemeId, ...names, ...dates }),
    ).toMatchObject({ status: 400, body: { error: 'Validation failed' } })
    expect(await firm.broker.send(updateMember, { id: member.id, ...names, ...dates })).toMatchObject({
      status: 400,
    })
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
  })

  test('a member is between 15 and 100 years old, as in an import', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    for (const [dateOfBirth, status] of [
      ['2026-11-22', 400],
      ['2011-11-22', 400],
      ['2011-11-21', 200],
      ['1925-11-21', 400],
      ['1925-11-22', 200],
    ] as const) {
      const reply = await firm.broker.send(updateMember, { ...editable(member), dateOfBirth })
      expect(reply.status, dateOfBirth).toBe(status)
      if (status === 400) expect(reply.body.issues).toMatchObject([{ path: ['dateOfBirth'] }])
      const person = {
        firstName: `Vorname${nextUniqueText()}`,
        lastName: `Nachname${nextUniqueText()}`,
        dateOfBirth,
      }
      assertNotInLogs(service().runFolder, person.firstName, person.lastName)
      expect(
        (await firm.broker.send(createMember, { ...person, schemeId: member.schemeId })).status,
        dateOfBirth,
      ).toBe(status === 200 ? 201 : status)
    }
  })

  test('a date of birth outside the present limits does not prevent the correction of another field', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    await service().asOwner("update members set date_of_birth = '1910-05-04' where id = $1", [member.id])
    expect(
      await firm.broker.send(updateMember, {
        ...editable(member),
        dateOfBirth: '1910-05-04',
        phone: '01 555',
      }),
    ).toMatchObject({ status: 200 })
  })

  test('a corrected joining date cannot be after the leaving date', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember({ status: 'ACTIVE', joinedSchemeOn: '2010-01-01' })
    await firm.broker.call(contract.leaveMember, { id: member.id, on: '2020-01-01' })
    const correct = (joinedSchemeOn: string) =>
      firm.broker.send(updateMember, { ...editable(member), joinedSchemeOn })
    expect(await correct('2020-01-02')).toMatchObject(OUT_OF_ORDER)
    expect(await correct('2020-01-01')).toMatchObject({ status: 200 })
  })
})

describe('members that a scheme accepts', () => {
  test.each<[SchemeStatus, MemberStatus, boolean]>([
    ['DRAFT', 'PROSPECTIVE', true],
    ['PENDING_APPROVAL', 'ACTIVE', true],
    ['ACTIVE', 'PROSPECTIVE', true],
    ['ACTIVE', 'ACTIVE', true],
    ['CLOSED_TO_NEW', 'PROSPECTIVE', false],
    ['CLOSED_TO_NEW', 'ACTIVE', false],
    ['CLOSED_TO_NEW', 'DEFERRED', true],
    ['CLOSED_TO_NEW', 'PENSIONER', true],
    ['PAID_UP', 'ACTIVE', false],
    ['PAID_UP', 'DEFERRED', true],
    ['WINDING_UP', 'ACTIVE', false],
    ['WINDING_UP', 'PENSIONER', true],
    ['WOUND_UP', 'ACTIVE', false],
    ['WOUND_UP', 'PENSIONER', false],
  ])('a %s scheme and a new %s member: %s', async (schemeStatus, status, isTaken) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    await hasStatus(schemeStatus, schemeId)
    const names = { firstName: `Neu${nextUniqueText()}`, lastName: `Neu${nextUniqueText()}` }
    assertNotInLogs(service().runFolder, names.firstName, names.lastName)
    const reply = await firm.broker.send(createMember, { schemeId, ...names, status })
    if (isTaken) expect(reply).toMatchObject({ status: 201, body: { status } })
    else {
      expect(reply).toMatchObject(buildRefusal(422, 'SCHEME_CLOSED', { status: schemeStatus }))
      expect((await firm.broker.call(listMembers, { schemeId })).data).toEqual([])
    }
  })

  test('prospective members cannot join after the scheme has closed', async () => {
    const firm = await createFirm(service())
    const member = await firm.hasMember()
    await hasStatus('CLOSED_TO_NEW', member.schemeId)
    expect(await firm.broker.send(contract.joinMember, { id: member.id })).toMatchObject(
      buildRefusal(422, 'SCHEME_CLOSED'),
    )
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
  })

  test('an employer has to take part in the scheme', async () => {
    const firm = await createFirm(service())
    const other = await firm.hasEmployer()
    const names = { firstName: `Teil${nextUniqueText()}`, lastName: `Teil${nextUniqueText()}` }
    assertNotInLogs(service().runFolder, names.firstName, names.lastName)
    const single = await firm.hasScheme()
    expect(
      await firm.broker.send(createMember, { schemeId: single.id, employerId: other.id, ...names }),
    ).toMatchObject(buildRefusal(422, 'EMPLOYER_NOT_IN_SCHEME'))
    for (const fields of [{}, { isMasterTrust: true }, { legalForm: 'MASTER_TRUST_SECTION' as const }]) {
      const { id: schemeId } = await firm.hasScheme(fields)
      await firm.hasParticipant(schemeId, { employerId: other.id })
      expect(await firm.hasMember({ schemeId, employerId: other.id })).toMatchObject({ employerId: other.id })
    }
  })

  test('a member cannot join after the last day on which the employer takes part', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { employerId } = await firm.hasParticipant(schemeId, { untilOn: '2026-10-15' })
    const refusal = buildRefusal(422, 'PARTICIPATION_ENDED')
    const sent = { schemeId, employerId, firstName: 'Aoife', lastName: 'Byrne', status: 'ACTIVE' } as const
    expect(await firm.broker.send(createMember, { ...sent, joinedSchemeOn: '2026-10-16' })).toMatchObject(
      refusal,
    )
    expect(await firm.broker.send(createMember, sent)).toMatchObject(refusal)
    expect(await firm.broker.send(createMember, { ...sent, joinedSchemeOn: '2026-10-15' })).toMatchObject({
      status: 201,
    })
  })

  test('a member cannot join before the employer takes part, nor between two participations', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { employerId } = await firm.hasParticipant(schemeId, {
      fromOn: '2022-01-01',
      untilOn: '2023-12-31',
    })
    await firm.hasParticipant(schemeId, { employerId, fromOn: '2025-01-01' })
    const refusal = buildRefusal(422, 'PARTICIPATION_NOT_BEGUN', { field: 'joinedSchemeOn' })
    const sent = { schemeId, employerId, firstName: 'Aoife', lastName: 'Byrne', status: 'DEFERRED' } as const
    for (const joinedSchemeOn of ['2021-12-31', '2024-06-01'])
      expect(await firm.broker.send(createMember, { ...sent, joinedSchemeOn })).toMatchObject(refusal)
    for (const joinedSchemeOn of ['2022-01-01', '2023-12-31', '2025-01-01'])
      expect(await firm.broker.send(createMember, { ...sent, joinedSchemeOn })).toMatchObject({ status: 201 })
    const member = await firm.hasMember({ schemeId, employerId, joinedSchemeOn: '2025-01-01' })
    const changed = { ...editable(member), joinedSchemeOn: '2024-06-01' }
    expect(await firm.broker.send(updateMember, changed)).toMatchObject(refusal)
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
    expect(await firm.broker.send(updateMember, editable(member))).toMatchObject({ status: 200 })
  })

  test('a prospective member without a planned date can be added before the participation begins', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { employerId } = await firm.hasParticipant(schemeId, { fromOn: '2027-01-01' })
    const sent = { schemeId, employerId, firstName: 'Aoife', lastName: 'Byrne' }
    expect(await firm.broker.send(createMember, sent)).toMatchObject({ status: 201 })
    expect(await firm.broker.send(createMember, { ...sent, status: 'ACTIVE' })).toMatchObject(
      buildRefusal(422, 'PARTICIPATION_NOT_BEGUN'),
    )
  })

  test('an employer of another firm cannot participate, not even for a SuperAdmin', async () => {
    const [firm, foreign] = [await createFirm(service()), await createFirm(service())]
    const { id: employerId } = await foreign.hasEmployer()
    const { id: schemeId } = await firm.hasScheme({ isMasterTrust: true })
    const sent = { schemeId, employerId, firstName: 'A', lastName: 'B' }
    expect(await firm.broker.send(createMember, sent)).toMatchObject(NOT_YOURS)
    const superAdmin = await createSuperAdmin(service())
    expect(await superAdmin.send(createMember, sent)).toMatchObject(
      buildRefusal(422, 'EMPLOYER_NOT_IN_SCHEME'),
    )
    expect(await firm.broker.send(createMember, { ...sent, employerId: 'absent1' })).toMatchObject({
      status: 404,
    })
  })

  test('a one-member arrangement has one member, and others only by a pension adjustment order', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ legalForm: 'ONE_MEMBER' })
    const byOrder = await firm.hasMember({ schemeId, hasPensionAdjustmentOrder: true })
    await firm.hasMember({ schemeId })
    await firm.hasMember({ schemeId, hasPensionAdjustmentOrder: true })
    const refusal = buildRefusal(422, 'ONE_MEMBER_ARRANGEMENT', { source: 'Pensions Act 1990 s.2(1)' })
    expect(await firm.broker.send(createMember, { schemeId, firstName: 'A', lastName: 'B' })).toMatchObject(
      refusal,
    )
    // Removing the order afterwards is refused, too.
    expect(
      await firm.broker.send(updateMember, { ...editable(byOrder), hasPensionAdjustmentOrder: false }),
    ).toMatchObject(refusal)
    expect(await firm.broker.call(getMember, { id: byOrder.id })).toEqual(byOrder)
  })

  test('a works number is unique for an employer and scheme', async () => {
    const firm = await createFirm(service())
    const { schemeId } = await firm.hasMember({ worksNumber: 'A17' })
    expect(
      await firm.broker.send(createMember, { schemeId, firstName: 'A', lastName: 'B', worksNumber: ' A17 ' }),
    ).toMatchObject({ status: 409, body: { error: 'A member of this scheme has that works number' } })
  })
})

describe('visibility of members', () => {
  async function twoEmployers(firm: Firm) {
    const [own, foreign] = [await firm.hasMember(), await firm.hasMember()]
    const { id: shared } = await firm.hasScheme({ isMasterTrust: true })
    await firm.hasParticipant(shared, { employerId: own.employerId })
    const participating = await firm.hasMember({ schemeId: shared, employerId: own.employerId })
    const sponsoring = await firm.hasMember({ schemeId: shared })
    return { own, foreign, participating, sponsoring }
  }

  test.each(['EmployerUser', 'EmployerAdmin'] as const)(
    'an %s sees the members of their employer, exactly, in whichever scheme they are',
    async (role) => {
      const firm = await createFirm(service())
      const { own, foreign, participating, sponsoring } = await twoEmployers(firm)
      const person = await firm.hires(role, { employerId: own.employerId })
      const { data } = await person.call(listMembers, { sort: '-createdAt' })
      // The user cannot see the other employer's scheme, so its name is hidden.
      expect(data).toEqual([{ ...participating, schemeName: null }, own])
      for (const member of data) expect(await person.call(getMember, { id: member.id })).toEqual(member)
      for (const { id } of [foreign, sponsoring])
        expect(await person.send(getMember, { id })).toMatchObject(NOT_YOURS)
      expect((await person.call(listMembers, { employerId: foreign.employerId })).data).toEqual([])
      for (const verbContract of [updateMember, contract.leaveMember, revealPpsNumber])
        expect(await person.send(verbContract, { ...editable(own), reason: 'Curious' })).toMatchObject({
          status: 403,
          body: { error: 'Insufficient role' },
        })
    },
  )

  test('a Member sees their own record and no other', async () => {
    const firm = await createFirm(service())
    const own = await firm.hasMember()
    const colleague = await firm.hasMember({ schemeId: own.schemeId })
    const person = await firm.hires('Member', { memberId: own.id })
    const shown = await person.call(getMember, { id: own.id })
    // A Member can read only the name of the scheme.
    expect(own.schemeName).toBeTruthy()
    expect(shown).toMatchObject({
      id: own.id,
      lastName: own.lastName,
      ppsNumberMasked: own.ppsNumberMasked,
      schemeName: own.schemeName,
    })
    expect((await person.call(listMembers, {})).data).toEqual([shown])
    expect(await person.send(getMember, { id: colleague.id })).toMatchObject(NOT_YOURS)
    expect((await person.call(listMembers, { samePersonAs: colleague.id })).data).toEqual([])
    expect(await person.send(revealPpsNumber, { id: own.id, reason: 'It is mine' })).toMatchObject({
      status: 403,
    })
  })

  test.each([
    ['PROSPECTIVE', contract.joinMember],
    ['ACTIVE', contract.leaveMember],
    ['ACTIVE', contract.retireMember],
    ['DEFERRED', contract.transferMember],
    ['ACTIVE', contract.refundMember],
    ['ACTIVE', contract.optOutMember],
    ['ACTIVE', contract.recordMemberDeath],
  ] as const)('an event of a %s member with a future date is refused: %o', async (status, verb) => {
    const firm = await createFirm(service())
    const member = await firm.hasMember({ status, joinedSchemeOn: '2026-01-05' })
    expect(await firm.broker.send(verb, { id: member.id, on: '2026-11-22' })).toMatchObject(
      buildRefusal(422, 'DATE_IN_FUTURE', { field: 'on' }),
    )
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
    expect(await firm.broker.send(verb, { id: member.id, on: '2026-11-21' })).toMatchObject({ status: 200 })
  })

  test('members cannot be searched by PPS number, because addresses and histories would contain it', async () => {
    const firm = await createFirm(service())
    expect(await firm.broker.send(listMembers, { q: generatePpsNumber() })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['q'] }] },
    })
  })

  test("another firm's members are refused individually and not listed", async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const member = await firm.hasMember()
    for (const verbContract of [getMember, updateMember, contract.joinMember, revealPpsNumber])
      expect(
        await other.broker.send(
          verbContract,
          verbContract === getMember ? { id: member.id } : { ...editable(member), reason: 'Curious' },
        ),
      ).toMatchObject(NOT_YOURS)
    expect(
      await other.broker.send(createMember, { schemeId: member.schemeId, firstName: 'A', lastName: 'B' }),
    ).toMatchObject(NOT_YOURS)
    expect((await other.broker.call(listMembers, { schemeId: member.schemeId })).data).toEqual([])
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
  })
})
