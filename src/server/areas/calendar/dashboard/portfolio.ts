/** The schemes of a firm with compliance status and contributions: two statements, however many schemes are on the page. */
import * as contract from '../../../../contract/portfolio.ts'
import { buildBarredApproversExpression } from '../../../operation/four-eyes.ts'
import { recordSet } from '../../../operation/record-set.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { runStatement } from '../../../platform/statements.ts'
import { listWorstStates, type Pair, selectContributionGrid } from '../../members/contributions/index.ts'
import {
  buildNextObligationExpression,
  buildOverdueCountExpression,
  buildRatingExpression,
  buildReasonsExpression,
  joinOpenItems,
  SCHEME_FILTERS,
  SCHEME_SORTS,
} from '../../schemes/schemes/index.ts'

const RATING = buildRatingExpression('r', 'o')
const NEXT_DUE_ON = "coalesce(o.next_due_on::text, '9999')"
const MOST_COUNTED = 99_999

export const portfolio = recordSet({
  record: contract.PortfolioScheme.omit({ contributions: true }),
  from: (list) => {
    const sort = list?.input.sort
    const employers =
      sort === 'employerName' ? 'join employers e on e.tenant_id = r.tenant_id and e.id = r.employer_id' : ''
    const read = sort === 'worst' || sort === 'nextDue' ? 'all' : 'status'
    return `schemes r ${employers} ${joinOpenItems('r', 'o', list?.scope ?? { level: 'platform' }, read)}`
  },
  columns: {
    // Read for the schemes of a page; joined, it would be read for all.
    employerName:
      '(select e.legal_name from employers e where e.tenant_id = r.tenant_id and e.id = r.employer_id)',
    barredApproverIds: buildBarredApproversExpression(
      "r.status = 'PENDING_APPROVAL'",
      'r.edited_by || r.submitted_by',
    ),
    rating: RATING,
    reasons: `case when r.status in ('DRAFT', 'PENDING_APPROVAL') then '[]' else ${buildReasonsExpression('r', contract.MOST_REASONS)} end`,
    overdue: buildOverdueCountExpression('r'),
    nextDue: buildNextObligationExpression('r'),
    memberCounts: `case when r.member_counts is not null
      then jsonb_build_object('active', r.member_counts -> 'active', 'deferred', r.member_counts -> 'deferred', 'pensioner', r.member_counts -> 'pensioner')
      else (select case when count(*) > 0 then jsonb_build_object('active', count(*) filter (where m.status = 'ACTIVE'),
          'deferred', count(*) filter (where m.status = 'DEFERRED'), 'pensioner', count(*) filter (where m.status = 'PENSIONER')) end
        from members m where m.tenant_id = r.tenant_id and m.scheme_id = r.id) end`,
  },
  owner: { tenant: 'r.tenant_id', employer: 'r.employer_id', member: null },
  filters: SCHEME_FILTERS,
  contains: ['q'],
  searchedAs: 'scheme',
  sorts: {
    ...SCHEME_SORTS,
    // A scheme that waits for approval stands between those with open items and those without.
    worst: {
      by: `(case ${RATING} when 'RED' then '1' when 'AMBER' then '2' when 'GREEN' then '4' when 'WOUND_UP' then '5' else '3' end
        || lpad((${MOST_COUNTED} - least(o.overdue, ${MOST_COUNTED}))::text, 5, '0') || ${NEXT_DUE_ON} || r.search_key)`,
      type: 'text',
    },
    nextDue: { by: "coalesce(o.next_due_on, 'infinity')", type: 'date' },
  },
})

type Page = { data: Omit<contract.PortfolioScheme, 'contributions'>[]; nextCursor: string | null }

export const listPortfolio = (getToday: () => string): Operation =>
  defineQuery({
    contract: contract.listPortfolio,
    owner: 'in-scope',
    async handle({ input, db, scope }) {
      const { data, nextCursor }: Page = JSON.parse(
        portfolio.page(await runStatement(db, portfolio.list(input, scope)), input),
      )
      const today = getToday()
      const rows = await runStatement(
        db,
        selectContributionGrid({ schemeIds: data.map(({ id }) => id) }, scope, today),
      )
      const pairs = Map.groupBy(
        rows.map(([pair]) => JSON.parse(pair as string) as Pair),
        ({ schemeId }) => schemeId,
      )
      return {
        data: data.map((scheme) => ({
          ...scheme,
          contributions: listWorstStates(pairs.get(scheme.id) ?? [], today),
        })),
        nextCursor,
      }
    },
  })
