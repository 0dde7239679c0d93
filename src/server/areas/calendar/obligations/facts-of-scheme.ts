import { countDaysInMonth } from '../../../../contract/civil-dates.ts'
import type { PrsaAccess } from '../../../../contract/prsa-access.ts'
import { RuleSettings as FirmRuleSettings } from '../../../../contract/rule-settings.ts'
import {
  BenefitBasis,
  LEGAL_FORMS,
  LegalForm,
  SchemeStatus,
  SchemeType,
} from '../../../../contract/schemes.ts'
import {
  type ContributionRates,
  DEFAULT_SETTINGS,
  type MemberCountFacts,
  type RuleSettings,
  type SchemeRecordFacts,
  type YearEndRule,
} from './facts.ts'
import { FactsError, type Fields, isObject } from './facts-fields.ts'
import { UNREAD } from './facts-names.ts'

export function parseRuleSettings(whole: Fields): RuleSettings {
  const tenant = whole.object('tenant')
  tenant?.ignore(UNREAD.tenant)
  const settings = whole.object('settings') ?? tenant?.object('settings') ?? null
  settings?.ignore(UNREAD.settings)
  const registration = 'raRegistrationExpires'
  const given: Partial<RuleSettings> = {
    administratorRegistrationEndsOn:
      settings?.day(registration) ?? tenant?.day(registration) ?? whole.day(registration),
  }
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
    if (settings === null || name === 'administratorRegistrationEndsOn') continue
    const schema = FirmRuleSettings.shape[name as keyof FirmRuleSettings]
    const figure =
      typeof value === 'number'
        ? schema.safeParse(0).success
          ? settings.count(name)
          : settings.divisor(name)
        : typeof value === 'string'
          ? settings.day(name)
          : Array.isArray(value)
            ? settings.raw(name)
            : getYearEnd(settings, name)
    if (figure !== null && !schema.safeParse(figure).success)
      throw new FactsError(`settings.${name}: must be ${schema.description}, as in the settings of a firm`)
    if (figure !== null) Object.assign(given, { [name]: figure })
  }
  settings?.close()
  tenant?.close()
  return { ...DEFAULT_SETTINGS, ...given }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `{ month, day }`, `12-31`, `--12-31`, a whole day of any year, `31 December`; and day first where it can be nothing else, or with a slash. */
function parseYearEnd(value: unknown, name: string): { month: number; day: number } {
  const text = isObject(value) ? `${value.month}-${value.day}` : String(value).trim()
  const digits = /^(?:\d{4}-|--)?(\d\d?)-(\d\d?)$/.exec(text)
  const dayFirst = isObject(value) ? null : /^(\d\d?)\/(\d\d?)$|^(1[3-9]|[23]\d)-(\d\d?)$/.exec(text)
  const words = /^(\d{1,2})\s+([a-z]{3})[a-z]*$/i.exec(text)
  const [month, day] = dayFirst
    ? [Number(dayFirst[2] ?? dayFirst[4]), Number(dayFirst[1] ?? dayFirst[3])]
    : digits
      ? [Number(digits[1]), Number(digits[2])]
      : words
        ? [MONTHS.indexOf((words[2] as string).toLowerCase()) + 1, Number(words[1])]
        : [0, 0]
  // A leap year: 29 February is a valid year end.
  if (month >= 1 && month <= 12 && day >= 1 && day <= countDaysInMonth(2024, month)) return { month, day }
  throw new FactsError(
    `${name}: must be a day of the year, as { "month": 12, "day": 31 }, "12-31" or "31 December"`,
  )
}

function getYearEnd(fields: Fields, name: string): { month: number; day: number } | null {
  const value = fields.raw(name)
  return value === null ? null : parseYearEnd(value, name)
}

export function readScheme(fields: Fields): SchemeRecordFacts {
  const type = fields.require(fields.text(SchemeType.options, 'type'), 'type (DB, DC, PRSA or RAC)')
  const legalForm = readLegalForm(fields, type)
  const memberCountHistory = readCounts(fields)
  const [establishedOn, wentLiveOn] = [fields.day('establishedOn'), fields.day('wentLiveOn')]
  const paidUpOn = fields.day('paidUpOn')
  const [windUpStartedOn, woundUpOn] = [fields.day('windUpStartedOn'), fields.day('woundUpOn')]
  const order = [
    ['establishedOn', establishedOn],
    ['wentLiveOn', wentLiveOn],
    ['paidUpOn', paidUpOn],
    ['windUpStartedOn', windUpStartedOn],
    ['woundUpOn', woundUpOn],
  ] as const
  for (const [index, second] of order.entries())
    for (const first of order.slice(0, index)) fields.requireOrder(first, second)
  const body = fields.object('trusteeBody')
  const BODIES = ['INDIVIDUALS', 'CORPORATE', 'SOLE_CORPORATE'] as const
  body?.ignore(UNREAD.trusteeBody)
  body?.has('trustees')
  const scheme: SchemeRecordFacts = {
    type,
    legalForm,
    // Whether a day has come is decided on the evaluation date.
    status:
      fields.text(SchemeStatus.options, 'status') ??
      (woundUpOn ? 'WOUND_UP' : windUpStartedOn ? 'WINDING_UP' : paidUpOn ? 'PAID_UP' : 'ACTIVE'),
    isFunded: fields.flag('isFunded') ?? true,
    establishedOn,
    wentLiveOn,
    paidUpOn,
    windUpStartedOn,
    windUpReason: fields.words('windUpReason'),
    woundUpOn,
    benefitBasis: fields.text(BenefitBasis.options, 'benefitBasis'),
    memberCountHistory,
    isRegulatoryOwnFunds: fields.flag('isRegulatoryOwnFunds'),
    isMasterTrust: fields.flag('isMasterTrust') ?? legalForm === 'MASTER_TRUST_SECTION',
    pensionsAuthorityNumber: fields.words('pensionsAuthorityNumber'),
    yearEnds: readYearEnds(fields),
    contributionRates: readRates(fields),
    trusteeBodyKind: body?.text(BODIES, 'kind') ?? fields.text(BODIES, 'trusteeBodyKind'),
    trusteeBodyAppointedOn: body?.day('appointedOn') ?? null,
    hasAuthorisedTradeUnion: fields.flag('hasAuthorisedTradeUnion'),
    considersEsg: fields.flag('considersEsg'),
    hasDepositary: fields.flag('hasDepositary'),
    trustMemberCount: fields.count('trustMemberCount'),
    joining: fields.text(['AUTOMATIC', 'BY_CHOICE'], 'joining'),
    limitsEntry: fields.flag('limitsEntry'),
    waitingPeriodMonths: fields.count('waitingPeriodMonths'),
  }
  body?.close()
  fields.ignore(UNREAD.scheme)
  return scheme
}

/** Flat, as the record of the employer has it, or in the object of the domain brief. */
export function readPrsaAccess(employer: Fields | null): PrsaAccess {
  employer?.ignore(UNREAD.employer)
  const access = employer?.object('prsaAccess') ?? null
  const read = {
    prsaProvider: employer?.words('prsaProvider') ?? access?.words('provider') ?? null,
    prsaDesignatedOn: employer?.day('prsaDesignatedOn') ?? access?.day('designatedOn') ?? null,
    prsaNotifiedOn: employer?.day('prsaNotifiedOn') ?? access?.day('notifiedOn') ?? null,
  }
  access?.close()
  employer?.close()
  return read
}

/** Default legal form of the type. A RAC has no default, because its form decides whether the regime applies. */
function readLegalForm(fields: Fields, type: SchemeType): LegalForm | null {
  const given = fields.text(LegalForm.options, 'legalForm')
  const isOneMember = fields.flag('isOMA')
  const isDeathBenefitOnly = fields.flag('isDeathBenefitOnly')
  const form = isOneMember
    ? 'ONE_MEMBER'
    : isDeathBenefitOnly
      ? 'DEATH_BENEFIT_ONLY'
      : (given ?? (type === 'RAC' ? null : LEGAL_FORMS[type][0]))
  if (form !== null && !LEGAL_FORMS[type].includes(form))
    throw new FactsError(`legalForm: a ${type} scheme has one of the forms ${LEGAL_FORMS[type].join(', ')}`)
  return form
}

function readRates(fields: Fields): ContributionRates | null {
  const basis = fields.object('contributionBasis')
  basis?.ignore(['basis', 'employeeAvcPercent'])
  const rates = basis && {
    employeeRatePercent: basis.cents('employeeRatePercent'),
    employerRatePercent: basis.cents('employerRatePercent'),
    additionalVoluntaryAllowed: basis.flag('additionalVoluntaryAllowed') ?? false,
    effectiveFrom: basis.day('effectiveFrom'),
  }
  basis?.close()
  return rates
}

function readYearEnds(fields: Fields): YearEndRule[] {
  const dated = fields.list(
    (row): YearEndRule => ({
      ...(getYearEnd(row, 'schemeYearEnd') ??
        parseYearEnd({ month: row.count('month'), day: row.count('day') }, 'schemeYearEnds')),
      effectiveFrom: row.day('effectiveFrom'),
    }),
    'schemeYearEnds',
  )
  const one = getYearEnd(fields, 'schemeYearEnd')
  if (dated.length === 0) return one === null ? [] : [{ ...one, effectiveFrom: null }]
  return dated.sort((a, b) => (a.effectiveFrom ?? '').localeCompare(b.effectiveFrom ?? ''))
}

/** A count without a date applies to every date. */
const EVER = '1900-01-01'

function readCounts(fields: Fields): SchemeRecordFacts['memberCountHistory'] {
  // Counts not entered by hand are derived from the members, if given.
  const isDerived = fields.flag('countsManual') === false && fields.raw('members') !== null
  const counts = fields.object('counts')
  const single = fields.count('memberCount')
  const read = {
    active: counts?.count('active') ?? single,
    deferred: counts?.count('deferred') ?? fields.count('deferredMembers'),
    pensioner: counts?.count('pensioner') ?? fields.count('pensionerMembers'),
    asOfOn: counts?.day('asOfOn') ?? EVER,
  }
  counts?.close()
  const history = fields.list(readCount, 'memberCountHistory')
  if (isDerived) return []
  const { active } = read
  const latest =
    active === null || history.some(({ asOfOn }) => asOfOn === read.asOfOn) ? [] : [{ ...read, active }]
  return [...history, ...latest].sort((a, b) => a.asOfOn.localeCompare(b.asOfOn))
}

const readCount = (one: Fields): MemberCountFacts => ({
  active: one.require(one.count('active'), 'active'),
  deferred: one.count('deferred'),
  pensioner: one.count('pensioner'),
  asOfOn: one.require(one.day('asOfOn'), 'asOfOn'),
})
