/** Parses own-risk assessments, policies, events and breaches from a facts file. */
import { BreachCategory, Reportability, RiskToPeople } from '../../../../contract/breaches.ts'
import { AssessmentScope } from '../../../../contract/own-risk-assessments.ts'
import { PolicyKind } from '../../../../contract/policy-kind.ts'
import { SchemeEventKind } from '../../../../contract/scheme-events.ts'
import { Moment } from '../../../../contract/values.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import { isRestrictedCategory } from '../../governance/breaches/index.ts'
import { toEvents } from './events-of-breaches.ts'
import type { AssessmentFacts, EventFacts, PolicyFacts } from './facts.ts'
import { FactsError, type Fields, readId } from './facts-fields.ts'
import { UNREAD } from './facts-names.ts'

export const readAssessment = (one: Fields, index: number): AssessmentFacts => {
  one.ignore([...UNREAD.assessment, 'nextDueOn'])
  const approval = one.object('trusteeApproval')
  approval?.ignore(['minutesDocId'])
  const approvedOn = one.day('approvedOn') ?? approval?.day('date') ?? null
  approval?.close()
  return {
    id: readId(one, 'assessment', index),
    scope: one.text(AssessmentScope.options, 'scope') ?? 'WHOLE_IORP',
    approvedOn,
    triggerEventId: one.words('triggerEventId'),
    asOfOn: one.day('asOfOn'),
  }
}

/** The trigger event of an assessment, by id, or by kind if unique. */
export function findTriggerEvent(named: string | null, events: readonly EventFacts[]): string | null {
  if (named === null) return null
  const kinds = getKinds(named)
  return (
    events.find(({ id }) => id === named)?.id ?? events.find(({ kind }) => kinds.includes(kind))?.id ?? named
  )
}

interface ReadPolicy {
  policy: PolicyFacts
  change: EventFacts | null
}

export function readPolicy(one: Fields, index: number, fixed?: 'SIPP'): ReadPolicy | null {
  one.ignore([...UNREAD.policy, ...UNREAD.statement])
  const kind = fixed ?? one.code(PolicyKind.options, 'kind')
  const id = readId(one, fixed ? 'sipp' : 'policy', index)
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
const getKinds = (code: string): readonly string[] => OTHER_NAMES[code] ?? [code]

export const readEvent = (one: Fields, index: number): EventFacts[] => {
  one.ignore(UNREAD.event)
  const id = readId(one, 'event', index)
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
  return getKinds(code).map((kind, part) => ({
    id: part === 0 ? id : `${id}system`,
    kind,
    occurredOn,
    ...facts,
  }))
}

/** The breaches that start an obligation. */
export const readBreach = (one: Fields, index: number): EventFacts[] => {
  const category = one.text(BreachCategory.options, 'category')
  const awareAt = readMoment(one, 'awareAt')
  const reportedAt = readMoment(one, 'reportedAt')
  const reportedOn = one.day('reportedOn')
  const knownOn = one.day('detectedOn') ?? one.day('occurredOn')
  const entry = {
    id: readId(one, 'breach', index),
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
