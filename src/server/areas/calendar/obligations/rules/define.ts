/** Types of the rules, and the common kinds of deadlines. */

import type { CitationId } from '../../../../../contract/citations.ts'
import { addDays, addMonths, getEarlierDate } from '../../../../../contract/civil-dates.ts'
import type { DocumentKind } from '../../../../../contract/documents.ts'
import { type MissingFact, SCHEME_FACTS, type SchemeFact } from '../../../../../contract/missing-facts.ts'
import type { Calculation } from '../../../../../contract/obligations.ts'
import type { RegimeProfile } from '../../../../../contract/schemes.ts'
import { formatCount, toSentenceCase } from '../../../../../contract/value-format.ts'
import { NOT_VERIFIED } from '../../../../../contract/values.ts'
import { toDublinDate } from '../../../../platform/clock.ts'
import type { EventFacts, RuleSettings, SchemeFacts } from '../facts.ts'

export interface Context {
  facts: SchemeFacts
  profile: RegimeProfile
  settings: RuleSettings
  today: string
}

/** Whether the rule binds this scheme; always with a reason. */
export interface Applicability {
  applies: 'YES' | 'NO' | 'CONFIRM' | 'CANNOT_TELL'
  reason: string
  /** Unrecorded fact that prevents a decision. */
  missing?: MissingFact
}

/** Result of a further condition of a rule: true if it is met, otherwise why the rule does not apply or which fact is missing. */
export type ConditionResult = true | Applicability

/** A fact a date was computed from, with its label for users. */
export interface NamedFact {
  label: string
  value: string
}

export type Step = Calculation['steps'][number]
export const toMonthsStep = (count: number): Step => ({ count, unit: 'MONTH' })
export const toDaysStep = (count: number): Step => ({ count, unit: 'DAY' })

/** An obligation with a due date. */
export interface Due {
  /** Identifies the obligation within its rule; never changes. */
  periodKey: string
  anchorOn: string
  dueOn: string
  /** Due time, where the period runs in hours; `dueOn` is its date in Dublin. */
  dueAt?: string
  /** Later date allowed by the law; the date shown is the safe one. */
  legalEndOn?: string
  /** Date on which a register shows it as met. */
  metOn?: string | null
  /** Time it was met, where the period runs in hours and the register has the time. */
  metAt?: string | null
  reason: string
  facts: readonly NamedFact[]
  /** Calculation steps from the anchor to the date. */
  steps?: readonly Step[]
  /** Record that the obligation concerns, if not the scheme. */
  subject?: { kind: string; id: string }
  /** The anchor is the date of a record (an approval, a report), not the start of the scheme: that record met the previous round. */
  isAnchoredByRecord?: boolean
  /** All record dates of the series, if the service keeps them all; a missing date was corrected. */
  recordedOn?: readonly string[]
  /** Its subject is recorded in the service, so it is known to be open: never TO_CONFIRM. */
  isRecorded?: boolean
}

/** No date, because a fact is missing or no date could be read in the law. Never a guess. */
export interface Undated {
  periodKey: string
  state: 'DATA_GAP' | 'CANNOT_TELL'
  reason: string
  /** Unrecorded fact of the scheme: listed once for all rules that read it. */
  missing?: MissingFact
  /** Set if the fact decides whether there is an obligation at all, not only its date. */
  applies?: 'CANNOT_TELL'
  subject?: { kind: string; id: string }
}

/** An obligation that a record makes unnecessary. */
export interface NotRequired {
  periodKey: string
  state: 'NOT_REQUIRED'
  reason: string
  subject?: { kind: string; id: string }
}

/** A continuing obligation that is met: no action until that changes. */
export interface Standing {
  periodKey: string
  state: 'STANDING'
  reason: string
  /** Date since when it is met, if known. */
  since: string | null
}

export type Found = Due | Undated | NotRequired | Standing

/** Party that must meet the obligation. */
type ResponsibleParty =
  | 'Trustees'
  | 'Employer'
  | 'Registered administrator'
  | 'Actuary'
  | 'Key function holder'
  | 'Relevant persons, including the broker'
  | 'Person who received the notice'
  | 'Controller'
  | 'Member'

export interface Rule {
  id: string
  title: string
  who: ResponsibleParty
  trigger: 'RECURRING_SYE' | 'RECURRING_CALENDAR' | 'ROLLING' | 'EVENT'
  /** The due date in words. */
  due: string
  severity: 'HIGH' | 'MEDIUM' | 'LOW'
  sources: readonly [CitationId, ...CitationId[]]
  confidence: 'H' | 'M' | 'L'
  /** Our own reading, which the law does not state. */
  ruling?: string
  evidence: readonly DocumentKind[]
  /** Number of days before the due date from which it is due soon. */
  soonDays: number
  /** Not an obligation: shown on its date, never overdue, and without weight in the compliance status. */
  isCheck: boolean
  version: number
  /** First and last date on which an obligation of this rule can arise. */
  validFrom?: string
  validTo?: string
  applies(context: Context): Applicability
  /** Empty if nothing has happened that starts the obligation. Users know the first one as "the date". */
  list(context: Context): Found[]
}

type Given = Omit<Rule, 'version' | 'soonDays' | 'isCheck' | 'evidence' | 'severity'> &
  Partial<Pick<Rule, 'version' | 'soonDays' | 'isCheck' | 'evidence' | 'severity'>>

const SOON_DAYS = 30
/** Policies, own-risk assessments and statements of investment policy take longer to prepare (ruling). */
export const LONG_SOON_DAYS = 60

export const defineRule = (given: Given): Rule => ({
  version: 1,
  soonDays: SOON_DAYS,
  isCheck: false,
  evidence: [],
  severity: given.confidence === 'H' ? 'HIGH' : given.confidence === 'M' ? 'MEDIUM' : 'LOW',
  ...given,
})

export const yes = (reason: string): Applicability => ({ applies: 'YES', reason })
export const no = (reason: string): Applicability => ({ applies: 'NO', reason })
export const confirm = (reason: string): Applicability => ({ applies: 'CONFIRM', reason })
export const cannotTell = (reason: string): Applicability => ({ applies: 'CANNOT_TELL', reason })
/** Whether the rule applies depends on a fact that is not recorded. An unrecorded fact is never read as "no". */
export const lacks = (fact: SchemeFact, on: string | null = null): Applicability => ({
  applies: 'CANNOT_TELL',
  ...buildMissingFact(fact, on),
})
/** The rule applies, and its date depends on a fact that is not recorded. */
export const buildDataGap = (fact: SchemeFact, on: string | null = null, periodKey = '-'): Undated => ({
  periodKey,
  state: 'DATA_GAP',
  ...buildMissingFact(fact, on),
})
/** Whether this obligation of the rule exists depends on a fact that is not recorded. */
export const buildUnknownApplicability = (
  fact: SchemeFact,
  on: string | null = null,
  periodKey = '-',
): Undated => ({
  ...buildDataGap(fact, on, periodKey),
  applies: 'CANNOT_TELL',
})
const buildMissingFact = (fact: SchemeFact, on: string | null): { reason: string; missing: MissingFact } => {
  const { label, toDo } = SCHEME_FACTS[fact]
  return {
    reason: `Not recorded: ${toSentenceCase(label)}${on ? ` on ${on}` : ''}. ${toDo}`,
    missing: { fact, on },
  }
}

export const buildGap = (reason: string, subject?: Undated['subject']): Undated => ({
  periodKey: subject?.id ?? '-',
  state: 'DATA_GAP',
  reason,
  ...(subject ? { subject } : {}),
})
export const buildUndated = (reason: string, periodKey = '-'): Undated => ({
  periodKey,
  state: 'CANNOT_TELL',
  reason,
})
export const buildStandingObligation = (
  reason: string,
  since: string | null = null,
  periodKey = '-',
): Standing => ({
  periodKey,
  state: 'STANDING',
  reason,
  since,
})
export const isDue = (found: Found): found is Due => 'dueOn' in found

/** Governance rules bind institutions from the date on which S.I. 128/2021 was made. */
export const REGIME_FROM = '2021-04-22'

/** First date on which governance rules bind the scheme: start of the regime, or end of a one-member derogation. */
export const getGovernanceStartDate = ({ profile, settings }: Context): string =>
  profile.isOneMemberBeforeApril2021 ? pickLaterDate(REGIME_FROM, settings.omaDerogationUntil) : REGIME_FROM

/** Obligations that bind a one-member arrangement only after its derogation are not due before it ends. */
export const deferToGovernanceStart = ({ profile, settings }: Context, dueOn: string): string =>
  profile.isOneMemberBeforeApril2021 ? pickLaterDate(dueOn, settings.omaDerogationUntil) : dueOn

/** Start date of the scheme, if known. */
export const getStartOfScheme = ({ facts: { scheme } }: Context): string | null =>
  getEarlierDate(scheme.establishedOn, scheme.wentLiveOn)

/** First date from which recurring obligations are tracked: scheme years, months, calendar years. */
export const getTrackingStartDate = ({ facts: { trackedSince }, today }: Context): string =>
  trackedSince !== null && trackedSince < today ? trackedSince : today

/** Whether an obligation started by a recorded event is tracked, by its due date. */
export const isTracked = ({ facts: { trackedSince } }: Context, dueOn: string): boolean =>
  trackedSince === null || dueOn >= trackedSince

/** Label for a figure that is a firm setting and was not found in a legal text. */
export const ASSUMED = `(${NOT_VERIFIED})`

/** Later of two days. */
export const pickLaterDate = (one: string, other: string): string => (one > other ? one : other)

/** Latest of the known dates. */
export const getLatestDay = (days: readonly (string | null)[]): string | null =>
  days
    .filter((day): day is string => day !== null)
    .sort()
    .at(-1) ?? null

/** Start date of a rolling obligation with no completion: the later of go-live and 22 April 2021 (ruling). */
const getRollingAnchor = ({ facts: { scheme } }: Context): string | null => {
  const began = scheme.wentLiveOn ?? scheme.establishedOn
  return began && pickLaterDate(began, REGIME_FROM)
}

/**
 * Dates recorded by a person as done under a rule, taken as the start of the next period; for a rule that runs per record, those of the
 * record with this key.
 */
const listDoneDays = ({ facts }: Context, ruleId: string, key?: string): string[] =>
  facts.completions
    .filter(
      (one) => one.ruleId === ruleId && one.completedOn && (!key || one.periodKey.startsWith(`${key}:`)),
    )
    .map((one) => one.effectiveOn ?? (one.completedOn as string))

/** Latest of these dates. */
export const findLastDone = (context: Context, ruleId: string): string | null =>
  getLatestDay(listDoneDays(context, ruleId))

interface Rolling {
  ruleId: string
  months: number
  /** Latest date in a register; completions recorded by a person count too. */
  lastOn?: string | null
  /** All dates in a register, if it keeps them: the last one counts. */
  recordedOn?: readonly (string | null)[]
  lastLabel: string
  /** Prefix of the period key and name of the record, where a rule runs per record. */
  key?: string
  about?: string
  subject?: Due['subject']
  anchorOn?: string | null
  /** Label of the anchor, if it is neither go-live nor a record. */
  anchorLabel?: string
  /** Due date that the register's record set for the round it starts. */
  setDueOn?: string | null
  /** The interval is a setting, not found in a legal text. */
  isAssumed?: boolean
  /** The derogation of one-member arrangements covers governance, not funding. */
  hasDerogation?: boolean
}

/** Recurs every so many months from the last completion, or from the start if there is none. */
export function listRollingObligations(context: Context, given: Rolling): Found[] {
  const { ruleId, key } = given
  const recorded = given.recordedOn?.filter((day) => day !== null) ?? []
  const ofRegister = getLatestDay([given.lastOn ?? null, ...recorded])
  const byHand = listDoneDays(context, ruleId, key)
  const lastOn = getLatestDay([ofRegister, ...byHand])
  const start = given.anchorOn === undefined ? getRollingAnchor(context) : given.anchorOn
  const anchorOn = lastOn ?? start
  if (!anchorOn) return [buildDataGap('wentLiveOn', null, key ?? '-')]
  const days = given.recordedOn && [...recorded, ...byHand].sort()
  const setDueOn = lastOn === ofRegister ? given.setDueOn : null
  const first = {
    ...buildRound(context, given, anchorOn, lastOn !== null),
    ...(days ? { recordedOn: days } : {}),
    ...(setDueOn ? buildDueFromSetDate(context, given, setDueOn) : {}),
  }
  const rounds: Due[] = [first]
  for (let round: Due = first; ; ) {
    const next = roundAfterClosed(context, given, round)
    if (!next) return rounds
    rounds.push(next)
    round = next
  }
}

const limitRound = (context: Context, { hasDerogation = true }: Rolling, dueOn: string): string =>
  hasDerogation ? deferToGovernanceStart(context, dueOn) : dueOn

const buildDueFromSetDate = (
  context: Context,
  given: Rolling,
  dueOn: string,
): Pick<Due, 'dueOn' | 'reason' | 'steps'> => ({
  dueOn: limitRound(context, given, dueOn),
  reason: `${given.about ? `${given.about}: the` : 'The'} day that was set with the last one`,
  steps: [],
})

function buildRound(context: Context, given: Rolling, anchorOn: string, isAnchoredByRecord: boolean): Due {
  const { key, subject, anchorLabel } = given
  const interval = `${formatMonths(given.months)}${given.isAssumed ? ` ${ASSUMED}` : ''}`
  const of = given.about ? `${given.about}: ` : ''
  const lastLabel = of ? `${of}${given.lastLabel.toLowerCase()}` : given.lastLabel
  const started = anchorLabel
    ? `${of}${of ? anchorLabel.toLowerCase() : anchorLabel} + ${interval}`
    : `${of}${of ? 'never' : 'Never'} recorded: ${interval} from going live, or from when the obligation began to bind, if later`
  return {
    periodKey: `${key ? `${key}:` : ''}${anchorOn}`,
    anchorOn,
    dueOn: limitRound(context, given, addMonths(anchorOn, given.months)),
    reason: isAnchoredByRecord ? `${lastLabel} + ${interval}` : started,
    facts: isAnchoredByRecord
      ? [{ label: lastLabel, value: anchorOn }]
      : [
          { label: `${of}${of ? 'runs' : 'Runs'} from`, value: anchorOn },
          ...(given.anchorOn === undefined ? startFacts(context) : []),
        ],
    steps: [toMonthsStep(given.months)],
    isAnchoredByRecord,
    ...(subject ? { subject } : {}),
  }
}

/**
 * A waiver ends one round: the next runs from the due date of the waived one. An answer "not applicable" covers every other round before
 * the scheme was added as well.
 */
function roundAfterClosed(context: Context, given: Rolling, round: Due): Due | null {
  const closed = context.facts.completions.find(
    ({ ruleId, periodKey }) => ruleId === given.ruleId && periodKey === round.periodKey,
  )
  if (!closed?.waiverReason) return null
  const { months } = given
  let anchorOn = closed.dueOn ?? round.dueOn
  if (closed.confirmation === 'NOT_APPLICABLE')
    while (addMonths(anchorOn, months) < getTrackingStartDate(context)) anchorOn = addMonths(anchorOn, months)
  if (anchorOn <= round.anchorOn) return null
  return {
    ...buildRound(context, given, anchorOn, false),
    reason: `${given.about ? `${given.about}: ` : ''}Due date of the round before, which was closed, + ${formatMonths(months)}${given.isAssumed ? ` ${ASSUMED}` : ''}`,
    facts: [{ label: ROUND_BEFORE, value: anchorOn }],
  }
}
const ROUND_BEFORE = 'Round before was due'

/** Whether this fact is the start of a series, not one of its records. */
export const isStartOfSeries = ({ label }: NamedFact): boolean =>
  label === ROUND_BEFORE || /runs from$/i.test(label)

/** Recorded date that a rolling obligation starts from, with its label. */
const startFacts = ({ facts: { scheme } }: Context): NamedFact[] =>
  scheme.wentLiveOn
    ? [{ label: 'Go-live date', value: scheme.wentLiveOn }]
    : scheme.establishedOn
      ? [{ label: 'Date of establishment', value: scheme.establishedOn }]
      : []

const formatMonths = (months: number): string =>
  months % 12 === 0 ? formatCount(months / 12, 'year') : formatCount(months, 'month')

/** Due so many days after each event of these kinds. */
export function listDueAfterEvents(
  { facts }: Context,
  kinds: readonly string[],
  {
    days,
    months,
    label,
    isAssumed = false,
    metOn,
  }: {
    days?: number
    months?: number
    label: string
    isAssumed?: boolean
    metOn?: (event: EventFacts) => string | null
  },
): Due[] {
  return facts.events
    .filter((event) => kinds.includes(event.kind))
    .map((event) => ({
      ...event,
      metOn: metOn ? metOn(event) : (event.reportedOn ?? null),
      subject: toSubject(event),
    }))
    .map(({ id, occurredOn, metOn, subject }) => ({
      periodKey: id,
      anchorOn: occurredOn,
      dueOn: months === undefined ? addDays(occurredOn, days ?? 0) : addMonths(occurredOn, months),
      reason: `${label} + ${months === undefined ? `${days} days` : formatMonths(months)}${isAssumed ? ` ${ASSUMED}` : ''}`,
      facts: [{ label, value: occurredOn }],
      steps: [months === undefined ? toDaysStep(days ?? 0) : toMonthsStep(months)],
      subject,
      metOn,
    }))
}

/** Record of an event: a breach register entry or a scheme event. */
export const toSubject = ({ id, kind, isOfRegister }: EventFacts): { kind: string; id: string } => ({
  kind: isOfRegister || kind === 'PERSONAL_DATA_BREACH' ? 'breach' : 'schemeEvent',
  id,
})

const HOUR = 3_600_000

/** Adds hours to a time. Hours run over weekends and clock changes alike; without a time, days are counted. */
export function addHours(
  event: EventFacts,
  hours: number,
): Pick<Due, 'dueOn' | 'dueAt' | 'subject' | 'anchorOn'> {
  const { occurredOn, awareAt } = event
  const subject = toSubject(event)
  if (!awareAt) return { anchorOn: occurredOn, dueOn: addDays(occurredOn, Math.ceil(hours / 24)), subject }
  const end = new Date(Date.parse(awareAt) + hours * HOUR)
  return { anchorOn: occurredOn, dueOn: toDublinDate(end), dueAt: end.toISOString(), subject }
}

/** Changes of these kinds that bind: none from before the regime, or from a one-member arrangement's derogation period. */
export const listDueAfterChanges = (
  context: Context,
  kinds: readonly string[],
  given: Parameters<typeof listDueAfterEvents>[2],
): Due[] => {
  const { profile, settings } = context
  return listDueAfterEvents(context, kinds, given).filter(
    ({ anchorOn }) =>
      anchorOn >= REGIME_FROM &&
      !(profile.isOneMemberBeforeApril2021 && anchorOn <= settings.omaDerogationUntil),
  )
}

/** First of these dates on or after the given one. */
export const findEarliestDay = (days: readonly (string | null)[], from: string): string | null =>
  days.filter((day): day is string => day !== null && day >= from).sort()[0] ?? null

// --- Which schemes

/** Applies to every institution under the regime. */
export const decideInstitution = ({ facts: { scheme }, profile }: Context): Applicability => {
  if (scheme.legalForm === null) return lacks('legalForm')
  return profile.iorpInScope.value ? yes(profile.iorpInScope.reason) : no(profile.iorpInScope.reason)
}

/** Governance rules: one-member arrangements from before 22 April 2021 had a derogation; its last day is a setting. */
export const decideGovernance = (context: Context): Applicability => {
  const { profile, settings, today } = context
  const within = decideInstitution(context)
  if (within.applies === 'NO' || within.applies === 'CANNOT_TELL') return within
  if (profile.isOneMemberBeforeApril2021 === null) return lacks('establishedOn')
  if (profile.isOneMemberBeforeApril2021 && today <= settings.omaDerogationUntil)
    return no(
      `A one-member arrangement from before 22 April 2021 has its derogation until ${settings.omaDerogationUntil} ${ASSUMED}`,
    )
  return within
}

export const restrictApplicability =
  (base: (context: Context) => Applicability, holds: (context: Context) => ConditionResult) =>
  (context: Context): Applicability => {
    const within = base(context)
    if (within.applies === 'NO' || within.missing) return within
    const further = holds(context)
    return further === true ? within : further
  }
