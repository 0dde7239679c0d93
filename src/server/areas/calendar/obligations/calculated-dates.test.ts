import { describe, expect, test } from 'vitest'
import { calculateDueDatesFrom, calculatePeriod, calculatePeriodEnds } from './calculated-dates.ts'

const dates = (on: string, ...ruleIds: string[]) =>
  calculateDueDatesFrom({ on, isMonth: false }, ruleIds).map(({ ruleId, dueOn, sum }) => [ruleId, dueOn, sum])

test('a period that a provision states ends after so many months or days, counted after the event', () => {
  const transfer = {
    noteId: 'leaving-transfer-right',
    title: 'Payment of the transfer',
    count: 3,
    unit: 'MONTH',
    start: 'after the receipt of the application',
    source: 'Pensions Act 1990 s.34',
  } as const
  expect(calculatePeriodEnds({ on: '2026-03-03', isMonth: false }, [transfer])).toEqual([
    {
      ruleId: 'leaving-transfer-right',
      title: 'Payment of the transfer',
      dueOn: '2026-06-03',
      sum: '3 Mar 2026 + 3 months, counted after the receipt of the application',
      source: 'Pensions Act 1990 s.34',
      ruling: null,
    },
  ])
  expect(calculatePeriodEnds({ on: '2026-03-31', isMonth: true }, [transfer])).toEqual([])
})

describe('the due dates that rules count from a date', () => {
  test('contributions count from the end of the month of the deduction', () => {
    expect(dates('2026-02-27', 'CON-01')).toEqual([
      ['CON-01', '2026-03-21', '28 Feb 2026 + 21 days'],
      ['CON-04', '2026-03-31', '21 Mar 2026 + 10 days'],
    ])
    expect(dates('2026-02-27', 'CON-04')).toEqual([])
  })

  test('reports count from the scheme year end', () =>
    expect(dates('2025-12-31', 'REP-01', 'REP-05')).toEqual([
      ['REP-01', '2026-09-30', '31 Dec 2025 + 9 months'],
      ['REP-05', '2026-10-28', '31 Dec 2025 + 9 months + 28 days'],
    ]))

  test('training counts from the appointment, a data breach from the awareness, an assessment from the last one', () => {
    expect(dates('2026-03-10', 'GOV-11')).toEqual([
      ['GOV-11', '2026-09-09', '10 Mar 2026 + 6 months − 1 day'],
      ['GOV-12', '2028-09-09', '9 Sep 2026 + 2 years'],
    ])
    expect(dates('2026-02-10', 'DIS-03')).toEqual([
      ['DIS-03', '2026-04-10', expect.stringContaining('2 months')],
    ])
    expect(dates('2026-11-20', 'GDP-01')).toEqual([
      ['GDP-01', '2026-11-23', 'Awareness + 72 hours, at the same time of day'],
    ])
    expect(dates('2024-11-30', 'GOV-01')).toEqual([['GOV-01', '2027-11-30', '30 Nov 2024 + 3 years']])
  })

  test('a repeated training counts from the last one', () =>
    expect(dates('2025-02-20', 'GOV-12')).toEqual([['GOV-12', '2027-02-20', '20 Feb 2025 + 2 years']]))

  test('reviews count from the last approval, information before a change back from it', () => {
    expect(dates('2024-03-12', 'GOV-03')).toEqual([['GOV-03', '2027-03-12', '12 Mar 2024 + 3 years']])
    expect(dates('2024-03-12', 'GOV-05', 'GOV-07').map(([, dueOn]) => dueOn)).toEqual([
      '2027-03-12',
      '2027-03-12',
    ])
    expect(dates('2026-06-30', 'DIS-06')).toEqual([
      ['DIS-06', '2026-03-30', expect.stringContaining('3 months')],
    ])
  })

  test('a PRSA has no trustees who invest', () =>
    expect(
      calculateDueDatesFrom({ on: '2026-09-10', isMonth: false }, ['CON-01'], ['PRSA']).map(
        ({ ruleId }) => ruleId,
      ),
    ).toEqual(['CON-01']))

  test('events count from their day', () =>
    expect(dates('2026-02-10', 'BRE-02')).toEqual([
      ['BRE-02', '2026-03-02', expect.stringContaining('20 days')],
    ]))

  test('a rule that needs other facts has no due date', () => {
    expect(dates('2026-02-10', 'TAX-02')).toEqual([])
    expect(dates('2026-02-10', 'GOV-13')).toEqual([])
  })

  test('a date with its source says what is not verified, and what is our own interpretation', () => {
    const [statement] = calculateDueDatesFrom({ on: '2025-12-31', isMonth: false }, ['PBS-01'])
    expect(statement).toMatchObject({ dueOn: '2026-06-30', ruling: expect.stringContaining('not verified') })
    const [deduction] = calculateDueDatesFrom({ on: '2026-02-27', isMonth: false }, ['CON-01'])
    expect(deduction?.source).toContain('s.58A(1)')
  })

  test('a month alone starts only the periods that count from the end of a payroll month', () => {
    const month = { on: '2026-03-31', isMonth: true }
    expect(calculateDueDatesFrom(month, ['CON-01']).map(({ dueOn }) => dueOn)).toEqual([
      '2026-04-21',
      '2026-05-01',
    ])
    expect(calculateDueDatesFrom(month, ['GOV-11', 'REP-01', 'GDP-01', 'GOV-01', 'BRE-02'])).toEqual([])
  })

  test('hours count from the time of day, through a change of the clocks', () => {
    const sum = (on: string) =>
      calculateDueDatesFrom({ on, isMonth: false, time: '09:40' }, ['GDP-01'])[0]?.sum
    expect(sum('2026-11-20')).toBe('Awareness + 72 hours, so by 23 Nov 2026, 09:40')
    expect(sum('2026-10-24')).toBe('Awareness + 72 hours, so by 27 Oct 2026, 08:40')
  })

  test('a funding certificate is submitted and renewed from its effective date', () =>
    expect(dates('2025-01-01', 'DB-01').map(([id, on]) => [id, on])).toEqual([
      ['DB-01', '2028-01-01'],
      ['DB-02', '2025-10-01'],
    ]))

  test('a year end starts only the periods of the scheme year', () => {
    const yearEnd = { on: '2026-06-30', isMonth: false, isYearEnd: true }
    expect(calculateDueDatesFrom(yearEnd, ['GOV-01', 'GOV-11', 'GDP-01', 'CON-01', 'DB-01'])).toEqual([])
    expect(calculateDueDatesFrom(yearEnd, ['REP-01']).map(({ dueOn }) => dueOn)).toEqual([
      '2027-03-30',
      '2027-04-27',
    ])
  })

  test('the recurring obligations of a month follow from the type and the year end', () => {
    const december = { from: '2026-12-01', until: '2026-12-31' }
    const found = calculatePeriod({ type: 'DC', yearEnd: '03-31' }, december)
    expect(found.map(({ ruleId, dueOn }) => [ruleId, dueOn])).toEqual(
      expect.arrayContaining([
        ['CON-01', '2026-12-21'],
        ['REP-01', '2026-12-31'],
      ]),
    )
    for (const { dueOn } of found) expect(dueOn).toMatch(/^2026-12-/)
    const ofDefinedBenefit = calculatePeriod({ type: 'DB', yearEnd: null }, december)
    expect(ofDefinedBenefit.map(({ ruleId }) => ruleId)).not.toContain('REP-01')
  })
})
