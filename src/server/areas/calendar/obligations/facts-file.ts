/**
 * Parses the facts of a scheme from a JSON file. Field names are those of the API or of the domain description; only the type is required.
 * Unknown fields are reported, never silently dropped.
 */
import { BreachCategory, Reportability, RiskToPeople } from '../../../../contract/breaches.ts'
import { countDaysInMonth } from '../../../../contract/civil-dates.ts'
import { DocumentKind, DocumentStatus } from '../../../../contract/documents.ts'
import { HolderStatus, KeyFunction } from '../../../../contract/key-function-holders.ts'
import { MemberStatus } from '../../../../contract/members.ts'
import { Confirmation } from '../../../../contract/obligations.ts'
import { OutsourcingActivity, OutsourcingStatus } from '../../../../contract/outsourcing-arrangements.ts'
import { AssessmentScope } from '../../../../contract/own-risk-assessments.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import type { PrsaAccess } from '../../../../contract/prsa-access.ts'
import { RuleSettings as FirmRuleSettings } from '../../../../contract/rule-settings.ts'
import { SchemeEventKind } from '../../../../contract/scheme-events.ts'
import {
  BenefitBasis,
  LEGAL_FORMS,
  LegalForm,
  SchemeStatus,
  SchemeType,
} from '../../../../contract/schemes.ts'
import { TrusteeRole, TrusteeStatus } from '../../../../contract/trustees.ts'
import { Moment } from '../../../../contract/values.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import { isRestrictedCategory } from '../../governance/breaches/index.ts'
import type { Decision } from './engine.ts'
import { toEvents } from './events-of-breaches.ts'
import {
  type AssessmentFacts,
  type CompletionFacts,
  type ContributionRates,
  DEFAULT_SETTINGS,
  type DocumentFacts,
  type EventFacts,
  type KeyFunctionHolderFacts,
  type MemberCountFacts,
  type MemberFacts,
  type OutsourcingFacts,
  type PolicyFacts,
  type RuleSettings,
  type SchemeFacts,
  type SchemeRecordFacts,
  type TrusteeFacts,
  type YearEndRule,
} from './facts.ts'
import { FactsError, Fields, isObject } from './facts-fields.ts'
import { UNREAD } from './facts-names.ts'
import { readContributions } from './facts-of-contributions.ts'

export interface ReadFacts {
  facts: SchemeFacts
  /** Paths of unknown fields. */
  unknown: string[]
}

export function readFactsFile(json: unknown): ReadFacts {
  if (!isObject(json)) throw new FactsError('A facts file must be one JSON object: { "type": "DC", … }')
  const unknown: string[] = []
  const whole = new Fields(json, '', unknown, 'scheme')
  const nested = whole.raw('scheme')
  const top = isObject(nested) ? new Fields(nested, 'scheme.', unknown, 'scheme', whole) : whole
  const employer = whole.object('employer')
  const scheme = readScheme(top)
  const members = top.list(readMember, 'members')
  const policies = [
    ...top.list((one, index) => readPolicy(one, index), 'policies'),
    ...top.list((one, index) => readPolicy(one, index, 'SIPP'), 'sipp', {
      ofDay: 'approvedOn',
      kind: 'policies',
    }),
  ].filter((one) => one !== null)
  const events = [
    ...top.list(readEvent, 'events').flat(),
    ...top.list(readBreach, 'breaches').flat(),
    ...policies.flatMap(({ change }) => change ?? []),
  ]
  const outsourcing = top.list(readOutsourcing, 'outsourcing')
  const holders = top.list(readHolder, 'keyFunctionHolders')
  const facts: SchemeFacts = {
    scheme,
    prsaAccess: readPrsaAccess(employer),
    trackedSince: top.day('trackedSince'),
    members: members.map(({ member }) => member),
    trustees: readTrustees(top),
    keyFunctionHolders: holders.map(({ holder }) => holder),
    outsourcing: withAgreements(outsourcing, holders),
    assessments: top
      .list(readAssessment, 'ownRiskAssessments', { ofDay: 'approvedOn' })
      .map((assessment) => ({
        ...assessment,
        triggerEventId: eventMeant(assessment.triggerEventId, events),
      })),
    policies: policies.map(({ policy }) => policy),
    events,
    documents: [
      ...top.list(readDocument, 'documents').flatMap((one) => one ?? []),
      ...top.list(readComplianceStatement, 'annualComplianceStatements'),
      ...certificate('ACTUARIAL_FUNDING_CERTIFICATE', top.day('lastAfcEffectiveOn')),
      ...certificate('ACTUARIAL_VALUATION', top.day('lastValuationOn')),
      ...certificate('PENSION_BENEFIT_STATEMENT', top.day('lastPbsDate') ?? oldestStatement(members)),
    ],
    ...readContributions(top),
    meetingsHeldOn: top.days('meetings', 'heldOn', UNREAD.meeting),
    completions: top.list(readCompletion, 'completions').flatMap((one) => one ?? []),
    settings: readSettings(whole),
  }
  if (top !== whole) top.close()
  whole.close()
  return { facts, unknown }
}

/** Completions without a matching decision: the rule or period is misspelt or long past. */
export function findUnusedCompletions(
  { completions }: SchemeFacts,
  decisions: readonly Decision[],
): string[] {
  const decided = new Set(decisions.map(({ rule, periodKey }) => `${rule.id} ${periodKey}`))
  const rolling = new Set(
    decisions.filter(({ rule }) => rule.trigger === 'ROLLING').map(({ rule }) => rule.id),
  )
  return completions
    .filter(({ ruleId, periodKey }) => !decided.has(`${ruleId} ${periodKey}`) && !rolling.has(ruleId))
    .map(({ ruleId, periodKey }) =>
      periodKey ? `${ruleId} of ${periodKey}` : `${ruleId} (which periodKey?)`,
    )
}

// --- The firm

function readSettings(whole: Fields): RuleSettings {
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
    const asked =
      typeof value === 'number'
        ? schema.safeParse(0).success
          ? settings.count(name)
          : settings.divisor(name)
        : typeof value === 'string'
          ? settings.day(name)
          : Array.isArray(value)
            ? settings.raw(name)
            : yearEndOf(settings, name)
    if (asked !== null && !schema.safeParse(asked).success)
      throw new FactsError(`settings.${name}: must be ${schema.description}, as in the settings of a firm`)
    if (asked !== null) Object.assign(given, { [name]: asked })
  }
  settings?.close()
  tenant?.close()
  return { ...DEFAULT_SETTINGS, ...given }
}

// --- The scheme

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

function yearEndOf(fields: Fields, name: string): { month: number; day: number } | null {
  const value = fields.raw(name)
  return value === null ? null : parseYearEnd(value, name)
}

function readScheme(fields: Fields): SchemeRecordFacts {
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
    status: fields.text(SchemeStatus.options, 'status') ?? 'ACTIVE',
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
    joining: fields.text(['AUTOMATIC', 'BY_CHOICE'], 'joining') ?? 'AUTOMATIC',
    limitsEntry: fields.flag('limitsEntry'),
    waitingPeriodMonths: fields.count('waitingPeriodMonths'),
  }
  body?.close()
  fields.ignore(UNREAD.scheme)
  return scheme
}

/** Flat, as the record of the employer has it, or in the object of the domain brief. */
function readPrsaAccess(employer: Fields | null): PrsaAccess {
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
      ...(yearEndOf(row, 'schemeYearEnd') ??
        parseYearEnd({ month: row.count('month'), day: row.count('day') }, 'schemeYearEnds')),
      effectiveFrom: row.day('effectiveFrom'),
    }),
    'schemeYearEnds',
  )
  const one = yearEndOf(fields, 'schemeYearEnd')
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

// --- People

const idOf = (one: Fields, kind: string, index: number): string => one.words('id') ?? `${kind}${index + 1}`

const readMember = (one: Fields, index: number): { member: MemberFacts; statementOn: string | null } => {
  one.ignore(UNREAD.member)
  return {
    member: {
      id: idOf(one, 'member', index),
      status: one.text(MemberStatus.options, 'status') ?? 'ACTIVE',
      joinedSchemeOn: one.day('joinedSchemeOn'),
      leftServiceOn: one.day('leftServiceOn'),
      retiredOn: one.day('retiredOn'),
      normalRetirementOn: one.day('normalRetirementOn'),
      endedOn: one.day('endedOn'),
    },
    statementOn: one.day('lastPbsDate'),
  }
}

/** Statements go to each member: the member without one for longest decides. */
const oldestStatement = (members: readonly ReturnType<typeof readMember>[]): string | null =>
  members
    .filter(
      ({ member: { status } }) => status === 'ACTIVE' || status === 'DEFERRED' || status === 'PENSIONER',
    )
    .flatMap(({ statementOn }) => statementOn ?? [])
    .sort()[0] ?? null

function readTrustees(top: Fields): TrusteeFacts[] {
  const body = top.object('trusteeBody')
  const trainings = top.list((one) => {
    one.ignore(UNREAD.training)
    return {
      trusteeId: one.words('trusteeId'),
      on: one.day('completedOn'),
      isWithdrawn: one.raw('status') === 'WITHDRAWN',
    }
  }, 'trusteeTrainings')
  return [
    ...top.list((one, index) => readTrustee(one, index), 'trustees'),
    ...(body?.list((one, index) => readTrustee(one, index, 'bodyTrustee'), 'trustees') ?? []),
  ].map((trustee) => ({
    ...trustee,
    trainedOn: [
      ...trustee.trainedOn,
      ...trainings.flatMap(({ trusteeId, on, isWithdrawn }) =>
        trusteeId === trustee.id && on && !isWithdrawn ? on : [],
      ),
    ],
  }))
}

const readTrustee = (one: Fields, index: number, kind = 'trustee'): TrusteeFacts => {
  one.ignore(UNREAD.trustee)
  const [appointedOn, ceasedOn] = [one.day('appointedOn'), one.day('ceasedOn')]
  one.requireOrder(['appointedOn', appointedOn], ['ceasedOn', ceasedOn])
  return {
    id: idOf(one, kind, index),
    status: one.text(TrusteeStatus.options, 'status') ?? (appointedOn ? 'APPOINTED' : 'PROPOSED'),
    role: one.text(TrusteeRole.options, 'role') ?? 'TRUSTEE',
    isProfessional: one.flag('isProfessional') ?? false,
    hasTrusteeQualification: one.flag('hasTrusteeQualification') ?? false,
    yearsExperience: one.count('yearsExperience'),
    appointedOn,
    ceasedOn,
    trainedOn: one.days('trainedOn', 'completedOn', UNREAD.training),
  }
}

interface ReadHolder {
  holder: KeyFunctionHolderFacts
  /** Outsourcing facts in the holder's record. */
  agreement: {
    id: string | null
    isOutsourced: boolean
    inForceFrom: string | null
    authorityNotifiedOn: string | null
  }
}

function readHolder(one: Fields, index: number): ReadHolder {
  const fit = one.object('fitProper')
  const effectiveFrom = one.day('effectiveFrom')
  const given = one.text(HolderStatus.options, 'status')
  const endedOn = one.day('endedOn')
  const termEndsOn = one.day('termEndsOn')
  one.requireOrder(['effectiveFrom', effectiveFrom], ['endedOn', endedOn])
  one.ignore(UNREAD.holder)
  const inForceFrom = one.day('agreementInForceFrom')
  const holder: KeyFunctionHolderFacts = {
    id: idOf(one, 'holder', index),
    function: one.require(
      one.text(KeyFunction.options, 'function'),
      'function (RISK_MANAGEMENT, INTERNAL_AUDIT …)',
    ),
    isDeputy: one.flag('isDeputy') ?? false,
    // Whether a planned end has passed depends on the evaluation date.
    status: given ?? (effectiveFrom ? 'APPOINTED' : 'PROPOSED'),
    effectiveFrom,
    endedOn,
    termEndsOn,
    assessedOn: fit?.day('assessedOn') ?? one.day('assessedOn'),
    nextReviewOn: fit?.day('nextReviewOn') ?? one.day('nextReviewOn'),
    holdsSameFunctionForEmployer: one.flag('holdsSameFunctionForEmployer') ?? false,
    reportedOn: one.days('reports', 'receivedOn', UNREAD.report),
  }
  fit?.ignore(UNREAD.fitProper)
  fit?.close()
  return {
    holder,
    agreement: {
      id: one.words('outsourcingArrangementId'),
      isOutsourced: one.flag('isOutsourced') ?? inForceFrom !== null,
      inForceFrom,
      authorityNotifiedOn: one.day('authorityNotifiedOn'),
    },
  }
}

// --- Outsourcing

const ACTIVITY_OF: Partial<Record<KeyFunction, string>> = {
  RISK_MANAGEMENT: 'KFH_RISK',
  INTERNAL_AUDIT: 'KFH_AUDIT',
  ACTUARIAL: 'KFH_ACTUARIAL',
}

const readOutsourcing = (one: Fields, index: number): OutsourcingFacts => {
  one.ignore(UNREAD.outsourcing)
  const activity = one.code(OutsourcingActivity.options, 'activity') ?? 'OTHER'
  const endedOn = one.day('endedOn') ?? one.day('endsOn')
  return {
    id: idOf(one, 'outsourcing', index),
    activity,
    isKeyFunction: one.flag('isKeyFunction') ?? activity.startsWith('KFH_'),
    isManagement: one.flag('isManagement') ?? false,
    status: one.text(OutsourcingStatus.options, 'status') ?? 'IN_FORCE',
    inForceFrom: one.day('inForceFrom'),
    authorityNotifiedOn: one.day('authorityNotifiedOn'),
    endedOn,
    developments: one.list(
      (row) => ({
        occurredOn: row.require(row.day('occurredOn'), 'occurredOn'),
        notifiedOn: row.day('notifiedOn'),
      }),
      'developments',
      { ofDay: 'occurredOn' },
    ),
  }
}

/** An agreement may be in the outsourcing register, in the holder's record, or both; it counts once. */
function withAgreements(
  registered: readonly OutsourcingFacts[],
  holders: readonly ReadHolder[],
): OutsourcingFacts[] {
  const arrangements = registered.map((one) => ({ ...one }))
  for (const { holder, agreement } of holders) {
    if (!agreement.isOutsourced) continue
    const own = arrangements.find(
      ({ id, activity, inForceFrom }) =>
        (agreement.id !== null && id === agreement.id) ||
        (activity === ACTIVITY_OF[holder.function] &&
          (agreement.inForceFrom === null || agreement.inForceFrom === inForceFrom)),
    )
    if (own) {
      own.authorityNotifiedOn ??= agreement.authorityNotifiedOn
      own.inForceFrom ??= agreement.inForceFrom
    } else
      arrangements.push({
        id: `${holder.id}agreement`,
        activity: ACTIVITY_OF[holder.function] ?? 'OTHER',
        isKeyFunction: holder.function !== 'COMPLIANCE',
        isManagement: false,
        status: 'IN_FORCE',
        inForceFrom: agreement.inForceFrom,
        authorityNotifiedOn: agreement.authorityNotifiedOn,
        endedOn: null,
        developments: [],
      })
  }
  return arrangements
}

// --- Assessments, policies, events

const readAssessment = (one: Fields, index: number): AssessmentFacts => {
  one.ignore([...UNREAD.assessment, 'nextDueOn'])
  const approval = one.object('trusteeApproval')
  approval?.ignore(['minutesDocId'])
  const approvedOn = one.day('approvedOn') ?? approval?.day('date') ?? null
  approval?.close()
  return {
    id: idOf(one, 'assessment', index),
    scope: one.text(AssessmentScope.options, 'scope') ?? 'WHOLE_IORP',
    approvedOn,
    triggerEventId: one.words('triggerEventId'),
    asOfOn: one.day('asOfOn'),
  }
}

/** The trigger event of an assessment, by id, or by kind if unique. */
function eventMeant(named: string | null, events: readonly EventFacts[]): string | null {
  if (named === null) return null
  const kinds = kindsOf(named)
  return (
    events.find(({ id }) => id === named)?.id ?? events.find(({ kind }) => kinds.includes(kind))?.id ?? named
  )
}

interface ReadPolicy {
  policy: PolicyFacts
  change: EventFacts | null
}

function readPolicy(one: Fields, index: number, fixed?: 'SIPP'): ReadPolicy | null {
  one.ignore([...UNREAD.policy, ...UNREAD.statement])
  const kind = fixed ?? one.code(PolicyKind.options, 'kind')
  const id = idOf(one, fixed ? 'sipp' : 'policy', index)
  const policy: PolicyFacts = {
    id,
    kind: kind ?? '',
    approvedOn: one.day('approvedOn'),
    lastReviewedOn: one.day('lastReviewedOn'),
    reviewIntervalMonths: one.divisor('reviewIntervalMonths') ?? 36,
  }
  const changedOn = one.day('lastSignificantChangeOn')
  const adaptedOn = [policy.approvedOn, policy.lastReviewedOn].filter(
    (day) => day && changedOn && day >= changedOn,
  )
  if (kind === null || one.raw('status') === 'WITHDRAWN') return null
  return {
    policy,
    change:
      changedOn === null
        ? null
        : {
            id: `${id}change`,
            kind: kind === 'SIPP' ? 'INVESTMENT_POLICY_CHANGE' : 'SIGNIFICANT_SYSTEM_CHANGE',
            occurredOn: changedOn,
            reportedOn: adaptedOn[0] ?? null,
          },
  }
}

/** Synonyms of event kinds. An unclassified change counts as a change of the risk profile and of the system of governance. */
const OTHER_NAMES: Record<string, readonly string[]> = {
  SIGNIFICANT_CHANGE: ['OTHER_RISK_CHANGE', 'SIGNIFICANT_SYSTEM_CHANGE'],
  RISK_PROFILE_CHANGE: ['OTHER_RISK_CHANGE'],
  DB_FUNDING_FALL: ['FUNDING_FALL'],
  MERGER: ['SPONSOR_DISTRESS'],
  NEW_RA: ['ADMINISTRATOR_CHANGE'],
  RA_CHANGE: ['ADMINISTRATOR_CHANGE'],
  NEW_KFH: ['KEY_FUNCTION_CHANGE'],
  KFH_CHANGE: ['KEY_FUNCTION_CHANGE'],
  S3A_NOTICE: ['FIXED_NOTICE'],
  SUBJECT_ACCESS_REQUEST: ['ACCESS_REQUEST'],
  SAR: ['ACCESS_REQUEST'],
  DATA_BREACH: ['PERSONAL_DATA_BREACH'],
  DATA_PROTECTION: ['PERSONAL_DATA_BREACH'],
  GDPR_BREACH: ['PERSONAL_DATA_BREACH'],
  ICT_INCIDENT: ['CYBER_INCIDENT'],
  MAJOR_ICT_INCIDENT: ['CYBER_INCIDENT'],
  MISAPPROPRIATION_SUSPECTED: ['MISAPPROPRIATION_SUSPICION'],
  DEED_OF_AMENDMENT: ['RULE_AMENDMENT'],
  RULE_CHANGE: ['RULE_AMENDMENT'],
  AFC_FAILED: ['FUNDING_CERTIFICATE_FAILED'],
  FAILING_AFC: ['FUNDING_CERTIFICATE_FAILED'],
  TRANSFER_TO_PRSA: ['PRSA_TRANSFER'],
  TRUST_TERMINATION: ['PRSA_TRANSFER'],
}
const EVENTS: readonly string[] = [
  ...SchemeEventKind.options,
  'PERSONAL_DATA_BREACH',
  ...Object.keys(OTHER_NAMES),
]
const kindsOf = (code: string): readonly string[] => OTHER_NAMES[code] ?? [code]

const readEvent = (one: Fields, index: number): EventFacts[] => {
  one.ignore(UNREAD.event)
  const id = idOf(one, 'event', index)
  const code = one.code(EVENTS, 'kind')
  const occurredOn = one.require(one.day('occurredOn'), 'occurredOn')
  const reportedOn = one.day('reportedOn')
  const facts = {
    reportedOn,
    relevantOn: one.day('relevantOn'),
    documentId: one.words('documentId'),
    awareAt: readMoment(one, 'awareAt'),
    isSignificant: one.flag('isSignificant'),
    extendedOn: one.day('extendedOn'),
    riskToPeople: one.text(RiskToPeople.options, 'riskToPeople'),
  }
  if (code === null || one.raw('status') === 'WITHDRAWN') return []
  return kindsOf(code).map((kind, part) => ({
    id: part === 0 ? id : `${id}system`,
    kind,
    occurredOn,
    ...facts,
  }))
}

/** The breaches that start an obligation. */
const readBreach = (one: Fields, index: number): EventFacts[] => {
  const category = one.text(BreachCategory.options, 'category')
  const awareAt = readMoment(one, 'awareAt')
  const reportedAt = readMoment(one, 'reportedAt')
  const reportedOn = one.day('reportedOn')
  const knownOn = one.day('detectedOn') ?? one.day('occurredOn')
  const entry = {
    id: idOf(one, 'breach', index),
    category: category ?? 'OTHER',
    isNotABreach: one.flag('isNotABreach') ?? false,
    isRestricted: (one.flag('isRestricted') ?? false) || isRestrictedCategory(category ?? 'OTHER'),
    awareAt,
    reportedAt,
    riskToPeople: one.text(RiskToPeople.options, 'riskToPeople'),
    reportability: one.text(Reportability.options, 'reportability') ?? 'UNDECIDED',
  }
  one.ignore(UNREAD.breach)
  if (awareAt === null && knownOn === null && toEvents({ ...entry, occurredOn: '' }).length === 0) return []
  const occurredOn = awareAt ? toDublinDate(new Date(awareAt)) : one.require(knownOn, 'detectedOn')
  return toEvents({ ...entry, occurredOn }).map((event) => ({
    ...event,
    reportedOn: event.reportedOn ?? reportedOn,
  }))
}

/** A timestamp in UTC; null if absent. */
function readMoment(one: Fields, name: string): string | null {
  const text = one.words(name)
  if (text === null) return null
  const read = Moment.safeParse(text)
  if (read.success) return read.data
  throw new FactsError(`${name}: must be a timestamp with offset, such as 2026-11-20T09:00:00Z`)
}

// --- Documents and what was done

const DATED: readonly DocumentStatus[] = ['FINAL', 'SIGNED', 'FILED', 'SUPERSEDED']

const readDocument = (one: Fields, index: number): DocumentFacts | null => {
  one.ignore(UNREAD.document)
  const kind = one.code(DocumentKind.options, 'kind')
  const status = one.text(DocumentStatus.options, 'status')
  const document: DocumentFacts = {
    id: idOf(one, 'document', index),
    kind: kind ?? 'OTHER',
    periodEndOn: one.day('periodEndOn'),
    effectiveOn: one.day('effectiveOn'),
    signedOn: one.day('signedOn'),
    filedOn: one.day('filedOn'),
  }
  return kind === null || (status !== null && !DATED.includes(status)) ? null : document
}

const readComplianceStatement = (one: Fields, index: number): DocumentFacts => {
  one.ignore(['answers', 'signatories'])
  return {
    id: idOf(one, 'statement', index),
    kind: 'ANNUAL_COMPLIANCE_STATEMENT',
    periodEndOn: `${one.require(one.count('acsYear'), 'acsYear')}-12-31`,
    effectiveOn: null,
    signedOn: one.day('completedOn'),
    filedOn: one.day('providedToAuthorityOn'),
  }
}

const certificate = (kind: DocumentFacts['kind'], effectiveOn: string | null): DocumentFacts[] =>
  effectiveOn
    ? [{ id: kind.toLowerCase(), kind, periodEndOn: null, effectiveOn, signedOn: null, filedOn: null }]
    : []

const readCompletion = (one: Fields): CompletionFacts | null => {
  one.ignore(UNREAD.completion)
  const isByHand = one.flag('isByHand') ?? true
  const completion = {
    ruleId: one.require(one.words('ruleId'), 'ruleId'),
    periodKey: one.words('periodKey') ?? one.words('period') ?? '',
    completedOn: one.day('completedOn'),
    effectiveOn: one.day('effectiveOn'),
    waiverReason: one.words('waiverReason'),
    confirmation: one.text(Confirmation.options, 'confirmation'),
    dueOn: one.day('dueOn'),
    legalEndOn: one.day('legalEndOn'),
  }
  return isByHand || completion.confirmation ? completion : null
}
