/** The work queue and the portfolio trend of the dashboard as SQL expressions. Every list is bounded; totals count all rows. */
import { can } from '../../../../contract/define.ts'
import { approveDraft } from '../../../../contract/drafts.ts'
import { appointHolder } from '../../../../contract/key-function-holders.ts'
import { approveOwnRiskAssessment } from '../../../../contract/own-risk-assessments.ts'
import { approvePolicy } from '../../../../contract/policies.ts'
import { approveScheme, MissingForApproval } from '../../../../contract/schemes.ts'
import { appointTrustee } from '../../../../contract/trustees.ts'
import {
  type ApprovedTable,
  buildFirstPeopleExpression,
  buildSecondPersonCondition,
  getFirstPersonColumn,
} from '../../../operation/four-eyes.ts'
import type { AccessScope, Actor } from '../../../pipeline/access-scope.ts'
import { listedDrafts } from '../../documents/drafts/index.ts'
import { tenants } from '../../firm/tenants/index.ts'
import {
  breaches,
  buildReportDeadlineExpression,
  buildToReportCondition,
} from '../../governance/breaches/index.ts'
import { HOLDER_AWAITS_APPOINTMENT, keyFunctionHolders } from '../../governance/key-function-holders/index.ts'
import { listedOwnRiskAssessments } from '../../governance/own-risk-assessments/index.ts'
import { policies } from '../../governance/policies/index.ts'
import { buildMoneyOverdueCondition, contributions } from '../../members/contributions/index.ts'
import {
  buildApprovalGapCondition,
  buildOverdueCondition,
  buildRestrictedObligationCondition,
  schemes,
} from '../../schemes/schemes/index.ts'
import { AWAITS_APPOINTMENT, trustees } from '../../schemes/trustees/index.ts'
import { obligations, TRUSTEE_NAME } from '../obligations/index.ts'

const LIMITS = { clocks: 10, waiting: 10, employers: 10, rules: 10, ofRule: 5 }
const WEEK_DAYS = 7
const TREND_MONTHS = 12

/** Evaluated once for a statement, not for each row. */
const TODAY = '(select app.today())'
const OF_SCHEME = 'join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id'
const buildListExpression = (query: string, order = ''): string =>
  `(select coalesce(json_agg(q ${order}), '[]') from (${query}) q)`

/** Only a SuperAdmin reads records of several firms. */
export const buildFirmNameExpression = ({ level }: AccessScope, tenant: string): string =>
  level === 'platform' ? `(select t.name from tenants t where t.id = ${tenant})` : 'null::text'

export function buildWorkQueueExpression(scope: AccessScope, actor: Actor, values: unknown[]): string {
  return `json_build_object(
    'clocks', ${buildClocksExpression(scope, values)},
    'waiting', ${buildWaitingExpression(scope, actor, values)},
    'money', ${buildMoneyExpression(scope, values)},
    'thisWeek', ${buildWeekExpression(scope, values)},
    'overdue', ${buildOverdueExpression(scope, values)})`
}

function buildClocksExpression(scope: AccessScope, values: unknown[]): string {
  const inHours = "r.state = 'OPEN' and r.due_at is not null"
  const deadline = buildReportDeadlineExpression('r')
  return `(with clocks as materialized (
    select r.id as "obligationId", r.breach_id as "breachId", r.title, b.title as "breachTitle", r.scheme_id as "schemeId",
        s.name as "schemeName", ${buildFirmNameExpression(scope, 'r.tenant_id')} as "firmName", r.due_at, coalesce(b.is_restricted, false) as "isRestricted"
      from obligations r ${OF_SCHEME} left join breaches b on b.tenant_id = r.tenant_id and b.id = r.breach_id
      where ${obligations.visible(scope, values)} and ${inHours}
    union all
    select null, r.id, 'Report the personal data breach', r.title, r.scheme_id, s.name, ${buildFirmNameExpression(scope, 'r.tenant_id')},
        ${deadline}, r.is_restricted
      from breaches r left join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id
      where ${breaches.visible(scope, values)} and ${buildToReportCondition('r')} and ${deadline} is not null
        and not exists (select from obligations o where o.tenant_id = r.tenant_id and o.breach_id = r.id and o.state = 'OPEN' and o.due_at is not null)
  ) select json_build_object('total', (select count(*) from clocks), 'items', ${buildListExpression(
    `select c."obligationId", c."breachId", c.title, c."breachTitle", c."schemeId", c."schemeName", c."firmName",
        app.instant(c.due_at) as "endsAt", c."isRestricted"
      from clocks c order by c.due_at, c."breachId", c."obligationId" limit ${LIMITS.clocks}`,
  )}))`
}

interface WaitingKind {
  kind: string
  title: string
  from: string
  visible: string
  isForApproval: string
  isReturned: string
  mayApprove: boolean
  submittedOn: string
  /** Alias of the row with the first people of an approval, if it is not `r`, and its table. */
  approved: ApprovedTable
  alias?: string
  returnedTo: string
  returnedOn: string
  note: string
  gaps?: string
}

const toDublinDay = (moment: string): string => `(${moment} at time zone 'Europe/Dublin')::date`

const NEVER_RETURNED = {
  isReturned: 'false',
  returnedTo: 'null::text',
  returnedOn: 'null::date',
  note: 'null::text',
}

function listWaitingKinds(scope: AccessScope, { role }: Actor, values: unknown[]): WaitingKind[] {
  const openVersion = `join policy_versions v on v.tenant_id = r.tenant_id and v.policy_id = r.id and v.status in ('DRAFT', 'IN_REVIEW')`
  return [
    {
      kind: 'scheme',
      title: 'r.name',
      from: 'schemes r',
      visible: schemes.visible(scope, values),
      isForApproval: "r.status = 'PENDING_APPROVAL'",
      isReturned: "r.status = 'DRAFT' and r.rejection_reason is not null",
      mayApprove: can(role, approveScheme),
      submittedOn: toDublinDay('r.submitted_at'),
      approved: 'schemes',
      returnedTo: 'r.created_by',
      returnedOn: toDublinDay('r.updated_at'),
      note: 'r.rejection_reason',
      gaps: MissingForApproval.options
        .map((missing) => `${buildApprovalGapCondition(missing, 'r')}::int`)
        .join(' + '),
    },
    {
      kind: 'policy',
      title: 'r.title',
      from: `written_policies r ${openVersion}`,
      visible: policies.visible(scope, values),
      isForApproval: "v.status = 'IN_REVIEW'",
      isReturned: "v.status = 'DRAFT' and v.returned_reason is not null",
      mayApprove: can(role, approvePolicy),
      submittedOn: 'v.submitted_on',
      approved: 'policy_versions',
      alias: 'v',
      returnedTo: 'v.created_by',
      returnedOn: toDublinDay('v.updated_at'),
      note: 'v.returned_reason',
    },
    {
      kind: 'ownRiskAssessment',
      title: "'Own-risk assessment, cycle ' || r.cycle_number",
      from: 'own_risk_assessments r',
      visible: listedOwnRiskAssessments.visible(scope, values),
      isForApproval: "r.status = 'TRUSTEE_REVIEW'",
      isReturned: "r.status = 'DRAFTING' and r.return_reason is not null",
      mayApprove: can(role, approveOwnRiskAssessment),
      submittedOn: 'r.sent_to_trustees_on',
      approved: 'own_risk_assessments',
      returnedTo: 'r.sent_to_trustees_by',
      returnedOn: 'r.returned_on',
      note: 'r.return_reason',
    },
    {
      kind: 'draft',
      title: 'r.title',
      from: 'drafts r',
      visible: listedDrafts.visible(scope, values),
      // A draft is not submitted: it can be approved once all placeholders are filled.
      isForApproval: "r.status = 'DRAFT' and r.open_places = 0",
      mayApprove: can(role, approveDraft),
      submittedOn: toDublinDay('r.updated_at'),
      approved: 'drafts',
      ...NEVER_RETURNED,
    },
    // An appointment is not submitted: it can be decided after the fit and proper assessment.
    {
      kind: 'trustee',
      title: 'r.person_name',
      from: 'trustees r',
      visible: trustees.visible(scope, values),
      isForApproval: AWAITS_APPOINTMENT,
      mayApprove: can(role, appointTrustee),
      submittedOn: 'r.fit_proper_assessed_on',
      approved: 'trustees',
      ...NEVER_RETURNED,
    },
    {
      kind: 'keyFunctionHolder',
      title: 'r.holder_name',
      from: 'key_function_holders r',
      visible: keyFunctionHolders.visible(scope, values),
      isForApproval: HOLDER_AWAITS_APPOINTMENT,
      mayApprove: can(role, appointHolder),
      submittedOn: 'r.assessed_on',
      approved: 'key_function_holders',
      ...NEVER_RETURNED,
    },
  ]
}

/** Records for approval or returned, each either for the caller or for another user. */
function buildWaitingExpression(scope: AccessScope, actor: Actor, values: unknown[]): string {
  const me = `$${values.push(actor.id)}::text`
  const kinds = listWaitingKinds(scope, actor, values)
  const selects = kinds.map((one) => {
    const ofScheme =
      one.kind === 'scheme'
        ? 'r.id as scheme_id, r.name as scheme_name'
        : 'r.scheme_id, s.name as scheme_name'
    return `select '${one.kind}' as kind, r.tenant_id, r.id, ${one.title} as title, ${ofScheme},
        (${one.isForApproval}) as for_approval,
        coalesce(case when ${one.isForApproval} then ${one.submittedOn} else ${one.returnedOn} end, ${toDublinDay('r.updated_at')}) as since_on,
        case when ${one.isForApproval} then ${getFirstPersonColumn(one.approved, one.alias ?? 'r')} end as by_id,
        case when ${one.isForApproval} then ${buildFirstPeopleExpression(one.approved, one.alias ?? 'r')} else '{}' end as first_people,
        case when ${one.isForApproval} then ${one.mayApprove} else coalesce(${one.returnedTo} = ${me}, false) end as is_possible,
        case when not (${one.isForApproval}) then ${one.note} end as note,
        case when ${one.isForApproval} then ${one.gaps ?? 0} else 0 end as gaps
      from ${one.from} ${one.kind === 'scheme' ? '' : OF_SCHEME}
      where ${one.visible} and (${one.isForApproval} or ${one.isReturned})`
  })
  const items = (isMine: boolean): string =>
    `json_build_object('total', (select count(*) from waiting w where w.is_mine = ${isMine}), 'items', ${buildListExpression(
      `select w.kind, w.id, w.title, w.scheme_id as "schemeId", w.scheme_name as "schemeName", ${buildFirmNameExpression(scope, 'w.tenant_id')} as "firmName",
          case when w.for_approval then 'APPROVAL' else 'RETURNED' end as reason, w.since_on as "sinceOn",
          (select u.name from users u where u.id = w.by_id) as "byName", w.note, w.gaps
        from waiting w where w.is_mine = ${isMine} order by w.since_on, w.id limit ${LIMITS.waiting}`,
    )})`
  return `(with candidates as materialized (${selects.join('\n    union all\n    ')}),
    firms as materialized (
      select t.id, ${buildSecondPersonCondition('t')} as needs_second_person
      from tenants t where t.id in (select c.tenant_id from candidates c)),
    waiting as materialized (
      select c.*, c.is_possible and not (c.for_approval and f.needs_second_person
          and coalesce(${me} = any(c.first_people), false)) as is_mine
      from candidates c join firms f on f.id = c.tenant_id)
    select json_build_object('yours', ${items(true)}, 'others', ${items(false)}))`
}

function buildMoneyExpression(scope: AccessScope, values: unknown[]): string {
  const isMissing = "r.status = 'EXPECTED'"
  return `(with late as materialized (
    select r.tenant_id, r.employer_id, coalesce(sum(r.total_cents - r.received_cents) filter (where not ${isMissing}), 0) as cents,
        count(*) filter (where not ${isMissing}) as months, count(*) filter (where ${isMissing}) as missing, min(r.due_on) as oldest
      from contribution_batches r where ${contributions.visible(scope, values)} and ${buildMoneyOverdueCondition('r')}
      group by r.tenant_id, r.employer_id
  ) select json_build_object('total', (select count(*) from late), 'items', ${buildListExpression(
    `select l.employer_id as "employerId", e.legal_name as "employerName", ${buildFirmNameExpression(scope, 'l.tenant_id')} as "firmName",
        l.cents as "overdueCents", l.months as "overdueMonths", l.missing as "missingFiles", l.oldest as "oldestDueOn",
        e.payroll_contact ->> 'email' as "payrollEmail",
        greatest((select max(m.for_on) from sent_reminders m where m.tenant_id = l.tenant_id and m.kind = 'CHASER'
            and m.employer_id = l.employer_id and m.handed_over_at is not null),
          (select max(c.contacted_on) from contribution_reminders c
            where c.tenant_id = l.tenant_id and c.employer_id = l.employer_id)) as "lastChasedOn"
      from (select * from late order by cents desc, oldest, employer_id limit ${LIMITS.employers}) l
      join employers e on e.tenant_id = l.tenant_id and e.id = l.employer_id
      order by l.cents desc, l.oldest, l.employer_id`,
  )}))`
}

const buildObligationsQuery = (
  scope: AccessScope,
): string => `r.id, r.version, r.title, r.rule_id as "ruleId", r.period_key as "periodKey",
    r.scheme_id as "schemeId", s.name as "schemeName", ${buildFirmNameExpression(scope, 'r.tenant_id')} as "firmName", r.due_on as "dueOn",
    r.legal_end_on as "legalEndOn",
    app.obligation_status(r.state, r.due_on, r.due_at, r.legal_end_on, r.completed_on, r.completed_at, r.soon_days) as status,
    (${buildRestrictedObligationCondition('r')}) as "isRestricted", ${TRUSTEE_NAME} as "trusteeName"`

/**
 * Due within a week, or past the due date and within the period of the law. The sum is within the subquery, so that PostgreSQL looks the date up
 * in an index.
 */
const buildWeekExpression = (scope: AccessScope, values: unknown[]): string =>
  buildRuleGroupsExpression(
    scope,
    `${obligations.visible(scope, values)} and r.state = 'OPEN' and r.due_at is null
      and r.due_on <= (select app.today() + ${WEEK_DAYS}) and greatest(r.due_on, r.legal_end_on) >= ${TODAY}`,
    'oldest, rank, rule_id',
  )

const buildOverdueExpression = (scope: AccessScope, values: unknown[]): string =>
  buildRuleGroupsExpression(
    scope,
    `${obligations.visible(scope, values)} and ${buildOverdueCondition('r', TODAY)}`,
    'rank, oldest, rule_id',
  )

function buildRuleGroupsExpression(scope: AccessScope, condition: string, order: string): string {
  const rank = "array_position(array['HIGH', 'MEDIUM', 'LOW'], r.severity)"
  return `(with chosen as materialized (
    select r.id, r.rule_id, r.title, ${rank} as rank, r.scheme_id, r.due_on from obligations r where ${condition}
  ), rules as materialized (
    select rule_id, min(title) as title, min(rank) as rank, count(*) as obligations, count(distinct scheme_id) as schemes,
        min(due_on) as oldest
      from chosen group by rule_id
  ), first_rules as materialized (
    select * from rules order by ${order} limit ${LIMITS.rules}
  ) select json_build_object('rules', (select count(*) from rules), 'obligations', (select count(*) from chosen),
    'schemes', (select count(distinct scheme_id) from chosen),
    'groups', ${buildListExpression(
      `select f.rule_id as "ruleId", f.title, (array['HIGH', 'MEDIUM', 'LOW'])[f.rank] as severity, f.obligations, f.schemes,
          f.oldest as "oldestDueOn", ${buildListExpression(
            `select ${buildObligationsQuery(scope)} from obligations r ${OF_SCHEME}
              where r.id in (select c.id from chosen c where c.rule_id = f.rule_id order by c.due_on, c.id limit ${LIMITS.ofRule})
              order by r.due_on, r.id`,
          )} as items
        from first_rules f order by ${order
          .split(', ')
          .map((column) => `f.${column}`)
          .join(', ')}`,
    )}))`
}

/** Schemes by compliance status at the end of each earlier month: the last day of the month with a snapshot, by firm. */
export function buildTrendExpression(scope: AccessScope, values: unknown[]): string {
  const count = (rating: string): string =>
    `coalesce(sum(c.schemes) filter (where c.rating = '${rating}'), 0)`
  // The months are materialized: compared as expressions of functions, the days would not be found by the index under row-level security.
  return `(with months as materialized (
    select f.first, (f.first + interval '1 month')::date as next
      from (select (date_trunc('month', app.today()) - make_interval(months => n))::date as first from generate_series(1, ${TREND_MONTHS - 1}) n) f
  ) select coalesce(json_agg(q order by q.month), '[]') from (
    select to_char(m.first, 'YYYY-MM') as month, ${count('RED')} as red, ${count('AMBER')} as amber, ${count('GREEN')} as green,
        ${count('WOUND_UP')} as "woundUp"
      from months m
      cross join (select r.id from tenants r where ${tenants.visible(scope, values)}) f
      cross join lateral (select max(l.taken_on) as day from compliance_snapshots l
        where l.tenant_id = f.id and l.taken_on >= m.first and l.taken_on < m.next) l
      cross join lateral app.count_ratings(f.id, l.day) c
      group by m.first) q)`
}
