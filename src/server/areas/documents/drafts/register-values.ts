/** Facts of the registers for minutes and for the annual compliance statement. Breaches that are restricted are left out. */
import { sql } from 'kysely'
import type { Scheme } from '../../../../contract/schemes.ts'
import type { TrusteeMeeting } from '../../../../contract/trustee-meetings.ts'
import type { Tx } from '../../../platform/database.ts'
import { formatCode } from '../../../platform/paper/code-words.ts'
import { formatCount, formatDate, formatMonth } from '../../../platform/paper/format.ts'

/** More entries of one register are only counted. */
const MOST_LISTED = 12

const listed = (entries: readonly string[], none: string): string => {
  if (entries.length === 0) return none
  const more = entries.length - MOST_LISTED
  return [...entries.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

const join = (...parts: (string | null)[]): string => parts.filter(Boolean).join(', ')

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
  const since = before?.held_on ?? '0001-01-01'
  const period = { schemeId: scheme.id, since, until, today }
  return {
    'meeting.agenda': meeting.agenda,
    'meeting.quorum':
      meeting.quorumMet === null ? null : meeting.quorumMet ? 'was present' : 'was not present',
    'meeting.previousMinutes': before
      ? `The minutes of “${before.title}” of ${formatDate(before.held_on ?? heldOn)} ${
          before.minutes_approved_on
            ? `were approved on ${formatDate(before.minutes_approved_on)}`
            : 'are not yet approved'
        }`
      : 'No earlier meeting is recorded',
    ...(await loadActions(tx, meeting, period)),
    ...(await loadReports(tx, period)),
    ...(await loadContributions(tx, period)),
    ...(await loadBreaches(tx, period)),
    'meeting.approvals': await listApprovals(tx, period),
  }
}

interface Period {
  schemeId: string
  /** Day of the meeting before, which is not part of the period. */
  since: string
  until: string
  today: string
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
    `${action.description} (${join(
      action.owner,
      action.due_on && `due ${formatDate(action.due_on)}`,
      action.status === 'OPEN' && action.due_on && action.due_on < until ? 'overdue' : null,
    )})`.replace(' ()', '')
  const own = actions.filter(({ meeting_id }) => meeting_id === meeting.id)
  const earlier = actions.filter(({ meeting_id, status }) => meeting_id !== meeting.id && status === 'OPEN')
  return {
    'meeting.openActions': listed(earlier.map(format), 'none'),
    'meeting.newActions': listed(own.map(format), 'none recorded'),
  }
}

async function loadReports(tx: Tx, { schemeId, since, until }: Period) {
  const reports = await tx
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
  const of = (kind: string): string =>
    listed(
      reports
        .filter((report) => report.function === kind)
        .map(
          (report) =>
            `report of ${formatDate(report.received_on)}, ${
              report.has_material_findings ? 'with material findings' : 'without material findings'
            }${report.findings ? `: ${report.findings}` : ''}`,
        ),
      'no report since the meeting before',
    )
  return {
    'meeting.riskReports': of('RISK_MANAGEMENT'),
    'meeting.auditReports': of('INTERNAL_AUDIT'),
    'meeting.actuarialReports': of('ACTUARIAL'),
    'meeting.reportDecisions': listed(
      reports.flatMap((report) =>
        report.trustee_decision ? `${formatCode(report.function)}: ${report.trustee_decision}` : [],
      ),
      'none recorded',
    ),
  }
}

async function loadContributions(tx: Tx, { schemeId, since, until }: Period) {
  const months = await tx
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
  const late = months.filter(({ due_on, funded_on }) => (funded_on ?? until) > due_on)
  const investedLate = months.filter(
    ({ invest_by_on, invested_on }) => invest_by_on !== null && (invested_on ?? until) > invest_by_on,
  )
  return {
    'meeting.lateMonths': listed(
      late.map(
        ({ legal_name, payroll_month, due_on, funded_on }) =>
          `${formatMonth(payroll_month)} (${legal_name}, due ${formatDate(due_on)}, ${
            funded_on ? `received ${formatDate(funded_on)}` : 'not received in full'
          })`,
      ),
      'none',
    ),
    'meeting.investedLate': listed(
      investedLate.map(
        ({ payroll_month, invest_by_on, invested_on }) =>
          `${formatMonth(payroll_month)} (by ${formatDate(invest_by_on ?? until)}, ${
            invested_on ? `invested ${formatDate(invested_on)}` : 'not invested'
          })`,
      ),
      'none',
    ),
  }
}

async function loadBreaches(tx: Tx, { schemeId, since, until }: Period) {
  const breaches = await tx
    .selectFrom('breaches')
    .select(['title', 'detected_on', 'reportability'])
    .where('scheme_id', '=', schemeId)
    .where('is_restricted', '=', false)
    .where('detected_on', '>', since)
    .where('detected_on', '<=', until)
    .orderBy('detected_on')
    .orderBy('id')
    .execute()
  return {
    'meeting.newBreaches': listed(
      breaches.map(
        ({ title, detected_on, reportability }) =>
          `${title} (detected ${formatDate(detected_on)}, decision on a report: ${
            reportability === 'UNDECIDED' ? 'open' : formatCode(reportability).toLowerCase()
          })`,
      ),
      'none',
    ),
  }
}

async function listApprovals(tx: Tx, { schemeId, since, until }: Period): Promise<string> {
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
  const assessments = await tx
    .selectFrom('own_risk_assessments')
    .select(['as_of_on', 'approved_on'])
    .where('scheme_id', '=', schemeId)
    .where('approved_on', '>', since)
    .where('approved_on', '<=', until)
    .orderBy('approved_on')
    .execute()
  return listed(
    [
      ...policies.map(
        ({ title, number, approved_on, effective_from, next_review_on }) =>
          `${title}, version ${number} (${join(
            approved_on && `approved ${formatDate(approved_on)}`,
            effective_from && `in force from ${formatDate(effective_from)}`,
            next_review_on && `next review ${formatDate(next_review_on)}`,
          )})`,
      ),
      ...assessments.map(
        ({ as_of_on, approved_on }) =>
          `own-risk assessment as at ${formatDate(as_of_on)} (approved ${formatDate(approved_on ?? until)})`,
      ),
    ],
    'none recorded since the meeting before',
  )
}

/** Subjects of the compliance statement, with the rules whose obligations of the year answer them. */
const SUBJECTS = {
  'year.trustees': ['GOV-09', 'GOV-10', 'GOV-11', 'GOV-12', 'GOV-13'],
  'year.fitAndProper': ['GOV-16', 'KFH-05'],
  'year.risk': ['GOV-01', 'GOV-02', 'KFH-01'],
  'year.audit': ['KFH-01', 'KFH-04'],
  'year.outsourcing': ['KFH-02', 'KFH-03'],
  'year.data': ['PBS-01', 'DIS-01', 'DIS-03', 'DIS-04', 'DIS-05', 'GDP-01', 'GDP-02'],
  'year.investment': ['GOV-07', 'GOV-08', 'CON-01', 'CON-02', 'CON-04'],
  'year.policies': ['GOV-03', 'GOV-04', 'GOV-05', 'GOV-06'],
} as const

/** Values for the annual compliance statement: how the obligations that fell due in the year stand. Blank: the calendar has none. */
export async function loadYearValues(tx: Tx, schemeId: string, year: number, today: string) {
  const { rows } = await sql<{ rule_id: string; title: string; met: number; late: number; open: number }>`
    select o.rule_id, min(o.title) as title,
      count(*) filter (where o.completed_on <= greatest(o.due_on, o.legal_end_on))::int as met,
      count(*) filter (where o.completed_on > greatest(o.due_on, o.legal_end_on))::int as late,
      count(*) filter (where o.completed_on is null and o.state = 'OPEN'
        and greatest(o.due_on, o.legal_end_on) < ${today}::date)::int as open
    from obligations o
    where o.scheme_id = ${schemeId} and o.breach_id is null and extract(year from o.due_on) = ${year}
    group by o.rule_id order by o.rule_id`.execute(tx)
  const values: Record<string, string> = { 'year.complianceYear': String(year) }
  for (const [subject, ruleIds] of Object.entries(SUBJECTS)) {
    const found = rows.filter(({ rule_id }) => (ruleIds as readonly string[]).includes(rule_id))
    const decided = found.filter(({ met, late, open }) => met + late + open > 0)
    if (decided.length === 0) continue
    const isMet = decided.every(({ late, open }) => late + open === 0)
    const facts = decided.map(
      ({ title, met, late, open }) =>
        `${title} (${join(
          met > 0 ? `${met} in time` : null,
          late > 0 ? `${late} late` : null,
          open > 0 ? `${formatCount(open, 'obligation')} not met` : null,
        )})`,
    )
    values[subject] = `${isMet ? 'yes' : 'no'}, by the calendar of ${year}: ${facts.join('; ')}`
  }
  return values
}
