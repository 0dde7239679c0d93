/** Worked cases of reporting, disclosure and funding: dates counted by hand from the text of the law. */
import { describe, expect, test } from 'vitest'
import { isVerified } from '../../../contract/citations.ts'
import { decide, explained } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { RULES } from './rules/index.ts'

const TODAY = '2026-11-23'
const explain = (facts: object, today = TODAY) => decide(readFactsFile(facts).facts, today).map(explained)
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

describe('benefit statements, year by year', () => {
  const facts = (documents: object[]) => ({ ...DC, trackedSince: '2024-12-01', documents })
  const statement = (fields: object) => ({ kind: 'PENSION_BENEFIT_STATEMENT', status: 'FINAL', ...fields })

  test('one statement meets one year', () => {
    const given = facts([statement({ signedOn: '2026-04-10' })])
    expect(about(given, 'PBS-01', '2024-12-31')).toMatchObject({ dueOn: '2025-06-30', status: 'OVERDUE' })
    expect(about(given, 'PBS-01', '2025-12-31')).toMatchObject({ dueOn: '2026-06-30', status: 'DONE' })
  })

  test('a statement that names its period meets that year, however late it is', () => {
    const late = facts([statement({ signedOn: '2026-04-10', periodEndOn: '2024-12-31' })])
    expect(about(late, 'PBS-01', '2024-12-31')).toMatchObject({
      status: 'DONE_LATE',
      completedOn: '2026-04-10',
    })
    // The year after runs from its own end: no statement was given in it.
    expect(about(late, 'PBS-01', '2025-12-31')).toMatchObject({ dueOn: '2026-06-30', status: 'OVERDUE' })
  })

  test('what a person completed for one year does not meet another', () => {
    const byHand = {
      ...facts([]),
      completions: [{ ruleId: 'PBS-01', periodKey: '2025-12-31', completedOn: '2026-04-10' }],
    }
    expect(about(byHand, 'PBS-01', '2025-12-31')?.status).toBe('DONE')
    expect(about(byHand, 'PBS-01', '2024-12-31')?.status).toBe('OVERDUE')
  })

  test.each(['PBS-01', 'PBS-02', 'DIS-07'])(
    '%s rests on a house reading of "at least annually"',
    (ruleId) => {
      const [decision] = decisionsOf(facts([]), ruleId)
      expect(decision).toMatchObject({ confidence: 'M', ruling: expect.stringContaining('house reading') })
    },
  )
})

describe('the registered administrator', () => {
  test('delivers no report to a one-member arrangement (PA 55(1A)), and its statements (PA 54(2))', () => {
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

test('a day of the year that the firm sets stays that day in a leap year', () => {
  const facts = { ...DC, settings: { annualFeeDue: { month: 2, day: 28 } } }
  expect(decisionsOf(facts, 'REP-08', '2027-11-23').map(({ dueOn }) => dueOn)).toContain('2028-02-28')
})

describe('references of rules', () => {
  test('a rule of high confidence has a source that was read in a stored text', () => {
    const unread = RULES.filter(({ confidence, sources }) => confidence === 'H' && !sources.some(isVerified))
    expect(unread.map(({ id }) => id)).toEqual([])
  })

  test('a source that was not found in a stored text says so', () => {
    const [report] = decisionsOf(DC, 'REP-01')
    expect(report?.source).toContain('Pensions Act 1990 s.55;')
    expect(report?.source).toContain('S.I. 301/2006 (disclosure) reg. 7, not verified')
  })
})
