/**
 * listApprovalGaps() of rules.ts as SQL conditions on a scheme, for statements about many schemes; the caller passes the alias of the
 * scheme. The rules decide, and a test compares both. Only broker roles can read trustees: for other roles these conditions would report
 * that every scheme lacks trustees.
 */
import type { MissingForApproval } from '../../../../contract/schemes.ts'

/** getIorpScope() of a scheme that is not wound up: a wound-up scheme has no gaps and no open obligations. */
export const buildInRegimeCondition = (
  scheme: string,
): string => `(${scheme}.status <> 'WOUND_UP' and ${scheme}.is_funded
  and ${scheme}.type <> 'PRSA' and (${scheme}.type <> 'RAC' or ${scheme}.legal_form = 'TRUST_RAC'))`

/** The scheme started before the day on which it was added, or its start is not known: records of its past may exist elsewhere. */
export const buildStartedBeforeAddedCondition = (scheme: string): string =>
  `coalesce(coalesce(${scheme}.went_live_on, ${scheme}.established_on) < (${scheme}.created_at at time zone 'Europe/Dublin')::date, true)`

const buildCorporateTrusteeCondition = (scheme: string): string =>
  `coalesce(${scheme}.trustee_body ->> 'kind' in ('CORPORATE', 'SOLE_CORPORATE'), false)`

const IS_DIRECTOR = "t.role = 'DIRECTOR_OF_CORPORATE_TRUSTEE'"

const hasTwoTrustees = (
  scheme: string,
): string => `(select count(*) from trustees t where t.tenant_id = ${scheme}.tenant_id and t.scheme_id = ${scheme}.id
    and t.status = 'APPOINTED' and (${IS_DIRECTOR}) = ${buildCorporateTrusteeCondition(scheme)}) >= 2`

const selectSchemesWithTwo = (trustees: string): string => `select t.scheme_id from trustees t
    where t.tenant_id = (select app.tenant_in_scope()) and t.status = 'APPOINTED' and ${trustees} group by t.scheme_id having count(*) >= 2`

/** In the scope of a firm, the trustees of all its schemes are counted at once. */
export const buildTwoTrusteesCondition = (scheme: string): string =>
  `case when ${buildCorporateTrusteeCondition(scheme)} then ${scheme}.id in (${selectSchemesWithTwo(IS_DIRECTOR)})
    else ${scheme}.id in (${selectSchemesWithTwo(`not (${IS_DIRECTOR})`)}) end`

const LACKS: Record<MissingForApproval, (scheme: string, hasTrustees: string) => string> = {
  SCHEME_YEAR_END: (scheme) => `${scheme}.scheme_year_end is null`,
  TRUSTEES: (_scheme, hasTrustees) => `not (${hasTrustees})`,
  REGISTERED_ADMINISTRATOR: (
    scheme,
  ) => `${scheme}.registered_administrator_name is null and not (${scheme}.legal_form = 'TRUST_RAC'
    and coalesce((${scheme}.member_counts ->> 'active')::int + (${scheme}.member_counts ->> 'deferred')::int < 100, false))`,
  REGISTRATION: (scheme) =>
    `${scheme}.pensions_authority_number is null and not ${scheme}.registration_pending`,
}

/** Whether the scheme lacks this item for an approval; never null. `hasTrustees`: SQL of whether it has two trustees in office. */
export const buildApprovalGapCondition = (
  missing: MissingForApproval,
  scheme: string,
  hasTrustees = hasTwoTrustees(scheme),
): string => `(${buildInRegimeCondition(scheme)} and ${LACKS[missing](scheme, hasTrustees)})`
