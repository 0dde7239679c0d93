/** Values from the records for the placeholders of a draft. They are filled on the server and sent nowhere else. */
import type { Breach } from '../../../../contract/breaches.ts'
import { addMonths, countDaysBetween } from '../../../../contract/civil-dates.ts'
import type { ContributionBatch } from '../../../../contract/contributions.ts'
import { formatIban } from '../../../../contract/iban.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { Trustee } from '../../../../contract/trustees.ts'
import type { Tx } from '../../../platform/database.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import {
  formatDate,
  formatInstant,
  formatMoney,
  formatMonth,
  formatYearEnd,
} from '../../../platform/paper/format.ts'
import { runStatement } from '../../../platform/statements.ts'
import { tenants } from '../../firm/tenants/index.ts'
import { keyFunctionCoverage } from '../../governance/key-function-holders/index.ts'
import type { AccountToPay } from '../../schemes/payment-accounts/index.ts'
import { trustees } from '../../schemes/trustees/index.ts'
import { type FilledFrom, PLACEHOLDERS, type Values } from './placeholders.ts'
import { loadMeetingValues, loadYearValues } from './register-values.ts'
import type { Subject } from './subjects.ts'

type Recorded = Exclude<FilledFrom, 'BY_HAND' | 'IN_PLACE'>
type Found = Partial<Record<Recorded, string | null>>

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
  const found: Found = {
    ...(await ofScheme(tx, scheme, activeAndDeferred)),
    ...ofSubject(subject, today),
    ...(subject.meeting && (await loadMeetingValues(tx, scheme, subject.meeting, today))),
    ...(await loadYearValues(tx, scheme.id, Number(today.slice(0, 4)) - 1, today)),
    ...(await ofAssessment(tx, scheme.id)),
    'firm.nextReview': formatDate(addMonths(today, LONGEST_INTERVAL)),
    'firm.name': (await tenants.require(tx, scheme.tenantId)).name,
    'firm.today': formatDate(today),
  }
  return Object.fromEntries(
    Object.entries(PLACEHOLDERS).map(([name, { filledFrom }]) => [name, found[filledFrom as Recorded] ?? '']),
  )
}

/** Months between two reviews of a policy, at most. */
const LONGEST_INTERVAL = 36
const MOST_RISKS = 5

/** The assessment under way, and its highest risks after controls. */
async function ofAssessment(tx: Tx, schemeId: string): Promise<Found> {
  const assessment = await tx
    .selectFrom('own_risk_assessments')
    .select(['id', 'as_of_on'])
    .where('scheme_id', '=', schemeId)
    .where('status', 'in', ['PLANNED', 'DRAFTING', 'TRUSTEE_REVIEW'])
    .orderBy('cycle_number', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!assessment) return {}
  const risks = await tx
    .selectFrom('risk_items')
    .select(['description', 'residual_likelihood', 'residual_impact'])
    .where('assessment_id', '=', assessment.id)
    .orderBy(({ eb }) => eb('residual_likelihood', '*', eb.ref('residual_impact')), 'desc')
    .orderBy('id')
    .limit(MOST_RISKS)
    .execute()
  return {
    'assessment.asOfOn': formatDate(assessment.as_of_on),
    'assessment.mainRisks': risks
      .map(
        ({ description, residual_likelihood, residual_impact }) =>
          `${description} (${residual_likelihood * residual_impact})`,
      )
      .join('; '),
  }
}

async function ofScheme(tx: Tx, scheme: Scheme, activeAndDeferred: number | null): Promise<Found> {
  const appointed = await appointedTrustees(tx, scheme.id)
  const { riskManagement, internalAudit, actuarial } = await keyFunctionCoverage.require(tx, scheme.id)
  const { arrangements } = await tx
    .selectFrom('outsourcing_arrangements')
    .select(({ fn }) => fn.countAll<number>().as('arrangements'))
    .where('scheme_id', '=', scheme.id)
    .where('status', '<>', 'ENDED')
    .executeTakeFirstOrThrow()
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
    'scheme.pensionsAuthorityNumber': scheme.pensionsAuthorityNumber,
    'scheme.employerName': scheme.employerName,
    'scheme.schemeYearEnd': scheme.schemeYearEnd && formatYearEnd(scheme.schemeYearEnd),
    'scheme.registeredAdministratorName': scheme.registeredAdministratorName,
    'counts.activeAndDeferred': activeAndDeferred === null ? null : String(activeAndDeferred),
    'counts.arrangements': String(arrangements),
    'counts.openBreaches': String(openBreaches),
    'trustees.names': namesOfTrustees(scheme, appointed),
    'trustees.chair': appointed.find(({ role }) => role === 'CHAIR')?.personName ?? null,
    'keyFunctionHolders.riskManagement': riskManagement?.holderName ?? null,
    'keyFunctionHolders.internalAudit': internalAudit?.holderName ?? null,
    'keyFunctionHolders.actuarial': actuarial?.holderName ?? null,
  }
}

/** Maximum size of a list. */
const MOST_TRUSTEES = 200

async function appointedTrustees(tx: Tx, schemeId: string): Promise<Trustee[]> {
  const input = { id: schemeId, status: 'APPOINTED', limit: MOST_TRUSTEES, sort: 'personName' } as const
  const [row] = await runStatement(tx, trustees.list(input, { level: 'platform' }))
  return JSON.parse(row?.[0] ?? '[]') as Trustee[]
}

function namesOfTrustees({ trusteeBody }: Scheme, appointed: readonly Trustee[]): string {
  const people = appointed.map(({ personName }) => personName).join(', ')
  if (!trusteeBody?.name || trusteeBody.kind === 'INDIVIDUALS') return people
  return people === '' ? trusteeBody.name : `${trusteeBody.name} (${people})`
}

const dayOf = (day: string | null): string | null => day && formatDate(day)
const moneyOf = (cents: number | null): string | null => (cents === null ? null : formatMoney(cents))
const numberOf = (count: number | null): string | null => (count === null ? null : String(count))

function ofSubject(
  { holder, arrangement, breach, meeting, batch, employer, account }: Subject,
  today: string,
): Found {
  return {
    ...(holder && {
      'holder.name': holder.holderName,
      'holder.addressed': [holder.holderName, holder.organisation].filter(Boolean).join(', '),
      'holder.function': `the ${formatCode(holder.function).toLowerCase()} function`,
      'holder.resolvedOn': dayOf(holder.boardResolutionOn),
      'holder.effectiveFrom': dayOf(holder.effectiveFrom),
      'holder.termEndOn': dayOf(holder.termEndsOn),
      'holder.responsiblePerson':
        holder.responsiblePerson ?? (holder.holderKind === 'INDIVIDUAL' ? holder.holderName : null),
    }),
    ...(arrangement && {
      'arrangement.providerName': arrangement.providerName,
      'arrangement.activity': formatCode(arrangement.activity),
      'arrangement.signedOn': dayOf(arrangement.signedOn),
      'arrangement.inForceFrom': dayOf(arrangement.inForceFrom),
      'arrangement.noticeDays': numberOf(arrangement.noticeDays),
      'arrangement.subOutsourcing': arrangement.subOutsourcing
        .map(({ name, activity }) => `${name} (${activity})`)
        .join(', '),
      'arrangement.reviewDueOn': dayOf(arrangement.reviewDueOn),
    }),
    ...(breach && ofBreach(breach)),
    ...(meeting && {
      'meeting.title': meeting.title,
      'meeting.heldOn': dayOf(meeting.heldOn),
      'meeting.location': meeting.location,
      'meeting.attendees': meeting.attendees.join(', '),
      'meeting.apologies': meeting.apologies.join(', '),
      'meeting.decisions': meeting.decisions,
    }),
    ...(batch && {
      'batch.payrollMonth': formatMonth(batch.payrollMonth),
      'batch.dueOn': dayOf(batch.dueOn),
      'batch.daysLate': daysLate(batch, today),
      'batch.deductionsStanding': deductionsStanding(batch, today),
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
      'employer.payrollContact': employer.payrollContact?.name ?? null,
    }),
  }
}

const formatAccount = ({ accountName, iban, bic }: AccountToPay): string =>
  `${accountName}, IBAN ${formatIban(iban)}${bic === null ? '' : `, BIC ${bic}`}`

/** Days late of the outstanding amount: partial receipts do not stop the count. */
const daysLate = ({ dueOn }: ContributionBatch, today: string): string => {
  const days = countDaysBetween(dueOn, today)
  return days === 1 ? '1 day' : `${Math.max(days, 0)} days`
}

function deductionsStanding(batch: ContributionBatch, today: string): string {
  if (batch.deductionsReceivedOn) return `was received on ${formatDate(batch.deductionsReceivedOn)}`
  const late = `is ${daysLate(batch, today)} late`
  // A part payment does not show which contributions it covers.
  return batch.receivedCents > 0 ? `${late} in part` : late
}

const ofBreach = (breach: Breach): Found => ({
  'breach.title': breach.title,
  'breach.category': formatCode(breach.category),
  'breach.occurredOn': dayOf(breach.occurredOn),
  'breach.detectedOn': dayOf(breach.detectedOn),
  'breach.awareAt': formatInstant(breach.awareAt),
  'breach.dueOn': dayOf(breach.dueOn),
  'breach.severity': formatCode(breach.severity),
  'breach.membersAffected': numberOf(breach.membersAffected),
  'breach.amount': moneyOf(breach.amountCents),
  'breach.description': breach.description,
  'breach.rootCause': breach.rootCause,
  'breach.remedialAction': breach.remedialAction,
  'breach.reportability':
    breach.reportability === 'UNDECIDED'
      ? null
      : [formatCode(breach.reportability), breach.reportabilityReason].filter(Boolean).join(': '),
  'breach.owner': breach.owner,
})
