import { describe, expect, test } from 'vitest'
import {
  type FindingCode,
  type IndependenceFacts,
  type InOffice,
  isDifferentPerson,
  isSameOrganisation,
  isSamePerson,
  listIndependenceFindings,
  listNotificationFindings,
} from './rules.ts'

const TODAY = '2026-11-21'
const NOBODY = {
  holderKind: 'INDIVIDUAL',
  holderName: 'Nobody Else',
  responsiblePerson: null,
  organisation: null,
  email: null,
} as const

const holder = (fields: Partial<IndependenceFacts['holder']> = {}): IndependenceFacts['holder'] => ({
  ...NOBODY,
  holderName: 'Aoife Ní Bhriain',
  function: 'RISK_MANAGEMENT',
  relationship: 'EMPLOYER_STAFF',
  holdsSameFunctionForEmployer: false,
  conflictProtocolDocumentId: null,
  conflictProtocolOn: null,
  isOutsourced: false,
  qualificationsOk: null,
  professionalQualification: 'Chartered',
  reputeDeclarationDocumentId: 'declaration',
  assessedOn: '2026-11-01',
  assessmentOutcome: 'PASS',
  nextReviewOn: null,
  authorityNotifiedOn: null,
  ...fields,
})
const DC = {
  type: 'DC',
  legalForm: 'OCCUPATIONAL_TRUST',
  isFunded: true,
  isRegulatoryOwnFunds: false,
} as const
const inOffice = (fields: Partial<InOffice>): InOffice => ({
  ...NOBODY,
  function: 'RISK_MANAGEMENT',
  ...fields,
})
const arrangement = (
  fields: Partial<NonNullable<IndependenceFacts['arrangement']>> = {},
): NonNullable<IndependenceFacts['arrangement']> => ({
  activity: 'KFH_RISK',
  isManagement: false,
  inForceFrom: '2026-12-01',
  endedOn: null,
  status: 'PLANNED',
  ...fields,
})
const facts = (fields: Partial<IndependenceFacts> = {}): IndependenceFacts => ({
  holder: holder(),
  scheme: DC,
  others: [],
  arrangement: null,
  today: TODAY,
  ...fields,
})
const codesOf = (fields: Partial<IndependenceFacts>): string[] =>
  listIndependenceFindings(facts(fields)).map(({ level, code }) => `${level} ${code}`)

type Row = [what: string, fields: Partial<IndependenceFacts>, codes: `${'REFUSE' | 'WARN'} ${FindingCode}`[]]

const WITH_PROTOCOL = { holdsSameFunctionForEmployer: true, conflictProtocolDocumentId: 'protocol' }

const outsourcedBy = (fields: Partial<IndependenceFacts['holder']>): Pick<IndependenceFacts, 'holder'> => ({
  holder: holder({ relationship: 'INDEPENDENT_PROVIDER', isOutsourced: true, ...fields }),
})

describe('the rules of key functions', () => {
  test.each<Row>([
    ['nothing stands against a holder who is fit, proper and alone', {}, []],

    ['a PRSA', { scheme: { ...DC, type: 'PRSA', legalForm: 'PRSA_CONTRACT' } }, ['REFUSE OUT_OF_SCOPE']],
    [
      'a contract RAC',
      { scheme: { ...DC, type: 'RAC', legalForm: 'RAC_CONTRACT' } },
      ['REFUSE OUT_OF_SCOPE'],
    ],
    ['a trust RAC', { scheme: { ...DC, type: 'RAC', legalForm: 'TRUST_RAC' } }, []],

    [
      'an actuarial function of an ordinary defined benefit scheme',
      {
        scheme: { ...DC, type: 'DB' },
        holder: holder({ function: 'ACTUARIAL', relationship: 'BROKER_STAFF', isOutsourced: false }),
      },
      ['REFUSE ACTUARIAL_NOT_APPLICABLE', 'WARN NOT_OUTSOURCED'],
    ],
    [
      'an actuarial function of a scheme with regulatory own funds, by a trustee',
      {
        scheme: { ...DC, type: 'DB', isRegulatoryOwnFunds: true },
        holder: holder({ function: 'ACTUARIAL', relationship: 'TRUSTEE' }),
      },
      ['REFUSE ACTUARIAL_NOT_INDEPENDENT'],
    ],
    [
      "an actuarial function of a scheme with regulatory own funds, by the employer's staff",
      {
        scheme: { ...DC, type: 'DB', isRegulatoryOwnFunds: true },
        holder: holder({ function: 'ACTUARIAL' }),
      },
      ['REFUSE ACTUARIAL_NOT_INDEPENDENT'],
    ],

    [
      'internal audit by who holds risk',
      {
        holder: holder({ function: 'INTERNAL_AUDIT' }),
        others: [inOffice({ holderName: 'AOIFE  ní bhriain' })],
      },
      ['REFUSE INTERNAL_AUDIT_NOT_ALONE'],
    ],
    [
      'risk by who holds internal audit',
      { others: [inOffice({ function: 'INTERNAL_AUDIT', holderName: 'Aoife Ni Bhriain' })] },
      ['REFUSE INTERNAL_AUDIT_NOT_ALONE'],
    ],
    [
      'internal audit by the person whose e-mail holds risk',
      {
        holder: holder({ function: 'INTERNAL_AUDIT', email: 'aoife@example.com' }),
        others: [inOffice({ holderName: 'A. Byrne', email: 'aoife@example.com' })],
      },
      ['REFUSE INTERNAL_AUDIT_NOT_ALONE'],
    ],
    [
      'internal audit by the person who is responsible for risk in a firm',
      {
        holder: holder({ function: 'INTERNAL_AUDIT' }),
        others: [
          inOffice({ holderKind: 'FIRM', holderName: 'Risk Ltd', responsiblePerson: 'Aoife Ní Bhriain' }),
        ],
      },
      ['REFUSE INTERNAL_AUDIT_NOT_ALONE'],
    ],
    [
      'internal audit by another person of the firm that holds risk',
      {
        holder: holder({ function: 'INTERNAL_AUDIT', organisation: 'Governance Partners' }),
        others: [
          inOffice({ holderKind: 'FIRM', holderName: 'Governance partners', responsiblePerson: 'Somebody' }),
        ],
      },
      ['WARN INTERNAL_AUDIT_SAME_ORGANISATION'],
    ],
    [
      'risk by another person of the firm that holds internal audit',
      {
        holder: holder({ organisation: 'Governance Partners' }),
        others: [inOffice({ function: 'INTERNAL_AUDIT', organisation: 'Governance Partners' })],
      },
      ['WARN INTERNAL_AUDIT_SAME_ORGANISATION'],
    ],
    [
      'internal audit by who holds the voluntary role',
      {
        holder: holder({ function: 'INTERNAL_AUDIT' }),
        others: [inOffice({ function: 'COMPLIANCE', holderName: 'Aoife Ní Bhriain' })],
      },
      ['WARN INTERNAL_AUDIT_AND_COMPLIANCE'],
    ],
    [
      'a deputy of internal audit beside its holder',
      {
        holder: holder({ function: 'INTERNAL_AUDIT', holderName: 'Same' }),
        others: [inOffice({ function: 'INTERNAL_AUDIT', holderName: 'Same' })],
      },
      [],
    ],
    [
      'risk and the actuarial function in one hand',
      {
        scheme: { ...DC, type: 'DB', isRegulatoryOwnFunds: true },
        others: [inOffice({ function: 'ACTUARIAL', holderName: 'Aoife Ní Bhriain' })],
      },
      [],
    ],
    [
      'empty names and addresses are nobody',
      { others: [inOffice({ function: 'INTERNAL_AUDIT', holderKind: 'FIRM', holderName: 'X' })] },
      [],
    ],

    [
      'the same function for the employer',
      { holder: holder({ holdsSameFunctionForEmployer: true }) },
      ['REFUSE SAME_FUNCTION_FOR_EMPLOYER'],
    ],
    [
      'the same function for the employer, with a protocol of that day',
      { holder: holder({ ...WITH_PROTOCOL, conflictProtocolOn: TODAY }) },
      ['WARN CONFLICT_IN_ASSESSMENT'],
    ],
    [
      'the same function for the employer, with an undated protocol',
      { holder: holder(WITH_PROTOCOL) },
      ['WARN CONFLICT_PROTOCOL_UNDATED', 'WARN CONFLICT_IN_ASSESSMENT'],
    ],
    [
      'the same function for the employer, with a protocol of a later day',
      { holder: holder({ ...WITH_PROTOCOL, conflictProtocolOn: '2999-01-01' }) },
      ['REFUSE CONFLICT_PROTOCOL_LATER', 'WARN CONFLICT_IN_ASSESSMENT'],
    ],

    [
      'nobody assessed',
      { holder: holder({ assessmentOutcome: null, assessedOn: null }) },
      ['REFUSE NOT_ASSESSED'],
    ],
    ['assessed and failed', { holder: holder({ assessmentOutcome: 'FAIL' }) }, ['REFUSE ASSESSMENT_FAILED']],
    [
      'assessed with conditions',
      { holder: holder({ assessmentOutcome: 'CONDITIONAL' }) },
      ['WARN ASSESSMENT_CONDITIONAL'],
    ],
    ['not qualified', { holder: holder({ qualificationsOk: false }) }, ['REFUSE NOT_QUALIFIED']],
    ['no professional qualification for risk', { holder: holder({ professionalQualification: null }) }, []],
    [
      'no professional qualification for internal audit',
      { holder: holder({ function: 'INTERNAL_AUDIT', professionalQualification: null }) },
      ['REFUSE PROFESSIONAL_QUALIFICATION'],
    ],
    [
      'no professional qualification for the actuarial function',
      {
        scheme: { ...DC, isRegulatoryOwnFunds: true },
        holder: holder({ function: 'ACTUARIAL', professionalQualification: null, relationship: 'RA_STAFF' }),
      },
      ['REFUSE PROFESSIONAL_QUALIFICATION', 'WARN NOT_OUTSOURCED'],
    ],
    [
      'no declaration of good repute',
      { holder: holder({ reputeDeclarationDocumentId: null }) },
      ['WARN REPUTE_DECLARATION'],
    ],
    ['a review due yesterday', { holder: holder({ nextReviewOn: '2026-11-20' }) }, ['WARN REVIEW_OVERDUE']],
    ['a review due today', { holder: holder({ nextReviewOn: TODAY }) }, []],
    ['assessed twelve months ago', { holder: holder({ assessedOn: '2025-11-21' }) }, []],
    ['assessed longer ago', { holder: holder({ assessedOn: '2025-11-20' }) }, ['WARN REVIEW_OVERDUE']],

    [
      'an external provider that is not said to be outsourced',
      { holder: holder({ relationship: 'INDEPENDENT_PROVIDER' }) },
      ['WARN NOT_OUTSOURCED'],
    ],
    ['outsourced without an arrangement', outsourcedBy({}), ['REFUSE ARRANGEMENT_MISSING']],
    [
      'outsourced and not notified',
      { ...outsourcedBy({}), arrangement: arrangement() },
      ['REFUSE NOT_NOTIFIED'],
    ],
    [
      'outsourced, notified on the day before',
      { ...outsourcedBy({ authorityNotifiedOn: '2026-11-30' }), arrangement: arrangement() },
      [],
    ],
    [
      'outsourced, notified on the day itself',
      { ...outsourcedBy({ authorityNotifiedOn: '2026-12-01' }), arrangement: arrangement() },
      ['REFUSE NOTIFIED_LATE'],
    ],
    [
      'outsourced from a day that nobody knows',
      {
        ...outsourcedBy({ authorityNotifiedOn: '2026-11-30' }),
        arrangement: arrangement({ inForceFrom: null }),
      },
      ['REFUSE IN_FORCE_DATE_MISSING'],
    ],
    [
      'outsourced by an arrangement that has ended',
      {
        ...outsourcedBy({ authorityNotifiedOn: '2026-11-30' }),
        arrangement: arrangement({ status: 'ENDED' }),
      },
      ['REFUSE ARRANGEMENT_ENDED'],
    ],
    [
      'outsourced by an arrangement about payroll',
      {
        ...outsourcedBy({ authorityNotifiedOn: '2026-11-30' }),
        arrangement: arrangement({ activity: 'PAYROLL' }),
      },
      ['WARN ARRANGEMENT_OTHER_ACTIVITY'],
    ],
    [
      'outsourced with the management as a whole',
      {
        ...outsourcedBy({ authorityNotifiedOn: '2026-11-30' }),
        arrangement: arrangement({ activity: 'ADMIN', isManagement: true }),
      },
      [],
    ],

    [
      'a voluntary role, of which no text asks anything about outsourcing or the employer',
      {
        holder: holder({
          function: 'COMPLIANCE',
          relationship: 'INDEPENDENT_PROVIDER',
          isOutsourced: true,
          holdsSameFunctionForEmployer: true,
        }),
      },
      [],
    ],
    [
      'a voluntary role in the hand of internal audit',
      {
        holder: holder({ function: 'COMPLIANCE' }),
        others: [inOffice({ function: 'INTERNAL_AUDIT', holderName: 'Aoife Ní Bhriain' })],
      },
      ['WARN INTERNAL_AUDIT_AND_COMPLIANCE'],
    ],
  ])('%s', (_, fields, codes) => {
    expect(codesOf(fields)).toEqual(codes)
  })

  test('a finding cites EU and Irish law, and for a voluntary role only our own rule', () => {
    const [statutory] = listIndependenceFindings(facts({ holder: holder({ assessmentOutcome: null }) }))
    expect(statutory).toMatchObject({ citation: 'DIR 22', nationalCitation: 'PA 64AH' })
    const [voluntary] = listIndependenceFindings(
      facts({ holder: holder({ function: 'COMPLIANCE', assessmentOutcome: null }) }),
    )
    expect(voluntary).toMatchObject({ code: 'NOT_ASSESSED', citation: 'HOUSE', nationalCitation: null })
  })
})

describe('a notification', () => {
  const given = (fields: Partial<IndependenceFacts>, on: string) =>
    listNotificationFindings(facts({ ...outsourcedBy({}), ...fields }), on).map(({ code }) => code)
  test('is made before the agreement enters into force', () => {
    expect(given({ arrangement: arrangement() }, '2026-11-30')).toEqual([])
    expect(given({ arrangement: arrangement() }, '2026-12-01')).toEqual(['NOTIFIED_LATE'])
    expect(given({ arrangement: arrangement({ inForceFrom: null }) }, '2026-11-30')).toEqual([])
  })
  test('requires an arrangement, but not the conditions of an appointment', () => {
    expect(given({}, '2026-11-30')).toEqual(['ARRANGEMENT_MISSING'])
    const unfit = holder({ relationship: 'RA_STAFF', isOutsourced: true, assessmentOutcome: 'FAIL' })
    expect(given({ holder: unfit, arrangement: arrangement() }, '2026-11-30')).toEqual([])
  })
})

describe('identity of persons', () => {
  const person = (holderName: string, more: object = {}) => ({ ...NOBODY, holderName, ...more })
  test.each([
    ['Seán Ó Súilleabháin', 'SEAN O SUILLEABHAIN', true],
    ["Máire O'Brien", 'Maire O’Brien', true],
    ['Mary  Byrne', ' mary byrne ', true],
    ['Mary Byrne', 'Mary Byrnes', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(isSamePerson(person(one), person(other))).toBe(isSame)
    expect(isDifferentPerson(person(one), person(other))).toBe(!isSame)
  })
  test('a firm is an organisation, and its responsible person the person', () => {
    const firm = {
      ...NOBODY,
      holderKind: 'FIRM',
      holderName: 'Audit Ltd',
      responsiblePerson: 'Mary Byrne',
    } as const
    expect(isSamePerson(firm, person('Mary Byrne'))).toBe(true)
    expect(isSamePerson(firm, person('Audit Ltd'))).toBe(false)
    expect(isSameOrganisation(firm, person('Somebody', { organisation: 'AUDIT LTD' }))).toBe(true)
    expect(isSameOrganisation(person('One'), person('Other'))).toBe(false)
    expect(isDifferentPerson(firm, { ...firm, responsiblePerson: 'Another' })).toBe(true)
  })
})
