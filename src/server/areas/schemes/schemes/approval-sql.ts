/**
 * What an approval depends on, as SQL, for statements that ask about many schemes at once: findApprovalGaps() of rules.ts
 * as conditions on a scheme, whose alias the caller passes. The rules are what counts; a test holds the conditions against them. Trustees are
 * visible to broker roles only: to anybody else these conditions would say that every scheme lacks them.
 */
import type { MissingForApproval } from '../../../../contract/schemes.ts'

/** getIorpScope() of a scheme that is not wound up: a wound-up scheme lacks nothing, and nothing of it is due. */
export const isInRegime = (scheme: string): string => `(${scheme}.status <> 'WOUND_UP' and ${scheme}.is_funded
  and ${scheme}.type <> 'PRSA' and (${scheme}.type <> 'RAC' or ${scheme}.legal_form = 'TRUST_RAC'))`

const isCorporate = (scheme: string): string =>
  `coalesce(${scheme}.trustee_body ->> 'kind' in ('CORPORATE', 'SOLE_CORPORATE'), false)`

const LACKS: Record<MissingForApproval, (scheme: string) => string> = {
  SCHEME_YEAR_END: (scheme) => `${scheme}.scheme_year_end is null`,
  TRUSTEES: (
    scheme,
  ) => `(select count(*) from trustees t where t.tenant_id = ${scheme}.tenant_id and t.scheme_id = ${scheme}.id
    and t.status = 'APPOINTED' and (t.role = 'DIRECTOR_OF_CORPORATE_TRUSTEE') = ${isCorporate(scheme)}) < 2`,
  REGISTERED_ADMINISTRATOR: (
    scheme,
  ) => `${scheme}.registered_administrator_name is null and not (${scheme}.legal_form = 'TRUST_RAC'
    and coalesce((${scheme}.member_counts ->> 'active')::int + (${scheme}.member_counts ->> 'deferred')::int < 100, false))`,
  REGISTRATION: (scheme) =>
    `${scheme}.pensions_authority_number is null and not ${scheme}.registration_pending`,
}

/** Whether the scheme lacks this for an approval: never null. */
export const buildMissingCondition = (missing: MissingForApproval, scheme: string): string =>
  `(${isInRegime(scheme)} and ${LACKS[missing](scheme)})`
