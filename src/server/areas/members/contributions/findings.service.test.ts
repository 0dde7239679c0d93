import { describe, expect, test } from 'vitest'
import { seedFirmWithEverything } from '../../../../../test/harness/firm-fixture.ts'
import { useService } from '../../../../../test/harness/service.ts'
import { listBreaches } from '../../../../contract/breaches.ts'
import { recordFunds } from '../../../../contract/contributions.ts'
import { RuleSettings } from '../../../../contract/rule-settings.ts'
import { detectBreaches } from '../../governance/breaches/index.ts'
import { calculateDueDate, calculateInvestmentDeadline, findDateReached } from './clock.ts'
import { loadLateContributions } from './find-late-contributions.ts'
import { type LateBatch, listContributionFindings } from './findings.ts'

/** €100 of deductions and €150 of the employer for October 2026, due on 21 November and invested by 1 December. */
const buildBatch = (fields: Partial<LateBatch> = {}): LateBatch => {
  const kind = {
    schemeType: 'DC' as const,
    legalForm: 'OCCUPATIONAL_TRUST' as const,
    benefitBasis: null,
    ...fields,
  }
  const receipts = fields.receipts ?? []
  return {
    id: 'batch1',
    schemeId: 'scheme1',
    employerId: 'employer1',
    payrollMonth: '2026-10',
    status: 'AWAITING_FUNDS',
    eeCents: 80_00,
    avcCents: 20_00,
    totalCents: 250_00,
    receivedCents: receipts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    fundedOn: findDateReached(
      receipts.map(({ receivedOn, amountCents }) => ({ receivedOn, cents: amountCents })),
      250_00,
    ),
    investedOn: null,
    statementIssuedOn: null,
    dueOn: calculateDueDate('2026-10'),
    investByOn: calculateInvestmentDeadline('2026-10', kind),
    lateMonths: [],
    settings: RuleSettings.parse({}),
    ...kind,
    receipts,
  }
}
const paid = (receivedOn: string, amountCents: number, employeeCents: number | null = null) => ({
  receivedOn,
  amountCents,
  employeeCents,
})
const key = (limb: string) => `contribution:scheme1:employer1:2026-10:${limb}`

describe('findings of the contribution clock', () => {
  test('none before the due date, or if all amounts were on time', () => {
    expect(listContributionFindings([buildBatch()], '2026-11-21')).toEqual([])
    const inTime = buildBatch({ receipts: [paid('2026-11-20', 250_00)], investedOn: '2026-12-01' })
    expect(listContributionFindings([inTime], '2027-06-01')).toEqual([])
  })

  test('in a DB scheme: investment of the deductions only, regardless of the rest', () => {
    const receipts = [paid('2026-11-12', 100_00, 100_00), paid('2027-01-10', 150_00, 0)]
    const late = { schemeType: 'DB' as const, receipts, investedOn: '2027-01-12' }
    const keysOf = (batch: Partial<LateBatch>) =>
      listContributionFindings([buildBatch(batch)], '2027-02-01').map(({ detectionKey }) => detectionKey)
    expect(keysOf(late)).toContain(key('CON-04'))
    expect(keysOf({ ...late, deductionsInvestedOn: '2026-11-20' })).not.toContain(key('CON-04'))
    expect(keysOf({ ...late, schemeType: 'DC', deductionsInvestedOn: '2026-11-20' })).toContain(key('CON-04'))
  })

  test('in a DC scheme: both limbs of s.58A', () => {
    expect(listContributionFindings([buildBatch()], '2026-11-22')).toEqual([
      {
        schemeId: 'scheme1',
        employerId: 'employer1',
        source: 'CONTRIBUTION',
        category: 'LATE_REMITTANCE',
        detectionKey: key('CON-01'),
        title: 'Deductions of October 2026 not paid over in time',
        occurredOn: '2026-11-22',
        dueOn: '2026-11-21',
        resolvedOn: null,
        amountCents: 100_00,
        membersAffected: null,
        obligationId: null,
        contributionId: 'batch1',
        severity: 'MEDIUM',
      },
      expect.objectContaining({ detectionKey: key('CON-02'), amountCents: 150_00 }),
    ])
  })

  test('late money, with its date of receipt', () => {
    const late = buildBatch({ receipts: [paid('2026-11-25', 250_00, 100_00)], investedOn: '2026-11-26' })
    expect(listContributionFindings([late], '2027-02-01')).toMatchObject([
      { detectionKey: key('CON-01'), resolvedOn: '2026-11-25', severity: 'MEDIUM' },
      { detectionKey: key('CON-02'), resolvedOn: '2026-11-25', severity: 'MEDIUM' },
    ])
  })

  test.each([
    ['2026-12-22', 'HIGH', 'HIGH'],
    ['2027-01-20', 'CRITICAL', 'HIGH'],
  ])('more serious on %s', (today, ofDeductions, ofEmployer) => {
    expect(listContributionFindings([buildBatch({ investByOn: null })], today)).toMatchObject([
      { severity: ofDeductions },
      { severity: ofEmployer },
    ])
  })

  test('a single limb', () => {
    const deductionsOnly = buildBatch({ receipts: [paid('2026-11-20', 100_00, 100_00)] })
    expect(listContributionFindings([deductionsOnly], '2026-11-25')).toMatchObject([
      { detectionKey: key('CON-02'), category: 'LATE_REMITTANCE', amountCents: 150_00 },
    ])
    const employerOnly = buildBatch({ receipts: [paid('2026-11-20', 150_00, 0)] })
    expect(listContributionFindings([employerOnly], '2026-11-25')).toMatchObject([
      { detectionKey: key('CON-01'), amountCents: 100_00 },
    ])
  })

  test('in a DB scheme: employer contributions under the deed, never under s.58A', () => {
    const batch = buildBatch({ schemeType: 'DB', receipts: [paid('2026-11-20', 100_00, 100_00)] })
    expect(listContributionFindings([batch], '2026-11-25')).toMatchObject([
      {
        detectionKey: key('deed'),
        category: 'OTHER',
        title: 'Employer contributions of October 2026 short: under the deed',
        amountCents: 150_00,
        dueOn: null,
        severity: 'MEDIUM',
      },
    ])
    // Deductions are s.58A(1) there as everywhere.
    expect(listContributionFindings([buildBatch({ schemeType: 'DB' })], '2026-11-25')).toMatchObject([
      { detectionKey: key('CON-01'), category: 'LATE_REMITTANCE' },
      { detectionKey: key('deed'), category: 'OTHER' },
    ])
    // Paid late in full: the law names no day for it.
    const late = buildBatch({
      schemeType: 'DB',
      receipts: [paid('2026-11-20', 100_00, 100_00), paid('2026-11-30', 150_00, 0)],
      investedOn: '2026-12-01',
    })
    expect(listContributionFindings([late], '2026-12-02')).toEqual([])
  })

  test('in a hybrid scheme: to be classified by a user', () => {
    const batch = buildBatch({ benefitBasis: 'HYBRID', receipts: [paid('2026-11-20', 100_00, 100_00)] })
    expect(listContributionFindings([batch], '2026-11-25')).toMatchObject([
      { detectionKey: key('deed'), category: 'OTHER', amountCents: 150_00 },
    ])
  })

  test.each([
    ['DC', 'CON-01 or CON-02', 'LATE_REMITTANCE'],
    ['DB', 'deed', 'OTHER'],
  ] as const)('in a %s scheme: a shortfall that cannot be attributed', (schemeType, limb, category) => {
    const batch = buildBatch({ schemeType, receipts: [paid('2026-11-20', 200_00)] })
    expect(listContributionFindings([batch], '2026-11-25')).toMatchObject([
      { detectionKey: key(limb), category, amountCents: 50_00 },
    ])
  })

  test('late investment: of all money in a DC scheme, of the deductions in a DB scheme', () => {
    const receipts = [paid('2026-11-20', 250_00)]
    for (const [schemeType, amountCents] of [
      ['DC', 250_00],
      ['DB', 100_00],
    ] as const)
      expect(
        listContributionFindings(
          [buildBatch({ schemeType, receipts, investedOn: '2026-12-03' })],
          '2026-12-10',
        ),
      ).toMatchObject([
        {
          detectionKey: key('CON-04'),
          category: 'LATE_INVESTMENT',
          occurredOn: '2026-12-02',
          dueOn: '2026-12-01',
          resolvedOn: '2026-12-03',
          amountCents,
        },
      ])
  })

  test('none for investment in a DB month without a deduction', () => {
    const batch = { schemeType: 'DB', eeCents: 0, avcCents: 0, totalCents: 150_00 } as const
    const receipts = [paid('2026-11-20', 150_00)]
    expect(
      listContributionFindings([buildBatch({ ...batch, receipts, investedOn: '2026-12-03' })], '2026-12-10'),
    ).toEqual([])
  })

  test.each(['REJECTED', 'UNDONE'] as const)('none for a batch that is %s', (status) => {
    expect(
      listContributionFindings(
        [buildBatch({ status }), buildBatch({ status, schemeType: 'DB' })],
        '2027-06-01',
      ),
    ).toEqual([])
  })
})

describe('from the batches to the register', () => {
  const service = useService({ emptyDatabase: true })
  const run = (tenantId: string, today: string) =>
    service().app.pipeline.actIn(tenantId, 'job.test', async (tx) =>
      detectBreaches(tx, listContributionFindings(await loadLateContributions(tx, tenantId), today), today),
    )

  test('a month is entered the day after its due date, becomes more serious, and is remedied when the money arrives', async () => {
    const { records, firm } = await seedFirmWithEverything(service())
    // Sessions do not last as long.
    const somebody = () => firm.hires('BrokerUser')
    const register = async () =>
      (await (await somebody()).call(listBreaches, { schemeId: records.scheme, source: 'CONTRIBUTION' })).data
    service().clock.set('2026-11-21T12:00:00.000Z')
    await run(firm.id, '2026-11-21')
    expect(await register()).toEqual([])
    service().clock.set('2026-11-22T12:00:00.000Z')
    expect(await run(firm.id, '2026-11-22')).toEqual({ entered: 1, changed: 0 })
    expect(await run(firm.id, '2026-11-22')).toEqual({ entered: 0, changed: 0 })
    expect(await register()).toMatchObject([
      {
        category: 'LATE_REMITTANCE',
        severity: 'MEDIUM',
        contributionId: records.contribution,
        employerId: records.employer,
        daysLate: 1,
      },
    ])
    service().clock.set('2027-01-20T12:00:00.000Z')
    expect(await run(firm.id, '2027-01-20')).toEqual({ entered: 0, changed: 1 })
    expect(await register()).toMatchObject([{ severity: 'CRITICAL', daysLate: 60 }])
    await (await somebody()).call(recordFunds, { id: records.contribution, amountCents: 100_00 })
    expect(await run(firm.id, '2027-01-20')).toEqual({ entered: 0, changed: 1 })
    expect(await register()).toMatchObject([{ resolvedOn: '2027-01-20', severity: 'CRITICAL' }])
  })

  test('months due more than a year ago are not entered, and other late months count for the severity', async () => {
    const { records } = await seedFirmWithEverything(service())
    const [own] = await service().asOwner<{ tenant_id: string }>(
      'select tenant_id from contribution_batches where id = $1',
      [records.contribution],
    )
    const months = [
      ['2025-09', '2025-10-21'],
      ['2026-09', '2026-10-21'],
      ['2026-08', '2026-09-21'],
    ]
    for (const [index, [month, due]] of months.entries())
      await service().asOwner(
        `insert into contribution_batches (tenant_id, id, scheme_id, scheme_name, scheme_type, legal_form, employer_id, payroll_month,
           status, source, file_name, file_sha256, row_count, line_count, ee_cents, er_cents, avc_cents, er_special_cents,
           single_premium_cents, due_on)
         values ($1, $2, $3, 'S', 'PRSA', 'PRSA_CONTRACT', $4, $5, 'AWAITING_FUNDS', 'CSV', 'p.csv', $2, 1, 1, 10000, 0, 0, 0, 0, $6)`,
        [
          own?.tenant_id,
          `${records.contribution.slice(0, 20)}${index}`,
          records.scheme,
          records.employer,
          month,
          due,
        ],
      )
    service().clock.set('2026-11-22T12:00:00.000Z')
    const tenantId = own?.tenant_id ?? ''
    const late = await service().app.pipeline.actIn(tenantId, 'job.test', async (tx) => ({
      answer: (await loadLateContributions(tx, tenantId)).filter(
        ({ schemeId }) => schemeId === records.scheme,
      ),
      changes: [],
    }))
    expect(late.map(({ payrollMonth }) => payrollMonth).sort()).toEqual(['2026-08', '2026-09', '2026-10'])
    const october = late.find(({ payrollMonth }) => payrollMonth === '2026-10')
    expect([...(october?.lateMonths ?? [])].sort()).toEqual(['2025-09', '2026-08', '2026-09'])
    expect(listContributionFindings(october ? [october] : [], '2026-11-22')).toMatchObject([
      { severity: 'CRITICAL' },
    ])
  })
})
