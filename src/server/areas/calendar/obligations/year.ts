import { listYear as contract, SchemeYear } from '../../../../contract/obligation-years.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { runRows, runStatement } from '../../../platform/statements.ts'
import { STATUS } from './records.ts'

const schemesOfYear = recordSet({
  record: SchemeYear.omit({ months: true }),
  from: 'schemes r join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id',
  columns: { employerName: 'e.legal_name' },
  owner: { tenant: 'r.tenant_id', employer: null, member: null },
  filters: {
    schemeId: 'r.id = $',
    employerId: 'r.employer_id = $',
    q: 'r.search_key like all ($::text[])',
  },
  contains: ['q'],
  searchedAs: 'scheme',
  sorts: { name: { by: 'r.search_key', type: 'text' } },
  // A draft has none.
  where: 'exists (select from obligations o where o.tenant_id = r.tenant_id and o.scheme_id = r.id)',
})

type Page = { data: Omit<SchemeYear, 'months'>[]; nextCursor: string | null }
type Months = SchemeYear['months']

/** Two statements for a page, however many obligations its schemes have. */
export const listObligationYears = (clock: Clock): Operation =>
  defineQuery({
    contract,
    owner: 'in-scope',
    async handle({ input, db, scope }) {
      const { data, nextCursor }: Page = JSON.parse(
        schemesOfYear.page(await runStatement(db, schemesOfYear.list(input, scope)), input),
      )
      const year = input.year ?? getTodayInDublin(clock).slice(0, 4)
      const rows = await runRows<{ schemeId: string; months: Months }>(
        db,
        `select q.scheme_id as "schemeId", json_agg(json_build_object('month', q.month, 'statuses', q.statuses) order by q.month) as months
         from (
           select p.scheme_id, p.month, json_agg(json_build_object('status', p.status, 'count', p.count) order by p.status) as statuses
           from (
             select r.scheme_id, to_char(r.due_on, 'YYYY-MM') as month, ${STATUS} as status, count(*) as count
             from schemes s join obligations r on r.tenant_id = s.tenant_id and r.scheme_id = s.id
             where s.id = any($1) and r.due_on between $2::date and $3::date and r.state <> 'NOT_APPLICABLE'
               and ($4::text is null or r.rule_id = $4)
             group by 1, 2, 3
           ) p group by 1, 2
         ) q group by 1`,
        [data.map(({ id }) => id), `${year}-01-01`, `${year}-12-31`, input.ruleId ?? null],
      )
      const months = new Map(rows.map((row) => [row.schemeId, row.months]))
      return { data: data.map((scheme) => ({ ...scheme, months: months.get(scheme.id) ?? [] })), nextCursor }
    },
  })
