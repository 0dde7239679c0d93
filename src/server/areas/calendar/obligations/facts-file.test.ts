/** A file of facts as a stranger writes it: names of the brief and of the records, and what is said of everything else. */
import { describe, expect, test } from 'vitest'
import { evaluateRules } from './engine.ts'
import { listUnusedCompletions, readFactsFile } from './facts-file.ts'

const TODAY = '2026-11-21'
const read = (facts: object) => readFactsFile({ type: 'DC', ...facts })
const factsOf = (facts: object) => read(facts).facts

describe('the fields of the brief', () => {
  const ALL = {
    tenant: {
      name: 'Firm',
      cbiReference: 'C123',
      intermediaryType: ['INVESTMENT_FIRM'],
      registeredAdministratorNo: '1',
      raRegistrationExpires: '2027-03-31',
      settings: { omaDerogationUntil: '2027-04-21', reminderLeadDays: [60] },
    },
    employer: { legalName: 'Acme', croNumber: '1234', payFrequencies: ['MONTHLY'] },
    scheme: {
      type: 'DC',
      legalForm: 'OCCUPATIONAL_TRUST',
      pensionsAuthorityNumber: 'PB 1234',
      revenueApprovalRef: 'SF 1',
      establishedOn: '2015-01-01',
      wentLiveOn: '2015-03-01',
      schemeYearEnd: '12-31',
      benefitBasis: 'MONEY_PURCHASE',
      contributionBasis: { eeRate: 5, erRate: 5 },
      counts: { active: 40, deferred: 5, pensioner: 2, at: '2026-01-01' },
      countsManual: true,
      registeredAdministratorId: 'a1',
      trusteeBodyId: 'a2',
      crossBorder: false,
    },
    trusteeBody: { id: 'a2', kind: 'SOLE_CORPORATE', name: 'Trust', chairTrusteeId: 'a3', schemeIds: [] },
    trustees: [
      {
        personName: 'A',
        role: 'DIRECTOR_OF_CORPORATE_TRUSTEE',
        appointedOn: '2024-01-15',
        fitProper: { assessedOn: '2024-01-01', outcome: 'PASS' },
        training: [{ completedOn: '2024-05-01', topic: 'Duties' }],
        conflictsDeclared: [],
        remunerated: false,
      },
    ],
    members: [
      {
        firstName: 'A',
        lastName: 'B',
        dateOfBirth: '1980-01-01',
        joinedEmployment: '2026-09-01',
        joinedScheme: '2026-10-05',
        leftService: '2026-11-01',
        retirementDate: null,
        payrollNumber: '1',
        eeRatePct: 5,
        erRatePct: 5,
        avcPct: 0,
        pensionAdjustmentOrder: false,
        lastPbsDate: '2026-05-31',
      },
    ],
    contributionBatches: [
      {
        payrollMonth: '2026-09',
        source: 'CSV',
        totals: { ee: 100, er: 120, avc: 0, erAvc: 0, other: 0 },
        declaredTotalCents: 220,
        bankReceivedCents: 220,
        receivedDate: '2026-10-20',
        investedDate: '2026-10-31',
        statementIssuedOn: '2026-10-15',
        lines: [{ memberId: 'm', payDate: '2026-09-28', eeCents: 100, erCents: 120, avcCents: 0, flags: [] }],
      },
    ],
    keyFunctionHolders: [
      {
        function: 'RISK_MANAGEMENT',
        holderKind: 'FIRM',
        holderName: 'H',
        relationship: 'INDEPENDENT_PROVIDER',
        isOutsourced: true,
        outsourcingAgreementId: 'o1',
        fitProper: { qualificationsOk: true, assessedOn: '2025-12-15', nextReviewOn: '2026-12-15' },
        boardResolutionDate: '2025-12-20',
        effectiveFrom: '2026-01-01',
        termEnd: '2028-12-31',
        authorityNotifiedOn: '2025-12-30',
        reports: [{ periodEnd: '2025-12-31', receivedOn: '2026-02-01', materialFindings: false }],
      },
    ],
    outsourcingArrangements: [
      { id: 'o1', providerName: 'P', activity: 'KFH_RISK', inForceFrom: '2026-01-01', kpis: [] },
    ],
    ownRiskAssessments: [
      {
        cycleNo: 1,
        trigger: 'TRIENNIAL',
        asOfDate: '2024-12-31',
        riskItems: [],
        trusteeApproval: { date: '2025-02-28', minutesDocId: 'd' },
        scope: 'WHOLE_IORP',
      },
    ],
    writtenPolicies: [
      {
        kind: 'RISK_MANAGEMENT',
        basis: 'STATUTE',
        draftedBy: 'HUMAN',
        approvedByTrusteesOn: '2025-02-28',
        reviewIntervalMonths: 36,
        nextReviewOn: '2028-02-28',
        lastSignificantChangeOn: '2026-11-01',
        publicDisclosure: false,
      },
    ],
    sipp: { approvedOn: '2025-02-28', esgConsideration: 'None', publishedUrl: 'x' },
    documents: [{ kind: 'ANNUAL_REPORT', periodEnd: '2025-12-31', signedOn: '2026-08-20', avScan: 'CLEAN' }],
    breaches: [{ category: 'DATA_PROTECTION', occurredOn: '2026-11-18', detectedOn: '2026-11-20' }],
    annualComplianceStatements: [{ acsYear: 2026, answers: [], completedOn: '2026-11-20' }],
  }

  test('are all read', () => expect(readFactsFile(ALL).unknown).toEqual([]))

  test.each([
    ['REP-01', '2026-09-30', 'DONE'],
    ['CON-01', '2026-10-21', 'DONE'],
    ['KFH-02', '2025-12-31', 'DONE'],
    ['KFH-04', '2027-02-01', 'UPCOMING'],
    ['KFH-05', '2026-12-15', 'DUE_SOON'],
    ['GOV-01', '2028-02-28', 'UPCOMING'],
    ['GOV-03', '2028-02-28', 'UPCOMING'],
    ['GOV-04', '2026-12-01', 'DUE_SOON'],
    ['GOV-07', '2028-02-28', 'UPCOMING'],
    ['GOV-10', '2021-04-22', 'OVERDUE'],
    ['GOV-12', '2026-05-01', 'OVERDUE'],
    ['PBS-01', '2026-06-30', 'DONE'],
    ['ACS-01', '2027-01-31', 'DONE'],
    ['DIS-01', '2026-12-05', 'DUE_SOON'],
    ['DIS-03', '2027-01-01', 'UPCOMING'],
    ['GDP-01', '2026-11-23', 'DUE_SOON'],
    ['RA-01', '2027-03-01', 'UPCOMING'],
  ])('%s: %s, %s', (ruleId, dueOn, status) => {
    const found = evaluateRules(readFactsFile(ALL).facts, TODAY).find(({ rule }) => rule.id === ruleId)
    expect(found).toMatchObject({ dueOn, status })
  })

  test('include the settings of the firm', () =>
    expect(readFactsFile(ALL).facts.settings).toMatchObject({
      omaDerogationUntil: '2027-04-21',
      administratorRegistrationEndsOn: '2027-03-31',
    }))
})

test('accepts the field names of the records as well as those of the brief', () => {
  const { facts, unknown } = read({
    memberCounts: { active: 40, deferred: 0, pensioner: 0, asOfOn: '2026-01-01' },
    schemeYearEnds: [
      { month: 12, day: 31, effectiveFrom: '2020-01-01' },
      { month: 3, day: 31, effectiveFrom: null },
    ],
    members: [{ joinedSchemeOn: '2026-10-05', leftServiceOn: '2026-11-01', worksNumber: '1' }],
    trustees: [{ id: 't1', appointedOn: '2024-01-15', yearsExperience: 3 }],
    trusteeTrainings: [
      { trusteeId: 't1', completedOn: '2024-05-01', topic: 'Duties', status: 'RECORDED' },
      { trusteeId: 't1', completedOn: '2026-05-01', topic: 'By mistake', status: 'WITHDRAWN' },
    ],
    trusteeMeetings: [{ heldOn: '2026-09-01', plannedForOn: '2026-09-01', attendees: [] }],
    contributions: [
      { payrollMonth: '2026-09', receivedOn: '2026-10-20', fundedOn: null, status: 'PART_FUNDED' },
    ],
    schemeEvents: [{ kind: 'BULK_TRANSFER', occurredOn: '2026-11-01', details: null, status: 'RECORDED' }],
    breaches: [{ category: 'DATA_PROTECTION', awareAt: '2026-07-31T23:30:00.000Z' }],
  })
  expect(unknown).toEqual([])
  expect(facts.scheme.yearEnds.map(({ month }) => month)).toEqual([3, 12])
  expect(facts.members[0]).toMatchObject({ joinedSchemeOn: '2026-10-05', leftServiceOn: '2026-11-01' })
  expect(facts.trustees[0]?.trainedOn).toEqual(['2024-05-01'])
  expect(facts.meetingsHeldOn).toEqual(['2026-09-01'])
  // Received in part is not received.
  expect(facts.contributions[0]).toMatchObject({
    deductionsReceivedOn: null,
    receiptMonths: [{ month: '2026-10', investedOn: null }],
  })
  // Half past midnight in Dublin.
  expect(facts.events.map(({ occurredOn }) => occurredOn)).toEqual(['2026-11-01', '2026-08-01'])
})

describe('reports unknown fields and values', () => {
  test.each<[object, string]>([
    [{ schemeYearend: '12-31' }, 'schemeYearend (is schemeYearEnd meant?)'],
    [{ wibble: 1 }, 'wibble'],
    [{ members: [{ joinedSchem: '2026-01-01' }] }, 'members[0].joinedSchem (is joinedScheme meant?)'],
    [{ trusteeBody: { knd: 'CORPORATE' } }, 'trusteeBody.knd'],
    [{ counts: { activ: 4 } }, 'counts.activ (is active meant?)'],
    [
      { keyFunctionHolders: [{ function: 'RISK_MANAGEMENT', fitProper: { on: '2026-01-01' } }] },
      'keyFunctionHolders[0].fitProper.on',
    ],
    [{ settings: { meetingsPerYear: 3 } }, 'settings.meetingsPerYear'],
    [
      { events: [{ kind: 'ALIENS', on: '2026-11-01' }] },
      'events[0].kind (not one of the kinds that start or end an obligation)',
    ],
    [
      { policies: [{ kind: 'WINE' }] },
      'policies[0].kind (not one of the kinds that start or end an obligation)',
    ],
  ])('%j', (facts, reported) => {
    expect(read(facts).unknown).toEqual([reported])
  })

  test('reports completions that match no obligation', () => {
    const { facts } = read({
      schemeYearEnd: '12-31',
      completions: [
        { ruleId: 'REP-01', completedOn: '2026-08-01' },
        { ruleId: 'REP-06', periodKey: '2025-12-31', completedOn: '2026-08-01' },
        { ruleId: 'GOV-09', completedOn: '2026-08-01' },
        { ruleId: 'XX-01', periodKey: '2025', completedOn: '2026-08-01' },
      ],
    })
    const decisions = evaluateRules(facts, TODAY)
    expect(listUnusedCompletions(facts, decisions)).toEqual(['REP-01 (which periodKey?)', 'XX-01 of 2025'])
    const statusOf = (id: string) => decisions.find(({ rule }) => rule.id === id)?.status
    expect(statusOf('REP-06')).toBe('DONE')
    expect(statusOf('GOV-09')).toBe('UPCOMING')
  })
})

test.each([[{ month: 4, day: 5 }], ['04-05'], ['--04-05'], ['2026-04-05'], ['5 April'], ['5/4'], ['05/04']])(
  'reads a year end in any notation: %j',
  (schemeYearEnd) => {
    expect(read({ type: 'DC', schemeYearEnd }).facts.scheme.yearEnds).toMatchObject([{ month: 4, day: 5 }])
    expect(read({ type: 'DC', schemeYearEnd: '31-12' }).facts.scheme.yearEnds).toMatchObject([
      { month: 12, day: 31 },
    ])
  },
)

describe('refuses a value of the wrong shape and names its path and the expected shape', () => {
  test.each<[object | null | unknown[], RegExp]>([
    [null, /one JSON object/],
    [[], /one JSON object/],
    [{}, /^type .*: is missing/],
    [{ type: 'IORP' }, /^type: must be one of DB, DC, PRSA, RAC$/],
    [{ type: 'DB', isOMA: true }, /^legalForm: a DB scheme has one of the forms/],
    [{ type: 'DC', wentLiveOn: '2026-02-30' }, /^wentLiveOn: must be a valid date, written as YYYY-MM-DD$/],
    [{ type: 'DC', wentLiveOn: '31/12/2025' }, /^wentLiveOn: must be a valid date/],
    [{ type: 'DC', wentLiveOn: '2026-13-45' }, /^wentLiveOn: must be a valid date/],
    [{ type: 'DC', wentLiveOn: '2026-07-01T23:30:00Z' }, /^wentLiveOn: must be a valid date/],
    [
      { type: 'DC', wentLiveOn: '2019-01-01', establishedOn: '2020-01-01' },
      /must not be before establishedOn/,
    ],
    [
      { type: 'DC', members: [{ joinedSchemeOn: '2024-01-01', leftServiceOn: '2023-01-01' }] },
      /^members\[0\]\.leftServiceOn \(2023-01-01\): must not be before members\[0\]\.joinedSchemeOn/,
    ],
    [
      { type: 'DC', outsourcing: [{ inForceFrom: '2024-01-01', endedOn: '2023-01-01' }] },
      /must not be before outsourcing\[0\]\.inForceFrom/,
    ],
    [
      { type: 'DC', participations: [{ fromOn: '2024-01-01', untilOn: '2023-01-01' }] },
      /must not be before participations\[0\]\.fromOn/,
    ],
    [
      {
        type: 'DC',
        keyFunctionHolders: [
          { function: 'RISK_MANAGEMENT', effectiveFrom: '2026-05-01', termEndsOn: '2025-01-01' },
        ],
      },
      /must not be before keyFunctionHolders\[0\]\.effectiveFrom/,
    ],
    [{ type: 'DC', schemeYearEnd: '02-30' }, /^schemeYearEnd: must be a day of the year/],
    [{ type: 'DC', schemeYearEnd: { month: 13, day: 1 } }, /^schemeYearEnd: must be a day of the year/],
    [{ type: 'DC', isFunded: 'no' }, /^isFunded: must be true or false/],
    [{ type: 'DC', counts: 40 }, /^counts: must be an object/],
    [{ type: 'DC', counts: { active: '40' } }, /^counts\.active: must be a whole number/],
    [{ type: 'DC', counts: { active: -1 } }, /^counts\.active: must be a whole number/],
    [{ type: 'DC', members: ['somebody'] }, /^members\[0\]: must be an object/],
    [{ type: 'DC', trustees: [{ role: 'KING' }] }, /^trustees\[0\]\.role: must be one of CHAIR/],
    [{ type: 'DC', keyFunctionHolders: [{}] }, /^keyFunctionHolders\[0\]\.function .*: is missing/],
    [{ type: 'DC', events: [{ kind: 'BULK_TRANSFER' }] }, /^events\[0\]\.occurredOn: is missing/],
    [{ type: 'DC', contributions: [{ payrollMonth: '2026-13' }] }, /^contributions: each needs a payDate/],
    [
      { type: 'DC', settings: { assessmentAfterChangeDays: 'soon' } },
      /^settings\.assessmentAfterChangeDays: must be a whole/,
    ],
  ])('%j', (facts, message) => expect(() => readFactsFile(facts)).toThrow(message))
})

describe('contributions', () => {
  const [DUE, LATE] = ['2026-10-21', '2026-10-27']
  const statuses = (contribution: object | object[], type = 'DC') =>
    Object.fromEntries(
      evaluateRules(readFactsFile({ type, contributions: contribution }).facts, TODAY)
        .filter(({ rule: { id }, periodKey }) => id.startsWith('CON') && periodKey === '2026-09')
        .map(({ rule, status }) => [rule.id, status]),
    )

  test.each<[string, object | object[], object]>([
    ['both limbs at once', { receivedDate: DUE }, { 'CON-01': 'DONE', 'CON-02': 'DONE' }],
    [
      'deductions in time and the employer late',
      { deductionsReceivedOn: DUE, employerReceivedOn: LATE },
      { 'CON-01': 'DONE', 'CON-02': 'DONE_LATE' },
    ],
    [
      'the same in the words of payroll',
      { eeReceivedDate: LATE, erReceivedDate: DUE },
      { 'CON-01': 'DONE_LATE', 'CON-02': 'DONE' },
    ],
    ['the employer not yet', { eeReceivedOn: DUE }, { 'CON-01': 'DONE', 'CON-02': 'OVERDUE' }],
    [
      'AVCs are deductions too',
      { eeReceivedOn: DUE, avcReceivedOn: LATE, erReceivedOn: DUE },
      { 'CON-01': 'DONE_LATE', 'CON-02': 'DONE' },
    ],
    [
      'a row for each limb',
      [
        { kind: 'EE', receivedDate: DUE },
        { kind: 'ER', receivedDate: LATE },
      ],
      { 'CON-01': 'DONE', 'CON-02': 'DONE_LATE' },
    ],
    [
      'a limb without a row is owed as ever',
      { kind: 'EE', receivedDate: DUE },
      { 'CON-01': 'DONE', 'CON-02': 'OVERDUE' },
    ],
    [
      'received in part',
      { receivedDate: DUE, declaredTotalCents: 100, bankReceivedCents: 60 },
      { 'CON-01': 'OVERDUE' },
    ],
    [
      'nothing was deducted',
      { totals: { ee: 0, avc: 0, er: 100 }, receivedDate: LATE },
      { 'CON-01': undefined, 'CON-02': 'DONE_LATE' },
    ],
    [
      'two pay dates of one month',
      [
        { payDate: '2026-09-11', receivedDate: DUE },
        { payDate: '2026-09-25', receivedDate: LATE },
      ],
      { 'CON-01': 'DONE_LATE' },
    ],
    [
      'each limb is invested',
      { receivedDate: DUE, eeInvestedOn: '2026-10-31', erInvestedOn: '2026-11-01' },
      { 'CON-04': 'DONE_LATE' },
    ],
    [
      'one limb is not invested yet',
      { receivedDate: DUE, eeInvestedOn: '2026-10-31', erInvestedOn: null },
      { 'CON-04': 'OVERDUE' },
    ],
  ])('%s', (_, contributions, expected) => {
    const rows = (Array.isArray(contributions) ? contributions : [contributions]).map((row) => ({
      ...('payDate' in row ? {} : { payrollMonth: '2026-09' }),
      ...row,
    }))
    const found = statuses(rows)
    for (const [rule, status] of Object.entries(expected)) expect(found[rule], rule).toBe(status)
  })

  test('the month is that of the pay date, also when the payroll month differs', () => {
    const facts = factsOf({
      contributions: [{ payrollMonth: '2026-08', lines: [{ payDate: '2026-09-01', eeCents: 100 }] }],
    })
    expect(facts.contributions.map(({ payrollMonth }) => payrollMonth)).toEqual(['2026-09'])
  })
})
