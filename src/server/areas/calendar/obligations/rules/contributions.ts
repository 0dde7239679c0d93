/** Money: remittance by the employer, the monthly statement, and investing (Pensions Act 1990 ss.58A, 59, 121). */
import { formatCitations } from '../../../../../contract/citations.ts'
import {
  addDays,
  addMonthsToMonth,
  getEarlierDate,
  toLastDayOfMonth,
  toMonth,
} from '../../../../../contract/civil-dates.ts'
import { getDecisiveReceiptMonth } from '../../../../../contract/receipt-months.ts'
import type { ContributionFacts, ContributionRates, ParticipationFacts } from '../facts.ts'
import {
  type Applicability,
  buildUndated,
  buildUnknownApplicability,
  type Context,
  cannotTell,
  type Due,
  defineRule,
  type Found,
  getTrackingStartDate,
  lacks,
  no,
  type Rule,
  toDaysStep,
  type Undated,
  yes,
} from './define.ts'

/** 21 days after the end of the month of the deduction: always the 21st of the next month. */
const DAYS_TO_REMIT = 21
const calculateRemittanceDate = (month: string): string => addDays(toLastDayOfMonth(month), DAYS_TO_REMIT)

/**
 * Date on which contributions stopped: the scheme became paid up, or its winding-up began. Null: they continue. UNKNOWN: they stopped on an
 * unrecorded date.
 */
function findStop({ facts: { scheme }, today }: Context): string | typeof UNKNOWN | null {
  const stoppedOn = getEarlierDate(scheme.paidUpOn, getEarlierDate(scheme.windUpStartedOn, scheme.woundUpOn))
  if (stoppedOn !== null) return stoppedOn <= today ? stoppedOn : null
  return scheme.status === 'PAID_UP' || scheme.status === 'WINDING_UP' || scheme.status === 'WOUND_UP'
    ? UNKNOWN
    : null
}
const UNKNOWN = 'UNKNOWN'

/** Employers with expected months, each from a date: as recorded, or from the first month with a known fact. */
function listParticipants({ facts }: Context): ParticipationFacts[] {
  const began = facts.scheme.wentLiveOn ?? facts.scheme.establishedOn
  const recorded = facts.participations.length > 0 ? facts.participations : [SCHEME_EMPLOYER]
  const isRecorded = new Set(recorded.map(({ employerId }) => employerId))
  const firstMonths = new Map<string | null, string>()
  for (const { employerId, payrollMonth } of facts.contributions) {
    const first = firstMonths.get(employerId)
    if (first === undefined || payrollMonth < first) firstMonths.set(employerId, payrollMonth)
  }
  const unrecorded = [...firstMonths.keys()]
    .filter((employerId) => !isRecorded.has(employerId))
    .map((employerId) => ({ ...SCHEME_EMPLOYER, employerId }))
  return [...recorded, ...unrecorded].flatMap((one) => {
    const first = firstMonths.get(one.employerId)
    const fromOn = one.fromOn ?? (one.employerId === null ? began : first ? `${first}-01` : NEVER)
    return fromOn === NEVER ? [] : { ...one, fromOn }
  })
}
const SCHEME_EMPLOYER: ParticipationFacts = {
  employerId: null,
  employerName: null,
  fromOn: null,
  untilOn: null,
}
/** An employer with neither a first date nor a contribution. */
const NEVER = undefined

/**
 * Contributions expected for a month: both, unless the scheme's rates say that employees pay no contributions and no AVCs, or that the
 * employer pays none.
 */
export function getExpectedContributions(
  rates: ContributionRates | null,
  month: string,
): Pick<ContributionFacts, 'hasDeductions' | 'hasEmployerMoney'> {
  if (rates === null || (rates.effectiveFrom !== null && rates.effectiveFrom > toLastDayOfMonth(month)))
    return { hasDeductions: true, hasEmployerMoney: true }
  return {
    hasDeductions: rates.employeeRatePercent !== 0 || rates.additionalVoluntaryAllowed,
    hasEmployerMoney: rates.employerRatePercent !== 0,
  }
}

interface Month extends ContributionFacts, Pick<Due, 'isRecorded'> {
  employerName: string | null
  /** Date in this month on which contributions stopped, if the month has no record. */
  stoppedOn?: string
}

/** Months with a record, and months that each participating employer must have. */
function listMonths(context: Context): Month[] {
  const { facts, today } = context
  const since = getTrackingStartDate(context)
  const stop = findStop(context)
  const employers = listParticipants(context)
  const names = new Map(employers.map(({ employerId, employerName }) => [employerId, employerName]))
  const known = new Set(facts.contributions.map(getPeriodKey))
  const expected: Month[] = []
  for (const { employerId, employerName, fromOn, untilOn } of employers) {
    for (
      let month = addMonthsToMonth(toMonth(since), -1);
      month <= toMonth(today);
      month = addMonthsToMonth(month, 1)
    ) {
      const key = getPeriodKey({ payrollMonth: month, employerId })
      if (calculateRemittanceDate(month) < since || known.has(key)) continue
      if (fromOn !== null && toLastDayOfMonth(month) < fromOn) continue
      if (untilOn !== null && `${month}-01` > untilOn) continue
      if (stop !== null && (stop === UNKNOWN || `${month}-01` > stop)) continue
      known.add(key)
      expected.push({
        ...NOTHING_KNOWN,
        ...getExpectedContributions(facts.scheme.contributionRates, month),
        payrollMonth: month,
        employerId,
        employerName,
        ...(stop !== null && toLastDayOfMonth(month) > stop ? { stoppedOn: stop } : {}),
      })
    }
  }
  return [
    ...facts.contributions.map((one) => ({
      ...one,
      employerName: names.get(one.employerId) ?? null,
      isRecorded: !one.isExpected,
    })),
    ...expected,
  ]
}
const NOTHING_KNOWN: Omit<ContributionFacts, 'payrollMonth' | 'employerId'> = {
  hasDeductions: true,
  hasEmployerMoney: true,
  deductionsReceivedOn: null,
  employerReceivedOn: null,
  receiptMonths: [],
  investedOn: null,
  deductionsInvestedOn: null,
  statementIssuedOn: null,
}

const getPeriodKey = ({
  payrollMonth,
  employerId,
}: Pick<ContributionFacts, 'payrollMonth' | 'employerId'>): string =>
  employerId ? `${payrollMonth}:${employerId}` : payrollMonth

/** Key and facts that identify the obligation; names the employer if it is not the scheme's own. */
const identifyMonth = (month: Month): Pick<Due, 'periodKey' | 'facts' | 'subject'> => ({
  periodKey: getPeriodKey(month),
  facts: [
    {
      label: 'Month of the deduction',
      value: month.employerName ? `${month.payrollMonth} (${month.employerName})` : month.payrollMonth,
    },
  ],
  ...(month.employerId ? { subject: { kind: 'employer', id: month.employerId } } : {}),
})

/** Only the payroll file shows whether contributions were deducted in the month before they stopped. */
const describePartOfMonth = (month: Month & { stoppedOn: string }): Undated => ({
  ...buildUndated(
    `Contributions stopped on ${month.stoppedOn}: import the payroll file of ${month.payrollMonth}, or record that no contributions were deducted in that month until then`,
    getPeriodKey(month),
  ),
  ...(month.employerId ? { subject: { kind: 'employer', id: month.employerId } } : {}),
})
const isPart = (month: Month): month is Month & { stoppedOn: string } => month.stoppedOn !== undefined

/** A paid-up scheme owes deductions made before an unrecorded stop date. */
const listUnknownStops = (context: Context): Undated[] =>
  findStop(context) === UNKNOWN && context.facts.scheme.status === 'PAID_UP'
    ? [buildUnknownApplicability('paidUpOn')]
    : []

/** Deductions and employer contributions share one due date, the 21st of the following month; each is met separately. */
const createRemittanceFinder =
  (
    isOwed: 'hasDeductions' | 'hasEmployerMoney',
    received: 'deductionsReceivedOn' | 'employerReceivedOn',
    reason: string,
  ) =>
  (context: Context): Found[] => [
    ...listMonths(context).flatMap((month): Found[] => {
      if (!month[isOwed]) return []
      if (isPart(month)) return [describePartOfMonth(month)]
      return [
        {
          ...identifyMonth(month),
          anchorOn: toLastDayOfMonth(month.payrollMonth),
          dueOn: calculateRemittanceDate(month.payrollMonth),
          steps: [toDaysStep(DAYS_TO_REMIT)],
          metOn: month[received],
          reason,
          isRecorded: month.isRecorded ?? false,
        },
      ]
    }),
    ...listUnknownStops(context),
  ]

/**
 * Contributions stated each month and invested within ten days: deductions of every scheme, and employer contributions where limb (2) binds
 * them (PA ss.58A(3), 59(1)(a)). Undecidable for a hybrid scheme without deductions.
 */
const createStatedPaymentFinder =
  (
    dueOf: (
      month: ContributionFacts,
      bindsEmployer: boolean,
    ) => Pick<Due, 'anchorOn' | 'dueOn' | 'reason' | 'steps'> & { metOn: string | null },
  ) =>
  (context: Context): Found[] => {
    const { applies, reason } = decideEmployerContributions(context)
    const found = listMonths(context).flatMap((month): Found[] => {
      const { hasDeductions, hasEmployerMoney, payrollMonth } = month
      if (!hasDeductions && hasEmployerMoney && applies === 'CANNOT_TELL')
        return [buildUndated(`${reason}. No amount was deducted for ${payrollMonth}`, getPeriodKey(month))]
      if (!hasDeductions && !(hasEmployerMoney && applies === 'YES')) return []
      if (isPart(month)) return [describePartOfMonth(month)]
      return [{ ...dueOf(month, hasEmployerMoney && applies === 'YES'), ...identifyMonth(month) }]
    })
    return [...found, ...listUnknownStops(context)]
  }

const isContractRac = ({ facts: { scheme } }: Context): boolean =>
  scheme.type === 'RAC' && scheme.legalForm !== 'TRUST_RAC'

const decidePayroll = (context: Context): Applicability => {
  const { scheme } = context.facts
  if (scheme.type === 'PRSA')
    return yes(`An employer who deducts for a PRSA remits as for a scheme (${formatCitations('PA 121(3)')})`)
  if (scheme.legalForm === null) return lacks('legalForm')
  if (isContractRac(context))
    return no('A retirement annuity contract without a trust has no employer who deducts')
  if (!scheme.isFunded) return no('An unfunded scheme has no trustees to whom contributions are remitted')
  if (scheme.legalForm === 'TRUST_RAC')
    return yes(`Trust RACs are covered since 2007 (${formatCitations('PA 58A RAC')})`)
  return yes('The employer deducts from pay for remittance to the trustees')
}

const decideEmployerContributions = (context: Context): Applicability => {
  const { scheme } = context.facts
  const within = decidePayroll(context)
  if (within.applies === 'NO' || within.missing) return within
  if (scheme.type === 'PRSA')
    return yes(`The employer's contributions to a PRSA follow ${formatCitations('PA 121(4)')}`)
  if (scheme.benefitBasis === 'HYBRID')
    return cannotTell(
      'A hybrid scheme: only the money of its defined contribution section is bound, and the split is not recorded',
    )
  if (scheme.type === 'DB')
    return no(
      "Only defined contribution schemes are bound: the employer's money to a DB scheme follows the deed or the funding proposal",
    )
  return yes('A defined contribution scheme')
}

const decideInvestment = (context: Context): Applicability => {
  const { scheme } = context.facts
  if (scheme.type === 'PRSA') return no('A PRSA has a provider, and no trustees who invest')
  if (scheme.legalForm === null) return lacks('legalForm')
  if (isContractRac(context)) return no('A contract without a trust has no trustees who invest')
  return scheme.isFunded
    ? yes('The trustees invest what is remitted')
    : no('An unfunded scheme invests nothing')
}

export const CONTRIBUTION_RULES: Rule[] = [
  defineRule({
    id: 'CON-01',
    title: 'Pay over employee deductions',
    who: 'Employer',
    trigger: 'RECURRING_CALENDAR',
    due: 'End of the month of the deduction + 21 days',
    sources: ['PA 58A(1)', 'PA 121(3)'],
    confidence: 'H',
    applies: decidePayroll,
    list: createRemittanceFinder(
      'hasDeductions',
      'deductionsReceivedOn',
      'End of the month of the deduction + 21 days',
    ),
  }),
  defineRule({
    id: 'CON-02',
    title: 'Pay over employer contributions',
    who: 'Employer',
    trigger: 'RECURRING_CALENDAR',
    due: 'End of the month of the pay + 21 days',
    sources: ['PA 58A(2)', 'PA 121(4)'],
    confidence: 'H',
    applies: decideEmployerContributions,
    list: createRemittanceFinder(
      'hasEmployerMoney',
      'employerReceivedOn',
      'End of the month of the pay + 21 days',
    ),
  }),
  defineRule({
    id: 'CON-03',
    title: 'Give employees and trustees (or the PRSA provider) the monthly contribution statement',
    who: 'Employer',
    trigger: 'RECURRING_CALENDAR',
    due: 'End of the month after the month of the deduction',
    sources: ['PA 58A(3)', 'PA 121(5)'],
    confidence: 'H',
    ruling:
      'The Act says "not less frequently than once a month"; the end of the month after the deduction is a ruling. A payslip is enough for the employee and a deduction only',
    applies: decidePayroll,
    list: createStatedPaymentFinder(({ payrollMonth, statementIssuedOn }) => ({
      anchorOn: toLastDayOfMonth(payrollMonth),
      dueOn: toLastDayOfMonth(addMonthsToMonth(payrollMonth, 1)),
      metOn: statementIssuedOn,
      reason: 'End of the month after the month of the deduction',
    })),
  }),
  defineRule({
    id: 'CON-04',
    title: 'Invest contributions',
    who: 'Trustees',
    trigger: 'RECURRING_CALENDAR',
    due: 'Latest day of remittance + 10 days',
    sources: ['PA 59(1)(a)'],
    confidence: 'H',
    applies: decideInvestment,
    list: createStatedPaymentFinder(({ payrollMonth, investedOn, deductionsInvestedOn }, bindsEmployer) => ({
      anchorOn: calculateRemittanceDate(payrollMonth),
      dueOn: addDays(calculateRemittanceDate(payrollMonth), 10),
      steps: [toDaysStep(10)],
      metOn: bindsEmployer ? investedOn : deductionsInvestedOn,
      reason: 'The day by which the money should have been remitted + 10 days, however early it came',
    })),
  }),
  defineRule({
    id: 'CON-05',
    title: 'Invest trust RAC contributions',
    who: 'Trustees',
    trigger: 'EVENT',
    due: 'End of the month of each receipt + 10 days',
    sources: ['PA 59(1)(aa)'],
    confidence: 'H',
    applies: ({ facts: { scheme } }) => {
      if (scheme.legalForm === null) return lacks('legalForm')
      return scheme.legalForm === 'TRUST_RAC' && scheme.isFunded
        ? yes(`A trust RAC, in addition to ${formatCitations('PA 59(1)(a)')}`)
        : no('Only trust RACs')
    },
    list: (context) =>
      listMonths(context).flatMap((month) => {
        const decisive = getDecisiveReceiptMonth(month.receiptMonths)
        if (decisive === null) return []
        const named = identifyMonth(month)
        return {
          ...named,
          facts: [...named.facts, { label: 'Month of receipt', value: decisive.month }],
          anchorOn: toLastDayOfMonth(decisive.month),
          dueOn: decisive.dueOn,
          metOn: decisive.investedOn,
          reason: 'End of the month in which the money was received + 10 days',
          isRecorded: month.isRecorded ?? false,
        }
      }),
  }),
]
