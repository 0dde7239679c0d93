import { describe, expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createFirm,
  type Firm,
  generatePpsNumber,
  nextUniqueText,
  type Reply,
} from '../../../../../test/harness/people.ts'
import { buildRefusal } from '../../../../../test/harness/refusal.ts'
import { TEST_SECRETS, useService } from '../../../../../test/harness/service.ts'
import { listAuditEntries } from '../../../../contract/audit.ts'
import type { ImportIssue } from '../../../../contract/imports.ts'
import {
  importMembers,
  MEMBER_COLUMNS,
  MEMBER_ISSUES,
  type MemberColumn,
  type MemberIssueCode,
} from '../../../../contract/member-imports.ts'
import {
  getMember,
  listMembers,
  type Member,
  revealPpsNumber,
  updateMember,
} from '../../../../contract/members.ts'
import { calculatePpsCheckLetter } from '../../../../contract/pps-number.ts'
import { SYSTEM } from '../../../pipeline/act-as.ts'
import { createCipher } from '../../../platform/cipher.ts'
import { formatCsvLines } from '../imports/index.ts'
import { loadMembers as storedMembers, updateMembers } from './import-writes.ts'

const service = useService()

type Row = Partial<Record<MemberColumn, string>>

/** A member row without any issue. */
function buildRow(fields: Row = {}): Row {
  const row = {
    ppsn: generatePpsNumber(),
    works_number: `W${nextUniqueText()}`,
    first_name: `Vorname${letters()}`,
    last_name: `Nachname${letters()}`,
    date_of_birth: '1980-05-04',
    date_joined_scheme: '2010-02-01',
    ...fields,
  }
  assertNotInLogs(service().runFolder, row.ppsn, row.first_name, row.last_name, row.email, row.address_line1)
  return row
}
let people = 0
/** A new name each time, without a digit. */
const letters = (): string => [...String(people++)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

function fileOf(rows: Row[]): { name: string; bytes: string } {
  const columns = MEMBER_COLUMNS.filter((column) => rows.some((row) => column in row))
  return {
    name: 'members.csv',
    bytes: formatCsvLines([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]),
  }
}

type Fields = Omit<Parameters<Firm['broker']['send']>[1] & object, 'file'>
const send = (firm: Firm, schemeId: string, rows: Row[], fields: Fields = {}): Promise<Reply> =>
  firm.broker.send(importMembers, { schemeId, ...fields, file: fileOf(rows) })

const membersOf = async (firm: Firm, schemeId: string): Promise<Member[]> =>
  (await firm.broker.call(listMembers, { schemeId, limit: 200 })).data
const theMember = async (firm: Firm, schemeId: string): Promise<Member> => {
  const [member, ...others] = await membersOf(firm, schemeId)
  if (!member || others.length > 0) throw new Error(`${others.length + 1} members`)
  return member
}

/** A scheme with one imported member, and their row. */
async function createSchemeWith(fields: Row = {}, schemeFields = {}) {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme(schemeFields)
  const row = buildRow(fields)
  const reply = await send(firm, schemeId, [row], { confirmedWarnings: warnings })
  expect(reply, reply.text).toMatchObject({ status: 200 })
  return { firm, schemeId, row, member: await theMember(firm, schemeId) }
}
const codes = Object.keys(MEMBER_ISSUES) as MemberIssueCode[]
const warnings = codes.filter((code) => MEMBER_ISSUES[code].level === 'WARN')

const found = ({ body }: Reply): string[] =>
  (body.details ?? body).errors.map(({ row, column, code }: ImportIssue) => `${row} ${column} ${code}`)

describe('an import', () => {
  test('adds members with all given fields, and audits each without personal data', async () => {
    const firm = await createFirm(service())
    const { id: schemeId, employerId } = await firm.hasScheme()
    const row = buildRow({
      first_name: `Seán${letters()}`,
      middle_name: `Óg${letters()}`,
      last_name: `Ó Briain-D'Arcy${letters()}`,
      date_of_birth: '28/02/1971',
      sex: 'Male',
      email: `SEAN-${nextUniqueText()}@Example.com`,
      phone: '+353 1 555 0100',
      address_line1: `1 Main Street ${letters()}`,
      address_line2: 'Rathmines',
      county: 'Dublin',
      eircode: 'D06 X285',
      date_joined_employment: '1/5/2001',
      date_joined_scheme: '01-Jun-2001',
      normal_retirement_date: '2036-02-28',
      pensionable_salary: '€55,000.50',
      ee_rate: '5.125%',
      er_rate: '10',
      avc_rate: '0',
      status: 'active',
    })
    const dry = await send(firm, schemeId, [row], { dryRun: true })
    expect(dry).toMatchObject({
      status: 200,
      body: { dryRun: true, status: 'VALIDATED', mode: 'INSERT_ONLY', inserted: 1, updated: 0, unchanged: 0 },
    })
    expect(await membersOf(firm, schemeId)).toEqual([])

    const reply = await send(firm, schemeId, [row])
    expect(reply).toMatchObject({ status: 200, body: { ...dry.body, dryRun: false } })
    const member = await theMember(firm, schemeId)
    expect(member).toMatchObject({
      schemeId,
      employerId,
      firstName: row.first_name,
      middleName: row.middle_name,
      lastName: row.last_name,
      dateOfBirth: '1971-02-28',
      ppsNumberMasked: '*********',
      sex: 'M',
      email: row.email?.toLowerCase(),
      phone: row.phone,
      address: `${row.address_line1}, Rathmines, Dublin, D06 X285`,
      joinedEmploymentOn: '2001-05-01',
      joinedSchemeOn: '2001-06-01',
      normalRetirementOn: '2036-02-28',
      pensionableSalaryCents: 55_000_50,
      employeeRatePercent: 5.125,
      employerRatePercent: 10,
      additionalVoluntaryPercent: 0,
      status: 'ACTIVE',
      worksNumber: row.works_number,
      leftServiceOn: null,
      version: 1,
    })
    expect(await firm.broker.call(revealPpsNumber, { id: member.id, reason: 'A test' })).toEqual({
      ppsNumber: row.ppsn,
    })
    const { data } = await firm.admin.call(listAuditEntries, { entityId: member.id, sort: 'sequence' })
    expect(data[0]).toMatchObject({
      action: 'member.import',
      entityType: 'member',
      previousState: null,
      newState: { status: 'ACTIVE', schemeId, joinedSchemeOn: '2001-06-01', version: 1 },
    })
    const entry = JSON.stringify(data[0])
    for (const personal of [
      row.last_name,
      row.first_name,
      row.works_number,
      row.ppsn?.slice(0, 7),
      '1971-02-28',
      '5500050',
    ])
      expect(entry).not.toContain(personal)
    for (const { text } of [dry, reply]) expect(text).not.toContain(row.ppsn?.slice(0, 7))
  })

  test('derives the status of a row without one', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const rows = [
      buildRow(),
      buildRow({ leave_date: '2020-01-31' }),
      buildRow({ date_joined_scheme: '2026-11-22' }),
      buildRow({ status: 'Retired' }),
    ]
    expect(await send(firm, schemeId, rows)).toMatchObject({ status: 200, body: { inserted: 4 } })
    const members = await membersOf(firm, schemeId)
    const stored = rows.map(({ works_number }) =>
      members.find(({ worksNumber }) => worksNumber === works_number),
    )
    expect(stored.map((member) => [member?.status, member?.leftServiceOn])).toEqual([
      ['ACTIVE', null],
      ['DEFERRED', '2020-01-31'],
      ['PROSPECTIVE', null],
      ['PENSIONER', null],
    ])
  })

  test('calculates a retirement date from an age', async () => {
    const { member } = await createSchemeWith({ normal_retirement_age: '65', date_of_birth: '1980-02-29' })
    expect(member.normalRetirementOn).toBe('2045-03-01')
  })

  test('DRY_RUN as a mode stores nothing either', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    expect(await send(firm, schemeId, [buildRow()], { mode: 'DRY_RUN' })).toMatchObject({
      status: 200,
      body: { dryRun: true, mode: 'INSERT_ONLY', inserted: 1 },
    })
    expect(await membersOf(firm, schemeId)).toEqual([])
  })

  test('repeats the response for the same Idempotency-Key and adds no member twice', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const file = fileOf([buildRow()])
    const once = () =>
      firm.broker.send(
        importMembers,
        { schemeId, file },
        { headers: { 'idempotency-key': `key-${schemeId}` } },
      )
    const [first, second] = [await once(), await once()]
    expect(first).toMatchObject({ status: 200, body: { inserted: 1 } })
    expect(second).toMatchObject({
      status: 200,
      body: first.body,
      headers: { 'idempotency-replayed': 'true' },
    })
    expect(await membersOf(firm, schemeId)).toHaveLength(1)
  })

  test('of two concurrent ones with the same people, only one adds them', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const rows = [buildRow(), buildRow()]
    const replies = await Promise.all([send(firm, schemeId, rows), send(firm, schemeId, rows)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(replies.find(({ status }) => status === 422)?.body.details.code).toBe('F04')
    expect(await membersOf(firm, schemeId)).toHaveLength(2)
  })
})

describe('a file', () => {
  test.each<[string, string, number, object]>([
    ['without a byte', '', 422, { details: { code: 'F01' } }],
    ['of spaces', ' \r\n \r\n', 422, { details: { code: 'F01' } }],
    ['of a header only', 'ppsn,first_name,last_name\r\n', 422, { details: { code: 'F02', row: 1 } }],
    ['that is no text', '%PDF-1.7 x', 400, { issues: [{ path: ['file'] }] }],
    [
      'without the columns that are needed',
      'first_name,works_number\r\nA,1\r\n',
      422,
      {
        details: {
          code: 'F03',
          missing: ['ppsn or ppsn_pending', 'last_name', 'date_of_birth', 'date_joined_scheme'],
          columns: [
            { header: 'first_name', field: 'first_name' },
            { header: 'works_number', field: 'works_number' },
          ],
        },
      },
    ],
    [
      'with two headers for one field',
      'PPSN,PPS No,first_name\r\nA,B,C\r\n',
      400,
      { issues: [{ path: ['mapping', 'ppsn'] }] },
    ],
  ])('%s is refused', async (_label, bytes, status, body) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const file = { name: 'members.csv', bytes }
    for (const dryRun of [true, false])
      expect(await firm.broker.send(importMembers, { schemeId, dryRun, file })).toMatchObject({
        status,
        body,
      })
  })

  test('that is empty is refused before any other check', async () => {
    const firm = await createFirm(service())
    expect(await firm.broker.send(importMembers, { file: { name: 'members.csv', bytes: '' } })).toMatchObject(
      buildRefusal(422, 'F01'),
    )
    expect(await firm.broker.send(importMembers, { file: fileOf([buildRow()]) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['schemeId'] }] },
    })
  })

  test('without a header does not disclose the PPS number that was read as one', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { ppsn } = buildRow()
    const file = { name: `${ppsn}.csv`, bytes: `${ppsn},Aoife,Byrne\r\nx,y,z\r\n` }
    const reply = await firm.broker.send(importMembers, { schemeId, file })
    expect(reply.status).toBe(422)
    expect(reply.text).not.toContain(ppsn?.slice(0, 7))
  })

  test('with only rejected rows is refused as a whole, also as a dry run', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    for (const dryRun of [true, false]) {
      const reply = await send(firm, schemeId, [buildRow({ date_of_birth: '31/02/1980' })], { dryRun })
      expect(reply).toMatchObject(
        buildRefusal(422, 'F04', { status: 'REJECTED', counts: { rows: 1, reject: 1 } }),
      )
      expect(found(reply)).toEqual(['2 date_of_birth M11'])
    }
  })

  test('with rejected rows is imported only after they are corrected or skipped', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const rows = [buildRow(), buildRow({ date_of_birth: '12/31/1980' }), buildRow({ first_name: '' })]
    expect(await send(firm, schemeId, rows, { dryRun: true })).toMatchObject({
      status: 200,
      body: { status: 'REJECTED', inserted: 1, counts: { rows: 3, ok: 1, reject: 2 } },
    })
    const refused = await send(firm, schemeId, rows)
    expect(refused).toMatchObject(buildRefusal(422, 'ROWS_REJECTED', { counts: { reject: 2 } }))
    expect(found(refused)).toEqual(['3 date_of_birth M11', '4 first_name M09'])
    expect(await membersOf(firm, schemeId)).toEqual([])

    const column = refused.body.details.columns.find(
      ({ field }: { field: string }) => field === 'date_of_birth',
    ).column
    const corrected = await send(firm, schemeId, rows, {
      edits: [{ row: 3, column, value: '31/12/1980' }],
      skipRows: [4],
    })
    expect(corrected).toMatchObject({ status: 200, body: { inserted: 2, counts: { ok: 2, skipped: 1 } } })
    expect((await membersOf(firm, schemeId)).map(({ dateOfBirth }) => dateOfBirth).sort()).toEqual([
      '1980-05-04',
      '1980-12-31',
    ])
  })

  test('with warnings is imported once each of their codes is confirmed', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const rows = [
      buildRow({ last_name: 'MURPHY', works_number: '' }),
      buildRow({ date_of_birth: '1980-01-01' }),
    ]
    const unconfirmed = (confirmedWarnings: string[]) => send(firm, schemeId, rows, { confirmedWarnings })
    expect(await unconfirmed(['M54', 'M99'])).toMatchObject(
      buildRefusal(422, 'WARNINGS_UNCONFIRMED', { unconfirmed: ['M58', 'M59'], counts: { warn: 2 } }),
    )
    expect(await membersOf(firm, schemeId)).toEqual([])
    expect(await unconfirmed(['M54', 'M58', 'M59'])).toMatchObject({
      status: 200,
      body: { inserted: 2, warningCodes: ['M54', 'M58', 'M59'] },
    })
  })

  test('has a preview with PPS numbers masked in every column', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const row = buildRow({ title: 'Mr' })
    const rows = [row, buildRow({ title: String(row.ppsn), ppsn: `${row.ppsn?.slice(1)}` })]
    const reply = await send(firm, schemeId, rows, { dryRun: true, preview: true })
    expect(reply.body.preview).toMatchObject([
      { row: 2, state: 'OK' },
      { row: 3, state: 'REJECT' },
    ])
    expect(reply.body.preview[0].cells[0]).toBe(`*******${row.ppsn?.slice(7)}`)
    expect(reply.text).not.toContain(row.ppsn?.slice(1, 7))
  })

  test('with a given mapping is read with the same mapping the next time', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { ppsn, first_name, last_name } = buildRow()
    const file = (number: string | undefined, worksNumber: string) => ({
      name: 'members.csv',
      bytes: `Nr,Number,Forename,Surname,Born,Joined scheme\r\n${number},${worksNumber},${first_name},${last_name},1980-05-04,2010-01-01\r\n`,
    })
    const mapping = { ppsn: 'Nr', works_number: 2, date_of_birth: 'Born' }
    const unknown = await firm.broker.send(importMembers, { schemeId, file: file(ppsn, 'W1') })
    expect(unknown).toMatchObject(
      buildRefusal(422, 'F03', { missing: ['ppsn or ppsn_pending', 'date_of_birth'] }),
    )
    // A dry run uses the mapping but does not remember it.
    await firm.broker.send(importMembers, { schemeId, mapping, dryRun: true, file: file(ppsn, 'W1') })
    expect(await firm.broker.send(importMembers, { schemeId, file: file(ppsn, 'W1') })).toMatchObject({
      status: 422,
    })
    expect(
      await firm.broker.send(importMembers, { schemeId, mapping, file: file(ppsn, 'W1') }),
    ).toMatchObject({
      status: 200,
      body: { inserted: 1 },
    })
    const again = { schemeId, confirmedWarnings: ['M60'], file: file(buildRow().ppsn, 'W2') }
    const next = await firm.broker.send(importMembers, again)
    expect(next).toMatchObject({ status: 200, body: { inserted: 1 } })
    expect(next.body.columns).toMatchObject([
      { header: 'Nr', field: 'ppsn', from: 'REMEMBERED' },
      { header: 'Number', field: 'works_number', from: 'REMEMBERED' },
      { field: 'first_name', from: 'HEADER' },
      { field: 'last_name', from: 'HEADER' },
      { header: 'Born', field: 'date_of_birth', from: 'REMEMBERED' },
      { field: 'date_joined_scheme', from: 'HEADER' },
    ])
    const { id: other } = await firm.hasScheme()
    expect(await firm.broker.send(importMembers, { ...again, schemeId: other })).toMatchObject({
      status: 422,
    })
  })

  test('with decimal commas is read correctly if the request says so', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const rows = [buildRow({ pensionable_salary: '55.000,50', ee_rate: '5,5' }), buildRow()]
    expect(found(await send(firm, schemeId, rows))).toEqual(['2 pensionable_salary M17', '2 ee_rate M17'])
    expect(await send(firm, schemeId, rows, { decimalComma: true })).toMatchObject({ status: 200 })
    const members = await membersOf(firm, schemeId)
    expect(members.map(({ pensionableSalaryCents }) => pensionableSalaryCents).sort()).toEqual([
      55_000_50,
      null,
    ])
  })

  test('with cells shifted by a comma is reported, not guessed', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { name, bytes } = fileOf([buildRow(), buildRow()])
    const lines = bytes.split('\r\n')
    lines[1] = `${lines[1]},x`
    const reply = await firm.broker.send(importMembers, {
      schemeId,
      file: { name, bytes: lines.join('\r\n') },
    })
    expect(found(reply)).toEqual(['2 null M20'])
  })

  test('lists its columns that are not imported', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const reply = await send(firm, schemeId, [buildRow({ title: 'Ms', marital_status: 'Single' })])
    expect(reply).toMatchObject({ status: 200, body: { inserted: 1, warningCodes: [] } })
    expect(found(reply)).toEqual(['null title M82', 'null marital_status M82'])
  })
})

describe('a row is rejected', () => {
  const sixDigits = () => `123456${calculatePpsCheckLetter('0123456', 'A')}A`
  test.each<[MemberIssueCode, MemberColumn | null, Row]>([
    ['M01', 'ppsn', { ppsn: '1234567A' }],
    ['M01', 'ppsn', { ppsn: sixDigits() }],
    ['M01', 'ppsn', { ppsn: '1.23E+06' }],
    ['M02', 'ppsn', { ppsn: '' }],
    ['M02', 'ppsn', { ppsn: '', ppsn_pending: 'N' }],
    ['M06', 'member_id', { member_id: 'abc123' }],
    ['M09', 'first_name', { first_name: '' }],
    ['M09', 'last_name', { last_name: `${'x'.repeat(101)}` }],
    ['M09', 'middle_name', { middle_name: 'y'.repeat(101) }],
    ['M10', 'date_of_birth', { date_of_birth: '' }],
    ['M11', 'date_of_birth', { date_of_birth: '2027-01-02' }],
    ['M11', 'date_of_birth', { date_of_birth: '2011-11-22', date_joined_scheme: '2026-01-01' }],
    ['M11', 'date_of_birth', { date_of_birth: '1925-11-21' }],
    ['M11', 'date_of_birth', { date_of_birth: '04/31/1980' }],
    ['M12', 'date_joined_scheme', { date_joined_scheme: '' }],
    ['M13', 'date_joined_scheme', { date_joined_scheme: '31/02/2010' }],
    ['M14', 'date_of_birth', { date_of_birth: '1990-05-04', date_joined_scheme: '1990-05-04' }],
    ['M14', 'date_joined_scheme', { date_joined_employment: '2010-02-02' }],
    ['M14', 'leave_date', { leave_date: '2010-01-31' }],
    ['M14', 'normal_retirement_date', { normal_retirement_date: '1980-05-04' }],
    ['M15', 'status', { status: 'sleeping' }],
    ['M15', 'status', { status: 'DECEASED' }],
    ['M15', 'status', { status: 'TRANSFERRED_OUT' }],
    ['M17', 'pensionable_salary', { pensionable_salary: '1.234,56' }],
    ['M17', 'pensionable_salary', { pensionable_salary: '-1' }],
    ['M17', 'er_rate', { er_rate: '101' }],
    ['M18', 'email', { email: 'aoife at home' }],
    ['M18', 'phone', { phone: '0'.repeat(41) }],
    ['M18', 'works_number', { works_number: 'W'.repeat(41) }],
    ['M18', 'address_line1', { address_line1: 'x'.repeat(501) }],
    ['M18', 'sex', { sex: 'perhaps' }],
    ['M18', 'ppsn_pending', { ppsn_pending: 'perhaps' }],
    ['M18', 'normal_retirement_age', { normal_retirement_age: '6' }],
    ['M19', 'leave_date', { leave_date: '2026-11-22', status: 'DEFERRED' }],
    ['M19', 'leave_date', { leave_date: '2020-01-01', status: 'ACTIVE' }],
    ['M21', 'works_number', { works_number: '6433435F' }],
    ['M21', 'address_line1', { address_line1: 'PPSN 6433435 F' }],
  ])('%s in %s: %o', async (code, column, fields) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const row = buildRow(fields)
    const reply = await send(firm, schemeId, [row, buildRow()])
    expect(reply).toMatchObject(buildRefusal(422, 'ROWS_REJECTED'))
    expect(found(reply)).toEqual([`2 ${column} ${code}`])
    expect(reply.body.details.errors[0]).toMatchObject({
      level: 'REJECT',
      message: expect.stringMatching(/^[A-Z]/),
    })
    for (const text of [row.ppsn, '6433435'])
      if (text) expect(reply.text).not.toContain(text.replace(/\D/g, '') || text)
    expect(await membersOf(firm, schemeId)).toEqual([])
  })

  test('that matches an existing member by PPS number or works number', async () => {
    const { firm, schemeId, row } = await createSchemeWith()
    const reply = await send(firm, schemeId, [
      buildRow({ ppsn: row.ppsn as string }),
      buildRow({ works_number: String(row.works_number).toLowerCase() }),
      buildRow(),
    ])
    expect(found(reply)).toEqual(['2 ppsn M04', '3 works_number M04'])
  })

  test('that repeats a number of another row', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const first = buildRow()
    const reply = await send(firm, schemeId, [
      first,
      buildRow({ ppsn: String(first.ppsn).toLowerCase() }),
      buildRow({ works_number: String(first.works_number) }),
    ])
    expect(found(reply)).toEqual(['3 ppsn M03', '4 works_number M08'])
    expect(reply.body.details.errors.map(({ message }: { message: string }) => message).join()).toMatch(
      /Row 2.*Row 2/,
    )
  })

  test.each([
    ['CLOSED_TO_NEW', ['2 status M16', '3 status M16']],
    ['WOUND_UP', ['2 status M16', '3 status M16', '4 status M16', '5 status M16']],
  ])('that a scheme no longer accepts: %s', async (status, expected) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    await service().asOwner('update schemes set status = $2, submitted_at = now() where id = $1', [
      schemeId,
      status,
    ])
    const rows = ['ACTIVE', 'PROSPECTIVE', 'DEFERRED', 'PENSIONER'].map((one) => buildRow({ status: one }))
    expect(found(await send(firm, schemeId, rows))).toEqual(expected)
  })
})

describe('a warning is given', () => {
  test.each<[MemberIssueCode, string | null, Row]>([
    ['M51', 'date_of_birth', { date_of_birth: '2011-11-21', date_joined_scheme: '2026-11-21' }],
    ['M51', 'date_of_birth', { date_of_birth: '1950-11-21' }],
    ['M52', 'normal_retirement_age', { normal_retirement_age: '59' }],
    ['M52', 'normal_retirement_date', { normal_retirement_date: '2051-05-04' }],
    ['M54', 'works_number', { works_number: '' }],
    ['M55', 'eircode', { address_line1: '1 Main Street', eircode: 'X99' }],
    ['M56', 'pensionable_salary', { pensionable_salary: '999.99' }],
    ['M56', 'pensionable_salary', { pensionable_salary: '500000.01' }],
    ['M57', 'ee_rate', { ee_rate: '40.01' }],
    ['M57', 'avc_rate', { avc_rate: '0.05' }],
    ['M58', 'date_of_birth', { date_of_birth: '1980-01-01' }],
    ['M59', 'last_name', { last_name: "O'BRIEN" }],
    ['M61', 'first_name', { first_name: 'SeÃ¡n' }],
    ['M61', 'last_name', { last_name: 'O?Brien' }],
    ['M62', 'last_name', { last_name: 'Byrne 2' }],
    ['M63', 'date_joined_scheme', { date_joined_scheme: '40210' }],
    ['M67', 'normal_retirement_age', { normal_retirement_age: '65', normal_retirement_date: '2046-05-04' }],
  ])('%s in %s: %o', async (code, column, fields) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const reply = await send(firm, schemeId, [buildRow(fields)], { dryRun: true })
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'VALIDATED', warningCodes: [code], inserted: 1 },
    })
    expect(found(reply)).toEqual([`2 ${column} ${code}`])
  })

  test.each<Row>([
    { date_of_birth: '2010-11-21', date_joined_scheme: '2026-11-21' },
    { date_of_birth: '1950-11-22' },
    { normal_retirement_age: '60' },
    { normal_retirement_date: '2051-05-03' },
    { address_line1: '1 Main Street', eircode: 'd02x285' },
    { date_of_birth: '1940-05-04', status: 'PENSIONER' },
    { pensionable_salary: '1000' },
    { pensionable_salary: '500,000.00' },
    { ee_rate: '40', er_rate: '1', avc_rate: '0' },
    { last_name: 'Mac' },
    { last_name: '李' },
    { last_name: 'O' },
    { normal_retirement_age: '65', normal_retirement_date: '2045-05-04' },
  ])('but not for %o', async (fields) => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const reply = await send(firm, schemeId, [buildRow(fields)], { dryRun: true })
    expect(found(reply)).toEqual([])
  })

  test('M81 is reported and needs no confirmation', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const digits = generatePpsNumber().slice(0, 7)
    const reply = await send(firm, schemeId, [buildRow({ ppsn: digits + calculatePpsCheckLetter(digits) })])
    expect(reply.status).toBe(200)
    expect(found(reply)).toEqual(['2 ppsn M81'])
  })

  test('for an e-mail address of another member', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith({
      email: `shared-${nextUniqueText()}@example.com`,
    })
    const email = `new-${nextUniqueText()}@example.com`
    const reply = await send(
      firm,
      schemeId,
      [
        buildRow({ email: row.email as string }),
        buildRow({ email }),
        buildRow({ email: email.toUpperCase() }),
      ],
      { dryRun: true },
    )
    expect(found(reply)).toEqual(['2 email M53', '4 email M53'])
    // A member's own address is not a duplicate.
    expect(
      found(await send(firm, schemeId, [{ ...row, member_id: member.id }], { mode: 'UPSERT', dryRun: true })),
    ).toEqual([])
  })

  test('for a person with the same name and birth date, recorded or in an earlier row', async () => {
    const { firm, schemeId, row } = await createSchemeWith({ first_name: 'Seán', last_name: 'Ó Dubháin' })
    const same = { date_of_birth: row.date_of_birth as string }
    const twin = { first_name: 'Aoife', last_name: 'Byrne', ...same }
    const reply = await send(
      firm,
      schemeId,
      [
        buildRow({ first_name: 'sean', last_name: 'o dubhain', ...same }),
        buildRow(twin),
        buildRow(twin),
        buildRow({ ...twin, date_of_birth: '1980-05-05' }),
      ],
      { dryRun: true },
    )
    expect(found(reply)).toEqual(['2 last_name M60', '4 last_name M60'])
  })

  test('for a column that was read as the salary', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { name, bytes } = fileOf([buildRow({ pensionable_salary: '50000' })])
    const file = { name, bytes: bytes.replace('pensionable_salary', 'Annual Salary') }
    const reply = await firm.broker.send(importMembers, { schemeId, dryRun: true, file })
    expect(found(reply)).toEqual(['null Annual Salary M66'])
  })
})

describe('PPS numbers that are pending for all rows', () => {
  const withoutPpsColumns = (): Row[] => [buildRow(), buildRow()].map(({ ppsn: _, ...row }) => row)

  test('are an option of the check and of the import, also for a file without a column of PPS numbers', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const rows = withoutPpsColumns()
    expect(await send(firm, schemeId, rows, { dryRun: true })).toMatchObject({ status: 422 })
    const options = { ppsnPending: true }
    const checked = await send(firm, schemeId, rows, { ...options, dryRun: true })
    expect(checked, checked.text).toMatchObject({ status: 200, body: { inserted: 2, errors: [] } })
    expect(await send(firm, schemeId, rows, options)).toMatchObject({ status: 200, body: { inserted: 2 } })
    expect((await membersOf(firm, schemeId)).map(({ ppsNumberMasked }) => ppsNumberMasked)).toEqual([
      null,
      null,
    ])
  })

  test('concern only rows without one, and are recorded like the value of a row', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const [known, pending, wrong] = [buildRow(), buildRow({ ppsn: '' }), buildRow({ ppsn: '1234567A' })]
    expect(found(await send(firm, schemeId, [known, pending, wrong], { ppsnPending: true }))).toEqual([
      '4 ppsn M01',
    ])
    await send(firm, schemeId, [known, pending], { ppsnPending: true })
    const byRow = buildRow({ ppsn: '', ppsn_pending: 'Y' })
    await send(firm, schemeId, [byRow])
    const members = await membersOf(firm, schemeId)
    const entryOf = async ({ works_number }: Row) => {
      const id = members.find((one) => one.worksNumber === works_number)?.id ?? ''
      return (await firm.admin.call(listAuditEntries, { entityId: id })).data[0]?.newState
    }
    expect(await entryOf(pending)).toMatchObject({ ppsNumberPending: true })
    expect(await entryOf(byRow)).toMatchObject({ ppsNumberPending: true })
    expect(await entryOf(known)).not.toHaveProperty('ppsNumberPending')
  })
})

describe('an UPSERT', () => {
  const upsert = (firm: Firm, schemeId: string, rows: Row[], fields: Fields = {}) =>
    send(firm, schemeId, rows, { mode: 'UPSERT', ...fields })

  test('finds members by id, PPS number or works number, adds the others and leaves equal ones unchanged', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const [byId, byPps, byWorks, same] = [
      buildRow(),
      buildRow(),
      buildRow({ ppsn: '', ppsn_pending: 'Y' }),
      buildRow(),
    ]
    await send(firm, schemeId, [byId, byPps, byWorks, same])
    const before = await membersOf(firm, schemeId)
    const idOf = ({ works_number }: Row) => before.find((one) => one.worksNumber === works_number)?.id ?? ''
    const [newNumber, newWorks, newPps] = [
      `W${nextUniqueText()}`,
      `W${nextUniqueText()}`,
      generatePpsNumber(),
    ]
    const reply = await upsert(firm, schemeId, [
      { ...byId, member_id: idOf(byId), ppsn: '', works_number: newNumber },
      { ...byPps, works_number: newWorks },
      { ...byWorks, ppsn: newPps },
      same,
      buildRow(),
    ])
    expect(reply, reply.text).toMatchObject({ status: 200, body: { inserted: 1, updated: 3, unchanged: 1 } })
    const read = (row: Row) => firm.broker.call(getMember, { id: idOf(row) })
    expect(await read(byId)).toMatchObject({
      worksNumber: newNumber,
      version: 2,
      ppsNumberMasked: '*********',
    })
    expect(await read(byPps)).toMatchObject({ worksNumber: newWorks, version: 2 })
    expect(await read(byWorks)).toMatchObject({ ppsNumberMasked: '*********', version: 2 })
    expect(await read(same)).toMatchObject({ version: 1 })
    const entries = async (row: Row) =>
      (await firm.admin.call(listAuditEntries, { entityId: idOf(row), sort: '-sequence' })).data
    expect(await entries(same)).toHaveLength(1)
    expect((await entries(byId))[0]).toMatchObject({
      action: 'member.import',
      previousState: { version: 1 },
      newState: { version: 2, concealedChanges: ['worksNumber'] },
    })
    expect((await entries(byWorks))[0]?.newState).toMatchObject({
      ppsNumberWritten: true,
      concealedChanges: ['ppsNumberMasked'],
    })
    expect(JSON.stringify(await entries(byWorks))).not.toContain(newPps.slice(0, 7))
    expect(await firm.broker.call(revealPpsNumber, { id: idOf(byWorks), reason: 'A test' })).toEqual({
      ppsNumber: newPps,
    })
    expect(await firm.broker.call(revealPpsNumber, { id: idOf(byId), reason: 'A test' })).toEqual({
      ppsNumber: byId.ppsn,
    })
  })

  test('keeps fields without a column, and reads an empty cell as not known', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith({
      middle_name: 'Óg',
      email: `kept-${nextUniqueText()}@example.com`,
      phone: '01 555',
      address_line1: '1 Main Street',
      sex: 'F',
      normal_retirement_age: '65',
      pensionable_salary: '50000',
      ee_rate: '5',
      date_joined_employment: '2009-01-01',
    })
    const { ppsn, works_number, first_name, last_name, date_of_birth, date_joined_scheme } =
      row as Required<Row>
    const base = { ppsn, works_number, first_name, last_name, date_of_birth, date_joined_scheme }
    expect(await upsert(firm, schemeId, [base])).toMatchObject({ status: 200, body: { unchanged: 1 } })
    // A county alone does not replace an address.
    expect(await upsert(firm, schemeId, [{ ...base, county: 'Cork', eircode: 'X' }])).toMatchObject({
      status: 200,
      body: { unchanged: 1 },
    })
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
    const empty = {
      ...base,
      middle_name: '',
      email: '',
      phone: '',
      address_line1: '',
      sex: '',
      normal_retirement_date: '',
      pensionable_salary: '',
      ee_rate: '',
      date_joined_employment: '',
      status: '',
    }
    expect(await upsert(firm, schemeId, [empty])).toMatchObject({ status: 200, body: { updated: 1 } })
    expect(await firm.broker.call(getMember, { id: member.id })).toMatchObject({
      middleName: null,
      email: null,
      phone: null,
      address: null,
      sex: 'UNKNOWN',
      normalRetirementOn: null,
      pensionableSalaryCents: null,
      employeeRatePercent: null,
      joinedEmploymentOn: null,
      status: 'ACTIVE',
      ppsNumberMasked: member.ppsNumberMasked,
      version: 2,
    })
  })

  test('refuses to remove required values', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith({ leave_date: '2020-01-01' })
    const reply = await upsert(firm, schemeId, [
      { ...row, member_id: member.id, date_of_birth: '', date_joined_scheme: '', leave_date: '' },
      buildRow(),
    ])
    expect(found(reply)).toEqual(['2 date_of_birth M10', '2 date_joined_scheme M12', '2 leave_date M19'])
  })

  test('refuses rows whose numbers point to two members', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const [one, other] = [buildRow(), buildRow()]
    await send(firm, schemeId, [one, other])
    const idOf = async ({ works_number }: Row) =>
      (await membersOf(firm, schemeId)).find((member) => member.worksNumber === works_number)?.id ?? ''
    const reply = await upsert(firm, schemeId, [
      { ...one, works_number: other.works_number as string },
      { ...one, ppsn: generatePpsNumber() },
      { ...buildRow(), member_id: await idOf(one), ppsn: other.ppsn as string },
      { ...buildRow(), member_id: await idOf(one), works_number: other.works_number as string },
      { ...buildRow(), member_id: 'abc123' },
      buildRow(),
    ])
    expect(found(reply)).toEqual([
      '2 works_number M05',
      '3 works_number M05',
      '4 ppsn M05',
      '5 works_number M05',
      '6 member_id M06',
    ])
  })

  test('does not reveal whether an id belongs to a member elsewhere', async () => {
    const [{ firm, schemeId }, { member: foreign }] = [await createSchemeWith(), await createSchemeWith()]
    const elsewhere = await firm.hasMember()
    const replies = await Promise.all(
      [foreign.id, elsewhere.id, 'abc123'].map((id) =>
        upsert(firm, schemeId, [{ ...buildRow(), member_id: id }], { dryRun: true }),
      ),
    )
    const [first, ...others] = replies.map(({ status, body }) => [status, body.details.errors])
    expect(first).toMatchObject([422, [{ code: 'M06' }]])
    for (const other of others) expect(other).toEqual(first)
  })

  test('refuses the second row for one member', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith()
    const reply = await upsert(firm, schemeId, [
      { ...row, member_id: member.id, ppsn: '', works_number: `W${nextUniqueText()}` },
      { ...row, works_number: `W${nextUniqueText()}` },
    ])
    expect(found(reply)).toEqual(['3 null M07'])
  })

  test('asks before it replaces a PPS number, or changes a member with another name', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith()
    const replaced = { ...row, member_id: member.id, ppsn: generatePpsNumber() }
    expect(found(await upsert(firm, schemeId, [replaced], { dryRun: true }))).toEqual(['2 ppsn M65'])
    expect(await upsert(firm, schemeId, [replaced], { confirmedWarnings: ['M65'] })).toMatchObject({
      status: 200,
    })
    expect(await firm.broker.call(revealPpsNumber, { id: member.id, reason: 'A test' })).toEqual({
      ppsNumber: replaced.ppsn,
    })
    const reused = buildRow({ works_number: row.works_number as string, ppsn: '' })
    expect(found(await upsert(firm, schemeId, [reused], { dryRun: true }))).toEqual(['2 last_name M64'])
  })

  test('does not check fields that it does not change', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith({
      date_of_birth: '1980-01-01',
      last_name: 'MURPHY',
      ee_rate: '0.5',
      works_number: '',
    })
    const reply = await upsert(firm, schemeId, [{ ...row, phone: '01 555' }])
    expect(reply, reply.text).toMatchObject({ status: 200, body: { updated: 1, warningCodes: [] } })
    expect(await firm.broker.call(getMember, { id: member.id })).toMatchObject({
      phone: '01 555',
      version: 2,
    })
  })

  test.each<[string, Row, Row, string | Partial<Member>]>([
    [
      'leaves',
      {},
      { status: 'DEFERRED', leave_date: '2026-10-31' },
      { status: 'DEFERRED', leftServiceOn: '2026-10-31' },
    ],
    [
      'leaves, by the date alone',
      {},
      { leave_date: '2026-10-31' },
      { status: 'DEFERRED', leftServiceOn: '2026-10-31' },
    ],
    ['joins', { status: 'PROSPECTIVE' }, { status: 'ACTIVE' }, { status: 'ACTIVE', leftServiceOn: null }],
    ['stays', { status: 'PENSIONER' }, { status: '' }, { status: 'PENSIONER', version: 1 }],
    [
      'left on another day',
      { leave_date: '2020-01-01' },
      { leave_date: '2020-01-31' },
      { leftServiceOn: '2020-01-31' },
    ],
    ['leaves on no day', {}, { status: 'DEFERRED', leave_date: '' }, 'leave_date M19'],
    ['leaves in the future', {}, { status: 'DEFERRED', leave_date: '2026-11-22' }, 'leave_date M19'],
    ['leaves before joining', {}, { leave_date: '2009-12-31' }, 'leave_date M14'],
    [
      'joins after having left',
      { leave_date: '2020-01-01' },
      { date_joined_scheme: '2020-01-02' },
      'date_joined_scheme M14',
    ],
    [
      'joins in the future',
      { status: 'PROSPECTIVE' },
      { status: 'ACTIVE', date_joined_scheme: '2026-11-22' },
      'status M15',
    ],
    ['comes back', { leave_date: '2020-01-01' }, { status: 'ACTIVE' }, 'status M15'],
    ['retires', {}, { status: 'PENSIONER' }, 'status M15'],
    ['dies', {}, { status: 'DECEASED' }, 'status M15'],
    ['opts out', { status: 'PROSPECTIVE' }, { status: 'OPTED_OUT' }, 'status M15'],
  ])('a member who %s', async (_label, stored, changed, expected) => {
    const { firm, schemeId, row, member } = await createSchemeWith(stored)
    const reply = await upsert(firm, schemeId, [{ ...row, ...changed }, buildRow()])
    const after = await firm.broker.call(getMember, { id: member.id })
    if (typeof expected === 'string') {
      expect(found(reply)).toContain(`2 ${expected}`)
      expect(after).toEqual(member)
    } else {
      expect(reply, reply.text).toMatchObject({ status: 200 })
      expect(after).toMatchObject(expected)
    }
  })

  test('names the action for changes that an import cannot make', async () => {
    const { firm, schemeId, row } = await createSchemeWith()
    const messageFor = async (status: string) =>
      (await upsert(firm, schemeId, [{ ...row, status }], { dryRun: true })).body.details.errors[0].message
    expect(await messageFor('PENSIONER')).toMatch(/use "retire" on the member/)
    expect(await messageFor('DECEASED')).toMatch(/use "record-death" on the member/)
    expect(await messageFor('TRANSFERRED_OUT')).toMatch(/ACTIVE does not lead to it/)
  })

  test('members cannot join a scheme that has closed', async () => {
    const { firm, schemeId, row } = await createSchemeWith({ status: 'PROSPECTIVE' })
    await service().asOwner('update schemes set status = $2, submitted_at = now() where id = $1', [
      schemeId,
      'CLOSED_TO_NEW',
    ])
    expect(found(await upsert(firm, schemeId, [{ ...row, status: 'ACTIVE' }]))).toEqual(['2 status M16'])
  })

  test('does not overwrite a concurrent change of another user', async () => {
    const { firm, schemeId, row, member } = await createSchemeWith()
    const edit = {
      id: member.id,
      firstName: member.firstName,
      lastName: member.lastName,
      dateOfBirth: member.dateOfBirth,
      joinedSchemeOn: member.joinedSchemeOn,
      worksNumber: member.worksNumber,
      email: `edited-${nextUniqueText()}@example.com`,
    }
    const [imported, edited] = await Promise.all([
      upsert(firm, schemeId, [{ ...row, phone: '01 555' }]),
      firm.broker.send(updateMember, edit),
    ])
    const after = await firm.broker.call(getMember, { id: member.id })
    // Whichever came first, the other either read its result or was refused.
    const done = [imported, edited].filter(({ status }) => status === 200).length
    expect([imported.status, edited.status].every((status) => status === 200 || status === 409)).toBe(true)
    expect(after.version).toBe(1 + done)
    if (imported.status === 200 && edited.status === 409)
      expect(after).toMatchObject({ phone: '01 555', email: null })
    if (edited.status === 200) expect(after.email).toBe(edit.email)
  })

  test('is refused as a whole if a member has changed since they were read', async () => {
    const { firm, schemeId, member } = await createSchemeWith()
    const cipher = createCipher({
      current: TEST_SECRETS.PPS_ENCRYPTION_KEY,
      previous: null,
      index: TEST_SECRETS.PPS_INDEX_KEY,
    })
    const altering = service().app.pipeline.actAs(SYSTEM, 'test.alter', async (tx) => {
      const [stored] = await storedMembers(tx, { tenantId: firm.id, schemeId, today: '2026-11-21' })
      if (!stored) throw new Error('Nobody is stored')
      const draft = {
        row: 2,
        memberId: '',
        ppsNumber: null,
        ppsHash: null,
        isPpsPending: false,
        fields: {},
        payValidFrom: null,
        retirementAge: null,
        unread: new Set<never>(),
      }
      const read = { ...stored, version: stored.version - 1 }
      return {
        answer: null,
        changes: await updateMembers(
          tx,
          cipher,
          { tenantId: firm.id, userId: firm.broker.id, today: '2026-11-21' },
          [{ draft, stored: read, target: { ...stored, phone: '01 555' }, writesPpsNumber: false }],
        ),
      }
    })
    await expect(altering).rejects.toMatchObject({ status: 409, details: { code: 'STALE_MEMBERS' } })
    expect(await firm.broker.call(getMember, { id: member.id })).toEqual(member)
  })

  test('leaves members of another employer alone, unless their id is given', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ isMasterTrust: true })
    const { employerId } = await firm.hasParticipant(schemeId, { fromOn: '1990-01-01' })
    const row = buildRow()
    expect(await send(firm, schemeId, [row], { employerId })).toMatchObject({ status: 200 })
    const member = await theMember(firm, schemeId)
    expect(member.employerId).toBe(employerId)
    expect(found(await upsert(firm, schemeId, [row]))).toEqual(['2 ppsn M05'])
    // The same works number at the other employer belongs to another member.
    const other = buildRow({ works_number: row.works_number as string })
    expect(await upsert(firm, schemeId, [other])).toMatchObject({ status: 200, body: { inserted: 1 } })
    const byId = { ...row, member_id: member.id, phone: '01 555' }
    expect(await upsert(firm, schemeId, [byId])).toMatchObject({ status: 200, body: { updated: 1 } })
    expect(await firm.broker.call(getMember, { id: member.id })).toMatchObject({
      employerId,
      phone: '01 555',
    })
  })
})

describe('rules that also apply to single members', () => {
  test('an employer has to take part in the scheme', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { id: employerId } = await firm.hasEmployer()
    for (const dryRun of [true, false])
      expect(await send(firm, schemeId, [buildRow()], { employerId, dryRun })).toMatchObject(
        buildRefusal(422, 'EMPLOYER_NOT_IN_SCHEME'),
      )
  })

  test('a member cannot join after the last day on which the employer takes part', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { employerId } = await firm.hasParticipant(schemeId, { untilOn: '2026-10-15' })
    const rowOf = (joined: string) => buildRow({ date_joined_scheme: joined })
    expect(await send(firm, schemeId, [rowOf('2026-10-16')], { employerId })).toMatchObject({
      status: 422,
      body: { details: { errors: [{ code: 'M16', column: 'date_joined_scheme' }] } },
    })
    expect(await send(firm, schemeId, [rowOf('2026-10-15')], { employerId })).toMatchObject({
      status: 200,
      body: { inserted: 1 },
    })
  })

  test('a member cannot join before the employer takes part, also where a file changes the day', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme()
    const { employerId } = await firm.hasParticipant(schemeId, { fromOn: '2024-01-01' })
    const refusal = {
      status: 422,
      body: { details: { errors: [{ code: 'M16', column: 'date_joined_scheme' }] } },
    }
    const early = buildRow({ date_joined_scheme: '2023-12-31' })
    expect(await send(firm, schemeId, [early], { employerId })).toMatchObject(refusal)
    const row = buildRow({ date_joined_scheme: '2024-01-01' })
    expect(await send(firm, schemeId, [row], { employerId })).toMatchObject({ status: 200 })
    const { id } = await theMember(firm, schemeId)
    // The file's employer is another one: the date is checked against the participation of the member's own employer.
    const changed = { ...row, member_id: id, date_joined_scheme: '2023-12-31' }
    expect(await send(firm, schemeId, [changed], { mode: 'UPSERT' })).toMatchObject(refusal)
  })

  test('a one-member arrangement has one member', async () => {
    const firm = await createFirm(service())
    const { id: schemeId } = await firm.hasScheme({ legalForm: 'ONE_MEMBER' })
    const refusal = buildRefusal(422, 'ONE_MEMBER_ARRANGEMENT')
    expect(await send(firm, schemeId, [buildRow(), buildRow()])).toMatchObject(refusal)
    const row = buildRow()
    expect(await send(firm, schemeId, [row])).toMatchObject({ status: 200 })
    expect(await send(firm, schemeId, [buildRow()])).toMatchObject(refusal)
    expect(await send(firm, schemeId, [{ ...row, phone: '1' }], { mode: 'UPSERT' })).toMatchObject({
      status: 200,
    })
  })

  test('users cannot import into a scheme of another firm, or for its employers', async () => {
    const [firm, other] = [await createFirm(service()), await createFirm(service())]
    const { id: schemeId } = await firm.hasScheme({ isMasterTrust: true })
    const { id: employerId } = await other.hasEmployer()
    const notYours = { status: 403, body: { error: 'This resource does not belong to your organisation' } }
    expect(await send(other, schemeId, [buildRow()])).toMatchObject(notYours)
    expect(await send(firm, schemeId, [buildRow()], { employerId })).toMatchObject(notYours)
    expect(await send(firm, 'abc123', [buildRow()])).toMatchObject({ status: 404 })
    expect(await membersOf(firm, schemeId)).toEqual([])
  })

  test('users of an employer cannot import', async () => {
    const { firm, schemeId, member } = await createSchemeWith()
    const person = await firm.hires('EmployerAdmin', { employerId: member.employerId })
    expect(await person.send(importMembers, { schemeId, file: fileOf([buildRow()]) })).toMatchObject({
      status: 403,
    })
  })

  test('a second file may reuse a works number in another scheme', async () => {
    const { firm, row } = await createSchemeWith()
    const { id: schemeId } = await firm.hasScheme()
    expect(await send(firm, schemeId, [row])).toMatchObject({ status: 200, body: { inserted: 1 } })
  })
})
