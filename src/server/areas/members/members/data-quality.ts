/**
 * Data-quality report: missing and improbable facts of members, as conditions on a member and as counts by scheme. The nightly run stores the
 * counts (migrations/0161-baseline.sql); those of schemes whose members have changed since are made for each request.
 */

import { USUAL_AGES } from '../../../../contract/birth-dates.ts'
import {
  type DataFault,
  DataQuality,
  getDataQualityTotals,
  listDataQuality,
} from '../../../../contract/data-quality.ts'
import { toColumnName } from '../../../operation/columns.ts'
import { lockFirm } from '../../../operation/hold-firm.ts'
import { defineList } from '../../../operation/record-queries.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { buildScopeConditions } from '../../../pipeline/access-scope.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { Tx } from '../../../platform/database.ts'
import { runStatement } from '../../../platform/statements.ts'
import { JOIN_CURRENT_PAY } from './pay.ts'

const buildAgeExpression = (day: string): string => `date_part('year', age(${day}, r.date_of_birth))`
const buildOutsideRangeCondition = (age: string, { from, to }: { from: number; to: number }): string =>
  `(${age} < ${from} or ${age} > ${to})`
const HAS_JOINED = "r.status in ('ACTIVE', 'DEFERRED', 'PENSIONER')"

/** As hasUnusualAge() and hasUnusualAgeAtJoining() of the contract have it. */
const IS_IMPROBABLE = `(${buildOutsideRangeCondition(buildAgeExpression('(select app.today())'), USUAL_AGES.now)}
    and not (r.status = 'PENSIONER' and ${buildAgeExpression('(select app.today())')} > ${USUAL_AGES.now.to})
  or coalesce(${buildOutsideRangeCondition(buildAgeExpression('r.joined_scheme_on'), USUAL_AGES.atJoining)}, false))`

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
const COUNTED = ['memberCount', ...NAMES] as const

const COUNTS = `count(*) as member_count, ${NAMES.map((name) => `count(*) filter (where ${DATA_FAULTS[FIELDS[name]]}) as ${toColumnName(name)}`).join(', ')}`

/** Members counted for scheme `k`. */
const MEMBERS_OF_SCHEME = `members r ${JOIN_CURRENT_PAY}
      where r.tenant_id = k.tenant_id and r.scheme_id = k.id and ${IS_COUNTED_MEMBER}`

/** Scheme `k` with its stored counts as `q`, if no member has changed and no date was reached since, or with counts made now as `n`. */
const WITH_COUNTS = `
    left join scheme_data_quality q on q.tenant_id = k.tenant_id and q.scheme_id = k.id and q.expires_on > (select app.today())
      and not exists (select from scheme_data_changes c where c.tenant_id = k.tenant_id and c.scheme_id = k.id)
    left join lateral (select ${COUNTS} from ${MEMBERS_OF_SCHEME} and q.scheme_id is null) n on q.scheme_id is null`

const buildCountExpression = (name: (typeof COUNTED)[number]): string => {
  const column = toColumnName(name)
  return `coalesce(q.${column}, n.${column}, 0)`
}
const FAULT_COUNT = `(${NAMES.map(buildCountExpression).join(' + ')})`

const dataQuality = recordSet({
  record: DataQuality,
  from: `schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id
    cross join lateral (select r.tenant_id, r.id) k ${WITH_COUNTS}`,
  columns: {
    schemeName: 'r.name',
    employerName: 'e.legal_name',
    ...(Object.fromEntries(COUNTED.map((name) => [name, buildCountExpression(name)])) as Record<
      (typeof COUNTED)[number],
      string
    >),
    faultCount: FAULT_COUNT,
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: { schemeId: 'r.id = $', employerId: 'r.employer_id = $' },
  sorts: {
    '-faultCount': { by: FAULT_COUNT, type: 'bigint', descending: true },
    schemeName: { by: 'r.search_key', type: 'text' },
  },
})

export const createDataQualityOperations = (): Operation[] => [
  defineList(listDataQuality, dataQuality),
  defineQuery({
    contract: getDataQualityTotals,
    owner: 'in-scope',
    select: (_input, scope) => {
      const values: unknown[] = []
      const owner = { tenant: 'k.tenant_id', employer: 'k.employer_id', member: null }
      const conditions = buildScopeConditions(scope, owner, values)
      const sums = COUNTED.map((name) => `coalesce(sum(${buildCountExpression(name)}), 0)::int as "${name}"`)
      return {
        text: `select row_to_json(t)::text from (select ${sums.join(', ')}, coalesce(sum(${FAULT_COUNT}), 0)::int as "faultCount"
          from schemes k ${WITH_COUNTS} where ${conditions.join(' and ') || 'true'}) t`,
        values,
      }
    },
  }),
]

/** Dates after today on which the age of member `r` becomes usual or unusual; the day after as well, for a birth on 29 February. */
const BIRTHDAYS = [USUAL_AGES.now.from, USUAL_AGES.now.to + 1].flatMap((years) =>
  [0, 1].map((days) => `(r.date_of_birth + interval '${years} years')::date + ${days}`),
)
const buildOnlyLaterExpression = (day: string): string => `case when ${day} > app.today() then ${day} end`

/**
 * Stores the counts of the schemes with an id after `after`, up to `last`, whose stored counts are missing or no longer valid. The lock of the
 * firm keeps two runs from storing at the same time. Returns the number stored.
 */
export async function storeDataQuality(tx: Tx, tenantId: string, schemes: SchemeRange): Promise<number> {
  await lockFirm(tx, tenantId)
  return (await runStatement(tx, buildStoreStatement(tenantId, schemes))).length
}

interface SchemeRange {
  after: string
  last: string | null
}

/** One statement: the changes that it deletes are those that its counts include. */
export function buildStoreStatement(tenantId: string, { after, last }: SchemeRange): Statement {
  const columns = COUNTED.map(toColumnName)
  return {
    text: `with outdated as (
       select k.tenant_id, k.id from schemes k
         left join scheme_data_quality q on q.tenant_id = k.tenant_id and q.scheme_id = k.id and q.expires_on > app.today()
        where k.tenant_id = $1 and k.id > $2 and ($3::text is null or k.id <= $3)
          and (q.scheme_id is null or exists (select from scheme_data_changes c where c.tenant_id = k.tenant_id and c.scheme_id = k.id))),
     seen as (
       delete from scheme_data_changes c using outdated o where c.tenant_id = o.tenant_id and c.scheme_id = o.id)
     insert into scheme_data_quality (tenant_id, scheme_id, ${columns.join(', ')}, expires_on)
       select k.tenant_id, k.id, ${columns.map((column) => `n.${column}`).join(', ')}, coalesce(least(n.next_birthday, (
           select min(m.valid_from) from members r join member_pay m on m.tenant_id = r.tenant_id and m.member_id = r.id
            where r.tenant_id = k.tenant_id and r.scheme_id = k.id and m.valid_from > app.today())), 'infinity')
         from outdated k cross join lateral (
           select ${COUNTS}, least(${BIRTHDAYS.map((day) => `min(${buildOnlyLaterExpression(day)})`).join(', ')}) as next_birthday from ${MEMBERS_OF_SCHEME}) n
     on conflict (tenant_id, scheme_id) do update set ${[...columns, 'expires_on'].map((column) => `${column} = excluded.${column}`).join(', ')}
     returning 1`,
    values: [tenantId, after, last],
  }
}
