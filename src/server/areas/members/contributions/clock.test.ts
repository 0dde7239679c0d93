import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonthsToMonth, toLastDayOfMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { ContributionReceipt, ContributionStatus } from '../../../../contract/contributions.ts'
import { RuleSettings } from '../../../../contract/rule-settings.ts'
import { LEGAL_FORMS, type LegalForm, SchemeType } from '../../../../contract/schemes.ts'
import {
  calculateAdvisedPayDate,
  calculateDueDate,
  calculateInvestmentDeadline,
  calculatePaymentStatus,
  type Facts,
  findDateReached,
  listBreachCandidates,
  listContributionObligations,
} from './clock.ts'

const buildReceipt = (
  receivedOn: string,
  amountCents: number,
  employeeCents: number | null = null,
): Pick<ContributionReceipt, 'receivedOn' | 'amountCents' | 'employeeCents'> => ({
  receivedOn,
  amountCents,
  employeeCents,
})

/** €100 of deductions and €150 of the employer for October 2026, due on 21 November. */
const facts = (fields: Partial<Facts> = {}): Facts => {
  const payrollMonth = fields.payrollMonth ?? '2026-10'
  const kind = {
    schemeType: 'DC' as SchemeType,
    legalForm: 'OCCUPATIONAL_TRUST' as LegalForm,
    benefitBasis: null,
    ...fields,
  }
  const receipts = fields.receipts ?? []
  const totalCents = fields.totalCents ?? 250_00
  return {
    payrollMonth,
    status: 'AWAITING_FUNDS',
    eeCents: 80_00,
    avcCents: 20_00,
    totalCents,
    receivedCents: receipts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    fundedOn: findDateReached(
      receipts.map((receipt) => ({ receivedOn: receipt.receivedOn, cents: receipt.amountCents })),
      totalCents,
    ),
    investedOn: null,
    statementIssuedOn: null,
    dueOn: calculateDueDate(payrollMonth),
    investByOn: calculateInvestmentDeadline(payrollMonth, kind),
    lateMonths: [],
    settings: RuleSettings.parse({}),
    ...kind,
    receipts,
  }
}
const obligation = (rule: string, fields: Partial<Facts>, today: string) =>
  listContributionObligations(facts(fields), today).find((one) => one.rule === rule)

describe('the due date', () => {
  test.each([
    ['2026-01', '2026-02-21', '2026-03-03', '2026-02-20'],
    ['2026-02', '2026-03-21', '2026-03-31', '2026-03-20'],
    ['2026-04', '2026-05-21', '2026-05-31', '2026-05-21'],
    ['2026-11', '2026-12-21', '2026-12-31', '2026-12-21'],
    ['2026-12', '2027-01-21', '2027-01-31', '2027-01-21'],
    ['2024-01', '2024-02-21', '2024-03-02', '2024-02-21'],
    ['2024-02', '2024-03-21', '2024-03-31', '2024-03-21'],
    ['2026-05', '2026-06-21', '2026-07-01', '2026-06-19'],
  ])(
    'of %s is %s, with investment by %s and recommended payment by %s',
    (month, dueOn, investByOn, payByOn) => {
      expect(calculateDueDate(month)).toBe(dueOn)
      expect(calculateInvestmentDeadline(month, { schemeType: 'DC', legalForm: 'OCCUPATIONAL_TRUST' })).toBe(
        investByOn,
      )
      expect(calculateAdvisedPayDate(dueOn)).toBe(payByOn)
    },
  )

  const months = fc
    .tuple(fc.integer({ min: 1950, max: 2150 }), fc.integer({ min: 1, max: 12 }))
    .map(([year, month]) => `${year}-${String(month).padStart(2, '0')}`)

  test('is always the 21st of the next month, and ten days before the investment deadline', () => {
    fc.assert(
      fc.property(months, (month) => {
        expect(calculateDueDate(month)).toBe(`${addMonthsToMonth(month, 1)}-21`)
        const next = addMonthsToMonth(month, 1)
        const invested = calculateInvestmentDeadline(month, {
          schemeType: 'DB',
          legalForm: 'OCCUPATIONAL_TRUST',
        }) as string
        const shortBy = 31 - Number(toLastDayOfMonth(next).slice(8))
        expect(invested).toBe(
          shortBy === 0 ? `${next}-31` : `${addMonthsToMonth(next, 1)}-${String(shortBy).padStart(2, '0')}`,
        )
      }),
    )
  })

  test('has a recommended payment date on a weekday, at most two days earlier', () => {
    fc.assert(
      fc.property(months, (month) => {
        const dueOn = calculateDueDate(month)
        const payByOn = calculateAdvisedPayDate(dueOn)
        expect([1, 2, 3, 4, 5]).toContain(new Date(`${payByOn}T12:00:00Z`).getUTCDay())
        expect(Number(dueOn.slice(8)) - Number(payByOn.slice(8))).toBeOneOf([0, 1, 2])
      }),
    )
  })

  test('adding and subtracting months are inverse', () => {
    fc.assert(
      fc.property(months, fc.integer({ min: -300, max: 300 }), (month, count) => {
        expect(addMonthsToMonth(addMonthsToMonth(month, count), -count)).toBe(month)
        expect(toMonth(toLastDayOfMonth(month))).toBe(month)
      }),
    )
  })
})

describe('the applicable obligations', () => {
  const forms = SchemeType.options.flatMap((schemeType) =>
    LEGAL_FORMS[schemeType].map((legalForm) => ({ schemeType, legalForm })),
  )
  const applying = (fields: Partial<Facts>): string =>
    listContributionObligations(facts(fields), '2026-11-01')
      .map(({ rule, applies }) => `${rule.slice(-1)}${applies === null ? '?' : applies ? '' : '-'}`)
      .join(' ')

  test.each(forms)('$schemeType as $legalForm', (form) => {
    const expected =
      form.legalForm === 'TRUST_RAC'
        ? '1 2 3 4 5'
        : form.legalForm === 'RAC_CONTRACT'
          ? '1- 2- 3- 4- 5-'
          : form.schemeType === 'PRSA'
            ? '1 2 3 4- 5-'
            : form.schemeType === 'DB'
              ? '1 2- 3 4 5-'
              : '1 2 3 4 5-'
    expect(applying(form)).toBe(expected)
  })

  test('are not determined for the employer of a hybrid scheme by the 21st', () => {
    for (const schemeType of ['DB', 'DC'] as const)
      expect(applying({ schemeType, benefitBasis: 'HYBRID' })).toBe('1 2? 3 4 5-')
    expect(obligation('CON-02', { benefitBasis: 'HYBRID' }, '2027-03-01')).toMatchObject({
      state: 'CANNOT_TELL',
      reason: expect.stringContaining('section'),
    })
  })

  test('are the same for a PRSA under other sections', () => {
    const prsa = listContributionObligations(
      facts({ schemeType: 'PRSA', legalForm: 'PRSA_CONTRACT' }),
      '2026-11-01',
    )
    expect(prsa.slice(0, 3).map(({ source }) => source)).toEqual([
      'Pensions Act 1990 s.121(3)',
      'Pensions Act 1990 s.121(4)',
      'Pensions Act 1990 s.121(5)',
    ])
  })

  test('do not include a limb without an amount of its kind', () => {
    expect(applying({ eeCents: 0, avcCents: 0 })).toBe('1- 2 3 4 5-')
    expect(applying({ totalCents: 100_00 })).toBe('1 2- 3 4 5-')
  })

  test('include statement and investment for deductions, and for employer contributions of DC schemes', () => {
    const employerAlone = { eeCents: 0, avcCents: 0, totalCents: 150_00 }
    expect(applying({ schemeType: 'DB', ...employerAlone })).toBe('1- 2- 3- 4- 5-')
    expect(applying({ schemeType: 'DB', benefitBasis: 'HYBRID', ...employerAlone })).toBe('1- 2? 3? 4? 5-')
    expect(applying({ eeCents: 0, avcCents: 0, totalCents: 0 })).toBe('1- 2- 3- 4- 5-')
  })

  test('include the investment of deductions in a DB scheme, even while the employer still owes money', () => {
    const receipts = [buildReceipt('2026-11-10', 100_00, 100_00)]
    expect(obligation('CON-04', { schemeType: 'DB', receipts }, '2026-12-05')).toMatchObject({
      state: 'OVERDUE',
      dueCents: 100_00,
      receivedCents: 100_00,
    })
    const ofEmployer = [buildReceipt('2026-11-10', 150_00, 0)]
    expect(obligation('CON-04', { schemeType: 'DB', receipts: ofEmployer }, '2026-12-05')?.state).toBe(
      'CANNOT_TELL',
    )
  })

  test.each(['REJECTED', 'UNDONE'] as const)('are none for a batch that is %s', (status) => {
    expect(applying({ status })).toBe('1- 2- 3- 4- 5-')
    expect(
      listBreachCandidates(
        facts({ status }),
        listContributionObligations(facts({ status }), '2027-05-01'),
        '2027-05-01',
      ),
    ).toEqual([])
  })
})

describe('status of a limb', () => {
  const [deductions, employer] = ['CON-01', 'CON-02']

  test.each([
    ['nothing came, and it is not due', {}, '2026-11-21', 'NOT_DUE', 0, 'NOT_DUE', 0],
    ['nothing came', {}, '2026-11-22', 'OVERDUE', 1, 'OVERDUE', 1],
    [
      'a part came, and nobody said whose',
      { receipts: [buildReceipt('2026-11-10', 200_00)] },
      '2026-11-22',
      'CANNOT_TELL',
      0,
      'CANNOT_TELL',
      0,
    ],
    [
      'a part came before the day, and nobody said whose',
      { receipts: [buildReceipt('2026-11-10', 200_00)] },
      '2026-11-21',
      'NOT_DUE',
      0,
      'NOT_DUE',
      0,
    ],
    [
      'all came in time',
      { receipts: [buildReceipt('2026-11-10', 200_00), buildReceipt('2026-11-21', 50_00)] },
      '2026-12-22',
      'MET',
      0,
      'MET',
      0,
    ],
    ['all came late', { receipts: [buildReceipt('2026-11-24', 250_00)] }, '2026-12-22', 'LATE', 3, 'LATE', 3],
    [
      'the deductions came, and it was said',
      { receipts: [buildReceipt('2026-11-10', 100_00, 100_00)] },
      '2026-11-26',
      'MET',
      0,
      'OVERDUE',
      5,
    ],
    [
      'the employer paid its own money first',
      { receipts: [buildReceipt('2026-11-10', 190_00, 40_00)] },
      '2026-11-26',
      'OVERDUE',
      5,
      'MET',
      0,
    ],
    [
      'the money went back again',
      { receipts: [buildReceipt('2026-11-10', 250_00), buildReceipt('2026-11-12', -250_00)] },
      '2026-11-23',
      'OVERDUE',
      2,
      'OVERDUE',
      2,
    ],
  ] as [string, Partial<Facts>, string, string, number, string, number][])(
    '%s',
    (_, fields, today, ofDeductions, deductionsLate, ofEmployer, employerLate) => {
      expect(obligation(deductions, fields, today)).toMatchObject({
        state: ofDeductions,
        daysLate: deductionsLate,
      })
      expect(obligation(employer, fields, today)).toMatchObject({ state: ofEmployer, daysLate: employerLate })
    },
  )

  test('each limb is met on the day on which its own amount was received', () => {
    const receipts = [buildReceipt('2026-11-05', 100_00, 100_00), buildReceipt('2026-11-25', 150_00, 0)]
    expect(obligation(deductions, { receipts }, '2026-12-01')).toMatchObject({
      state: 'MET',
      metOn: '2026-11-05',
    })
    expect(obligation(employer, { receipts }, '2026-12-01')).toMatchObject({
      state: 'LATE',
      metOn: '2026-11-25',
      daysLate: 4,
    })
  })

  test('the amount due is unknown until the file is imported', () => {
    expect(
      obligation(deductions, { status: 'EXPECTED', totalCents: 0, eeCents: 0, avcCents: 0 }, '2026-11-22'),
    ).toMatchObject({
      applies: true,
      state: 'OVERDUE',
      dueCents: null,
    })
  })
})

describe('the date on which receipts cover an amount', () => {
  test.each([
    [
      'on the day on which they reach it',
      [buildReceipt('2026-11-20', 60), buildReceipt('2026-11-10', 40)],
      '2026-11-20',
    ],
    ['as soon as they pass it', [buildReceipt('2026-11-10', 140)], '2026-11-10'],
    ['not while they fall short', [buildReceipt('2026-11-10', 99)], null],
    [
      'not by money that bounced',
      [buildReceipt('2026-11-10', 100), buildReceipt('2026-11-15', -100), buildReceipt('2026-12-01', 100)],
      '2026-12-01',
    ],
    [
      'whatever came and went within a day',
      [buildReceipt('2026-11-10', -50), buildReceipt('2026-11-10', 150)],
      '2026-11-10',
    ],
  ] as const)('%s', (_, receipts, day) => {
    expect(
      findDateReached(
        receipts.map(({ receivedOn, amountCents }) => ({ receivedOn, cents: amountCents })),
        100,
      ),
    ).toBe(day)
  })
})

describe('statement and investment', () => {
  test.each([
    ['2026-11-30', null, 'NOT_DUE', 0],
    ['2026-12-01', null, 'OVERDUE', 1],
    ['2026-12-10', '2026-11-30', 'MET', 0],
    ['2026-12-10', '2026-12-02', 'LATE', 2],
  ])('on %s a statement of %s is %s', (today, statementIssuedOn, state, daysLate) => {
    expect(obligation('CON-03', { statementIssuedOn }, today)).toMatchObject({
      dueOn: '2026-11-30',
      state,
      daysLate,
    })
  })

  test('the investment is not due before the money is received', () => {
    expect(obligation('CON-04', {}, '2026-12-05')).toMatchObject({
      dueOn: '2026-12-01',
      state: 'CANNOT_TELL',
    })
    const receipts = [buildReceipt('2026-11-10', 250_00)]
    expect(obligation('CON-04', { receipts }, '2026-12-05')).toMatchObject({ state: 'OVERDUE', daysLate: 4 })
    expect(obligation('CON-04', { receipts, investedOn: '2026-12-01' }, '2026-12-05')).toMatchObject({
      state: 'MET',
    })
  })

  test('a trust RAC also counts from the end of the month of the first receipt', () => {
    const trust = { schemeType: 'RAC', legalForm: 'TRUST_RAC' } as const
    const receipts = [buildReceipt('2026-10-28', 50_00), buildReceipt('2026-11-10', 200_00)]
    expect(obligation('CON-05', { ...trust, receipts }, '2026-11-11')).toMatchObject({
      dueOn: '2026-11-10',
      state: 'OVERDUE',
      daysLate: 1,
    })
    expect(obligation('CON-05', trust, '2026-12-31')).toMatchObject({ dueOn: null, state: 'NOT_DUE' })
  })

  describe('each month of receipt of a trust RAC has its own ten days (PA 59(1)(aa))', () => {
    const trust = { schemeType: 'RAC', legalForm: 'TRUST_RAC' } as const
    const receipts = [buildReceipt('2026-10-28', 50_00), buildReceipt('2026-11-10', 200_00)]
    const con05 = (
      receiptMonths: { month: string; lastReceivedOn: string; investedOn: string | null }[],
      investedOn: string | null = null,
      today = '2027-01-31',
    ) => obligation('CON-05', { ...trust, receipts, receiptMonths, investedOn }, today)
    const october = (investedOn: string | null) => ({
      month: '2026-10',
      lastReceivedOn: '2026-10-28',
      investedOn,
    })
    const november = (investedOn: string | null) => ({
      month: '2026-11',
      lastReceivedOn: '2026-11-10',
      investedOn,
    })

    test('money of October invested in time leaves the ten days after November', () => {
      expect(con05([october('2026-11-09'), november(null)], null, '2026-12-10')).toMatchObject({
        dueOn: '2026-12-10',
        state: 'NOT_DUE',
      })
      expect(con05([october('2026-11-09'), november(null)], '2026-12-10')).toMatchObject({
        dueOn: '2026-12-10',
        metOn: '2026-12-10',
        state: 'MET',
      })
    })

    test('one receipt that is invested late makes the obligation late', () => {
      expect(con05([october('2026-11-12'), november('2026-12-01')])).toMatchObject({
        dueOn: '2026-11-10',
        state: 'LATE',
        daysLate: 2,
      })
      expect(con05([october('2026-11-09'), november('2026-12-15')])).toMatchObject({
        dueOn: '2026-12-10',
        state: 'LATE',
        daysLate: 5,
      })
    })
  })
})

describe('findings to be assessed as a breach', () => {
  const candidates = (fields: Partial<Facts>, today: string) => {
    const known = facts({ statementIssuedOn: '2026-11-01', ...fields })
    return listBreachCandidates(known, listContributionObligations(known, today), today)
  }

  test.each([
    ['2026-11-22', [], 1, 'MEDIUM', 'MEDIUM'],
    ['2026-12-21', [], 30, 'MEDIUM', 'MEDIUM'],
    ['2026-12-22', [], 31, 'HIGH', 'HIGH'],
    ['2027-01-19', [], 59, 'HIGH', 'HIGH'],
    ['2027-01-20', [], 60, 'CRITICAL', 'HIGH'],
    ['2026-11-22', ['2025-11'], 1, 'HIGH', 'HIGH'],
    ['2026-11-22', ['2025-10'], 1, 'MEDIUM', 'MEDIUM'],
    ['2026-11-22', ['2026-11'], 1, 'MEDIUM', 'MEDIUM'],
    ['2026-11-22', ['2026-09', '2026-08'], 1, 'CRITICAL', 'CRITICAL'],
    ['2026-11-22', ['2026-09', '2026-07'], 1, 'HIGH', 'HIGH'],
  ])('on %s after late months %j', (today, lateMonths, daysLate, ofDeductions, ofEmployer) => {
    expect(candidates({ lateMonths }, today)).toMatchObject([
      { rule: 'CON-01', category: 'LATE_REMITTANCE', severity: ofDeductions, daysLate, amountCents: 100_00 },
      { rule: 'CON-02', category: 'LATE_REMITTANCE', severity: ofEmployer, daysLate, amountCents: 150_00 },
    ])
  })

  test('a shortfall that cannot be attributed', () => {
    const receipts = [buildReceipt('2026-11-10', 200_00)]
    const investedOn = '2026-11-15'
    expect(candidates({ receipts, investedOn }, '2026-11-25')).toEqual([
      {
        category: 'LATE_REMITTANCE',
        rule: 'CON-01 or CON-02',
        source: 'Pensions Act 1990 s.58A(1); Pensions Act 1990 s.58A(2)',
        severity: 'MEDIUM',
        daysLate: 4,
        amountCents: 50_00,
        message:
          '€50.00 is 4 days overdue: record how much of the money received was deducted from employees',
      },
    ])
    // In a DB scheme it may be the employer's money alone, for which the law names no day.
    expect(candidates({ receipts, investedOn, schemeType: 'DB' }, '2026-11-25')).toEqual([])
  })

  test('a late statement and a late investment', () => {
    const receipts = [buildReceipt('2026-11-10', 250_00)]
    expect(
      candidates({ receipts, statementIssuedOn: null, investedOn: '2027-01-02' }, '2027-01-10'),
    ).toMatchObject([
      { rule: 'CON-03', category: 'DISCLOSURE', severity: 'HIGH', daysLate: 41 },
      { rule: 'CON-04', category: 'LATE_INVESTMENT', severity: 'HIGH', daysLate: 32, amountCents: 250_00 },
    ])
  })

  test('no finding if all deadlines were met', () => {
    const receipts = [buildReceipt('2026-11-10', 250_00)]
    expect(candidates({ receipts, investedOn: '2026-11-15' }, '2028-01-01')).toEqual([])
  })
})

describe('lateness and flags', () => {
  test.each<[ContributionStatus, number, number, string | null, string, number, string[]]>([
    ['AWAITING_FUNDS', 100, 0, null, '2026-11-21', 0, []],
    ['AWAITING_FUNDS', 100, 0, null, '2026-11-22', 1, ['OVERDUE']],
    ['PART_FUNDED', 100, 40, null, '2026-11-21', 0, ['SHORT']],
    ['PART_FUNDED', 100, 40, null, '2026-12-01', 10, ['OVERDUE', 'SHORT']],
    ['FUNDED', 100, 100, '2026-11-21', '2027-12-01', 0, []],
    ['FUNDED', 100, 120, '2026-11-23', '2027-12-01', 2, ['LATE', 'OVER']],
    // Nothing is owed, so that nothing is late.
    ['AWAITING_FUNDS', 0, 0, null, '2027-12-01', 0, []],
    ['CLOSED', 0, 0, null, '2027-12-01', 0, []],
    ['EXPECTED', 0, 0, null, '2026-11-22', 1, ['OVERDUE']],
    ['REJECTED', 0, 0, null, '2027-12-01', 0, []],
    ['UNDONE', 100, 0, null, '2027-12-01', 0, []],
  ])(
    '%s with %i owed, %i received (since %s), on %s',
    (status, totalCents, receivedCents, fundedOn, today, daysLate, flags) => {
      const money = {
        status,
        totalCents,
        receivedCents,
        fundedOn,
        investedOn: null,
        dueOn: '2026-11-21',
        investByOn: null,
      }
      expect(calculatePaymentStatus(money, today)).toEqual({ daysLate, flags })
    },
  )

  test.each([
    ['2026-12-01', '2026-12-01', []],
    ['2026-12-02', '2026-12-01', ['INVESTED_LATE']],
    ['2026-12-02', null, []],
  ])('invested on %s where %s was the day', (investedOn, investByOn, flags) => {
    const money = {
      status: 'INVESTED' as const,
      totalCents: 1,
      receivedCents: 1,
      fundedOn: '2026-11-20',
      dueOn: '2026-11-21',
    }
    expect(calculatePaymentStatus({ ...money, investedOn, investByOn }, '2027-01-01').flags).toEqual(flags)
  })
})
