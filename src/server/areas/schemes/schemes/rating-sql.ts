/**
 * How schemes stand, as SQL, for statements that ask about many of them at once: scoreOf() of the statutory calendar as an
 * expression on a scheme, over the duties and breaches that are stored. The score is what counts; a test holds the
 * expression against it. Duties are visible to broker roles only: to anybody else every scheme would look green.
 */

/** What is due within so many days is looked at. */
export const AMBER_DAYS = 30
/** An unfilled office is red from its first day. */
export const VACANCIES: readonly string[] = ['GOV-10', 'KFH-01']

/** As a query of its own it is asked once, not for every row. */
const TODAY = '(select app.today())'

/**
 * Is the open obligation `alias` overdue? GREATEST leaves out a legal end that is null. The first condition is implied by the
 * second, and an index answers it. Every count, list and mail asks this.
 */
export const isOverdue = (alias: string, today = TODAY): string =>
  `(${alias}.state = 'OPEN' and ${alias}.due_on < ${today} and greatest(${alias}.due_on, ${alias}.legal_end_on) < ${today})`

/** Is the obligation `alias` about a restricted entry of the breach register? */
export const isRestrictedObligation = (alias: string): string =>
  `exists (select from breaches rb where rb.tenant_id = ${alias}.tenant_id and rb.id = ${alias}.breach_id and rb.is_restricted)`

const IS_VACANCY = `o.rule_id in (${VACANCIES.map((id) => `'${id}'`).join(', ')})`

/** Of a duty `o`: overdue by a rule that was read in the text, or a vacancy. */
const IS_RED = `o.state = 'OPEN' and (o.confidence = 'H' and ${isOverdue('o')}
  or ${IS_VACANCY} and o.due_on <= ${TODAY} + o.soon_days)`
const IS_AMBER = `o.state = 'DATA_GAP' or o.state = 'OPEN' and o.due_on <= ${TODAY} + least(o.soon_days, ${AMBER_DAYS})`

/** What is restricted is not shown by the colour of a scheme either. */
const hasGraveBreach = (
  scheme: string,
): string => `exists (select from breaches b where b.tenant_id = ${scheme}.tenant_id and b.scheme_id = ${scheme}.id
  and b.severity in ('HIGH', 'CRITICAL') and b.status <> 'CLOSED' and not b.is_not_a_breach and not b.is_restricted)`

/** Of a scheme without open items. */
const getSettledRating = (scheme: string): string =>
  `case when ${scheme}.status = 'WOUND_UP' and coalesce(${scheme}.wound_up_on <= ${TODAY}, true) then 'WOUND_UP' else 'GREEN' end`

/** RED, AMBER, GREEN or WOUND_UP of the scheme with this alias; as scoreOf(); null of a scheme without obligations: not approved yet. */
export const buildRating = (
  scheme: string,
): string => `case when ${scheme}.status not in ('DRAFT', 'PENDING_APPROVAL') then case when ${hasGraveBreach(scheme)} then 'RED' else
  (select case when bool_or(${IS_RED}) then 'RED' when bool_or(${IS_AMBER}) then 'AMBER' else ${getSettledRating(scheme)} end
     from obligations o where o.tenant_id = ${scheme}.tenant_id and o.scheme_id = ${scheme}.id and o.state in ('OPEN', 'DATA_GAP')
       and (o.breach_id is null or not ${isRestrictedObligation('o')})) end end`
