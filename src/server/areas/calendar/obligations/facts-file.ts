/** Reads the facts of a scheme from a JSON file that a person wrote. docs/facts.md lists its fields. */
import { LEGAL_FORMS, type LegalForm } from '../../../../contract/schemes.ts'
import { toDublinDate } from '../../../platform/clock.ts'
import { isRestrictedCategory } from '../../governance/breaches/index.ts'
import type { Decision } from './engine.ts'
import { toEvents } from './events-of-breaches.ts'
import {
  DEFAULT_SETTINGS,
  type DocumentFacts,
  type EventFacts,
  type OutsourcingFacts,
  type SchemeFacts,
  type SchemeRecordFacts,
} from './facts.ts'
import { toContributionFacts } from './facts-file-contributions.ts'
import { describeIssue, FactsFile } from './facts-file-schema.ts'

/** Says what is wrong with a facts file. */
export class FactsError extends Error {}

export interface ReadFacts {
  facts: SchemeFacts
  /** Paths of fields that no rule reads. */
  unknown: string[]
}

export function readFactsFile(json: unknown): ReadFacts {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new FactsError('A facts file must be one JSON object: { "type": "DC", … }')
  const fields = omitNulls(json)
  const unknown = removeUnknown(fields)
  const { data, error } = FactsFile.safeParse(fields, { error: describeIssue })
  if (error) {
    const [{ path, message }] = error.issues as [(typeof error.issues)[number]]
    throw new FactsError(`${formatPath(path)}: ${message}`)
  }
  return { facts: toFacts(data), unknown }
}

/** A copy in which a null is a field that is not there. */
function omitNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(omitNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (field === null ? [] : [[name, omitNulls(field)]])),
  )
}

/** Deletes the fields that the schema does not know, and returns their paths with the nearest known field. */
function removeUnknown(fields: unknown): string[] {
  const issues = FactsFile.safeParse(fields).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return []
    const object = issue.path.reduce<unknown>(
      (inner, name) => (inner as Record<PropertyKey, unknown>)[name],
      fields,
    ) as Record<string, unknown>
    for (const key of issue.keys) delete object[key]
    const path = formatPath(issue.path)
    return issue.message.split('\n').map((field) => (path ? `${path}.${field}` : field))
  })
}

/** `members[0].joinedScheme` */
const formatPath = (path: readonly PropertyKey[]): string =>
  path
    .map((name) => (typeof name === 'number' ? `[${name}]` : `.${String(name)}`))
    .join('')
    .replace(/^\./, '')

/** Completions in the file that no decision is about: the rule or its period is misspelt, or it is long past. */
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

function toFacts(file: FactsFile): SchemeFacts {
  const events = [
    ...file.events.flatMap(toSchemeEvents),
    ...file.breaches.flatMap(toBreachEvents),
    ...file.writtenPolicies.flatMap(toChangeEvents),
  ]
  const { raRegistrationExpires = null, ...settings } = file.settings ?? {}
  return {
    scheme: toSchemeRecord(file),
    prsaAccess: {
      prsaProvider: file.prsaAccess.provider,
      prsaDesignatedOn: file.prsaAccess.designatedOn,
      prsaNotifiedOn: file.prsaAccess.notifiedOn,
    },
    trackedSince: file.trackedSince,
    members: file.members.map((member) => ({
      id: member.id,
      status: member.status,
      joinedSchemeOn: member.joinedScheme,
      leftServiceOn: member.leftService,
      retiredOn: member.retirementDate,
      normalRetirementOn: member.normalRetirementDate,
      endedOn: member.endedOn,
    })),
    trustees: file.trustees.map(({ training, status, ...trustee }) => ({
      ...trustee,
      status: status ?? (trustee.appointedOn ? 'APPOINTED' : 'PROPOSED'),
      trainedOn: training.map(({ completedOn }) => completedOn),
    })),
    keyFunctionHolders: file.keyFunctionHolders.map((holder) => ({
      id: holder.id,
      function: holder.function,
      isDeputy: holder.isDeputy,
      // selectFactsOnDay() decides whether the end of the term has come.
      status: holder.status ?? (holder.effectiveFrom ? 'APPOINTED' : 'PROPOSED'),
      effectiveFrom: holder.effectiveFrom,
      endedOn: holder.endedOn,
      termEndsOn: holder.termEnd,
      assessedOn: holder.fitProper?.assessedOn ?? null,
      nextReviewOn: holder.fitProper?.nextReviewOn ?? null,
      holdsSameFunctionForEmployer: holder.holdsSameFunctionForEmployer,
      reportedOn: holder.reports.map(({ receivedOn }) => receivedOn),
    })),
    outsourcing: toOutsourcing(file),
    assessments: file.ownRiskAssessments.map(({ triggerEvent, asOfDate, ...assessment }, index) => ({
      ...assessment,
      id: assessment.id ?? `assessment${index + 1}`,
      triggerEventId: findEventId(triggerEvent, events),
      asOfOn: asOfDate,
    })),
    policies: file.writtenPolicies.filter(({ status }) => status !== 'WITHDRAWN'),
    events,
    documents: toDocuments(file),
    ...toContributionFacts(file),
    meetingsHeldOn: file.meetings.map(({ heldOn }) => heldOn),
    completions: file.completions,
    settings: { ...DEFAULT_SETTINGS, ...settings, administratorRegistrationEndsOn: raRegistrationExpires },
  }
}

// --- The scheme

function toSchemeRecord(file: FactsFile): SchemeRecordFacts {
  const { type, contributionBasis, trusteeBody, schemeYearEnd, counts } = file
  // The usual form of the type is presumed; not of a RAC, where the form decides whether the regime applies.
  const legalForm: LegalForm | null = file.isOMA
    ? 'ONE_MEMBER'
    : file.isDeathBenefitOnly
      ? 'DEATH_BENEFIT_ONLY'
      : (file.legalForm ?? (type === 'RAC' ? null : LEGAL_FORMS[type][0]))
  const yearEnds =
    file.schemeYearEnds.length === 0 && schemeYearEnd
      ? [{ ...schemeYearEnd, effectiveFrom: null }]
      : file.schemeYearEnds
  const history = file.memberCountHistory
  const isStated = counts !== null && !history.some(({ asOfOn }) => asOfOn === counts.asOfOn)
  return {
    type,
    legalForm,
    status: file.status,
    isFunded: file.isFunded,
    establishedOn: file.establishedOn,
    wentLiveOn: file.wentLiveOn,
    windUpStartedOn: file.windUpStartedOn,
    windUpReason: file.windUpReason,
    woundUpOn: file.woundUpOn,
    benefitBasis: file.benefitBasis,
    // Without counts by hand the rules count the members.
    memberCountHistory:
      !file.countsManual && file.members.length > 0
        ? []
        : [...history, ...(isStated ? [counts] : [])].sort((a, b) => a.asOfOn.localeCompare(b.asOfOn)),
    isRegulatoryOwnFunds: file.isRegulatoryOwnFunds,
    isMasterTrust: file.isMasterTrust ?? legalForm === 'MASTER_TRUST_SECTION',
    pensionsAuthorityNumber: file.pensionsAuthorityNumber,
    yearEnds: yearEnds.toSorted((a, b) => (a.effectiveFrom ?? '').localeCompare(b.effectiveFrom ?? '')),
    contributionRates: contributionBasis && {
      employeeRatePercent: contributionBasis.eeRate,
      employerRatePercent: contributionBasis.erRate,
      additionalVoluntaryAllowed: contributionBasis.avcAllowed,
      effectiveFrom: contributionBasis.effectiveFrom,
    },
    trusteeBodyKind: trusteeBody.kind,
    trusteeBodyAppointedOn: trusteeBody.appointedOn,
    hasAuthorisedTradeUnion: file.hasAuthorisedTradeUnion,
    considersEsg: file.considersEsg,
    hasDepositary: file.hasDepositary,
    trustMemberCount: file.trustMemberCount,
    joining: file.joining,
    limitsEntry: file.limitsEntry,
    waitingPeriodMonths: file.waitingPeriodMonths,
  }
}

// --- Outsourcing

const ACTIVITY_OF = {
  RISK_MANAGEMENT: 'KFH_RISK',
  INTERNAL_AUDIT: 'KFH_AUDIT',
  ACTUARIAL: 'KFH_ACTUARIAL',
  COMPLIANCE: 'OTHER',
} as const

/** The arrangements, and one for each outsourced key function whose holder names none of them. */
function toOutsourcing({ outsourcingArrangements, keyFunctionHolders }: FactsFile): OutsourcingFacts[] {
  const arrangements: OutsourcingFacts[] = outsourcingArrangements.map((one) => ({
    ...one,
    isKeyFunction: one.isKeyFunction ?? one.activity.startsWith('KFH_'),
  }))
  for (const holder of keyFunctionHolders) {
    if (!holder.isOutsourced) continue
    const activity = ACTIVITY_OF[holder.function]
    const own = arrangements.find(
      (one) => one.id === holder.outsourcingAgreementId || one.activity === activity,
    )
    if (own) own.authorityNotifiedOn ??= holder.authorityNotifiedOn
    else
      arrangements.push({
        id: `${holder.id}agreement`,
        activity,
        isKeyFunction: holder.function !== 'COMPLIANCE',
        isManagement: false,
        status: 'IN_FORCE',
        inForceFrom: null,
        authorityNotifiedOn: holder.authorityNotifiedOn,
        endedOn: null,
        developments: [],
      })
  }
  return arrangements
}

// --- Events

type FileEvent = FactsFile['events'][number]

/** A significant change that is not classified is one of the risks and one of the system of governance. */
const toKinds = (kind: string): readonly string[] =>
  kind === 'SIGNIFICANT_CHANGE' ? ['OTHER_RISK_CHANGE', 'SIGNIFICANT_SYSTEM_CHANGE'] : [kind]

const toSchemeEvents = ({ status, ...event }: FileEvent): EventFacts[] =>
  status === 'WITHDRAWN'
    ? []
    : toKinds(event.kind).map((kind, part) => ({
        ...event,
        id: part === 0 ? event.id : `${event.id}system`,
        kind,
      }))

/** Entries of the breach register that start an obligation. */
function toBreachEvents({ detectedOn, reportedOn, ...breach }: FactsFile['breaches'][number]): EventFacts[] {
  const occurredOn = breach.awareAt
    ? toDublinDate(new Date(breach.awareAt))
    : (detectedOn ?? breach.occurredOn)
  const isRestricted = breach.isRestricted || isRestrictedCategory(breach.category)
  const events = toEvents({ ...breach, isRestricted, occurredOn: occurredOn ?? '' })
  if (occurredOn === null && events.length > 0)
    throw new FactsError(`breaches: ${breach.id} needs a detectedOn, an occurredOn or an awareAt`)
  return events.map((event) => ({ ...event, reportedOn: event.reportedOn ?? reportedOn }))
}

/** A significant change of the subject of a policy; the version approved or reviewed since then answers it. */
function toChangeEvents(policy: FactsFile['writtenPolicies'][number]): EventFacts[] {
  const { id, kind, status, lastSignificantChangeOn: changedOn } = policy
  if (changedOn === null || status === 'WITHDRAWN') return []
  const adaptedOn = [policy.approvedOn, policy.lastReviewedOn].find((on) => on !== null && on >= changedOn)
  return [
    {
      id: `${id}change`,
      kind: kind === 'SIPP' ? 'INVESTMENT_POLICY_CHANGE' : 'SIGNIFICANT_SYSTEM_CHANGE',
      occurredOn: changedOn,
      reportedOn: adaptedOn ?? null,
    },
  ]
}

/** The event that an assessment names by its id, or by its kind. */
function findEventId(named: string | null, events: readonly EventFacts[]): string | null {
  if (named === null) return null
  const kinds = toKinds(named)
  const event = events.find(({ id }) => id === named) ?? events.find(({ kind }) => kinds.includes(kind))
  return event?.id ?? named
}

// --- Documents

const DATED: readonly unknown[] = ['FINAL', 'SIGNED', 'FILED', 'SUPERSEDED', null]

function toDocuments({ documents, members }: FactsFile): DocumentFacts[] {
  const stated = documents
    .filter(({ status }) => DATED.includes(status))
    .map(({ periodEnd, status, ...document }) => ({ ...document, periodEndOn: periodEnd }))
  // A statement goes to each member: the member who has waited longest decides.
  const [statementOn] = members
    .filter(({ status }) => status === 'ACTIVE' || status === 'DEFERRED' || status === 'PENSIONER')
    .flatMap(({ lastPbsDate }) => lastPbsDate ?? [])
    .sort()
  if (statementOn === undefined) return stated
  return [
    ...stated,
    {
      id: 'statement',
      kind: 'PENSION_BENEFIT_STATEMENT',
      periodEndOn: null,
      effectiveOn: statementOn,
      signedOn: null,
      filedOn: null,
    },
  ]
}
