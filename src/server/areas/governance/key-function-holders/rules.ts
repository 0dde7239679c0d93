/**
 * Rules of key functions: independence, fitness and propriety, and outsourcing, checked before an appointment. REFUSE findings block the
 * appointment; WARN findings are shown. Messages contain no names of people.
 */
import { formatCitations } from '../../../../contract/citations.ts'
import { addMonths } from '../../../../contract/civil-dates.ts'
import type { Finding } from '../../../../contract/findings.ts'
import {
  isVoluntary,
  type KeyFunction,
  type KeyFunctionHolder,
} from '../../../../contract/key-function-holders.ts'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import { searchKey } from '../../../platform/text-keys.ts'
import { getIorpScope } from '../../schemes/schemes/index.ts'

type Identity = Pick<
  KeyFunctionHolder,
  'holderKind' | 'holderName' | 'responsiblePerson' | 'organisation' | 'email'
>
/** An appointed holder of the same scheme, including deputies. */
export type InOffice = Identity & Pick<KeyFunctionHolder, 'function'>

export interface IndependenceFacts {
  holder: Identity &
    Pick<
      KeyFunctionHolder,
      | 'function'
      | 'relationship'
      | 'holdsSameFunctionForEmployer'
      | 'conflictProtocolDocumentId'
      | 'conflictProtocolOn'
      | 'isOutsourced'
      | 'qualificationsOk'
      | 'professionalQualification'
      | 'reputeDeclarationDocumentId'
      | 'assessedOn'
      | 'assessmentOutcome'
      | 'nextReviewOn'
      | 'authorityNotifiedOn'
    >
  scheme: Pick<Scheme, 'type' | 'legalForm' | 'isFunded' | 'isRegulatoryOwnFunds'>
  /** All other appointed holders of the scheme. */
  others: readonly InOffice[]
  arrangement: Pick<
    OutsourcingArrangement,
    'activity' | 'isManagement' | 'inForceFrom' | 'endedOn' | 'status'
  > | null
  today: string
}

/** Normalised name: ignores case, accents, apostrophes and spaces. */
const toComparisonKey = (name: string | null): string =>
  searchKey(name)
    .replace(/[\u2018\u2019\u02bc\u00b4`]/g, "'")
    .replace(/\s+/g, ' ')

const getPerson = ({ holderKind, holderName, responsiblePerson }: Identity): string =>
  toComparisonKey(holderKind === 'FIRM' ? responsiblePerson : holderName)
const getOrganisation = ({ holderKind, holderName, organisation }: Identity): string =>
  toComparisonKey(holderKind === 'FIRM' ? holderName : organisation)

export function isSamePerson(one: Identity, other: Identity): boolean {
  const [person, email] = [getPerson(one), toComparisonKey(one.email)]
  return (
    (person !== '' && person === getPerson(other)) || (email !== '' && email === toComparisonKey(other.email))
  )
}

export function isSameOrganisation(one: Identity, other: Identity): boolean {
  const organisation = getOrganisation(one)
  return organisation !== '' && organisation === getOrganisation(other)
}

type Words = Omit<Finding, 'code'>
const buildRefusalWords = (
  citation: Finding['citation'],
  nationalCitation: Finding['nationalCitation'],
  passage: string,
): Words => ({ level: 'REFUSE', citation, nationalCitation, passage })
const buildWarningWords = (
  citation: Finding['citation'],
  nationalCitation: Finding['nationalCitation'],
  passage: string,
): Words => ({ level: 'WARN', citation, nationalCitation, passage })

const BEFORE_IN_FORCE =
  'An outsourced key function must be notified to the Pensions Authority before the agreement enters into force'

const FINDINGS = {
  OUT_OF_SCOPE: buildRefusalWords(
    'SI128 3',
    null,
    'The scheme is outside the scope of the key function rules',
  ),
  ACTUARIAL_NOT_APPLICABLE: buildRefusalWords(
    'PA 64AK',
    null,
    `The actuarial key function belongs to regulatory own funds schemes only; any other defined benefit scheme has a scheme actuary (${formatCitations('PA 51')})`,
  ),
  INTERNAL_AUDIT_NOT_ALONE: buildRefusalWords(
    'DIR 24(2)',
    'PA 64AH',
    'The internal audit holder cannot hold another key function of this scheme',
  ),
  INTERNAL_AUDIT_SAME_ORGANISATION: buildWarningWords(
    'DIR 24(2)',
    'PA 64AH',
    'The same organisation holds internal audit and another key function of this scheme: check that its units are separate',
  ),
  INTERNAL_AUDIT_AND_COMPLIANCE: buildWarningWords(
    'DIR 26',
    'PA 64AJ',
    'The same person holds internal audit and the voluntary compliance role of this scheme: check that internal audit stays objective',
  ),
  SAME_FUNCTION_FOR_EMPLOYER: buildRefusalWords(
    'DIR 24(3)',
    'PA 64AH',
    'The person carries out a similar function for the employer: attach the written protocol on preventing conflicts of interest',
  ),
  CONFLICT_PROTOCOL_LATER: buildRefusalWords(
    'DIR 24(3)',
    'PA 64AH',
    'The conflict protocol is dated in the future: the holder can be appointed from that date',
  ),
  CONFLICT_PROTOCOL_UNDATED: buildWarningWords(
    'DIR 24(3)',
    'PA 64AH',
    'The date of the conflict protocol is not recorded: enter it to show that the protocol was agreed before the appointment',
  ),
  CONFLICT_IN_ASSESSMENT: buildWarningWords(
    'DIR 28(2)',
    'PA 64AL',
    'The holder carries out a similar function for the employer under a protocol: describe in the own-risk assessment how conflicts of interest are prevented',
  ),
  ACTUARIAL_NOT_INDEPENDENT: buildRefusalWords(
    'DIR 27',
    'PA 64AK',
    "The actuarial function holder must be independent: not a trustee and not on the employer's staff",
  ),
  NOT_ASSESSED: buildRefusalWords(
    'DIR 22',
    'PA 64AH',
    'Record a fit and proper assessment before the appointment',
  ),
  ASSESSMENT_FAILED: buildRefusalWords(
    'DIR 22',
    'PA 64AH',
    'The fit and proper assessment failed: propose another person',
  ),
  NOT_QUALIFIED: buildRefusalWords(
    'DIR 22',
    'PA 64AH',
    'The assessment found that qualifications, knowledge and experience are not adequate for the function',
  ),
  PROFESSIONAL_QUALIFICATION: buildRefusalWords(
    'DIR 22',
    'PA 64AH',
    'Internal audit and actuarial functions require a professional qualification: enter the qualification',
  ),
  ASSESSMENT_CONDITIONAL: buildWarningWords(
    'DIR 22',
    'PA 64AH',
    'The fit and proper assessment is conditional: check that the conditions are met',
  ),
  REPUTE_DECLARATION: buildWarningWords(
    'DIR 22',
    'PA 64AH',
    'No declaration of good repute and integrity is attached',
  ),
  REVIEW_OVERDUE: buildWarningWords('HOUSE', null, 'The fit and proper review is overdue'),
  NOT_OUTSOURCED: buildWarningWords(
    'DIR 31',
    'PA 64AM',
    'External provider: confirm whether this function is outsourced',
  ),
  ARRANGEMENT_MISSING: buildRefusalWords(
    'DIR 31(6)',
    'PA 64AM',
    `${BEFORE_IN_FORCE}: choose the outsourcing arrangement of this scheme`,
  ),
  ARRANGEMENT_ENDED: buildRefusalWords(
    'DIR 31',
    'PA 64AM',
    'The outsourcing arrangement has ended: choose one that is planned or in force',
  ),
  IN_FORCE_DATE_MISSING: buildRefusalWords(
    'DIR 31(6)',
    'PA 64AM',
    `${BEFORE_IN_FORCE}: enter the in-force date of the arrangement`,
  ),
  NOT_NOTIFIED: buildRefusalWords('DIR 31(6)', 'PA 64AM', `${BEFORE_IN_FORCE}: record the notification`),
  NOTIFIED_LATE: buildRefusalWords(
    'DIR 31(6)',
    'PA 64AM',
    `${BEFORE_IN_FORCE}: the notification date must be earlier than the in-force date`,
  ),
  ARRANGEMENT_OTHER_ACTIVITY: buildWarningWords(
    'DIR 31',
    'PA 64AM',
    'The outsourcing arrangement covers a different activity',
  ),
} satisfies Record<string, Words>
export type FindingCode = keyof typeof FINDINGS

const EXTERNAL = ['INDEPENDENT_PROVIDER', 'BROKER_STAFF', 'RA_STAFF']
const ACTIVITY: Record<KeyFunction, OutsourcingArrangement['activity'] | null> = {
  RISK_MANAGEMENT: 'KFH_RISK',
  INTERNAL_AUDIT: 'KFH_AUDIT',
  ACTUARIAL: 'KFH_ACTUARIAL',
  COMPLIANCE: null,
}

/** Date of the next fit and proper review: the date entered, or twelve months after the assessment (practice, not a legal requirement). */
const reviewDue = ({
  nextReviewOn,
  assessedOn,
}: Pick<KeyFunctionHolder, 'nextReviewOn' | 'assessedOn'>): string | null =>
  nextReviewOn ?? (assessedOn && addMonths(assessedOn, 12))

/** All findings for a holder; REFUSE findings in the order in which they are reported. */
export function listIndependenceFindings(facts: IndependenceFacts): Finding[] {
  return [...getCodes(facts)].map((code) => ({ code, ...withBasis(facts.holder.function, FINDINGS[code]) }))
}

/** No legal source applies to a voluntary role: its findings are our interpretation. */
const withBasis = (keyFunction: KeyFunction, words: Words): Words =>
  isVoluntary(keyFunction) && words.citation === 'DIR 22'
    ? { ...words, citation: 'HOUSE', nationalCitation: null }
    : words

function* getCodes({
  holder,
  scheme,
  others,
  arrangement,
  today,
}: IndependenceFacts): Generator<FindingCode> {
  const isStatutory = !isVoluntary(holder.function)
  if (!getIorpScope(scheme).value) yield 'OUT_OF_SCOPE'
  if (holder.function === 'ACTUARIAL' && scheme.isRegulatoryOwnFunds === false)
    yield 'ACTUARIAL_NOT_APPLICABLE'
  yield* auditStandsAlone(holder, others)
  if (isStatutory && holder.holdsSameFunctionForEmployer) yield* listConflictFindings(holder, today)
  if (holder.function === 'ACTUARIAL' && ['EMPLOYER_STAFF', 'TRUSTEE'].includes(holder.relationship))
    yield 'ACTUARIAL_NOT_INDEPENDENT'
  yield* listFitAndProperFindings(holder, today)
  if (!isStatutory) return
  if (holder.isOutsourced) yield* listOutsourcingFindings(holder, arrangement)
  else if (EXTERNAL.includes(holder.relationship)) yield 'NOT_OUTSOURCED'
}

function* listConflictFindings(
  { conflictProtocolDocumentId, conflictProtocolOn }: IndependenceFacts['holder'],
  today: string,
): Generator<FindingCode> {
  if (!conflictProtocolDocumentId) {
    yield 'SAME_FUNCTION_FOR_EMPLOYER'
    return
  }
  if (conflictProtocolOn === null) yield 'CONFLICT_PROTOCOL_UNDATED'
  else if (conflictProtocolOn > today) yield 'CONFLICT_PROTOCOL_LATER'
  yield 'CONFLICT_IN_ASSESSMENT'
}

function* auditStandsAlone(
  holder: IndependenceFacts['holder'],
  others: readonly InOffice[],
): Generator<FindingCode> {
  const isAudit = holder.function === 'INTERNAL_AUDIT'
  const concurrent = others.filter(
    (other) => other.function !== holder.function && (isAudit ? true : other.function === 'INTERNAL_AUDIT'),
  )
  const persons = concurrent.filter((other) => isSamePerson(holder, other))
  const isVoluntaryPair = (other: InOffice): boolean =>
    isVoluntary(other.function) || isVoluntary(holder.function)
  if (persons.some((other) => !isVoluntaryPair(other))) yield 'INTERNAL_AUDIT_NOT_ALONE'
  else if (concurrent.some((other) => !isVoluntaryPair(other) && isSameOrganisation(holder, other)))
    yield 'INTERNAL_AUDIT_SAME_ORGANISATION'
  if (persons.some(isVoluntaryPair)) yield 'INTERNAL_AUDIT_AND_COMPLIANCE'
}

function* listFitAndProperFindings(
  holder: IndependenceFacts['holder'],
  today: string,
): Generator<FindingCode> {
  const { assessmentOutcome } = holder
  if (assessmentOutcome === null) yield 'NOT_ASSESSED'
  if (assessmentOutcome === 'FAIL') yield 'ASSESSMENT_FAILED'
  if (holder.qualificationsOk === false) yield 'NOT_QUALIFIED'
  const isProfessional = holder.function === 'INTERNAL_AUDIT' || holder.function === 'ACTUARIAL'
  if (isProfessional && !holder.professionalQualification) yield 'PROFESSIONAL_QUALIFICATION'
  if (assessmentOutcome === 'CONDITIONAL') yield 'ASSESSMENT_CONDITIONAL'
  if (!holder.reputeDeclarationDocumentId) yield 'REPUTE_DECLARATION'
  const due = reviewDue(holder)
  if (assessmentOutcome !== null && due !== null && due < today) yield 'REVIEW_OVERDUE'
}

/** The legal deadline is the entry into force of the agreement, not the effective date of the appointment. */
function* listOutsourcingFindings(
  holder: IndependenceFacts['holder'],
  arrangement: IndependenceFacts['arrangement'],
): Generator<FindingCode> {
  if (!arrangement) {
    yield 'ARRANGEMENT_MISSING'
    return
  }
  if (arrangement.status === 'ENDED') yield 'ARRANGEMENT_ENDED'
  if (arrangement.inForceFrom === null) yield 'IN_FORCE_DATE_MISSING'
  if (holder.authorityNotifiedOn === null) yield 'NOT_NOTIFIED'
  else if (arrangement.inForceFrom !== null && holder.authorityNotifiedOn >= arrangement.inForceFrom)
    yield 'NOTIFIED_LATE'
  const isOfFunction = arrangement.activity === ACTIVITY[holder.function]
  if (!isOfFunction && !arrangement.isManagement) yield 'ARRANGEMENT_OTHER_ACTIVITY'
}

const OF_NOTIFICATION: readonly string[] = [
  'ARRANGEMENT_MISSING',
  'ARRANGEMENT_ENDED',
  'NOTIFIED_LATE',
] satisfies FindingCode[]

/** Why a notification date is not accepted: it must be before the agreement enters into force. */
export const listNotificationFindings = (facts: IndependenceFacts, notifiedOn: string): Finding[] =>
  listIndependenceFindings({
    ...facts,
    holder: { ...facts.holder, authorityNotifiedOn: notifiedOn },
  }).filter(({ code }) => OF_NOTIFICATION.includes(code))

/** The person assessed must be the person appointed: a different person needs a new proposal. */
export const isDifferentPerson = (before: Identity, after: Identity): boolean =>
  before.holderKind !== after.holderKind ||
  toComparisonKey(before.holderName) !== toComparisonKey(after.holderName) ||
  toComparisonKey(before.responsiblePerson) !== toComparisonKey(after.responsiblePerson)
