/** Data-quality report: missing and improbable facts of members, as conditions on a member and as counts by scheme. */

import { USUAL_AGES } from '../../../../contract/birth-dates.ts'
import {
  type DataFault,
  DataQuality,
  getDataQualityTotals,
  listDataQuality,
} from '../../../../contract/data-quality.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { type AccessScope, buildScopeConditions } from '../../../pipeline/access-scope.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { buildCurrentSalaries, JOIN_CURRENT_PAY } from './pay.ts'

const ageOn = (day: string): string => `date_part('year', age(${day}, r.date_of_birth))`
const isOutside = (age: string, { from, to }: { from: number; to: number }): string =>
  `(${age} < ${from} or ${age} > ${to})`
const HAS_JOINED = "r.status in ('ACTIVE', 'DEFERRED', 'PENSIONER')"

/** As hasUnusualAge() and hasUnusualAgeAtJoining() of the contract have it. */
const IS_IMPROBABLE = `(${isOutside(ageOn('(select app.today())'), USUAL_AGES.now)}
    and not (r.status = 'PENSIONER' and ${ageOn('(select app.today())')} > ${USUAL_AGES.now.to})
  or coalesce(${isOutside(ageOn('r.joined_scheme_on'), USUAL_AGES.atJoining)}, false))`

/** Conditions on the member `r` with its current pay `p`. */
export const DATA_FAULTS: Record<DataFault, string> = {
  PPS_NUMBER_MISSING: 'r.pps_number_hash is null',
  BIRTH_DATE_MISSING: 'r.date_of_birth is null',
  BIRTH_DATE_IMPROBABLE: `r.date_of_birth is not null and ${IS_IMPROBABLE}`,
  JOINING_DATE_MISSING: `${HAS_JOINED} and r.joined_scheme_on is null`,
  EMAIL_MISSING: 'r.email is null',
  PAY_MISSING: "r.status = 'ACTIVE' and p.pensionable_salary_cents is null",
}

/** The records of former members are not corrected any more. */
export const IS_COUNTED_MEMBER = "r.status in ('PROSPECTIVE', 'ACTIVE', 'DEFERRED', 'PENSIONER')"

const FIELDS = {
  ppsNumberMissing: 'PPS_NUMBER_MISSING',
  birthDateMissing: 'BIRTH_DATE_MISSING',
  birthDateImprobable: 'BIRTH_DATE_IMPROBABLE',
  joiningDateMissing: 'JOINING_DATE_MISSING',
  emailMissing: 'EMAIL_MISSING',
  payMissing: 'PAY_MISSING',
} as const satisfies Partial<Record<keyof DataQuality, DataFault>>
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

const countText = (name: keyof typeof FIELDS): string =>
  `count(*) filter (where ${DATA_FAULTS[FIELDS[name]]})`
const COUNTS = `count(*) as "memberCount", ${NAMES.map((name) => `${countText(name)} as "${name}"`).join(', ')},
  ${NAMES.map(countText).join(' + ')} as "faultCount"`

const counted = (name: string): string => `coalesce(q."${name}", 0)`

const OF_EMPLOYER = 'schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id'

const defineDataQuality = (counts: string) =>
  recordSet({
    record: DataQuality,
    from: `${OF_EMPLOYER} ${counts}`,
    columns: {
      schemeName: 'r.name',
      employerName: 'e.legal_name',
      memberCount: counted('memberCount'),
      ppsNumberMissing: counted('ppsNumberMissing'),
      birthDateMissing: counted('birthDateMissing'),
      birthDateImprobable: counted('birthDateImprobable'),
      joiningDateMissing: counted('joiningDateMissing'),
      emailMissing: counted('emailMissing'),
      payMissing: counted('payMissing'),
      faultCount: counted('faultCount'),
    },
    owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
    filters: { schemeId: 'r.id = $', employerId: 'r.employer_id = $' },
    sorts: {
      '-faultCount': { by: counted('faultCount'), type: 'bigint', descending: true },
      schemeName: { by: 'r.search_key', type: 'text' },
    },
  })

/** Counts the members scheme by scheme: a page ordered by name reads only the members of its own schemes. */
const bySchemes = defineDataQuality(`
    cross join lateral (select r.tenant_id as firm_id, r.id as scheme_id) k
    left join lateral (select ${COUNTS} from members r ${JOIN_CURRENT_PAY}
      where r.tenant_id = k.firm_id and r.scheme_id = k.scheme_id and ${IS_COUNTED_MEMBER}) q on true`)

/** Counts all members of the firm in one pass: ordering by the number of faults needs every count. */
const byFirm = defineDataQuality(`
    left join (select t.id as firm_id, f.* from tenants t cross join lateral (
      select r.scheme_id, ${COUNTS} from members r left join ${buildCurrentSalaries('t.id')} p on p.member_id = r.id
       where r.tenant_id = t.id and ${IS_COUNTED_MEMBER} group by r.scheme_id) f) q on q.firm_id = r.tenant_id and q.scheme_id = r.id`)

type ListInput = Parameters<typeof bySchemes.list>[0]
const dataQuality = {
  list: (input: ListInput, scope: AccessScope) =>
    (scope.level === 'tenant' && input.sort === '-faultCount' && !input.schemeId && !input.employerId
      ? byFirm
      : bySchemes
    ).list(input, scope),
  page: bySchemes.page,
}

export const createDataQualityOperations = (): Operation[] => [
  defineList(listDataQuality, dataQuality),
  defineQuery({
    contract: getDataQualityTotals,
    owner: 'in-scope',
    select: (_input, scope) => {
      const values: unknown[] = []
      const owner = { tenant: 'r.tenant_id', employer: 'r.employer_id', member: 'r.id' }
      const conditions = [IS_COUNTED_MEMBER, ...buildScopeConditions(scope, owner, values)]
      const joinPay =
        scope.level === 'tenant'
          ? `left join ${buildCurrentSalaries(`$${values.push(scope.tenantId)}`)} p on p.member_id = r.id`
          : JOIN_CURRENT_PAY
      return {
        text: `select row_to_json(q)::text from (select ${COUNTS} from members r ${joinPay} where ${conditions.join(' and ')}) q`,
        values,
      }
    },
  }),
]
