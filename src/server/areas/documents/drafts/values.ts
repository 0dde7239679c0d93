/** Values from the records for the placeholders of a draft. They are filled on the server and sent nowhere else. */

import { type Breach, DATA_BREACH_HOURS } from '../../../../contract/breaches.ts'
import { addMonths, countDaysBetween } from '../../../../contract/civil-dates.ts'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import { formatIban } from '../../../../contract/iban.ts'
import type { OutsourcingArrangement } from '../../../../contract/outsourcing-arrangements.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { Tenant } from '../../../../contract/tenants.ts'
import type { Trustee } from '../../../../contract/trustees.ts'
import {
  formatCount,
  formatLongDate,
  formatLongInstant,
  formatLongMonth,
  formatMoney,
} from '../../../../contract/value-format.ts'
import type { Tx } from '../../../platform/database.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatYearEnd } from '../../../platform/paper/format.ts'
import { runStatement } from '../../../platform/statements.ts'
import { tenants } from '../../firm/tenants/index.ts'
import { keyFunctionCoverage } from '../../governance/key-function-holders/index.ts'
import type { AccountToPay } from '../../schemes/payment-accounts/index.ts'
import { trustees } from '../../schemes/trustees/index.ts'
import { loadAssessmentValues } from './assessment-values.ts'
import { type FilledFrom, PLACEHOLDERS, type Values } from './placeholders.ts'
import { loadArrangementItems, loadMeetingValues } from './register-values.ts'
import type { Subject } from './subjects.ts'
import { loadYearValues } from './year-values.ts'

type Recorded = Exclude<FilledFrom, 'BY_HAND' | 'IN_PLACE'>
type Found = Partial<Record<Recorded, string | readonly string[] | null>>

/** Values by placeholder name; blank if no record has one, so that the placeholder stays unfilled. */
export async function loadRecordedValues(
  tx: Tx,
  {
    scheme,
    subject,
    activeAndDeferred,
    today,
  }: {
    scheme: Scheme
    subject: Subject
    activeAndDeferred: number | null
    today: string
  },
): Promise<Values> {
  const firm = await tenants.require(tx, scheme.tenantId)
  const found: Found = {
    ...(await loadSchemeValues(tx, scheme, activeAndDeferred)),
    ...getSubjectValues(subject, today),
    ...(subject.arrangement && { 'arrangement.holder': await loadHolder(tx, subject.arrangement) }),
    ...(subject.meeting && (await loadMeetingValues(tx, scheme, subject.meeting, today))),
    ...(await loadYearValues(tx, scheme, Number(today.slice(0, 4)) - 1, today)),
    ...(await loadAssessmentValues(tx, scheme.id, today)),
    'firm.nextReview': formatLongDate(addMonths(today, LONGEST_INTERVAL)),
    'firm.name': firm.name,
    'firm.contact': getContact(firm),
    'scheme.contact': getContact(scheme) ?? getContact(firm),
    'firm.capacity': firm.intermediaryTypes.map((type) => formatCode(type).toLowerCase()).join(', '),
    'firm.today': formatLongDate(today),
  }
  return Object.fromEntries(
    Object.entries(PLACEHOLDERS).map(([name, { filledFrom }]) => [name, found[filledFrom as Recorded] ?? '']),
  )
}

/** Months between two reviews of a policy, at most. */
const LONGEST_INTERVAL = 36

/** Null if no way to reach a person is recorded. */
function getContact({
  enquiryName,
  enquiryEmail,
  enquiryPhone,
}: Pick<Scheme | Tenant, 'enquiryName' | 'enquiryEmail' | 'enquiryPhone'>): string | null {
  const ways = [enquiryEmail, enquiryPhone].filter(Boolean)
  return ways.length === 0 ? null : [enquiryName, ...ways].filter(Boolean).join(', ')
}

const NONE_APPOINTED = 'none appointed'

async function loadSchemeValues(tx: Tx, scheme: Scheme, activeAndDeferred: number | null): Promise<Found> {
  const appointed = await loadAppointedTrustees(tx, scheme.id)
  const { riskManagement, internalAudit, actuarial } = await keyFunctionCoverage.require(tx, scheme.id)
  const arrangements = await loadArrangementItems(tx, scheme.id)
  // All users of the firm read a draft, so restricted breaches are not counted, even for an author who may see them.
  const { openBreaches } = await tx
    .selectFrom('breaches')
    .select(({ fn }) => fn.countAll<number>().as('openBreaches'))
    .where('scheme_id', '=', scheme.id)
    .where('status', '<>', 'CLOSED')
    .where('is_restricted', '=', false)
    .executeTakeFirstOrThrow()
  return {
    'scheme.name': scheme.name,
    'scheme.kind': describeScheme(scheme),
    'scheme.reference': formatSchemeReference(scheme),
    'scheme.pensionsAuthorityNumber': scheme.pensionsAuthorityNumber,
    'scheme.employerName': scheme.employerName,
    'scheme.schemeYearEnd': scheme.schemeYearEnd && formatYearEnd(scheme.schemeYearEnd),
    'scheme.registeredAdministratorName': scheme.registeredAdministratorName,
    'counts.activeAndDeferred': activeAndDeferred === null ? null : String(activeAndDeferred),
    'counts.arrangements': String(arrangements.length),
    'counts.openBreaches': String(openBreaches),
    'arrangements.list': arrangements.length === 0 ? 'No arrangement is recorded.' : arrangements,
    'trustees.names': formatTrusteeNames(scheme, appointed),
    'trustees.chair': appointed.find(({ role }) => role === 'CHAIR')?.personName ?? null,
    'keyFunctionHolders.riskManagement': riskManagement?.holderName ?? NONE_APPOINTED,
    'keyFunctionHolders.internalAudit': internalAudit?.holderName ?? NONE_APPOINTED,
    'keyFunctionHolders.actuarial': actuarial?.holderName ?? NONE_APPOINTED,
  }
}

/** A contract has no PB number. */
const formatSchemeReference = ({ name, pensionsAuthorityNumber, registrationPending }: Scheme): string =>
  pensionsAuthorityNumber
    ? `${name} (PB number ${pensionsAuthorityNumber})`
    : registrationPending
      ? `${name} (registration with the Pensions Authority pending)`
      : name

/** After "means" or a comma: "a defined contribution scheme under trust". */
function describeScheme({
  type,
  legalForm,
  benefitBasis,
}: Pick<Scheme, 'type' | 'legalForm' | 'benefitBasis'>): string {
  if (legalForm === 'ONE_MEMBER') return 'a one-member arrangement under trust'
  if (legalForm === 'TRUST_RAC') return 'a trust RAC'
  if (legalForm === 'RAC_CONTRACT') return 'a retirement annuity contract'
  if (type === 'PRSA') return 'a PRSA arrangement'
  if (legalForm === 'DEATH_BENEFIT_ONLY' || benefitBasis === 'RISK_ONLY')
    return 'an occupational pension scheme under trust that provides death benefits only'
  const benefits =
    benefitBasis === 'HYBRID' ? 'hybrid' : type === 'DB' ? 'defined benefit' : 'defined contribution'
  if (legalForm === 'MASTER_TRUST_SECTION') return `a ${benefits} section of a master trust`
  if (legalForm === 'AVC_ONLY')
    return 'an occupational pension scheme under trust for additional voluntary contributions'
  return `a ${benefits} occupational pension scheme under trust`
}

/** Maximum size of a list. */
const MOST_TRUSTEES = 200

async function loadAppointedTrustees(tx: Tx, schemeId: string): Promise<Trustee[]> {
  const input = { id: schemeId, status: 'APPOINTED', limit: MOST_TRUSTEES, sort: 'personName' } as const
  const [row] = await runStatement(tx, trustees.list(input, { level: 'platform' }))
  return JSON.parse(row?.[0] ?? '[]') as Trustee[]
}

function formatTrusteeNames({ trusteeBody }: Scheme, appointed: readonly Trustee[]): string {
  const people = joinWithAnd(appointed.map(({ personName }) => personName))
  if (!trusteeBody?.name || trusteeBody.kind === 'INDIVIDUALS') return people
  return people === '' ? trusteeBody.name : `${trusteeBody.name} (directors: ${people})`
}

const joinWithAnd = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const formatOptionalDate = (day: string | null): string | null => day && formatLongDate(day)
const formatOptionalNumber = (count: number | null): string | null => (count === null ? null : String(count))
/** Lines of a text as items. */
const getItems = (text: string | null): readonly string[] | null => {
  const lines = (text ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '').trim())
    .filter(Boolean)
  return lines.length === 0 ? null : lines
}

/** Holder of the key function that the arrangement outsources, with the day of the assessment. */
async function loadHolder(tx: Tx, { id }: OutsourcingArrangement): Promise<string | null> {
  const holder = await tx
    .selectFrom('key_function_holders')
    .select(['holder_name', 'responsible_person', 'assessed_on'])
    .where('outsourcing_arrangement_id', '=', id)
    .where('status', 'not in', ['ENDED', 'FAILED'])
    .orderBy('proposed_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!holder) return null
  const name = holder.responsible_person
    ? `${holder.responsible_person} of ${holder.holder_name}`
    : holder.holder_name
  return holder.assessed_on && `${name}, assessed on ${formatLongDate(holder.assessed_on)}`
}

function getSubjectValues(
  { holder, arrangement, breach, meeting, batch, employer, account }: Subject,
  today: string,
): Found {
  return {
    ...(holder && {
      'holder.name': holder.holderName,
      'holder.addressed': [holder.holderName, holder.organisation].filter(Boolean).join(', '),
      'holder.function': `the ${formatCode(holder.function).toLowerCase()} function`,
      'holder.resolvedOn': formatOptionalDate(holder.boardResolutionOn),
      'holder.effectiveFrom': formatOptionalDate(holder.effectiveFrom),
      'holder.termEndOn': formatOptionalDate(holder.termEndsOn),
      'holder.responsiblePerson':
        holder.responsiblePerson ?? (holder.holderKind === 'INDIVIDUAL' ? holder.holderName : null),
    }),
    ...(arrangement && {
      'arrangement.providerName': arrangement.providerName,
      'arrangement.activity': formatCode(arrangement.activity),
      'arrangement.signedOn': formatOptionalDate(arrangement.signedOn),
      'arrangement.inForceFrom': formatOptionalDate(arrangement.inForceFrom),
      'arrangement.noticeDays': formatOptionalNumber(arrangement.noticeDays),
      'arrangement.subOutsourcing':
        arrangement.subOutsourcing.map(({ name, activity }) => `${name} (${activity})`).join(', ') ||
        'none recorded',
    }),
    ...(breach && getBreachValues(breach)),
    ...(meeting && {
      'meeting.title': meeting.title,
      'meeting.heldOn': formatOptionalDate(meeting.heldOn),
      'meeting.location': meeting.location,
      'meeting.attendees': meeting.attendees.join(', '),
      // A planned meeting has no attendance yet.
      'meeting.apologies': meeting.apologies.join(', ') || (meeting.heldOn && 'none'),
      'meeting.decisions': getItems(meeting.decisions),
      'meeting.agenda': getItems(meeting.agenda),
    }),
    ...(batch && {
      'batch.payrollMonth': formatLongMonth(batch.payrollMonth),
      'batch.dueOn': formatOptionalDate(batch.dueOn),
      'batch.daysLate': formatDaysLate(batch, today),
      'batch.deductionsStanding': formatDeductionsState(batch, today),
      // A month without a file has no total yet.
      ...(batch.totalCents > 0 && {
        'batch.expectedAmount': formatMoney(batch.totalCents),
        'batch.deductedAmount': formatMoney(batch.eeCents + batch.avcCents),
        'batch.receivedAmount': formatMoney(batch.receivedCents),
        'batch.missingAmount': formatMoney(Math.max(0, -batch.varianceCents)),
      }),
    }),
    ...(account && { 'batch.paymentAccount': formatAccount(account) }),
    ...(employer && {
      'employer.name': employer.legalName,
      'employer.address': [employer.address, employer.eircode].filter(Boolean).join(', '),
      'employer.payrollContact': employer.payrollContact?.name ?? 'the payroll department',
      'employer.salutation': employer.payrollContact?.name ?? 'Sir or Madam',
    }),
  }
}

const formatAccount = ({ accountName, iban, bic }: AccountToPay): string =>
  `${accountName}, IBAN ${formatIban(iban)}${bic === null ? '' : `, BIC ${bic}`}`

/** Days late of the outstanding amount: partial receipts do not stop the count. */
const formatDaysLate = ({ dueOn }: ContributionBatch, today: string): string =>
  formatCount(Math.max(countDaysBetween(dueOn, today), 0), 'day')

function formatDeductionsState(batch: ContributionBatch, today: string): string {
  if (batch.deductionsReceivedOn) return `was received on ${formatLongDate(batch.deductionsReceivedOn)}`
  const late = `is ${formatDaysLate(batch, today)} late`
  // A part payment does not show which contributions it covers.
  return batch.receivedCents > 0 ? `${late} in part` : late
}

const HOUR = 3_600_000
const DECISIONS: Partial<Record<Breach['reportability'], string>> = {
  UNDECIDED: 'none recorded yet',
  NONE: 'no report',
}

const getBreachValues = (breach: Breach): Found => ({
  'breach.title': breach.title,
  'breach.category': formatCode(breach.category),
  'breach.facts': [
    `Occurred on: ${formatLongDate(breach.occurredOn)}`,
    `Detected on: ${formatLongDate(breach.detectedOn)}`,
    // A day without a time is recorded as its first minute.
    `Became aware: ${formatLongInstant(breach.awareAt).replace(/ at 00:00$/, '')}`,
    ...(breach.dueOn ? [`Was due on: ${formatLongDate(breach.dueOn)}`] : []),
    `Members affected: ${breach.membersAffected ?? 'not recorded'}`,
    ...(breach.amountCents === null ? [] : [`Amount concerned: ${formatMoney(breach.amountCents)}`]),
  ],
  'breach.membersAffected': formatOptionalNumber(breach.membersAffected),
  'breach.notifyBy': formatLongInstant(
    new Date(new Date(breach.awareAt).getTime() + DATA_BREACH_HOURS * HOUR).toISOString(),
  ),
  'breach.description': breach.description,
  'breach.rootCause': breach.rootCause,
  'breach.remedialAction': breach.remedialAction,
  'breach.reportability': DECISIONS[breach.reportability] ?? formatCode(breach.reportability),
  'breach.reason': breach.reportabilityReason,
  'breach.owner': breach.owner,
})
