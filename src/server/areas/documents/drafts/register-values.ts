/** Entries of the registers as items of lists in drafts. Breaches that are restricted are left out. */

import type { KeyFunction } from '../../../../contract/key-function-holders.ts'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import { formatLongDate, formatLongMonth } from '../../../../contract/value-format.ts'
import type { Tx } from '../../../platform/database.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'

/** More entries of one register are only counted. */
const MOST_LISTED = 12

/** A sentence where there is nothing to list. */
export type Listed = string | string[]

export function toList(entries: readonly string[], none: string): Listed {
  if (entries.length === 0) return none
  const more = entries.length - MOST_LISTED
  return [...entries.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])]
}

export const joinParts = (...parts: (string | null | false)[]): string => parts.filter(Boolean).join(', ')
const withDetails = (text: string, ...details: (string | null | false)[]): string => {
  const joined = joinParts(...details)
  return joined === '' ? text : `${text} (${joined})`
}
/** A text as part of an item, without the full stop at its end. */
const toListItem = (text: string): string => text.trim().replace(/\.$/, '')

/** Open arrangements of the outsourcing register. */
export async function loadArrangementItems(tx: Tx, schemeId: string): Promise<string[]> {
  const arrangements = await tx
    .selectFrom('outsourcing_arrangements as a')
    .innerJoin('service_providers as p', (on) =>
      on.onRef('p.tenant_id', '=', 'a.tenant_id').onRef('p.id', '=', 'a.provider_id'),
    )
    .select(['p.name', 'a.activity', 'a.in_force_from', 'a.status', 'a.is_management'])
    .where('a.scheme_id', '=', schemeId)
    .where('a.status', '<>', 'ENDED')
    .orderBy('p.name')
    .orderBy('a.id')
    .execute()
  return arrangements.map(({ name, activity, in_force_from, status, is_management }) =>
    withDetails(
      `${name}: ${formatCode(activity)}`,
      is_management && 'management of the scheme',
      in_force_from
        ? `${status === 'PLANNED' ? 'planned' : 'in force'} from ${formatLongDate(in_force_from)}`
        : status === 'PLANNED' && 'planned',
    ),
  )
}

/** Values for the minutes of a meeting: what the registers hold for the time since the meeting before. */
export async function loadMeetingValues(tx: Tx, scheme: Scheme, meeting: TrusteeMeeting, today: string) {
  const heldOn = meeting.heldOn ?? meeting.plannedForOn
  const until = heldOn < today ? heldOn : today
  const before = await tx
    .selectFrom('trustee_meetings')
    .select(['title', 'held_on', 'minutes_approved_on'])
    .where('scheme_id', '=', scheme.id)
    .where('status', '=', 'HELD')
    .where('held_on', '<', heldOn)
    .orderBy('held_on', 'desc')
    .limit(1)
    .executeTakeFirst()
  const period = { schemeId: scheme.id, since: before?.held_on ?? '0001-01-01', until }
  const reports = await loadFunctionReports(tx, period)
  const reportsOf = (keyFunction: KeyFunction): Listed =>
    toList(
      reports.filter((report) => report.function === keyFunction).map(formatReport),
      'No report was received.',
    )
  return {
    'meeting.quorum':
      meeting.quorumMet === null ? null : meeting.quorumMet ? 'was present' : 'was not present',
    'meeting.previousMinutes': before
      ? `The minutes of “${before.title}” of ${formatLongDate(before.held_on ?? heldOn)} ${
          before.minutes_approved_on
            ? `were approved on ${formatLongDate(before.minutes_approved_on)}`
            : 'are not yet approved'
        }`
      : 'No earlier meeting is recorded',
    ...(await loadActions(tx, meeting, period)),
    'meeting.riskReports': reportsOf('RISK_MANAGEMENT'),
    'meeting.auditReports': reportsOf('INTERNAL_AUDIT'),
    'meeting.actuarialReports': reportsOf('ACTUARIAL'),
    'meeting.reportDecisions': toList(
      reports.flatMap((report) =>
        report.trustee_decision
          ? `${formatCode(report.function)}: ${toListItem(report.trustee_decision)}`
          : [],
      ),
      'No decision is recorded.',
    ),
    'meeting.lateMonths': toList(await loadLateMonthItems(tx, period), 'None.'),
    'meeting.investedLate': toList(await loadLateInvestmentItems(tx, period), 'None.'),
    'meeting.newBreaches': toList(await loadBreachItems(tx, period), 'None.'),
    'meeting.approvals': toList(await loadApprovalItems(tx, period), 'No approval is recorded.'),
  }
}

export interface Period {
  schemeId: string
  /** Day before the period, such as that of the meeting before. */
  since: string
  /** Last day of the period. */
  until: string
}

async function loadActions(tx: Tx, meeting: TrusteeMeeting, { schemeId, until }: Period) {
  const actions = await tx
    .selectFrom('meeting_actions as a')
    .innerJoin('trustee_meetings as m', (on) =>
      on.onRef('m.tenant_id', '=', 'a.tenant_id').onRef('m.id', '=', 'a.meeting_id'),
    )
    .select(['a.meeting_id', 'a.description', 'a.owner', 'a.due_on', 'a.status'])
    .where('a.scheme_id', '=', schemeId)
    .where('m.planned_for_on', '<=', meeting.plannedForOn)
    .where('a.status', '<>', 'DROPPED')
    .orderBy('a.due_on')
    .orderBy('a.id')
    .execute()
  const format = (action: (typeof actions)[number]): string =>
    withDetails(
      toListItem(action.description),
      action.owner,
      action.due_on && `due ${formatLongDate(action.due_on)}`,
      action.status === 'OPEN' && action.due_on && action.due_on < until ? 'overdue' : null,
    )
  const own = actions.filter(({ meeting_id }) => meeting_id === meeting.id)
  const earlier = actions.filter(({ meeting_id, status }) => meeting_id !== meeting.id && status === 'OPEN')
  return {
    'meeting.openActions': toList(earlier.map(format), 'None.'),
    'meeting.newActions': toList(own.map(format), 'No action is recorded.'),
  }
}

export const loadFunctionReports = (tx: Tx, { schemeId, since, until }: Period) =>
  tx
    .selectFrom('key_function_reports as r')
    .innerJoin('key_function_holders as h', (on) =>
      on.onRef('h.tenant_id', '=', 'r.tenant_id').onRef('h.id', '=', 'r.holder_id'),
    )
    .select(['h.function', 'r.received_on', 'r.has_material_findings', 'r.findings', 'r.trustee_decision'])
    .where('r.scheme_id', '=', schemeId)
    .where('r.received_on', '>', since)
    .where('r.received_on', '<=', until)
    .orderBy('r.received_on')
    .orderBy('r.id')
    .execute()

export const formatReport = (report: Awaited<ReturnType<typeof loadFunctionReports>>[number]): string =>
  `Report of ${formatLongDate(report.received_on)}, ${
    report.has_material_findings ? 'with material findings' : 'without material findings'
  }${report.findings ? `: ${toListItem(report.findings)}` : ''}`

const loadDueMonths = (tx: Tx, { schemeId, since, until }: Period) =>
  tx
    .selectFrom('contribution_batches as b')
    .innerJoin('employers as e', (on) =>
      on.onRef('e.tenant_id', '=', 'b.tenant_id').onRef('e.id', '=', 'b.employer_id'),
    )
    .select(['e.legal_name', 'b.payroll_month', 'b.due_on', 'b.funded_on', 'b.invest_by_on', 'b.invested_on'])
    .where('b.scheme_id', '=', schemeId)
    .where('b.status', 'not in', ['UNDONE', 'REJECTED'])
    .where('b.due_on', '>', since)
    .where('b.due_on', '<', until)
    .orderBy('b.payroll_month')
    .orderBy('e.legal_name')
    .execute()

export async function loadLateMonthItems(tx: Tx, period: Period): Promise<string[]> {
  const months = await loadDueMonths(tx, period)
  return months
    .filter(({ due_on, funded_on }) => (funded_on ?? period.until) > due_on)
    .map(({ legal_name, payroll_month, due_on, funded_on }) =>
      withDetails(
        formatLongMonth(payroll_month),
        legal_name,
        `due ${formatLongDate(due_on)}`,
        funded_on ? `received ${formatLongDate(funded_on)}` : 'not received in full',
      ),
    )
}

export async function loadLateInvestmentItems(tx: Tx, period: Period): Promise<string[]> {
  const months = await loadDueMonths(tx, period)
  return months.flatMap(({ payroll_month, invest_by_on, invested_on }) =>
    invest_by_on !== null && (invested_on ?? period.until) > invest_by_on
      ? withDetails(
          formatLongMonth(payroll_month),
          `latest day ${formatLongDate(invest_by_on)}`,
          invested_on ? `invested ${formatLongDate(invested_on)}` : 'not invested',
        )
      : [],
  )
}

export async function loadBreachItems(tx: Tx, { schemeId, since, until }: Period): Promise<string[]> {
  const breaches = await tx
    .selectFrom('breaches')
    .select(['title', 'detected_on', 'reportability', 'status'])
    .where('scheme_id', '=', schemeId)
    .where('is_restricted', '=', false)
    .where('detected_on', '>', since)
    .where('detected_on', '<=', until)
    .orderBy('detected_on')
    .orderBy('id')
    .execute()
  return breaches.map(({ title, detected_on, reportability, status }) =>
    withDetails(
      toListItem(title),
      `detected ${formatLongDate(detected_on)}`,
      reportability === 'UNDECIDED'
        ? 'no decision on a report yet'
        : reportability === 'NONE'
          ? 'no report'
          : formatCode(reportability),
      status === 'CLOSED' && 'closed',
    ),
  )
}

async function loadApprovalItems(tx: Tx, { schemeId, since, until }: Period): Promise<string[]> {
  const policies = await tx
    .selectFrom('policy_versions as v')
    .innerJoin('written_policies as p', (on) =>
      on.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.id', '=', 'v.policy_id'),
    )
    .select(['p.title', 'v.number', 'v.approved_on', 'v.effective_from', 'p.next_review_on'])
    .where('v.scheme_id', '=', schemeId)
    .where('v.approved_on', '>', since)
    .where('v.approved_on', '<=', until)
    .orderBy('v.approved_on')
    .orderBy('v.id')
    .execute()
  return [
    ...policies.map(({ title, number, approved_on, effective_from, next_review_on }) =>
      withDetails(
        `${title}, version ${number}`,
        approved_on && `approved ${formatLongDate(approved_on)}`,
        effective_from && `in force from ${formatLongDate(effective_from)}`,
        next_review_on && `next review ${formatLongDate(next_review_on)}`,
      ),
    ),
    ...(await loadAssessmentItems(tx, { schemeId, since, until })),
  ]
}

export async function loadAssessmentItems(tx: Tx, { schemeId, since, until }: Period): Promise<string[]> {
  const assessments = await tx
    .selectFrom('own_risk_assessments')
    .select(['as_of_on', 'approved_on'])
    .where('scheme_id', '=', schemeId)
    .where('approved_on', '>', since)
    .where('approved_on', '<=', until)
    .orderBy('approved_on')
    .execute()
  return assessments.map(({ as_of_on, approved_on }) =>
    withDetails(
      `Own-risk assessment as at ${formatLongDate(as_of_on)}`,
      approved_on && `approved ${formatLongDate(approved_on)}`,
    ),
  )
}

export async function loadMeetingItems(tx: Tx, { schemeId, since, until }: Period): Promise<string[]> {
  const meetings = await tx
    .selectFrom('trustee_meetings')
    .select(['title', 'held_on', 'minutes_approved_on'])
    .where('scheme_id', '=', schemeId)
    .where('status', '=', 'HELD')
    .where('held_on', '>', since)
    .where('held_on', '<=', until)
    .orderBy('held_on')
    .execute()
  return meetings.map(({ title, held_on, minutes_approved_on }) =>
    withDetails(
      title,
      held_on && formatLongDate(held_on),
      minutes_approved_on
        ? `minutes approved ${formatLongDate(minutes_approved_on)}`
        : 'minutes not approved',
    ),
  )
}
