/**
 * Selects all dashboard facts in one statement, so that they agree. Counts use the same conditions as the lists; facts that the caller's
 * role cannot see are not selected.
 */
import { listAuditEntries } from '../../../../contract/audit.ts'
import { listBreaches } from '../../../../contract/breaches.ts'
import { listContributions } from '../../../../contract/contributions.ts'
import { listCorpusReviews } from '../../../../contract/corpus-reviews.ts'
import { type Dashboard, MOST_FIRMS_OF_DASHBOARD } from '../../../../contract/dashboard.ts'
import { type Contract, can } from '../../../../contract/define.ts'
import type { MemberStatus } from '../../../../contract/members.ts'
import { getStanding, listObligations } from '../../../../contract/obligations.ts'
import { listOwnRiskAssessments } from '../../../../contract/own-risk-assessments.ts'
import { listPolicies } from '../../../../contract/policies.ts'
import {
  ComplianceRating,
  getSchemeCompliance,
  MissingForApproval,
  type SchemeStatus,
  type SchemeType,
} from '../../../../contract/schemes.ts'
import { listTenants } from '../../../../contract/tenants.ts'
import type { WorkQueue } from '../../../../contract/work-queue.ts'
import { buildFourEyesColumns, type FourEyes } from '../../../operation/four-eyes.ts'
import type { AccessScope, Actor } from '../../../pipeline/access-scope.ts'
import type { Statement } from '../../../platform/batch.ts'
import { RESOURCES } from '../../../platform/resources.ts'
import { auditEntries } from '../../firm/audit/index.ts'
import { tenants } from '../../firm/tenants/index.ts'
import { breaches, buildToReportCondition } from '../../governance/breaches/index.ts'
import { listedOwnRiskAssessments } from '../../governance/own-risk-assessments/index.ts'
import { policies } from '../../governance/policies/index.ts'
import { corpusReviews } from '../../law/corpus-reviews/index.ts'
import {
  buildLiveCondition,
  buildMoneyOutstandingCondition,
  buildMoneyOverdueCondition,
  contributions,
} from '../../members/contributions/index.ts'
import { members } from '../../members/members/index.ts'
import { employers } from '../../schemes/employers/index.ts'
import {
  buildApprovalGapCondition,
  buildOverdueCondition,
  buildRatingExpression,
  buildTwoTrusteesCondition,
  joinOpenItems,
  schemes,
} from '../../schemes/schemes/index.ts'
import { buildRecalculationProgressExpression, obligations } from '../obligations/index.ts'
import { buildFirstStepsExpression } from './first-steps.ts'
import { buildFirmNameExpression, buildTrendExpression, buildWorkQueueExpression } from './work-queue.ts'

type Awaiting = NonNullable<Dashboard['awaitingApproval']>['items'][number]

export interface Facts
  extends Pick<
    Dashboard,
    | 'portfolio'
    | 'firstSteps'
    | 'portfolioTrend'
    | 'duties'
    | 'recalculation'
    | 'policiesInReview'
    | 'assessmentsInReview'
    | 'breachesToReport'
    | 'corpusReviewsOpen'
    | 'firms'
    | 'employers'
    | 'contributions'
    | 'returned'
    | 'recentSchemes'
    | 'recentActivity'
  > {
  queue:
    | (Omit<WorkQueue, 'waitingForYou' | 'waitingForOthers'> & {
        waiting: { yours: WorkQueue['waitingForYou']; others: WorkQueue['waitingForOthers'] }
      })
    | null
  schemes: { status: SchemeStatus; type: SchemeType; count: number }[]
  members: { status: MemberStatus; count: number }[]
  awaiting: (Omit<Awaiting, 'mayApprove'> & FourEyes & { submittedBy: string; editedBy: string[] })[] | null
  /** Number of schemes without it. */
  lacking: Record<MissingForApproval, number> | null
}

const PLACES = { duties: 10, awaiting: 10, returned: 10, schemes: 8, activity: 12 }

const OF_EMPLOYER = 'join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id'

/** The title of the record that an audit entry is about, or the scheme whose pages show it. */
const buildEntityExpression = (what: 'title' | 'scheme'): string => {
  const resources: [string, { table: string; title: string; scheme?: string }][] = Object.entries(RESOURCES)
  const cases = resources.map(([kind, { table, [what]: expression }]) =>
    expression ? `when '${kind}' then (select ${expression} from ${table} x where x.id = r.entity_id)` : '',
  )
  return `case r.entity_type ${cases.join(' ')} end`
}

/** Entries that are read for the recent activity: an import can write thousands. */
const ENTRIES_READ = 500

/** Actions that are no news: sign-ins, and the kept files of imports beside the records imported. */
const NO_NEWS = "r.action not like 'auth.%' and r.action not like 'import-draft.%'"

/** The last entry of each run of one action by one user, newest first, with the number of entries of the run. */
const buildJobRunsExpression = (scope: AccessScope, values: unknown[]): string => {
  // A chain has its own order; the chains of several firms have only time in common.
  const order = scope.level === 'platform' ? 'r.timestamp desc, r.id desc' : 'r.sequence desc'
  return `select * from (
      select distinct on (q.run) q.*, count(*) over (partition by q.run) as count,
        q.run = max(q.run) over () and count(*) over () = ${ENTRIES_READ} as is_cut from (
        select e.*, count(*) filter (where e.is_first) over (order by e.place) as run from (
          select l.*, lag((l.tenant_id, l.actor_id, l.action)) over (order by l.place) is distinct from (l.tenant_id, l.actor_id, l.action) as is_first
          from (select r.*, row_number() over (order by ${order}) as place from audit_log r
            where ${auditEntries.visible(scope, values)} and ${NO_NEWS} order by ${order} limit ${ENTRIES_READ}) l) e) q
      order by q.run, q.place) runs order by place`
}

const buildUserNameExpression = (id: string): string => `(select u.name from users u where u.id = ${id})`

/** The rows of a query as a JSON array, in its order. */
const buildJsonArrayQuery = (query: string): string =>
  `(select coalesce(json_agg(q), '[]') from (${query}) q)`

/** Facts with a statement of their own, because they read as many rows as all others: they agree among themselves. */
const APART: readonly (readonly (keyof Facts)[])[] = [['queue', 'portfolioTrend'], ['members']]

/** Statements of one row with one column: some of the facts as JSON text. */
export function selectDashboardFacts(scope: AccessScope, actor: Actor): Statement[] {
  const names = Object.keys(buildFacts(scope, actor, [])) as (keyof Facts)[]
  const others = names.filter((name) => !APART.flat().includes(name))
  return [others, ...APART].map((some) => {
    const values: unknown[] = []
    const facts = buildFacts(scope, actor, values)
    return {
      text: `select json_build_object(${some.map((name) => `'${name}', ${facts[name]()}`).join(',\n  ')})::text`,
      values,
      // Planning takes several times as long as running it in a firm of usual size.
      isPlannedOnce: true,
    }
  })
}

/** SQL of each fact; appends its values. */
function buildFacts(scope: AccessScope, actor: Actor, values: unknown[]): Record<keyof Facts, () => string> {
  const { role } = actor
  let conditionOfSchemes: string | undefined
  const getSchemesCondition = (): string => (conditionOfSchemes ??= schemes.visible(scope, values))
  const selectIfAllowed = (contract: Contract, expression: () => string): string =>
    can(role, contract) ? expression() : 'null'

  /** Facts that read all schemes or obligations. With many firms they would exceed the statement timeout. */
  const selectOfFewFirms = (contract: Contract, expression: () => string): string =>
    selectIfAllowed(contract, () =>
      scope.level === 'platform'
        ? `(case when (select count(*) from (select from tenants limit ${MOST_FIRMS_OF_DASHBOARD + 1}) q) <= ${MOST_FIRMS_OF_DASHBOARD} then ${expression()} end)`
        : expression(),
    )

  return {
    portfolio: () =>
      selectOfFewFirms(getStanding, () => buildPortfolioExpression(scope, getSchemesCondition())),
    // The months before this one; this month is the portfolio of today.
    portfolioTrend: () => selectOfFewFirms(getStanding, () => buildTrendExpression(scope, values)),
    queue: () => selectOfFewFirms(listObligations, () => buildWorkQueueExpression(scope, actor, values)),
    firstSteps: () => selectIfAllowed(listObligations, () => buildFirstStepsExpression(scope, actor, values)),
    duties: () =>
      selectOfFewFirms(listObligations, () =>
        buildObligationCountsExpression(obligations.visible(scope, values)),
      ),
    recalculation: () =>
      selectIfAllowed(listObligations, () =>
        buildRecalculationProgressExpression(`$${values.push(actor.tenantId)}`),
      ),
    policiesInReview: () =>
      selectOfFewFirms(
        listPolicies,
        () => `(select count(*) from written_policies r where ${policies.visible(scope, values)}
        and exists (select from policy_versions v where v.tenant_id = r.tenant_id and v.policy_id = r.id and v.status = 'IN_REVIEW'))`,
      ),
    assessmentsInReview: () =>
      selectOfFewFirms(
        listOwnRiskAssessments,
        () => `(select count(*) from own_risk_assessments r
        where ${listedOwnRiskAssessments.visible(scope, values)} and r.status = 'TRUSTEE_REVIEW')`,
      ),
    breachesToReport: () =>
      selectOfFewFirms(
        listBreaches,
        () =>
          `(select count(*) from breaches r where ${breaches.visible(scope, values)} and ${buildToReportCondition('r')})`,
      ),
    corpusReviewsOpen: () =>
      selectIfAllowed(
        listCorpusReviews,
        () =>
          `(select count(*) from corpus_reviews r where ${corpusReviews.visible(scope, values)} and r.status = 'OPEN')`,
      ),
    firms: () =>
      selectIfAllowed(
        listTenants,
        () => `(select count(*) from tenants r where ${tenants.visible(scope, values)})`,
      ),
    employers:
      () => `(select json_build_object('total', count(*), 'active', count(*) filter (where r.status = 'ACTIVE'))
      from employers r where ${employers.visible(scope, values)})`,
    schemes: () =>
      buildJsonArrayQuery(
        `select r.status, r.type, count(*) from schemes r where ${getSchemesCondition()} group by r.status, r.type`,
      ),
    members: () =>
      buildJsonArrayQuery(
        scope.level === 'tenant' || scope.level === 'platform'
          ? `select r.status, r.members as count from app.count_members($${values.push(scope.level === 'tenant' ? scope.tenantId : null)}) r`
          : `select r.status, count(*) from members r where ${members.visible(scope, values)} group by r.status`,
      ),
    contributions: () =>
      selectOfFewFirms(listContributions, () => buildMoneyExpression(contributions.visible(scope, values))),
    awaiting: () =>
      selectIfAllowed(getSchemeCompliance, () => buildAwaitingExpression(getSchemesCondition())),
    returned: () =>
      selectIfAllowed(getSchemeCompliance, () =>
        buildJsonArrayQuery(`select r.id as "schemeId", r.name as "schemeName", e.legal_name as "employerName", r.rejection_reason as "rejectionReason"
        from schemes r ${OF_EMPLOYER} where ${getSchemesCondition()} and r.status = 'DRAFT' and r.rejection_reason is not null
        order by r.updated_at desc, r.id desc limit ${PLACES.returned}`),
      ),
    lacking: () =>
      selectOfFewFirms(getSchemeCompliance, () => buildMissingCountsQuery(scope, getSchemesCondition())),
    recentSchemes: () =>
      buildJsonArrayQuery(`select r.id, r.name, e.legal_name as "employerName", r.status, app.instant(r.updated_at) as "updatedAt"
      from (select r.* from schemes r where ${getSchemesCondition()} order by r.updated_at desc, r.id desc limit ${PLACES.schemes}) r
      ${OF_EMPLOYER} order by r.updated_at desc, r.id desc`),
    recentActivity: () =>
      selectIfAllowed(listAuditEntries, () =>
        buildJsonArrayQuery(`select r.id, app.instant(r.timestamp) as at, r.action, r.count, r.is_cut as "hasMore", r.entity_type as "entityType", r.entity_id as "entityId",
          ${buildEntityExpression('title')} as "entityName", ${buildEntityExpression('scheme')} as "schemeId",
          r.actor_id as "actorId", r.actor_type as "actorType", ${buildUserNameExpression('r.actor_id')} as "actorName", ${buildFirmNameExpression(scope, 'r.tenant_id')} as "firmName"
        from (${buildJobRunsExpression(scope, values)} limit ${PLACES.activity}) r order by r.place`),
      ),
  }
}

const PORTFOLIO_FIELDS: Record<ComplianceRating, keyof NonNullable<Dashboard['portfolio']>> = {
  RED: 'red',
  AMBER: 'amber',
  GREEN: 'green',
  WOUND_UP: 'woundUp',
}

const buildPortfolioExpression = (scope: AccessScope, ofSchemes: string): string => {
  const counts = ComplianceRating.options.map(
    (rating) => `'${PORTFOLIO_FIELDS[rating]}', count(*) filter (where q.rating = '${rating}')`,
  )
  // Materialized: otherwise each count computes the status of every scheme again.
  return `(with q as materialized (select ${buildRatingExpression('r', 'o')} as rating
      from schemes r ${joinOpenItems('r', 'o', scope)}
      where ${ofSchemes} and r.employer_id not in (select e.id from employers e where e.is_example))
    select json_build_object(${counts.join(', ')}) from q)`
}

/** Number of schemes without each item that an approval needs. */
const buildMissingCountsQuery = ({ level }: AccessScope, ofSchemes: string): string => {
  const hasTrustees = level === 'tenant' ? buildTwoTrusteesCondition('r') : undefined
  const counts = MissingForApproval.options.map(
    (missing) =>
      `'${missing}', count(*) filter (where ${buildApprovalGapCondition(missing, 'r', hasTrustees)})`,
  )
  return `(select json_build_object(${counts.join(', ')}) from schemes r where ${ofSchemes})`
}

/** Open obligations with a due date. Each period includes the shorter ones. */
const buildObligationCountsExpression = (ofObligations: string): string => {
  // A scalar subquery: evaluated once, not per row.
  const today = '(select app.today())'
  const within = (days: number): string =>
    `count(*) filter (where r.due_on between ${today} and ${today} + ${days})`
  const isDated = `${ofObligations} and r.state = 'OPEN' and r.due_on is not null`
  return `(select json_build_object(
      'overdue', count(*) filter (where ${buildOverdueCondition('r', today)}),
      'toConfirm', (select count(*) from obligations r where ${ofObligations} and r.state = 'TO_CONFIRM'),
      'dueIn30Days', ${within(30)}, 'dueIn60Days', ${within(60)}, 'dueIn90Days', ${within(90)},
      'next', ${buildJsonArrayQuery(`select r.id, r.title, r.rule_id as "ruleId", r.period_key as "periodKey", r.scheme_id as "schemeId", s.name as "schemeName",
          r.due_on as "dueOn",
          app.obligation_status(r.state, r.due_on, r.due_at, r.legal_end_on, r.completed_on, r.completed_at, r.soon_days) as status
        from (select r.* from obligations r where ${isDated} order by r.due_on, r.id limit ${PLACES.duties}) r
        join schemes s on s.tenant_id = r.tenant_id and s.id = r.scheme_id order by r.due_on, r.id`)})
    from obligations r where ${isDated} and r.due_on <= (select app.today() + 90))`
}

/** Outstanding contributions; null without payroll months. */
const buildMoneyExpression = (ofBatches: string): string => {
  const isAwaited = `${buildMoneyOutstandingCondition('r')} and not ${buildMoneyOverdueCondition('r')}`
  // Only outstanding months are read, by their index.
  return `(select case when exists (select from contribution_batches r where ${ofBatches} and ${buildLiveCondition('r')}) then json_build_object(
      'overdueBatches', count(*) filter (where ${buildMoneyOverdueCondition('r')}),
      'overdueCents', coalesce(sum(r.total_cents - r.received_cents) filter (where ${buildMoneyOverdueCondition('r')}), 0),
      'awaitingBatches', count(*) filter (where ${isAwaited}),
      'dueNextOn', min(r.due_on) filter (where ${isAwaited})) end
    from contribution_batches r where ${ofBatches} and ${buildMoneyOutstandingCondition('r')})`
}

/** Counts the administrators of a firm once, not per pending scheme. */
const buildAwaitingExpression = (ofSchemes: string): string => {
  const fourEyes = buildFourEyesColumns('t')
  return `(
  with waiting as materialized (
    select r.tenant_id, r.submitted_at, r.id as "schemeId", r.name as "schemeName", e.legal_name as "employerName",
      app.instant(r.submitted_at) as "submittedAt", r.submitted_by as "submittedBy", r.edited_by as "editedBy",
      ${buildUserNameExpression('r.submitted_by')} as "submittedByName",
      ${MissingForApproval.options.map((missing) => `${buildApprovalGapCondition(missing, 'r')}::int`).join(' + ')} as gaps
    from schemes r ${OF_EMPLOYER} where ${ofSchemes} and r.status = 'PENDING_APPROVAL'
    order by r.submitted_at, r.id limit ${PLACES.awaiting}
  ), firms as materialized (
    select t.id, ${fourEyes.setting} as setting, ${fourEyes.activeBrokerAdmins} as "activeBrokerAdmins"
    from tenants t where t.id in (select w.tenant_id from waiting w)
  )
  select coalesce(json_agg(q), '[]') from (
    select w.*, f.setting, f."activeBrokerAdmins" from waiting w join firms f on f.id = w.tenant_id
    order by w.submitted_at, w."schemeId"
  ) q)`
}
