/**
 * Compliance status of schemes as SQL, for statements about many schemes: scoreOf() as an expression over the stored obligations and
 * breaches. scoreOf() decides, and a test compares the two. Only broker roles can read obligations: for other roles every scheme would be
 * green.
 */
import { joinFirmValues } from '../../../operation/firm-values.ts'
import type { AccessScope } from '../../../pipeline/access-scope.ts'

/** Days before its due date from which an obligation makes its scheme amber. */
const AMBER_DAYS = 30
/** Rules with a monthly due date: with 30 days, a scheme with contributions would always be amber. */
const MONTHLY_RULES: readonly string[] = ['CON-01', 'CON-02', 'CON-03', 'CON-04', 'CON-05']
const AMBER_DAYS_OF_MONTHLY_RULES = 7
export const getAmberDays = (ruleId: string): number =>
  MONTHLY_RULES.includes(ruleId) ? AMBER_DAYS_OF_MONTHLY_RULES : AMBER_DAYS
/** A vacancy is red from its first day. */
export const VACANCIES: readonly string[] = ['GOV-10', 'KFH-01']

/**
 * Rules whose date is in no stored legal source or not set by the firm: their CANNOT_TELL is no gap of the scheme. CANNOT_TELL of any other
 * rule means that a record is missing.
 */
export const WITHOUT_DATE: readonly string[] = ['ACS-01', 'DB-11', 'DIS-08', 'DOR-03', 'REP-08', 'ROF-01']

const joinSqlLiterals = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(', ')

/** A subquery is evaluated once, not for each row. */
const TODAY = '(select app.today())'

/**
 * Whether the open obligation `alias` is overdue. GREATEST ignores a legal end that is null. The second condition implies the first, which
 * uses an index. All counts, lists and mails use this condition.
 */
export const buildOverdueCondition = (alias: string, today = TODAY): string =>
  `(${alias}.state = 'OPEN' and ${alias}.due_on < ${today} and greatest(${alias}.due_on, ${alias}.legal_end_on) < ${today})`

/**
 * Whether the obligation `alias` belongs to a restricted breach. Not `exists`, for which PostgreSQL reads the breaches of all firms into a
 * hash table.
 */
export const buildRestrictedObligationCondition = (alias: string): string =>
  `coalesce((select rb.is_restricted from breaches rb where rb.tenant_id = ${alias}.tenant_id and rb.id = ${alias}.breach_id), false)`

const IS_VACANCY = `o.rule_id in (${joinSqlLiterals(VACANCIES)})`

/** Condition on an obligation `o`: overdue by a rule with a verified legal source, or a vacancy. */
const IS_RED = `o.state = 'OPEN' and (o.confidence = 'H' and ${buildOverdueCondition('o')}
  or ${IS_VACANCY} and o.due_on <= ${TODAY} + o.soon_days)`
const IS_GAP = `(o.state = 'DATA_GAP' or o.state = 'CANNOT_TELL' and o.rule_id not in (${joinSqlLiterals(WITHOUT_DATE)}))`
const IS_DUE_SOON = `o.due_on <= ${TODAY} + least(o.soon_days, case when o.rule_id in (${joinSqlLiterals(MONTHLY_RULES)}) then ${AMBER_DAYS_OF_MONTHLY_RULES} else ${AMBER_DAYS} end)`
const IS_AMBER = `${IS_GAP} or o.state = 'OPEN' and ${IS_DUE_SOON}`

/** Restricted breaches are excluded, so that the compliance status does not reveal them. The index breaches_grave has this condition. */
const IS_GRAVE_BREACH = `b.severity in ('HIGH', 'CRITICAL') and b.status <> 'CLOSED' and not b.is_not_a_breach and not b.is_restricted`
const buildGraveBreachCondition = (scheme: string): string =>
  `b.tenant_id = ${scheme}.tenant_id and b.scheme_id = ${scheme}.id and ${IS_GRAVE_BREACH}`
const buildHasGraveBreachCondition = (scheme: string): string =>
  `exists (select from breaches b where ${buildGraveBreachCondition(scheme)})`

/** Returns the status of a scheme without open items. */
const buildSettledRatingExpression = (scheme: string): string =>
  `case when ${scheme}.status = 'WOUND_UP' and coalesce(${scheme}.wound_up_on <= ${TODAY}, true) then 'WOUND_UP' else 'GREEN' end`

/** A restricted breach does not affect the compliance status. */
const IS_SHARED = `(o.breach_id is null or not ${buildRestrictedObligationCondition('o')})`

/** The index obligations_open_by_day has this condition, and all columns that the open items read. */
const IS_OPEN = `o.state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL')`
const buildOpenObligationsClause = (scheme: string): string =>
  `obligations o where o.tenant_id = ${scheme}.tenant_id and o.scheme_id = ${scheme}.id and ${IS_OPEN}`

/** Counts include the obligations of restricted breaches that the reader can see, as the calendar does. */
const OPEN_ITEMS = {
  isRed: `coalesce(bool_or(${IS_RED}) filter (where ${IS_SHARED}), false)`,
  isAmber: `coalesce(bool_or(${IS_AMBER}) filter (where ${IS_SHARED}), false)`,
  overdue: `count(*) filter (where ${buildOverdueCondition('o')})::int`,
  nextDueOn: `min(o.due_on) filter (where o.state = 'OPEN' and not ${buildOverdueCondition('o')})`,
}

/**
 * Selects one row about the open obligations and breaches of a scheme: whether one makes it red or amber, the number of obligations that are
 * overdue, and the next due date.
 */
const buildOpenItemsQuery = (
  scheme: string,
): string => `select ${OPEN_ITEMS.isRed} or ${buildHasGraveBreachCondition(scheme)} as is_red,
  ${OPEN_ITEMS.isAmber} as is_amber, ${OPEN_ITEMS.overdue} as overdue, ${OPEN_ITEMS.nextDueOn} as next_due_on
  from ${buildOpenObligationsClause(scheme)}`

const OF_FIRM = 'tenant_id = (select app.tenant_in_scope())'
const selectSchemes = (condition: string): string =>
  `select o.scheme_id from obligations o where o.${OF_FIRM} and ${condition} and ${IS_SHARED}`

const GRAVE_BREACH_SCHEMES = `select b.scheme_id from breaches b where b.${OF_FIRM} and b.scheme_id is not null and ${IS_GRAVE_BREACH}`

/** Schemes of a firm with an item that makes them red, and those with one that makes them amber: each select reads these items only. */
const RED_SCHEMES = [
  selectSchemes(`o.confidence = 'H' and ${buildOverdueCondition('o')}`),
  selectSchemes(`o.state = 'OPEN' and ${IS_VACANCY} and o.due_on <= ${TODAY} + o.soon_days`),
  GRAVE_BREACH_SCHEMES,
].join(' union all ')
const AMBER_SCHEMES = [
  selectSchemes(`o.state in ('DATA_GAP', 'CANNOT_TELL') and ${IS_GAP}`),
  selectSchemes(`o.state = 'OPEN' and o.due_on <= (select app.today() + ${AMBER_DAYS}) and ${IS_DUE_SOON}`),
].join(' union all ')

/**
 * Everything about the open obligations of each scheme, from one reading of the index obligations_open. Separate readings take as long, and
 * twice the time to plan: row-level security adds its conditions to each.
 */
const joinOpenObligations = (scheme: string, alias: string): string =>
  joinFirmValues(
    scheme,
    alias,
    `select o.scheme_id, jsonb_build_array(${OPEN_ITEMS.isRed}, ${OPEN_ITEMS.isAmber}, ${OPEN_ITEMS.overdue}, ${OPEN_ITEMS.nextDueOn}) as value
      from obligations o where o.${OF_FIRM} and ${IS_OPEN} group by o.scheme_id`,
  )

/**
 * Joins the row of `buildOpenItemsQuery()` as `items` to each scheme. In the scope of a firm it reads the open obligations of all schemes at once: a
 * list by compliance status needs those of each scheme. `read`: without the number that are overdue and the next due date of each scheme, only
 * the obligations that decide the status are read.
 */
export function joinOpenItems(
  scheme: string,
  items: string,
  { level }: Pick<AccessScope, 'level'>,
  read: 'status' | 'all' = 'status',
): string {
  if (level !== 'tenant') return `cross join lateral (${buildOpenItemsQuery(scheme)}) ${items}`
  if (read === 'status')
    return `cross join lateral (select ${scheme}.id in (${RED_SCHEMES}) as is_red, ${scheme}.id in (${AMBER_SCHEMES}) as is_amber offset 0) ${items}`
  return `${joinOpenObligations(scheme, 'open')}
    cross join lateral (select coalesce((open.value ->> 0)::boolean, false) or ${scheme}.id in (${GRAVE_BREACH_SCHEMES}) as is_red,
      coalesce((open.value ->> 1)::boolean, false) as is_amber, coalesce((open.value ->> 2)::int, 0) as overdue,
      (open.value ->> 3)::date as next_due_on offset 0) ${items}`
}

/**
 * Returns RED, AMBER, GREEN or WOUND_UP as scoreOf() does, from the row of `joinOpenItems()`. Null for a scheme that is not approved yet.
 */
export const buildRatingExpression = (
  scheme: string,
  items: string,
): string => `case when ${scheme}.status in ('DRAFT', 'PENDING_APPROVAL') then null
  when ${items}.is_red then 'RED' when ${items}.is_amber then 'AMBER' else ${buildSettledRatingExpression(scheme)} end`

/** The reasons for the compliance status as a JSON array, red before amber and the earliest due date first. */
export const buildReasonsExpression = (scheme: string, most: number): string => `(
  select coalesce(json_agg(json_build_object('weight', q.weight, 'text', q.text,
      'ruleId', q.rule_id, 'periodKey', q.period_key, 'dueOn', q.due_on,
      'obligationId', q.obligation_id, 'breachId', q.breach_id)), '[]')
    from (select 'RED' as weight, 'Open breach, ' || lower(b.severity) || ': ' || lower(replace(b.category, '_', ' ')) as text,
            null as rule_id, null as period_key, null::date as due_on, null as obligation_id, b.id as breach_id
            from breaches b where ${buildGraveBreachCondition(scheme)}
          union all
          select case when ${IS_RED} then 'RED' else 'AMBER' end,
            case when o.state <> 'OPEN' then o.title || ': ' || o.reason when ${IS_VACANCY} then o.reason else o.title end,
            o.rule_id, o.period_key, case when o.state = 'OPEN' and not (${IS_VACANCY}) then o.due_on end, o.id, null
            from ${buildOpenObligationsClause(scheme)} and ${IS_SHARED} and (${IS_RED} or ${IS_AMBER})
          order by weight desc, due_on, text limit ${most}) q)`

/** Number of obligations of a scheme that are overdue. */
export const buildOverdueCountExpression = (scheme: string): string =>
  `(select count(*) from ${buildOpenObligationsClause(scheme)} and ${buildOverdueCondition('o')})`

/** The next obligation that is not overdue as a JSON object; null without one. */
export const buildNextObligationExpression = (
  scheme: string,
): string => `(select json_build_object('obligationId', o.id, 'title', o.title,
      'ruleId', o.rule_id, 'periodKey', o.period_key, 'dueOn', o.due_on)
    from ${buildOpenObligationsClause(scheme)} and o.state = 'OPEN' and o.due_on is not null and not ${buildOverdueCondition('o')}
   order by o.due_on, o.id limit 1)`
