import { expect, test } from 'vitest'
import { buildScheme } from '../../../../../test/components/records.ts'
import { ROLES } from '../../../../contract/access.ts'
import { type LegalForm, type Scheme, SchemeStatus, type SchemeType } from '../../../../contract/schemes.ts'
import { buildRegimeProfile, findApprovalRefusal, getIorpScope, listApprovalGaps } from './rules.ts'

const counts = (active: number, deferred = 0, pensioner = 0) => ({ active, deferred, pensioner })

test.each<[SchemeType, LegalForm, boolean, boolean, RegExp]>([
  ['DB', 'OCCUPATIONAL_TRUST', true, true, /within the regime/],
  ['DC', 'OCCUPATIONAL_TRUST', true, true, /within the regime/],
  ['DC', 'MASTER_TRUST_SECTION', true, true, /within the regime/],
  ['DC', 'ONE_MEMBER', true, true, /within the regime/],
  ['DC', 'AVC_ONLY', true, true, /within the regime/],
  ['DB', 'DEATH_BENEFIT_ONLY', true, true, /within the regime/],
  ['RAC', 'TRUST_RAC', true, true, /trust RAC/],
  ['RAC', 'RAC_CONTRACT', true, false, /without a trust is not an IORP/],
  ['PRSA', 'PRSA_CONTRACT', true, false, /personal contract, not an IORP/],
  ['PRSA', 'PRSA_CONTRACT', false, false, /personal contract, not an IORP/],
  ['DB', 'OCCUPATIONAL_TRUST', false, false, /unfunded/],
])('scope of a %s as %s, funded %s: %s, with the reason', (type, legalForm, isFunded, value, reason) => {
  const scope = getIorpScope({ type, legalForm, isFunded })
  expect(scope.value).toBe(value)
  expect(scope.reason).toMatch(reason)
  expect(scope.source).not.toBe('')
})

test.each([
  [0, 'NONE', 'NONE'],
  [1, 'OMA', 'NONE'],
  [2, 'MICRO', 'NONE'],
  [15, 'MICRO', 'NONE'],
  [16, 'SMALL', 'SIMPLIFIED'],
  [99, 'SMALL', 'SIMPLIFIED'],
  [100, 'LARGE', 'FULL'],
  [101, 'LARGE', 'FULL'],
] as const)('%i active and deferred members: band %s, DORA %s', (members, sizeBand, tier) => {
  for (const active of [members, Math.floor(members / 2)]) {
    const profile = buildRegimeProfile(buildScheme(), counts(active, members - active, 500))
    expect(profile).toMatchObject({
      activeAndDeferred: members,
      sizeBand,
      memberCounts: { pensioner: 500, source: 'DERIVED' },
      doraTier: { value: tier },
    })
  }
})

test('DORA does not apply outside IORPs, for any size', () => {
  const prsa = buildScheme({ type: 'PRSA', legalForm: 'PRSA_CONTRACT' })
  expect(buildRegimeProfile(prsa, counts(500)).doraTier).toMatchObject({
    value: 'NONE',
    reason: 'Not an IORP',
  })
})

test('stated counts take precedence over derived ones', () => {
  const scheme = buildScheme({ memberCounts: { ...counts(16, 0, 3), asOfOn: '2026-01-01' } })
  expect(buildRegimeProfile(scheme, counts(200))).toMatchObject({
    memberCounts: { active: 16, deferred: 0, pensioner: 3, source: 'STATED' },
    sizeBand: 'SMALL',
  })
})

test.each<[Partial<Scheme>, boolean, boolean | null]>([
  [{ legalForm: 'ONE_MEMBER', establishedOn: '2021-04-21' }, true, true],
  [{ legalForm: 'ONE_MEMBER', establishedOn: '2021-04-22' }, true, false],
  [{ legalForm: 'ONE_MEMBER', establishedOn: '1999-01-01' }, true, true],
  [{ legalForm: 'ONE_MEMBER', establishedOn: null }, true, null],
  [{ legalForm: 'ONE_MEMBER', establishedOn: null, wentLiveOn: '2019-01-01' }, true, true],
  [{ legalForm: 'OCCUPATIONAL_TRUST', establishedOn: '1999-01-01' }, false, false],
])('one-member arrangement by establishment, %o: %s, before April 2021: %s', (fields, isOma, isBefore) => {
  // One member by count makes no arrangement, and a second by a pension adjustment order ends none.
  for (const members of [1, 2]) {
    expect(buildRegimeProfile(buildScheme(fields), counts(members))).toMatchObject({
      isOneMemberArrangement: isOma,
      isOneMemberBeforeApril2021: isBefore,
    })
  }
})

test.each<[Partial<Scheme>, object]>([
  [{ isRegulatoryOwnFunds: true }, { isRegulatoryOwnFunds: true }],
  [{ type: 'DB' }, { isRegulatoryOwnFunds: false, memberBearsRisk: false }],
  [{ type: 'DC' }, { memberBearsRisk: true }],
  [{ type: 'RAC', legalForm: 'TRUST_RAC' }, { memberBearsRisk: true }],
  [{ isMasterTrust: true }, { isMasterTrust: true }],
  [{ legalForm: 'MASTER_TRUST_SECTION' }, { isMasterTrust: true }],
  [{ legalForm: 'OCCUPATIONAL_TRUST' }, { isMasterTrust: false, isDeathBenefitOnly: false }],
  [{ legalForm: 'DEATH_BENEFIT_ONLY' }, { isDeathBenefitOnly: true }],
])('the flags of %o are %o', (fields, flags) => {
  expect(buildRegimeProfile(buildScheme(fields), counts(20))).toMatchObject(flags)
})

const COMPLETE: Partial<Scheme> = {
  schemeYearEnd: { month: 12, day: 31 },
  registeredAdministratorName: 'Administrators Ltd',
  pensionsAuthorityNumber: 'PB1',
}
const TRUST_RAC = { type: 'RAC', legalForm: 'TRUST_RAC', registeredAdministratorName: null } as const
test.each<[string, Partial<Scheme>, number, number, string[]]>([
  ['nothing missing', {}, 2, 0, []],
  ['one trustee', {}, 1, 0, ['TRUSTEES']],
  ['directors are no trustees', {}, 0, 2, ['TRUSTEES']],
  ['individual trustees named as a body', { trusteeBody: body('INDIVIDUALS') }, 2, 0, []],
  ['a corporate trustee with two directors', { trusteeBody: body('CORPORATE') }, 0, 2, []],
  ['a sole corporate trustee with two directors', { trusteeBody: body('SOLE_CORPORATE') }, 0, 2, []],
  ['one director', { trusteeBody: body('SOLE_CORPORATE') }, 5, 1, ['TRUSTEE_DIRECTORS']],
  ['no year end', { schemeYearEnd: null }, 2, 0, ['SCHEME_YEAR_END']],
  ['no registered administrator', { registeredAdministratorName: null }, 2, 0, ['REGISTERED_ADMINISTRATOR']],
  [
    'a trust RAC with 99 members and no registered administrator',
    { ...TRUST_RAC, memberCounts: { active: 90, deferred: 9, pensioner: 0, asOfOn: '2026-01-01' } },
    2,
    0,
    [],
  ],
  [
    'a trust RAC with 100 members and no registered administrator',
    { ...TRUST_RAC, memberCounts: { active: 90, deferred: 10, pensioner: 0, asOfOn: '2026-01-01' } },
    2,
    0,
    ['REGISTERED_ADMINISTRATOR'],
  ],
  ['no PB number', { pensionsAuthorityNumber: null }, 2, 0, ['REGISTRATION']],
  ['registration pending', { pensionsAuthorityNumber: null, registrationPending: true }, 2, 0, []],
])('gaps that prevent an approval: %s', (_label, fields, trustees, directors, codes) => {
  const scheme = buildScheme({ ...COMPLETE, ...fields })
  const gaps = listApprovalGaps({ scheme, appointedTrustees: trustees, appointedDirectors: directors })
  expect(gaps.map(({ code }) => code)).toEqual(codes)
})

function body(kind: 'INDIVIDUALS' | 'CORPORATE' | 'SOLE_CORPORATE') {
  return { kind, name: null, croNumber: null }
}

const BY_ADA = { status: 'PENDING_APPROVAL', submittedBy: 'ada', editedBy: [] } as const
const ADA = { id: 'ada', role: 'BrokerAdmin' } as const
test.each([
  ['AUTO', 0, true],
  ['AUTO', 1, true],
  ['AUTO', 2, false],
  ['ALWAYS', 1, false],
  ['NEVER', 5, true],
] as const)(
  'four eyes %s with %i active BrokerAdmins: may the submitter approve? %s',
  (setting, activeBrokerAdmins, may) => {
    const fourEyes = { setting, activeBrokerAdmins }
    expect(findApprovalRefusal(ADA, BY_ADA, fourEyes)).toBe(
      may ? null : 'You submitted this scheme: another administrator of the firm has to approve it',
    )
    expect(findApprovalRefusal({ ...ADA, id: 'bob' }, BY_ADA, fourEyes)).toBeNull()
    expect(findApprovalRefusal({ ...ADA, role: 'SuperAdmin' }, BY_ADA, fourEyes) === null).toBe(may)
  },
)

test.each(ROLES)('may a %s approve what another person submitted?', (role) => {
  const refusal = findApprovalRefusal({ id: 'bob', role }, BY_ADA, {
    setting: 'ALWAYS',
    activeBrokerAdmins: 2,
  })
  const isEnough = role === 'BrokerAdmin' || role === 'SuperAdmin'
  expect(refusal).toBe(isEnough ? null : 'Only a broker administrator can approve this scheme')
})

test.each(SchemeStatus.options)('may a %s scheme be approved?', (status) => {
  const refusal = findApprovalRefusal(
    ADA,
    { status, submittedBy: null, editedBy: [] },
    { setting: 'AUTO', activeBrokerAdmins: 2 },
  )
  expect(refusal).toBe(status === 'PENDING_APPROVAL' ? null : 'This scheme is not waiting for approval')
})
