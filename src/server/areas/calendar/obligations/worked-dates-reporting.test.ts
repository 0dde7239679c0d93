/** Worked cases of reporting, disclosure and funding: dates counted by hand from the text of the law. */
import { describe, expect, test } from 'vitest'
import { REPORTABILITY_RULES } from '../../../../contract/breaches.ts'
import { CITATIONS, isVerified } from '../../../../contract/citations.ts'
import { NOT_VERIFIED } from '../../../../contract/values.ts'
import { evaluateRules, formatExplanation } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { RULES } from './rules/index.ts'
import { calculateComplianceScore } from './score.ts'

const TODAY = '2026-11-23'
const explain = (facts: object, today = TODAY) =>
  evaluateRules(readFactsFile(facts).facts, today).map(formatExplanation)
const decisionsOf = (facts: object, ruleId: string, today = TODAY) =>
  explain(facts, today).filter((decision) => decision.ruleId === ruleId)
const about = (facts: object, ruleId: string, periodKey: string, today = TODAY) =>
  decisionsOf(facts, ruleId, today).find((decision) => decision.periodKey === periodKey)

const DC = {
  type: 'DC',
  wentLiveOn: '2015-03-01',
  schemeYearEnd: '12-31',
  counts: { active: 40, deferred: 10, pensioner: 0 },
}

describe('the calculation of a due date', () => {
  const facts = { ...DC, trackedSince: '2025-06-01' }

  test('starts at the scheme year end and contains the steps of the rule', () => {
    expect(about(facts, 'REP-01', '2025-12-31')?.calculation).toEqual({
      startOn: '2025-12-31',
      steps: [{ count: 9, unit: 'MONTH' }],
      endOn: '2026-09-30',
    })
  })

  test('contains each step of a date that is counted from another date', () => {
    expect(about(facts, 'PBS-02', '2025-12-31')?.calculation).toEqual({
      startOn: '2025-12-31',
      steps: [
        { count: 6, unit: 'MONTH' },
        { count: -1, unit: 'MONTH' },
      ],
      endOn: '2026-05-30',
    })
  })

  test('covers the first and further trainings of a trustee', () => {
    const trustee = { id: 'ann', status: 'APPOINTED', appointedOn: '2026-03-01', trainedOn: ['2026-05-20'] }
    const ofTrustee = { ...facts, trustees: [trustee] }
    expect(about(ofTrustee, 'GOV-11', 'ann:0')?.calculation).toEqual({
      startOn: '2026-03-01',
      steps: [
        { count: 6, unit: 'MONTH' },
        { count: -1, unit: 'DAY' },
      ],
      endOn: '2026-08-31',
    })
    expect(about(ofTrustee, 'GOV-12', 'ann:1')?.calculation).toEqual({
      startOn: '2026-05-20',
      steps: [{ count: 24, unit: 'MONTH' }],
      endOn: '2028-05-20',
    })
  })

  test('results in the due date if there is one', () => {
    const dated = explain(facts).filter(({ dueOn }) => dueOn !== null)
    const sums = dated.filter(({ calculation }) => calculation !== null)
    expect(sums.length).toBeGreaterThan(dated.length / 3)
    for (const { calculation, dueOn, anchorOn } of sums)
      expect(calculation).toMatchObject({ startOn: anchorOn, endOn: dueOn })
  })

  test('is left out if it does not result in the due date', () => {
    const statements = [{ kind: 'PENSION_BENEFIT_STATEMENT', status: 'FINAL', signedOn: '2025-03-10' }]
    const decision = about({ ...facts, documents: statements }, 'PBS-01', '2025-12-31')
    expect(decision).toMatchObject({ dueOn: '2026-03-10', calculation: null })
  })
})

describe('benefit statements, year by year', () => {
  const facts = (documents: object[]) => ({ ...DC, trackedSince: '2024-12-01', documents })
  const statement = (fields: object) => ({ kind: 'PENSION_BENEFIT_STATEMENT', status: 'FINAL', ...fields })

  test('one statement meets the obligation of one year only', () => {
    const given = facts([statement({ signedOn: '2026-04-10' })])
    expect(about(given, 'PBS-01', '2024-12-31')).toMatchObject({ dueOn: '2025-06-30', status: 'OVERDUE' })
    expect(about(given, 'PBS-01', '2025-12-31')).toMatchObject({ dueOn: '2026-06-30', status: 'DONE' })
  })

  test('a statement with a period meets the obligation of that year, however late it is', () => {
    const late = facts([statement({ signedOn: '2026-04-10', periodEndOn: '2024-12-31' })])
    expect(about(late, 'PBS-01', '2024-12-31')).toMatchObject({
      status: 'DONE_LATE',
      completedOn: '2026-04-10',
    })
    // The year after runs from its own end: no statement was given in it.
    expect(about(late, 'PBS-01', '2025-12-31')).toMatchObject({ dueOn: '2026-06-30', status: 'OVERDUE' })
  })

  test('a completion for one year does not meet another year', () => {
    const byHand = {
      ...facts([]),
      completions: [{ ruleId: 'PBS-01', periodKey: '2025-12-31', completedOn: '2026-04-10' }],
    }
    expect(about(byHand, 'PBS-01', '2025-12-31')?.status).toBe('DONE')
    expect(about(byHand, 'PBS-01', '2024-12-31')?.status).toBe('OVERDUE')
  })

  test.each(['PBS-01', 'PBS-02', 'DIS-07'])(
    'the date of %s is an interpretation of "at least annually"',
    (ruleId) => {
      const [decision] = decisionsOf(facts([]), ruleId)
      expect(decision).toMatchObject({ confidence: 'M', ruling: expect.stringContaining('not verified') })
    },
  )
})

describe('the registered administrator', () => {
  test('delivers no annual report for a one-member arrangement (PA 55(1A)), but benefit statements (PA 54(2))', () => {
    const oma = { ...DC, isOMA: true, establishedOn: '2022-01-01', wentLiveOn: '2022-01-01' }
    expect(decisionsOf(oma, 'REP-02')[0]?.applies).toBe(false)
    expect(decisionsOf(oma, 'PBS-02')[0]?.applies).not.toBe(false)
  })

  test.each([
    [99, false],
    [100, true],
  ])('a trust RAC with %i members: %s', (active, applies) => {
    const rac = { ...DC, type: 'RAC', legalForm: 'TRUST_RAC', counts: { active, deferred: 0, pensioner: 0 } }
    for (const ruleId of ['REP-02', 'PBS-02'])
      expect(decisionsOf(rac, ruleId)[0]?.applies, ruleId).toBe(applies)
  })
})

test('a date of the year set by the firm is the same date in a leap year', () => {
  const facts = { ...DC, settings: { annualFeeDue: { month: 2, day: 28 } } }
  expect(decisionsOf(facts, 'REP-08', '2027-11-23').map(({ dueOn }) => dueOn)).toContain('2028-02-28')
})

describe('who must act, towards whom and by which text', () => {
  const rule = (id: string) => RULES.find((one) => one.id === id)

  test('a section 3A notice is answered by the person to whom it was given', () =>
    // Of the listed offences, sections 58A(3) and 121(5) are the employer's.
    expect(rule('BRE-02')?.who).toBe('Person who received the notice'))
  test('a misappropriation is reported by the relevant persons of section 82, to the Pensions Authority', () => {
    expect(rule('BRE-01')?.who).toBe('Relevant persons, including the broker')
    expect(rule('BRE-01')?.title).toContain('to the Pensions Authority')
    expect(rule('BRE-01')?.due).toContain('in writing')
    expect(REPORTABILITY_RULES.COMPULSORY_S83.passage).toMatch(/^A relevant person/)
  })
  test('the statement of a PRSA goes to the employee and the provider (PA s.121(5))', () =>
    expect(rule('CON-03')?.title).toContain('PRSA provider'))
  test('a rule change reaches members and beneficiaries (DIR 37(3))', () =>
    expect(rule('DIS-05')?.title).toContain('members and beneficiaries'))
  test.each([
    ['CON-01', ['PA 58A(1)', 'PA 121(3)']],
    ['CON-02', ['PA 58A(2)', 'PA 121(4)']],
    ['CON-03', ['PA 58A(3)', 'PA 121(5)']],
  ])('%s cites the subsection of each: %j', (id, sources) => expect(rule(id)?.sources).toEqual(sources))
  test('a date that no text states says so', () => {
    for (const id of ['REP-07', 'DB-05']) expect(rule(id)?.ruling, id).toContain(NOT_VERIFIED)
  })
  test('past performance: members of a trust RAC bear the risk, and of a hybrid scheme those of one section', () => {
    const facts = { ...DC, counts: { active: 120, deferred: 0, pensioner: 0 } }
    const applicability = (more: object) => decisionsOf({ ...facts, ...more }, 'DIS-07')[0]?.applicability
    expect(applicability({ type: 'RAC', legalForm: 'TRUST_RAC' })).toBe('YES')
    expect(applicability({ type: 'DB', benefitBasis: 'HYBRID' })).toBe('CONFIRM')
    expect(applicability({ type: 'DB' })).toBe('NO')
  })
})

describe('references of rules', () => {
  test.each([
    // The words of section 49 that are used stand in the 2012 Act.
    ['DB-04', ['PA 49']],
    // The text asks for no test; article 21(5) was replaced from 17 January 2025.
    ['GOV-15', ['DIR 21(5)', 'DIR2556 8', 'HOUSE']],
    // Article 42 is about the time before retirement, which has its own rule.
    ['DIS-04', ['SI301 15']],
    ['DIS-09', ['DIR 42']],
  ])('%s rests on %j', (ruleId, sources) => {
    expect(RULES.find(({ id }) => id === ruleId)?.sources).toEqual(sources)
  })

  test('section 49 is cited from the 2012 Act, and section 774(7) with a flat 15 per cent', () => {
    expect(CITATIONS['PA 49'].unit?.docId).toBe('IE-2012-act-12')
    expect(CITATIONS['TCA 774'].heading).toContain('15 per cent')
  })

  test('a rule of high confidence has a source verified in a stored text', () => {
    const unread = RULES.filter(({ confidence, sources }) => confidence === 'H' && !sources.some(isVerified))
    expect(unread.map(({ id }) => id)).toEqual([])
  })

  test('a source that is not in a stored text is marked as not verified', () => {
    const [report] = decisionsOf(DC, 'REP-01')
    expect(report?.source).toContain('Pensions Act 1990 s.55;')
    expect(report?.source).toContain('S.I. 301/2006 (disclosure) reg. 7, not verified')
  })
})

describe('funding of defined benefit schemes', () => {
  const DB = { ...DC, type: 'DB' }
  const certificate = (effectiveOn: string) => ({
    kind: 'ACTUARIAL_FUNDING_CERTIFICATE',
    status: 'FINAL',
    effectiveOn,
  })
  const failed = (fields: object = {}) => ({
    id: 'failed',
    kind: 'FUNDING_CERTIFICATE_FAILED',
    occurredOn: '2025-08-01',
    ...fields,
  })

  test('a funding proposal is due with the failed certificate, and a later certificate does not move it', () => {
    // Effective 31 December 2024 + 9 months.
    const facts = { ...DB, events: [failed({ certificateEffectiveOn: '2024-12-31' })] }
    const both = [certificate('2024-12-31'), certificate('2025-08-01')]
    for (const documents of [[], [certificate('2024-12-31')], both])
      expect(about({ ...facts, documents }, 'DB-04', 'failed')).toMatchObject({
        dueOn: '2025-09-30',
        status: 'OVERDUE',
      })
  })

  test('without a certificate date the last certificate before the event decides, and without a certificate the date is missing', () => {
    const documents = [certificate('2024-12-31'), certificate('2026-01-31')]
    expect(about({ ...DB, documents, events: [failed()] }, 'DB-04', 'failed')?.dueOn).toBe('2025-09-30')
    expect(about({ ...DB, events: [failed()] }, 'DB-04', 'failed')).toMatchObject({
      status: 'DATA_GAP',
      dueOn: null,
      reason: expect.stringContaining('effective date of the certificate that failed'),
    })
  })

  test.each([
    ['2025-09-30', 'DONE'],
    ['2025-10-01', 'DONE_LATE'],
  ])('a funding proposal filed on %s: %s', (filedOn, status) => {
    const documents = [{ kind: 'FUNDING_PROPOSAL', status: 'FILED', filedOn }]
    const events = [failed({ certificateEffectiveOn: '2024-12-31' })]
    expect(about({ ...DB, documents, events }, 'DB-04', 'failed')).toMatchObject({
      status,
      completedOn: filedOn,
    })
  })

  test('after an adverse statement: twelve months from the end of its own period', () => {
    const statement = (fields: object) => ({
      ...DB,
      events: [{ id: 'adverse', kind: 'ADVERSE_ACTUARY_STATEMENT', occurredOn: '2026-01-15', ...fields }],
    })
    // Signed in January 2026 for the year 2024.
    expect(about(statement({ periodEndOn: '2024-12-31' }), 'DB-08', 'adverse')).toMatchObject({
      dueOn: '2025-12-31',
      status: 'OVERDUE',
    })
    expect(about(statement({}), 'DB-08', 'adverse')).toMatchObject({ status: 'DATA_GAP', dueOn: null })
    // PA s.43(3): "an actuarial funding certificate and, on or after 1 June 2012, a funding standard reserve certificate".
    const filed = (...documents: object[]) => ({ ...statement({ periodEndOn: '2024-12-31' }), documents })
    const funding = { ...certificate('2025-06-30'), filedOn: '2025-12-01' }
    const reserve = { ...funding, kind: 'FUNDING_STANDARD_RESERVE_CERT', filedOn: '2025-12-15' }
    expect(about(filed(funding), 'DB-08', 'adverse')?.status).toBe('OVERDUE')
    expect(about(filed(funding, reserve), 'DB-08', 'adverse')).toMatchObject({
      status: 'DONE',
      completedOn: '2025-12-15',
    })
    expect(about(statement({ periodEndOn: '2024-12-31' }), 'DB-09', 'adverse')?.dueOn).toBe('2026-02-12')
  })

  test('a certificate after an adverse statement has twelve months from that period, not nine months (PA s.43(2), (3))', () => {
    const filed = (effectiveOn: string) => ({
      ...DB,
      events: [
        {
          id: 'adverse',
          kind: 'ADVERSE_ACTUARY_STATEMENT',
          occurredOn: '2025-09-20',
          periodEndOn: '2024-12-31',
        },
      ],
      documents: [{ ...certificate(effectiveOn), filedOn: '2025-12-31' }],
    })
    expect(about(filed('2024-12-31'), 'DB-02', '2024-12-31')).toMatchObject({
      dueOn: '2025-09-30',
      legalEndOn: '2025-12-31',
      status: 'DONE',
    })
    // A certificate from before that period follows no statement.
    expect(about(filed('2024-06-30'), 'DB-02', '2024-06-30')?.status).toBe('DONE_LATE')
  })

  test('a funding proposal meets the obligation of one failed certificate only', () => {
    const failed = (...proposals: object[]) => ({
      ...DB,
      documents: [
        { ...certificate('2022-12-31'), id: 'a', filedOn: '2023-09-01' },
        { ...certificate('2025-12-31'), id: 'b' },
        ...proposals.map((one) => ({ kind: 'FUNDING_PROPOSAL', ...one })),
      ],
      events: [
        { id: 'first', kind: 'FUNDING_CERTIFICATE_FAILED', occurredOn: '2023-06-01', documentId: 'a' },
        { id: 'second', kind: 'FUNDING_CERTIFICATE_FAILED', occurredOn: '2026-06-01', documentId: 'b' },
      ],
    })
    const statesOf = (facts: object, today: string) =>
      ['first', 'second'].map((key) => about(facts, 'DB-04', key, today)?.status)
    const ofFirst = failed({ effectiveOn: '2022-12-31', filedOn: '2026-01-20' })
    expect(statesOf(ofFirst, '2026-06-02')).toEqual(['DONE_LATE', 'UPCOMING'])
    // Without an effective date it answers the last certificate that failed before it was filed.
    expect(statesOf(failed({ filedOn: '2026-09-12' }), '2026-09-20')).toEqual(['OVERDUE', 'DONE'])
  })

  test('reserve certificates, their proposals and indexation valuations are due only since their Acts', () => {
    const old = { ...DB, establishedOn: '1988-01-01', wentLiveOn: '1988-01-01' }
    const submissions = (facts: object) =>
      decisionsOf(facts, 'DB-03').flatMap(({ periodKey }) => periodKey ?? [])
    const certified = (...days: string[]) => ({ ...old, documents: days.map((day) => certificate(day)) })
    expect(submissions(certified('2010-12-31'))).toEqual([])
    expect(submissions(certified('2012-06-01'))).toEqual(['2012-06-01'])
    const reserve = {
      id: 'reserve',
      kind: 'FUNDING_STANDARD_RESERVE_CERT',
      effectiveOn: '2013-12-31',
      filedOn: '2014-09-01',
    }
    const failed = {
      ...old,
      documents: [certificate('2013-12-31'), reserve],
      events: [
        {
          id: 'failed',
          kind: 'FUNDING_CERTIFICATE_FAILED',
          occurredOn: '2014-06-01',
          documentId: 'reserve',
        },
      ],
    }
    expect(about(failed, 'DB-04', 'failed')).toBeUndefined()
    for (const { dueOn } of decisionsOf(old, 'DB-10'))
      expect(dueOn === null || dueOn >= '2002-04-13').toBe(true)
  })
})

describe('valuations and reports of schemes with exceptions (PA ss.55(2), 56(2A), (6), (7))', () => {
  const applicability = (facts: object, ruleId: string) => decisionsOf(facts, ruleId)[0]?.applicability
  const TRUST_RAC = { ...DC, type: 'RAC', legalForm: 'TRUST_RAC' }
  const withMembers = (active: number) => ({ ...TRUST_RAC, counts: { active, deferred: 0, pensioner: 0 } })

  test('a defined benefit scheme for death benefits only has no actuarial valuation', () =>
    expect(applicability({ ...DC, type: 'DB', legalForm: 'DEATH_BENEFIT_ONLY' }, 'DB-05')).toBe('NO'))
  test.each([
    [99, 'CONFIRM'],
    [100, 'YES'],
  ])('the liabilities of a trust RAC with %i members are valued: %s', (active, expected) =>
    expect(applicability(withMembers(active), 'DB-11')).toBe(expected),
  )
  test('a trust RAC of unknown size is not said to be small', () => {
    const [report] = decisionsOf({ ...TRUST_RAC, counts: undefined }, 'REP-01')
    expect(report).toMatchObject({
      applicability: 'CONFIRM',
      reason: expect.stringContaining('not recorded'),
    })
    expect(decisionsOf(withMembers(99), 'REP-01')[0]?.reason).toContain('fewer than 100 members')
    expect(applicability(withMembers(100), 'REP-01')).toBe('YES')
  })
})

describe('transfers into PRSAs, retirement and reductions', () => {
  const transfer = (fields: object) => ({
    ...DC,
    windUpStartedOn: '2026-10-01',
    status: 'WINDING_UP',
    windUpReason: 'TRANSFER_OUT',
    events: [{ id: 'transfer', kind: 'PRSA_TRANSFER', occurredOn: '2026-10-01', ...fields }],
  })

  test('the employer informs three months before the first transfer or the termination of the trust', () => {
    expect(about(transfer({ transferOn: '2027-03-31' }), 'DIS-06', 'transfer')).toMatchObject({
      dueOn: '2026-12-31',
      status: 'UPCOMING',
    })
    expect(RULES.find(({ id }) => id === 'DIS-06')?.who).toBe('Employer')
    // 31 May − 3 months: February has no 31st.
    expect(about(transfer({ terminationOn: '2027-05-31' }), 'DIS-06', 'transfer')?.dueOn).toBe('2027-02-28')
  })

  test('without that date the obligation names the missing fact', () => {
    expect(about(transfer({}), 'DIS-06', 'transfer')).toMatchObject({ status: 'DATA_GAP', dueOn: null })
    const unknown = { ...transfer({}), events: [] }
    expect(decisionsOf(unknown, 'DIS-06')).toMatchObject([{ status: 'CANNOT_TELL', dueOn: null }])
  })

  test('a wind-up without a transfer and a DB scheme have no such obligation', () => {
    expect(
      decisionsOf({ ...DC, windUpStartedOn: '2026-10-01', windUpReason: 'EMPLOYER_DECISION' }, 'DIS-06'),
    ).toMatchObject([{ applies: false }])
    expect(decisionsOf({ ...transfer({ transferOn: '2027-03-31' }), type: 'DB' }, 'DIS-06')).toMatchObject([
      { applies: false },
    ])
    expect(decisionsOf(transfer({}), 'DIS-08')).toMatchObject([{ status: 'CANNOT_TELL' }])
  })

  test('members are informed of the options six months before the normal retirement date (DIR 42)', () => {
    const members = [
      { id: 'near', status: 'ACTIVE', joinedScheme: '2020-01-01', normalRetirementDate: '2027-06-30' },
      { id: 'far', status: 'ACTIVE', joinedScheme: '2020-01-01', normalRetirementDate: '2040-06-30' },
      { id: 'gone', status: 'PENSIONER', joinedScheme: '2020-01-01', normalRetirementDate: '2027-06-30' },
    ]
    expect(decisionsOf({ ...DC, members }, 'DIS-09')).toMatchObject([
      { periodKey: 'near:2027-06-30', dueOn: '2026-12-30' },
    ])
  })

  test('members are notified of a reduction of benefits three months before (DIR 43(2))', () => {
    const reduction = (fields: object) => ({
      ...DC,
      events: [{ id: 'cut', kind: 'BENEFIT_REDUCTION', occurredOn: '2026-11-01', ...fields }],
    })
    expect(about(reduction({ implementedOn: '2027-04-01' }), 'DIS-10', 'cut')?.dueOn).toBe('2027-01-01')
    expect(about(reduction({}), 'DIS-10', 'cut')?.status).toBe('DATA_GAP')
  })

  test("the valuation of a DC scheme's liabilities has no verified deadline (PA 56(2A))", () => {
    expect(decisionsOf(DC, 'DB-11')).toMatchObject([{ status: 'CANNOT_TELL', confidence: 'L' }])
    expect(decisionsOf({ ...DC, type: 'DB' }, 'DB-11')[0]?.applies).toBe(false)
  })
})

describe('tax checks are no obligations', () => {
  const PRSA = { type: 'PRSA', wentLiveOn: '2015-03-01', employerId: 'own' }

  test.each([
    ['TAX-01', DC, 'Member'],
    ['TAX-02', PRSA, 'Employer'],
    ['TAX-03', DC, 'Member'],
  ] as const)('%s is shown on 31 December, never overdue, and without weight', (ruleId, facts, who) => {
    const since = { ...facts, trackedSince: '2026-01-01' }
    for (const today of ['2026-12-20', '2027-01-01', '2027-06-30'])
      expect(about(since, ruleId, '2026', today), today).toMatchObject({
        dueOn: '2026-12-31',
        status: 'CHECK',
      })
    const decisions = evaluateRules(readFactsFile(since).facts, '2027-01-01')
    expect(
      calculateComplianceScore(decisions, [], '2027-01-01').reasons.map((reason) => reason.ruleId),
    ).not.toContain(ruleId)
    expect(decisions.find(({ rule }) => rule.id === ruleId)?.rule.who).toBe(who)
  })

  test("TAX-02 compares the employer's contributions with the emoluments and names missing records", () => {
    const paid = (year: number, amountCents: number) => [{ paidOn: `${year}-06-30`, amountCents }]
    const emoluments = (year: number, emolumentsCents: number, reducedBy?: string) => ({
      year,
      emolumentsCents,
      ...(reducedBy ? { reducedBy } : {}),
    })
    const members = [
      // Within 100 % of the emoluments.
      { emoluments: [emoluments(2026, 50_000_00)], employerContributions: paid(2026, 50_000_00) },
      // EUR 1,000 above.
      {
        emoluments: [emoluments(2026, 20_000_00, 'NOT_REDUCED')],
        employerContributions: paid(2026, 21_000_00),
      },
      // On maternity leave: the year before counts.
      {
        emoluments: [emoluments(2025, 40_000_00), emoluments(2026, 10_000_00, 'SOCIAL_WELFARE_BENEFIT')],
        employerContributions: paid(2026, 40_000_00),
      },
      // Without emoluments, and without contributions of the year.
      { employerContributions: paid(2026, 100) },
      { emoluments: [emoluments(2026, 30_000_00)], employerContributions: paid(2025, 100) },
    ]
    expect(
      about({ ...PRSA, trackedSince: '2026-01-01', members }, 'TAX-02', '2026', '2026-12-20')?.facts,
    ).toEqual([
      { label: 'Calendar year', value: '2026' },
      { label: 'Employer contributions', value: 'EUR 111,001' },
      { label: 'Members within the limit', value: '2' },
      { label: 'Members above the limit', value: '1' },
      { label: 'Above the limit', value: 'EUR 1,000' },
      { label: 'Not recorded: emoluments of the year', value: '1 member' },
      { label: 'Not recorded: employer contributions', value: '1 member' },
    ])
  })

  test('TAX-02 reports a scheme without members, and leaves out former members without contributions', () => {
    const facts = { ...PRSA, trackedSince: '2026-01-01', members: [{ status: 'DEFERRED' }] }
    expect(about(facts, 'TAX-02', '2026', '2026-12-20')?.facts).toEqual([
      { label: 'Calendar year', value: '2026' },
      { label: 'Employer limit', value: 'Not recorded: members' },
    ])
  })

  test('a recorded check is done', () => {
    const made = {
      ...DC,
      completions: [{ ruleId: 'TAX-03', periodKey: '2026', completedOn: '2026-11-01' }],
    }
    expect(about(made, 'TAX-03', '2026')?.status).toBe('DONE')
  })
})
