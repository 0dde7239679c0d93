import { getMemberOverview } from '../../../../contract/member-overview.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { STATED_ON, STATEMENTS } from './records.ts'

const OF_EMPLOYER = 'l.er_cents + l.er_special_cents + l.single_premium_cents'
const IS_TRANSFER = "l.kind = 'TRANSFER_IN'"
const buildSumExpression = (cents: string, condition: string): string =>
  `coalesce(sum(${cents}) filter (where ${condition}), 0)`

/** As in the list of a member's lines, those of withdrawn months are left out. */
const YEARS = `select to_char(l.pay_on, 'YYYY') as year,
    ${buildSumExpression('l.ee_cents', `not ${IS_TRANSFER}`)} as "eeCents", ${buildSumExpression('l.avc_cents', `not ${IS_TRANSFER}`)} as "avcCents",
    ${buildSumExpression(OF_EMPLOYER, `not ${IS_TRANSFER}`)} as "employerCents",
    ${buildSumExpression(`l.ee_cents + l.avc_cents + ${OF_EMPLOYER}`, IS_TRANSFER)} as "transferCents",
    sum(l.ee_cents + l.avc_cents + ${OF_EMPLOYER}) as "totalCents"
  from contribution_lines l
  where l.tenant_id = r.tenant_id and l.member_id = r.id and app.month_of_own_line(l.tenant_id, l.batch_id) is not null
  group by 1`

/** A superseded statement comes after the valid ones of its date. */
const LAST_STATEMENT = `select json_build_object('documentId', d.id, 'title', d.title, 'statedOn', ${STATED_ON})
  from ${STATEMENTS} order by ${STATED_ON} desc nulls last, d.status = 'SUPERSEDED', d.id desc limit 1`

export const createMemberOverviewOperations = (): Operation[] => [
  defineQuery({
    contract: getMemberOverview,
    owner: ({ id }, find) => find.member(id),
    select: ({ id }) => ({
      text: `select (app.contacts_of_member(r.tenant_id, r.id) || jsonb_build_object(
          'contributionYears', (select coalesce(json_agg(y order by y.year), '[]') from (${YEARS}) y),
          'lastStatement', (${LAST_STATEMENT})))::text
        from members r where r.id = $1`,
      values: [id],
    }),
  }),
]
