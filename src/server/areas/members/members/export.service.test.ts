import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertNotInLogs } from '../../../../../test/harness/canaries.ts'
import {
  createFirm,
  type Firm,
  generatePpsNumber,
  nextUniqueText,
} from '../../../../../test/harness/people.ts'
import { getPropertyRuns } from '../../../../../test/harness/property-runs.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { runTask } from '../../../../../test/harness/workers.ts'
import {
  exportMembers,
  importMembers,
  MEMBER_COLUMNS,
  MEMBER_ISSUES,
  type MemberColumn,
} from '../../../../contract/member-imports.ts'
import { EditableMember, listMembers, MemberStatus } from '../../../../contract/members.ts'
import { hasPpsNumber } from '../../../../contract/pps-number.ts'
import { cleanCell } from '../../../platform/sheet/cell.ts'
import { readSheet } from '../../../platform/sheet/sheet.ts'
import { formatCsvLines } from '../imports/index.ts'

const service = useService()

/** Each run of a property makes a scheme, and a failure is made small. */
const PATIENCE_MS = 240_000

const HEADER = `${MEMBER_COLUMNS.join(',')}\r\n`
const confirmedWarnings = Object.entries(MEMBER_ISSUES).flatMap(([code, { level }]) =>
  level === 'WARN' ? [code] : [],
)

async function exported(firm: Firm, schemeId: string): Promise<string> {
  const reply = await firm.broker.send(exportMembers, { schemeId })
  expect(reply.status).toBe(200)
  return reply.text
}
const imported = (firm: Firm, schemeId: string, bytes: string, mode: 'INSERT_ONLY' | 'UPSERT') =>
  firm.broker.send(importMembers, { schemeId, mode, confirmedWarnings, file: { name: 'members.csv', bytes } })

test('an export is a CSV file with all import columns, ordered by name, without PPS numbers', async () => {
  const firm = await createFirm(service())
  const { id: schemeId } = await firm.hasScheme({ name: `Öl & Söhne/Cork ${nextUniqueText()}` })
  const full = {
    firstName: `Áine${nextUniqueText()}`,
    middleName: 'Óg',
    lastName: `Zeta${nextUniqueText()}`,
    dateOfBirth: '1971-02-28',
    email: `aine-${nextUniqueText()}@example.com`,
    phone: '+353 1 555 0100',
    address: '1 Main Street, Rathmines, Co. Dublin, D06 X285',
    sex: 'F' as const,
    joinedEmploymentOn: '2001-05-01',
    joinedSchemeOn: '2001-06-01',
    normalRetirementOn: '2036-02-28',
    worksNumber: '0017',
    pensionableSalaryCents: 5_500_005,
    employeeRatePercent: 5.125,
    employerRatePercent: 100,
    additionalVoluntaryPercent: 0,
    status: 'ACTIVE' as const,
  }
  const [zeta, alpha] = [
    await firm.hasMember({ ...full, schemeId }),
    await firm.hasMember({
      schemeId,
      lastName: 'alpha',
      firstName: 'Bo',
      ppsNumber: null,
      dateOfBirth: null,
    }),
  ]
  const reply = await firm.broker.send(exportMembers, { schemeId })
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="?members-ol-sohne-cork-[^/"]+\.csv"?$/,
    ),
  })
  const lines = reply.text.split('\r\n')
  expect(lines).toHaveLength(4)
  expect(`${lines[0]}\r\n`).toBe(HEADER)
  expect(lines[1]).toBe(`${alpha.id},,Y,,,Bo,,alpha,,UNKNOWN,${alpha.email},,,,,,,,,,,,,,,,PROSPECTIVE,,`)
  expect(lines[2]).toBe(
    `${zeta.id},,,0017,,${full.firstName},Óg,${full.lastName},1971-02-28,F,${full.email},"'+353 1 555 0100",1 Main Street,Rathmines,,Co. Dublin,D06 X285,2001-05-01,2001-06-01,,2036-02-28,55000.05,5.125,100,0,,ACTIVE,,`,
  )
  expect(reply.text).not.toContain(zeta.ppsNumberMasked)
})

test('a scheme without members is exported as a header', async () => {
  const firm = await createFirm(service())
  const { id } = await firm.hasScheme()
  expect(await exported(firm, id)).toBe(HEADER)
})

test('more members than a batch are exported once each, ordered by name', async () => {
  const firm = await createFirm(service())
  const { id: schemeId, employerId } = await firm.hasScheme()
  await service().asOwner(
    `insert into members (tenant_id, id, scheme_id, employer_id, first_name, last_name, search_key)
     select $1, 'm' || md5($2 || n::text), $2, $3, 'Vorname', 'Nachname', 'nachname ' || (n % 7) from generate_series(1, 1203) n`,
    [firm.id, schemeId, employerId],
  )
  const rows = await service().asOwner<{ id: string }>(
    'select id from members where scheme_id = $1 order by search_key, id',
    [schemeId],
  )
  const lines = (await exported(firm, schemeId)).split('\r\n').slice(1, -1)
  expect(lines.map((line) => line.split(',')[0])).toEqual(rows.map(({ id }) => id))
})

test('only users of the firm can export a scheme', async () => {
  const [firm, other] = [await createFirm(service()), await createFirm(service())]
  const { schemeId, employerId } = await firm.hasMember()
  expect(await other.broker.send(exportMembers, { schemeId })).toMatchObject({ status: 403 })
  const person = await firm.hires('EmployerAdmin', { employerId })
  expect(await person.send(exportMembers, { schemeId })).toMatchObject({ status: 403 })
  expect(await firm.broker.send(exportMembers, { schemeId: 'abc123' })).toMatchObject({ status: 404 })
})

const HOSTILE = [
  '=HYPERLINK("http://example.com","Byrne")',
  '="0123"',
  '+1',
  '-1',
  '@SUM(A1)',
  "'Quoted'",
  "'t Hooft",
  "''",
  '"',
  '"",""',
  'a,b;c\td'.replace('\t', ' '),
  'sep=;',
  'Total',
  "O'Brien-Ó Dubháin",
  'שָׁלוֹם',
  'محمد',
  '\u200b="1"',
  'a\u00adb\u200e',
  '\ufeffBOM',
  '👩‍👧',
  '１２３',
  '46102',
  '1.23E+06',
  '  spaced   out  ',
  'e\u0301',
]
const text = (field: 'firstName' | 'phone' | 'address', most: number) =>
  fc
    .oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme', minLength: 1, maxLength: most }))
    .filter((value) => EditableMember.shape[field].safeParse(value).success && !hasPpsNumber(value))
const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

test(
  'importing an export again changes no member',
  async () => {
    const firm = await createFirm(service())
    const member = fc.record({
      firstName: text('firstName', 30),
      middleName: maybe(text('firstName', 10)),
      lastName: text('firstName', 30),
      dateOfBirth: maybe(day('1927-01-01', '2000-12-31')),
      phone: maybe(text('phone', 40)),
      address: maybe(
        fc.oneof(
          text('address', 100),
          fc
            .array(fc.oneof(text('address', 20), fc.constantFrom('', 'Dublin', 'D02 X285', ' ')), {
              minLength: 1,
              maxLength: 6,
            })
            .map((parts) => parts.join(', '))
            .filter((value) => EditableMember.shape.address.safeParse(value).success),
        ),
      ),
      sex: fc.constantFrom('M' as const, 'F' as const, 'X' as const, 'UNKNOWN' as const),
      joinedEmploymentOn: maybe(day('2001-01-01', '2010-12-31')),
      joinedSchemeOn: maybe(day('2011-01-01', '2020-12-31')),
      normalRetirementOn: maybe(day('2030-01-01', '2199-12-31')),
      worksNumber: maybe(text('phone', 20)),
      pensionableSalaryCents: maybe(fc.maxSafeNat().map((cents) => cents - (cents % 100))),
      employeeRatePercent: maybe(rate),
      employerRatePercent: maybe(rate),
      additionalVoluntaryPercent: maybe(rate),
      hasPps: fc.boolean(),
      later: fc.record({
        status: fc.constantFrom(...MemberStatus.options),
        left: maybe(day('2021-01-01', '2025-12-31')),
      }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(member, {
          maxLength: 6,
          selector: ({ worksNumber }) => worksNumber ?? nextUniqueText(),
        }),
        async (members) => {
          const { id: schemeId } = await firm.hasScheme()
          for (const { hasPps, later, ...fields } of members) {
            const { id } = await firm.hasMember({
              ...fields,
              schemeId,
              ...(hasPps ? {} : { ppsNumber: null }),
            })
            await service().asOwner('update members set status = $2, left_service_on = $3 where id = $1', [
              id,
              later.status,
              later.left,
            ])
          }
          const before = await exported(firm, schemeId)
          const stored = (await firm.broker.call(listMembers, { schemeId })).data
          if (members.length > 0)
            expect(await imported(firm, schemeId, before, 'UPSERT')).toMatchObject({
              status: 200,
              body: { inserted: 0, updated: 0, unchanged: members.length },
            })
          expect(await exported(firm, schemeId)).toBe(before)
          expect((await firm.broker.call(listMembers, { schemeId })).data).toEqual(stored)
        },
      ),
      { numRuns: getPropertyRuns(20) },
    )
  },
  PATIENCE_MS,
)

test(
  'a file imported into an empty scheme is exported unchanged, except ids and PPS numbers',
  async () => {
    const firm = await createFirm(service())
    const plain = (field: 'firstName' | 'phone' | 'address', most: number) =>
      text(field, most)
        .map((value) => cleanCell(value.normalize('NFC')).text)
        .filter((value) => value !== '' && !value.includes(', ') && !/^(=".*"|'(?!\p{Ll}).*)$/su.test(value))
    const cell = (value: fc.Arbitrary<string>) =>
      fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 3, arbitrary: value })
    // A PPS number stands in one of them now and then.
    const anyId = fc.uuid().filter((id) => !hasPpsNumber(`${id}@`))
    const amount = fc.integer({ min: 0, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2))
    const line = plain('address', 20).filter((value) => !/^(D02 X285|Dublin)$/.test(value))
    const row = fc
      .record({
        hasPps: fc.boolean(),
        works_number: cell(anyId),
        first_name: plain('firstName', 30),
        middle_name: cell(plain('firstName', 20)),
        last_name: plain('firstName', 30),
        date_of_birth: day('1940-01-01', '2000-12-31'),
        sex: fc.constantFrom('M', 'F', 'X', 'UNKNOWN'),
        email: cell(anyId.map((id) => `${id}@example.com`)),
        phone: cell(plain('phone', 30)),
        lines: fc.array(line, { maxLength: 3 }),
        county: cell(fc.constantFrom('Dublin', 'Co. Mayo')),
        eircode: cell(fc.constant('D02 X285')),
        date_joined_employment: cell(day('2001-01-01', '2010-12-31')),
        date_joined_scheme: day('2011-01-01', '2020-12-31'),
        normal_retirement_date: cell(day('2030-01-01', '2080-12-31')),
        pensionable_salary: cell(amount),
        ee_rate: cell(rate.map(String)),
        er_rate: cell(rate.map(String)),
        avc_rate: cell(rate.map(String)),
        state: fc.oneof(
          fc
            .constantFrom('PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER')
            .map((status) => ({ status, leave_date: '' })),
          fc.record({
            status: fc.constantFrom('DEFERRED', 'PENSIONER'),
            leave_date: day('2021-01-01', '2025-12-31'),
          }),
        ),
      })
      .map(
        ({ hasPps, lines, county, eircode, state, ...cells }): Partial<Record<MemberColumn, string>> => ({
          ...cells,
          ...state,
          ppsn_pending: hasPps ? '' : 'Y',
          address_line1: lines[0] ?? '',
          address_line2: lines[1] ?? '',
          address_line3: lines[2] ?? '',
          county,
          eircode,
        }),
      )
    const lineOf = (cells: Partial<Record<MemberColumn, string>>) =>
      MEMBER_COLUMNS.map((column) => cells[column] ?? '')
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const { id: schemeId } = await firm.hasScheme()
        const sent = rows.map((cells) => ({
          ...cells,
          ppsn: cells.ppsn_pending === 'Y' ? '' : generatePpsNumber(),
        }))
        assertNotInLogs(service().runFolder, ...sent.flatMap(({ ppsn, email }) => [ppsn, email]))
        const reply = await imported(firm, schemeId, HEADER + formatCsvLines(sent.map(lineOf)), 'INSERT_ONLY')
        expect(reply, reply.text).toMatchObject({ status: 200, body: { inserted: rows.length } })
        const back = (await exported(firm, schemeId)).replaceAll(/^[a-z][a-z0-9]+,/gm, ',').split('\r\n')
        // The header begins with member_id and was left alone.
        expect(back.slice(1, -1).sort()).toEqual(
          rows.map((cells) => formatCsvLines([lineOf(cells)]).slice(0, -2)).sort(),
        )
      }),
      { numRuns: getPropertyRuns(30) },
    )
  },
  PATIENCE_MS,
)

test('an export is read back cell by cell, also with spreadsheet formulas', async () => {
  const cells = HOSTILE.map((value) => cleanCell(value.normalize('NFC')).text)
  const sheet = await readSheet(
    Buffer.from(formatCsvLines([['text', 'a', 'b'], ...cells.map((cell) => [cell, '1', '2'])])),
    { runTask },
  )
  expect(sheet.rows.map((row) => row.cells[0])).toEqual(cells)
})
