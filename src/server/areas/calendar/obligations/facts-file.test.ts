import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { evaluateRules } from './engine.ts'
import { findUnusedCompletions, readFactsFile } from './facts-file.ts'
import { FactsFile } from './facts-file-schema.ts'

const TODAY = '2026-11-21'
const read = (facts: object) => readFactsFile({ type: 'DC', ...facts })
const factsOf = (facts: object) => read(facts).facts

describe('a file with every kind of record', () => {
  const ALL = {
    type: 'DC',
    name: 'Staff scheme',
    legalForm: 'OCCUPATIONAL_TRUST',
    pensionsAuthorityNumber: 'PB1234',
    establishedOn: '2015-01-01',
    wentLiveOn: '2015-03-01',
    schemeYearEnd: '12-31',
    benefitBasis: 'MONEY_PURCHASE',
    contributionBasis: { eeRate: 5, erRate: 5 },
    counts: { active: 40, deferred: 5, pensioner: 2, at: '2026-01-01' },
    countsManual: true,
    trusteeBody: { kind: 'SOLE_CORPORATE' },
    trustees: [
      {
        role: 'DIRECTOR_OF_CORPORATE_TRUSTEE',
        appointedOn: '2024-01-15',
        training: ['2024-05-01', { completedOn: '2024-06-01' }],
      },
    ],
    members: [
      {
        joinedScheme: '2026-10-05',
        leftService: '2026-11-01',
        retirementDate: null,
        lastPbsDate: '2026-05-31',
      },
    ],
    contributions: [
      {
        payDate: '2026-09-28',
        eeCents: 100,
        erCents: 120,
        declaredTotalCents: 220,
        bankReceivedCents: 220,
        receivedDate: '2026-10-20',
        investedDate: '2026-10-31',
        statementIssuedOn: '2026-10-15',
      },
    ],
    keyFunctionHolders: [
      {
        function: 'RISK_MANAGEMENT',
        isOutsourced: true,
        outsourcingAgreementId: 'o1',
        fitProper: { assessedOn: '2025-12-15', nextReviewOn: '2026-12-15' },
        effectiveFrom: '2026-01-01',
        termEnd: '2028-12-31',
        authorityNotifiedOn: '2025-12-30',
        reports: [{ receivedOn: '2026-02-01' }],
      },
    ],
    outsourcingArrangements: [{ id: 'o1', activity: 'KFH_RISK', inForceFrom: '2026-01-01' }],
    ownRiskAssessments: [{ approvedOn: '2025-02-28', asOfDate: '2024-12-31', scope: 'WHOLE_IORP' }],
    writtenPolicies: [
      { kind: 'RISK_MANAGEMENT', approvedOn: '2025-02-28', lastSignificantChangeOn: '2026-11-01' },
      { kind: 'SIPP', approvedOn: '2025-02-28' },
    ],
    documents: [
      { kind: 'ANNUAL_REPORT', periodEnd: '2025-12-31', signedOn: '2026-08-20' },
      { kind: 'ANNUAL_COMPLIANCE_STATEMENT', periodEnd: '2026-12-31', signedOn: '2026-11-20' },
    ],
    breaches: [{ category: 'DATA_PROTECTION', occurredOn: '2026-11-18', detectedOn: '2026-11-20' }],
    meetings: ['2026-09-01'],
    settings: { omaDerogationUntil: '2027-04-21', raRegistrationExpires: '2027-03-31' },
  }
  const { facts, unknown } = readFactsFile(ALL)

  test('has no unknown field', () => expect(unknown).toEqual([]))

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
    ['GOV-12', '2026-06-01', 'OVERDUE'],
    ['PBS-01', '2026-06-30', 'DONE'],
    ['ACS-01', '2027-01-31', 'DONE'],
    ['DIS-01', '2026-12-05', 'DUE_SOON'],
    ['DIS-03', '2027-01-01', 'UPCOMING'],
    ['GDP-01', '2026-11-23', 'DUE_SOON'],
    ['RA-01', '2027-03-01', 'UPCOMING'],
  ])('%s: %s, %s', (ruleId, dueOn, status) =>
    expect(evaluateRules(facts, TODAY).find(({ rule }) => rule.id === ruleId)).toMatchObject({
      dueOn,
      status,
    }),
  )

  test('the settings of the firm count', () =>
    expect(facts.settings).toMatchObject({
      omaDerogationUntil: '2027-04-21',
      administratorRegistrationEndsOn: '2027-03-31',
    }))
})

test('scheme year ends are read oldest first, and instants on their day in Dublin', () => {
  const facts = factsOf({
    schemeYearEnds: [
      { month: 12, day: 31, effectiveFrom: '2020-01-01' },
      { month: 3, day: 31, effectiveFrom: null },
    ],
    breaches: [{ category: 'DATA_PROTECTION', awareAt: '2026-07-31T23:30:00.000Z' }],
  })
  expect(facts.scheme.yearEnds.map(({ month }) => month)).toEqual([3, 12])
  expect(facts.events.map(({ occurredOn }) => occurredOn)).toEqual(['2026-08-01'])
})

test.each([[{ month: 4, day: 5 }], ['04-05'], ['2026-04-05']])('a scheme year end: %j', (schemeYearEnd) =>
  expect(factsOf({ schemeYearEnd }).scheme.yearEnds).toEqual([{ month: 4, day: 5, effectiveFrom: null }]),
)

describe('an unknown field is reported with the nearest known one, and not used', () => {
  test.each<[object, string[]]>([
    [{ schemeYearend: '12-31' }, ['schemeYearend (is schemeYearEnd meant?)']],
    [{ wibble: 1 }, ['wibble']],
    [{ members: [{ joinedSchemeOn: '2026-01-01' }] }, ['members[0].joinedSchemeOn (is joinedScheme meant?)']],
    [{ trusteeBody: { knd: 'CORPORATE' } }, ['trusteeBody.knd (is kind meant?)']],
    [
      { counts: { active: 4, defered: 1, pensioners: 2 } },
      ['counts.defered (is deferred meant?)', 'counts.pensioners (is pensioner meant?)'],
    ],
    [
      { keyFunctionHolders: [{ function: 'RISK_MANAGEMENT', fitProper: { assessed: '2026-01-01' } }] },
      ['keyFunctionHolders[0].fitProper.assessed (is assessedOn meant?)'],
    ],
    [
      { trustees: [{ training: [{ completed: '2026-01-01', completedOn: '2026-01-01' }] }] },
      ['trustees[0].training[0].completed (is completedOn meant?)'],
    ],
    [{ settings: { meetingsPerYear: 3 } }, ['settings.meetingsPerYear (is meetingsPerYearSmall meant?)']],
  ])('%j', (facts, reported) => expect(read(facts).unknown).toEqual(reported))

  test('and so is a completion that no decision is about', () => {
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
    expect(findUnusedCompletions(facts, decisions)).toEqual(['REP-01 (which periodKey?)', 'XX-01 of 2025'])
    const statusOf = (id: string) => decisions.find(({ rule }) => rule.id === id)?.status
    expect(statusOf('REP-06')).toBe('DONE')
    expect(statusOf('GOV-09')).toBe('UPCOMING')
  })
})

describe('a value of the wrong shape is refused, with its path and the right shape', () => {
  test.each<[unknown, RegExp]>([
    [null, /one JSON object/],
    [[], /one JSON object/],
    [{}, /^type: is missing: one of DB, DC, PRSA, RAC$/],
    [{ type: 'IORP' }, /^type: must be one of DB, DC, PRSA, RAC$/],
    [{ type: 'DB', isOMA: true }, /^legalForm: a DB scheme has one of the forms/],
    [{ type: 'DC', wentLiveOn: '2026-02-30' }, /^wentLiveOn: must be a valid date, written as YYYY-MM-DD$/],
    [{ type: 'DC', wentLiveOn: '31/12/2025' }, /^wentLiveOn: must be a valid date/],
    [{ type: 'DC', wentLiveOn: '2026-07-01T23:30:00Z' }, /^wentLiveOn: must be a valid date/],
    [{ type: 'DC', wentLiveOn: 20260701 }, /^wentLiveOn: must be a valid date/],
    [
      { type: 'DC', wentLiveOn: '2019-01-01', establishedOn: '2020-01-01' },
      /^wentLiveOn: must not be before establishedOn \(2020-01-01\)$/,
    ],
    [{ type: 'DC', schemeYearEnd: '02-30' }, /^schemeYearEnd: must be a day of the year/],
    [{ type: 'DC', schemeYearEnd: '31 December' }, /^schemeYearEnd: must be a day of the year, as "12-31"/],
    [{ type: 'DC', schemeYearEnd: { month: 13, day: 1 } }, /^schemeYearEnd: must be a day of the year/],
    [
      { type: 'DC', schemeYearEnds: [{ month: 4, day: 31 }] },
      /^schemeYearEnds\[0\]: must be a day of the year/,
    ],
    [{ type: 'DC', isFunded: 'no' }, /^isFunded: must be true or false/],
    [{ type: 'DC', counts: 40 }, /^counts: must be an object/],
    [{ type: 'DC', counts: { deferred: 4 } }, /^counts\.active: is missing$/],
    [{ type: 'DC', counts: { active: '40' } }, /^counts\.active: must be a number/],
    [{ type: 'DC', counts: { active: 1.5 } }, /^counts\.active: must be a whole number/],
    [{ type: 'DC', counts: { active: -1 } }, /^counts\.active: must be 0 or more/],
    [{ type: 'DC', members: {} }, /^members: must be a list/],
    [{ type: 'DC', members: ['somebody'] }, /^members\[0\]: must be an object/],
    [{ type: 'DC', trustees: [{ role: 'KING' }] }, /^trustees\[0\]\.role: must be one of CHAIR/],
    [{ type: 'DC', meetings: ['soon'] }, /^meetings\[0\]\.heldOn: must be a valid date/],
    [{ type: 'DC', keyFunctionHolders: [{}] }, /^keyFunctionHolders\[0\]\.function: is missing: one of RISK/],
    [{ type: 'DC', events: [{ kind: 'BULK_TRANSFER' }] }, /^events\[0\]\.occurredOn: must be a valid date/],
    [
      { type: 'DC', events: [{ kind: 'ALIENS', occurredOn: '2026-01-01' }] },
      /^events\[0\]\.kind: must be one/,
    ],
    [{ type: 'DC', breaches: [{ category: 'DATA_PROTECTION' }] }, /^breaches: breach1 needs a detectedOn/],
    [
      { type: 'DC', contributions: [{ payrollMonth: '2026-13' }] },
      /^contributions\[0\]\.payrollMonth: must be/,
    ],
    [{ type: 'DC', contributions: [{}] }, /^contributions\[0\]: must have a payDate/],
    [
      { type: 'DC', settings: { assessmentAfterChangeDays: 'soon' } },
      /^settings\.assessmentAfterChangeDays: must be a number/,
    ],
  ])('%j', (facts, message) => expect(() => readFactsFile(facts)).toThrow(message))
})

describe('contributions', () => {
  const [DUE, LATE] = ['2026-10-21', '2026-10-27']
  const getStatuses = (contributions: object[]) =>
    Object.fromEntries(
      evaluateRules(factsOf({ contributions }), TODAY)
        .filter(({ rule: { id }, periodKey }) => id.startsWith('CON') && periodKey === '2026-09')
        .map(({ rule, status }) => [rule.id, status]),
    )

  test.each<[string, object[], object]>([
    ['both limbs at once', [{ receivedDate: DUE }], { 'CON-01': 'DONE', 'CON-02': 'DONE' }],
    [
      'deductions in time and the employer late',
      [{ eeReceivedDate: DUE, erReceivedDate: LATE }],
      { 'CON-01': 'DONE', 'CON-02': 'DONE_LATE' },
    ],
    ['the employer not yet', [{ eeReceivedDate: DUE }], { 'CON-01': 'DONE', 'CON-02': 'OVERDUE' }],
    [
      'the days of the limbs come before the day of the whole',
      [{ receivedDate: DUE, eeReceivedDate: DUE, erReceivedDate: LATE }],
      { 'CON-01': 'DONE', 'CON-02': 'DONE_LATE' },
    ],
    [
      'received in part',
      [{ receivedDate: DUE, declaredTotalCents: 100, bankReceivedCents: 60 }],
      { 'CON-01': 'OVERDUE' },
    ],
    [
      'received in part, by its status',
      [{ receivedDate: DUE, status: 'PART_FUNDED' }],
      { 'CON-01': 'OVERDUE' },
    ],
    [
      'nothing was deducted',
      [{ eeCents: 0, avcCents: 0, erCents: 100, receivedDate: LATE }],
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
      [{ receivedDate: DUE, eeInvestedDate: '2026-10-31', erInvestedDate: '2026-11-01' }],
      { 'CON-04': 'DONE_LATE' },
    ],
    [
      'one limb is not invested yet',
      [{ receivedDate: DUE, eeInvestedDate: '2026-10-31', erInvestedDate: null }],
      { 'CON-04': 'OVERDUE' },
    ],
    ['a file that was undone', [{ receivedDate: DUE, status: 'UNDONE' }], { 'CON-01': undefined }],
  ])('%s', (_, rows, expected) => {
    const found = getStatuses(
      rows.map((row) => ({ ...('payDate' in row ? {} : { payrollMonth: '2026-09' }), ...row })),
    )
    for (const [rule, status] of Object.entries(expected)) expect(found[rule], rule).toBe(status)
  })

  test('the month is the month of the pay date, also where the payroll month is another', () =>
    expect(
      factsOf({ contributions: [{ payrollMonth: '2026-08', payDate: '2026-09-01' }] }).contributions,
    ).toMatchObject([{ payrollMonth: '2026-09' }]))
})

describe('docs/facts.md', () => {
  const text = readFileSync(new URL('../../../../../docs/facts.md', import.meta.url), 'utf8')
  const documented = Object.fromEntries(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        /`(\w+)`/.exec(section.split('\n')[0] ?? '')?.[1] ?? 'scheme',
        [...section.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, name]) => name as string),
      ]),
  )

  /** The fields of an object or of the objects of a list; of nested objects with their path. */
  function listFields(schema: unknown): string[] {
    const { def } = schema as { def: Record<string, unknown> }
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape).flatMap(([name, field]) => {
        const inner = listFields(field)
        return [name, ...inner.map((one) => `${name}.${one}`)]
      })
    const inner = [def.innerType, def.element, def.in, def.out].find(
      (one) => one instanceof z.ZodType && !(one instanceof z.ZodTransform),
    )
    return inner ? listFields(inner) : []
  }
  const isRemark = (name: string) => /(^|\.)(name|comment)$/.test(name)
  const known = Object.entries(FactsFile.shape).map(
    ([name, field]) => [name, listFields(field).filter((one) => !isRemark(one))] as const,
  )
  const { settings, ...sections } = Object.fromEntries(
    known.filter(([name, fields]) => fields.length > 0 && name in documented),
  )

  test('lists every field of the scheme itself', () => {
    const own = known
      .filter(([name]) => !(name in documented) && !isRemark(name))
      .flatMap(([name, fields]) => (fields.length > 0 ? fields.map((one) => `${name}.${one}`) : [name]))
    expect(documented.scheme?.toSorted()).toEqual(own.toSorted())
  })
  test.each(Object.entries(sections))('lists every field of %s', (name, fields) =>
    expect(documented[name]?.toSorted()).toEqual(fields.toSorted()),
  )
  test('names the settings that are not those of the settings page', () =>
    expect(settings).toEqual(expect.arrayContaining(documented.settings ?? ['none'])))
})
