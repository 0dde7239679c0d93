/**
 * What an approval depends on, as SQL, for statements that ask about many schemes at once: findApprovalGaps() of rules.ts
 * as conditions on a scheme `r`. The rules are what counts; a test holds the conditions against them. Trustees are
 * visible to broker roles only: to anybody else these conditions would say that every scheme lacks them.
 */
import type { MissingForApproval } from '../../../../contract/schemes.ts'

/** getIorpScope() of a scheme `r` that is not wound up: such a scheme lacks nothing any more, and nothing of it is due. */
export const IN_REGIME = `r.status <> 'WOUND_UP' and r.is_funded
  and r.type <> 'PRSA' and (r.type <> 'RAC' or r.legal_form = 'TRUST_RAC')`

const IS_CORPORATE = `coalesce(r.trustee_body ->> 'kind' in ('CORPORATE', 'SOLE_CORPORATE'), false)`

const LACKS: Record<MissingForApproval, string> = {
  SCHEME_YEAR_END: 'r.scheme_year_end is null',
  TRUSTEES: `(select count(*) from trustees t where t.tenant_id = r.tenant_id and t.scheme_id = r.id
    and t.status = 'APPOINTED' and (t.role = 'DIRECTOR_OF_CORPORATE_TRUSTEE') = ${IS_CORPORATE}) < 2`,
  REGISTERED_ADMINISTRATOR: `r.registered_administrator_name is null and not (r.legal_form = 'TRUST_RAC'
    and coalesce((r.member_counts ->> 'active')::int + (r.member_counts ->> 'deferred')::int < 100, false))`,
  REGISTRATION: 'r.pensions_authority_number is null and not r.registration_pending',
}

/** Whether the scheme `r` lacks this for an approval: never null. */
export const buildMissingCondition = (missing: MissingForApproval): string =>
  `(${IN_REGIME} and ${LACKS[missing]})`
