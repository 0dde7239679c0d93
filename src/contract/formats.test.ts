/** Values that each field of a record accepts and rejects, without a server: the contract alone decides. */
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { EditableEmployer } from './employers.ts'
import { EditableMember, listMembers, NewMember } from './members.ts'
import { EditableScheme, listSchemes, NewScheme } from './schemes.ts'
import { EditableTenant } from './tenants.ts'
import { EditableTrustee } from './trustees.ts'
import { NewUser } from './users.ts'

interface Form {
  schema: z.ZodType
  complete: Record<string, unknown>
}
const employer: Form = { schema: EditableEmployer, complete: { legalName: 'Employer' } }
const scheme: Form = { schema: EditableScheme, complete: { name: 'Scheme', type: 'DC' } }
const newScheme: Form = { schema: NewScheme, complete: { employerId: 'e1', name: 'Scheme', type: 'DC' } }
const member: Form = { schema: EditableMember, complete: { firstName: 'A', lastName: 'B' } }
const newMember: Form = { schema: NewMember, complete: { schemeId: 's1', firstName: 'A', lastName: 'B' } }
const trustee: Form = { schema: EditableTrustee, complete: { personName: 'A' } }
const user: Form = { schema: NewUser, complete: { email: 'a@example.com', name: 'A', role: 'BrokerUser' } }
const tenant: Form = { schema: EditableTenant, complete: { name: 'Firm' } }

const NOT_DATES = [
  '2026-02-30',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '26-01-01',
  '01/02/2026',
  '2026-01-01T00:00:00Z',
  '1899-12-31',
  '2200-01-01',
  '',
  20260101,
]
const DATES = ['1900-01-01', '2024-02-29', '2199-12-31']
const NOT_CENTS = ['100', 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, true, [100]]
const NOT_PERCENT = ['5', -0.01, 100.01, Number.NaN]
/** Characters that no line of text may hold: NUL, a lone surrogate, a line break, a change of writing direction. */
const NOT_LINES = ['', '   ', 'a\u0000b', 'a\ud800b', 'a\nb', 'a\tb', 'a\u202eb', 'a\u2066b', 7, {}, ['a']]

interface Rule {
  form: Form
  field: string
  wrong: unknown[]
  right: unknown[]
}
const RULES: Rule[] = [
  {
    form: employer,
    field: 'legalName',
    wrong: [...NOT_LINES, 'x'.repeat(201), null],
    right: ['É', 'x'.repeat(200)],
  },
  {
    form: employer,
    field: 'croNumber',
    wrong: ['1234567', '12a', '-1', ' ', 123456],
    right: ['1', '123456', null],
  },
  {
    form: employer,
    field: 'employerRegisteredNumber',
    wrong: ['123456T', '12345678T', '1234567', '1234567X', '1234567TABC', '1234567T1', 'T1234567'],
    right: ['1234567T', '1234567th', '1234567WAB', null],
  },
  {
    form: employer,
    field: 'eircode',
    wrong: ['D02', 'D02X28', 'D02X2855', 'D02  X285', 'B02X285', 'D6WX28O', 'D02-X285', 'D7WX285'],
    right: ['D02X285', 'D02 X285', 'd02 x285', 'D6W X285', 'A65F4E2', null],
  },
  {
    form: employer,
    field: 'payFrequencies',
    wrong: [['DAILY'], 'MONTHLY', null],
    right: [[], ['WEEKLY', 'MONTHLY']],
  },
  { form: employer, field: 'participationOn', wrong: NOT_DATES, right: DATES },
  { form: employer, field: 'cessationOn', wrong: NOT_DATES, right: DATES },
  {
    form: employer,
    field: 'payrollContact',
    wrong: [{ email: 'nobody' }, 'A'],
    right: [{ name: 'A' }, {}, null],
  },
  { form: employer, field: 'autoEnrolmentStatus', wrong: ['SOME', ''], right: ['MIXED', null] },
  { form: employer, field: 'prsaDesignatedOn', wrong: NOT_DATES, right: DATES },
  { form: employer, field: 'prsaNotifiedOn', wrong: NOT_DATES, right: DATES },
  { form: employer, field: 'status', wrong: ['GONE', null], right: ['CEASED'] },

  {
    form: newScheme,
    field: 'employerId',
    wrong: ['', '1abc', 'a', 'A1', 'a-b', 'a'.repeat(33), null],
    right: ['ab'],
  },
  {
    form: scheme,
    field: 'name',
    wrong: [...NOT_LINES, 'x'.repeat(201), null],
    right: ['Ó', 'x'.repeat(200)],
  },
  { form: scheme, field: 'type', wrong: ['dc', 'DCX', '', null], right: ['DB', 'PRSA'] },
  {
    form: scheme,
    field: 'pensionsAuthorityNumber',
    wrong: ['12345', 'PB', 'PB12345678', 'PX1', 'PB1a', 'PB 1.2', ''],
    right: ['PB1', 'pb 12-34', 'PB1234567', null],
  },
  {
    form: scheme,
    field: 'schemeYearEnd',
    wrong: [
      { month: 2, day: 30 },
      { month: 4, day: 31 },
      { month: 0, day: 1 },
      { month: 13, day: 1 },
      { month: 1, day: 0 },
      { month: 1, day: 32 },
      { month: 1 },
      { month: 1.5, day: 1 },
      '12-31',
    ],
    right: [{ month: 2, day: 29 }, { month: 12, day: 31 }, null],
  },
  { form: scheme, field: 'normalRetirementAge', wrong: [49, 76, 65.5, '65'], right: [50, 75, null] },
  { form: scheme, field: 'establishedOn', wrong: NOT_DATES, right: DATES },
  { form: scheme, field: 'wentLiveOn', wrong: NOT_DATES, right: DATES },
  { form: scheme, field: 'revenueApprovalOn', wrong: NOT_DATES, right: DATES },
  { form: scheme, field: 'revenueApprovalStatus', wrong: ['MAYBE', null], right: ['APPROVED'] },
  { form: scheme, field: 'isFunded', wrong: ['true', 1, null], right: [true, false] },
  {
    form: scheme,
    field: 'memberCounts',
    wrong: [
      { active: -1, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' },
      { active: 1, deferred: 0, pensioner: 0 },
      { active: 1.5, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' },
      5,
    ],
    right: [{ active: 0, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' }, null],
  },
  {
    form: scheme,
    field: 'contributionBasis',
    wrong: [{ employeeRatePercent: 101 }, { basis: 'ALL' }, { effectiveFrom: 'today' }],
    right: [{}, { employeeRatePercent: 0, basis: 'FIXED', effectiveFrom: '2026-01-01' }],
  },
  { form: scheme, field: 'trusteeBody', wrong: [{}, { kind: 'CLUB' }], right: [{ kind: 'CORPORATE' }, null] },

  { form: newMember, field: 'schemeId', wrong: ['', '9a', null], right: ['ab'] },
  { form: newMember, field: 'status', wrong: ['DECEASED', 'REFUNDED', 'X'], right: ['ACTIVE', 'PENSIONER'] },
  { form: member, field: 'firstName', wrong: [...NOT_LINES, 'x'.repeat(101)], right: ["D'Arcy", 'Ó Sé'] },
  {
    form: member,
    field: 'lastName',
    wrong: [...NOT_LINES, 'x'.repeat(101)],
    right: ['O’Neill-Ní Bhriain', 'x'.repeat(100)],
  },
  { form: member, field: 'dateOfBirth', wrong: NOT_DATES, right: [...DATES, null] },
  { form: member, field: 'joinedEmploymentOn', wrong: NOT_DATES, right: DATES },
  { form: member, field: 'joinedSchemeOn', wrong: NOT_DATES, right: DATES },
  { form: member, field: 'normalRetirementOn', wrong: NOT_DATES, right: DATES },
  { form: member, field: 'sex', wrong: ['m', 'OTHER', null], right: ['X', 'UNKNOWN'] },
  {
    form: member,
    field: 'email',
    wrong: [
      'nobody',
      'a@b',
      'a b@example.com',
      `${'a'.repeat(250)}@example.com`,
      'ａ',
      'а@example.com',
      'a@example.com\nx',
    ],
    right: ['A@Example.com', 'ａ@example.com', null],
  },
  {
    form: member,
    field: 'pensionableSalaryCents',
    wrong: NOT_CENTS,
    right: [0, 5_500_000, 2 ** 53 - 1, null],
  },
  { form: member, field: 'employeeRatePercent', wrong: NOT_PERCENT, right: [0, 5.25, 100, null] },
  { form: member, field: 'employerRatePercent', wrong: NOT_PERCENT, right: [0, 100] },
  { form: member, field: 'additionalVoluntaryPercent', wrong: NOT_PERCENT, right: [0, 100] },
  { form: member, field: 'hasPensionAdjustmentOrder', wrong: ['no', null], right: [true] },

  { form: trustee, field: 'personName', wrong: NOT_LINES, right: ['Áine'] },
  { form: trustee, field: 'role', wrong: ['BOSS', null], right: ['PENSIONEER'] },
  { form: trustee, field: 'yearsExperience', wrong: [-1, 81, 1.5], right: [0, 80, null] },

  { form: user, field: 'email', wrong: ['', 'x', 'é@example.com', null], right: ['A@EXAMPLE.COM'] },
  { form: user, field: 'role', wrong: ['Owner', 'superadmin', null], right: ['Member'] },

  { form: tenant, field: 'name', wrong: NOT_LINES, right: ['Makler & Söhne'] },
  {
    form: tenant,
    field: 'intermediaryTypes',
    wrong: [['BANK'], 'INVESTMENT_FIRM'],
    right: [['INVESTMENT_FIRM']],
  },
  { form: tenant, field: 'registeredAdministratorExpiresOn', wrong: NOT_DATES, right: DATES },
  {
    form: tenant,
    field: 'settings',
    wrong: [
      { fourEyes: 'SOMETIMES' },
      { reminderLeadDays: [-1] },
      { omaDerogationUntil: 'x' },
      { retentionYears: 0 },
      null,
    ],
    right: [{}, { fourEyes: 'ALWAYS' }],
  },
]

const cases = RULES.map((rule) => [rule.field, rule.form, rule.wrong, rule.right] as const)

test.each(cases)(
  '%s refuses wrong values, names the field, and does not repeat the value',
  (field, form, wrong) => {
    for (const value of wrong) {
      const parsed = form.schema.safeParse({ ...form.complete, [field]: value })
      expect(parsed.success, `${field}: ${JSON.stringify(value)}`).toBe(false)
      for (const { path, message } of parsed.error?.issues ?? []) {
        expect(path[0]).toBe(field)
        if (typeof value === 'string' && value.trim().length > 2) expect(message).not.toContain(value)
      }
    }
  },
)

test.each(cases)('%s accepts correct values', (field, form, _wrong, right) => {
  for (const value of right) {
    const parsed = form.schema.safeParse({ ...form.complete, [field]: value })
    expect(parsed.error?.issues ?? [], `${field}: ${JSON.stringify(value)}`).toEqual([])
  }
})

test.each([
  [
    employer,
    { employerRegisteredNumber: '1234567th', eircode: 'd02 x285' },
    { employerRegisteredNumber: '1234567TH', eircode: 'D02 X285' },
  ],
  [scheme, { pensionsAuthorityNumber: ' pb 12-34 ' }, { pensionsAuthorityNumber: 'PB1234' }],
  [scheme, { name: '  Pa\u0301irc  ' }, { name: 'P\u00e1irc' }],
  [user, { email: ' ＡB@Example.COM ' }, { email: 'ab@example.com' }],
  [member, { email: undefined, dateOfBirth: null }, { email: null, dateOfBirth: null, sex: 'UNKNOWN' }],
])('different spellings are stored in one normal form: %#', ({ schema, complete }, sent, stored) => {
  expect(schema.parse({ ...complete, ...sent })).toMatchObject(stored)
})

test('unknown fields of a body are dropped', () => {
  for (const { schema, complete } of [
    employer,
    scheme,
    newScheme,
    member,
    newMember,
    trustee,
    user,
    tenant,
  ]) {
    const parsed = schema.parse({ ...complete, unheardOf: 1, brokerId: 'x', status_: 'x' }) as object
    expect(Object.keys(parsed)).not.toContain('unheardOf')
    expect(Object.keys(parsed)).not.toContain('brokerId')
  }
  expect(
    newScheme.schema.parse({ ...newScheme.complete, tenantId: 'platform', status: 'ACTIVE' }),
  ).not.toHaveProperty('status')
  expect(newMember.schema.parse({ ...newMember.complete, tenantId: 'platform' })).not.toHaveProperty(
    'tenantId',
  )
})

test.each([listSchemes, listMembers])('a list refuses an unknown query parameter: $name', ({ input }) => {
  expect(input.safeParse({ unheardOf: '1' }).success).toBe(false)
  expect(input.safeParse({}).success).toBe(true)
})

test('a scheme is not live before it is established', () => {
  const dates = (establishedOn: string, wentLiveOn: string) =>
    EditableScheme.safeParse({ ...scheme.complete, establishedOn, wentLiveOn })
  expect(dates('2020-01-02', '2020-01-01').error?.issues).toMatchObject([{ path: ['wentLiveOn'] }])
  expect(dates('2020-01-01', '2020-01-01').success).toBe(true)
})
