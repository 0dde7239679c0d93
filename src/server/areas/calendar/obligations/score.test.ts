import { describe, expect, test } from 'vitest'
import { evaluateRules } from './engine.ts'
import { readFactsFile } from './facts-file.ts'
import { calculateScore } from './score.ts'

const textsOf = (facts: object, ruleId: string, today: string): string[] =>
  calculateScore(evaluateRules(readFactsFile({ type: 'DC', ...facts }).facts, today), [], today)
    .reasons.filter((reason) => reason.ruleId === ruleId)
    .map(({ text }) => text)

describe('the reasons of a score', () => {
  test.each([
    ['2026-09-28', 'due in 2 days'],
    ['2026-09-29', 'due in 1 day'],
    ['2026-09-30', 'due today'],
    ['2026-10-01', '1 day overdue'],
    ['2026-10-02', '2 days overdue'],
  ])('on %s: %s', (today, words) =>
    expect(textsOf({ schemeYearEnd: '12-31', wentLiveOn: '2025-06-01' }, 'REP-01', today)).toEqual([
      `Prepare and sign the annual report: ${words}`,
    ]),
  )

  test('of one rule differ in their text', () => {
    const facts = {
      wentLiveOn: '2015-03-01',
      keyFunctionHolders: [
        { function: 'RISK_MANAGEMENT', effectiveFrom: '2022-01-01' },
        { function: 'INTERNAL_AUDIT', effectiveFrom: '2022-01-01' },
      ],
    }
    for (const ruleId of ['GOV-03', 'KFH-04', 'KFH-05']) {
      const texts = textsOf(facts, ruleId, '2026-11-21')
      expect(texts.length, ruleId).toBeGreaterThan(1)
      expect(new Set(texts).size, ruleId).toBe(texts.length)
    }
    expect(textsOf(facts, 'KFH-04', '2026-11-21')[0]).toMatch(
      /\(Risk management function: runs from 2022-01-01\)/,
    )
  })

  test('a missing fact keeps the scheme from green, as one reason for all rules that read it', () => {
    const facts = { wentLiveOn: '2015-03-01' }
    expect(textsOf(facts, 'DOR-02', '2026-11-21')).toEqual([])
    const [text, ...others] = textsOf(facts, 'DAT-01', '2026-11-21').filter((one) =>
      /active and deferred/.test(one),
    )
    expect(text).toContain('Not recorded: number of active and deferred members')
    expect(text).toContain('DOR-02')
    expect(others).toEqual([])
  })
})

describe('amber before the due date', () => {
  const facts = {
    type: 'DC',
    wentLiveOn: '2022-01-01',
    schemeYearEnd: '02-28',
    counts: { active: 40, deferred: 10, pensioner: 0 },
  }
  const amber = (today: string) =>
    calculateScore(evaluateRules(readFactsFile(facts).facts, today), [], today).reasons.flatMap(
      ({ ruleId, weight }) => (weight === 'AMBER' ? ruleId : []),
    )

  test('30 days, for obligations that are not due every month', () => {
    // The annual report of the year to 28 February is due on 28 November.
    expect(amber('2026-10-28')).not.toContain('REP-01')
    expect(amber('2026-10-29')).toContain('REP-01')
  })

  test('7 days for contributions, which are due every month', () => {
    // The deductions of October are due on 21 November.
    expect(amber('2026-11-13')).not.toContain('CON-01')
    expect(amber('2026-11-14')).toContain('CON-01')
  })
})
