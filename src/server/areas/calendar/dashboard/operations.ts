import { type Dashboard, getDashboard } from '../../../../contract/dashboard.ts'
import { MemberStatus } from '../../../../contract/members.ts'
import { MissingForApproval, SchemeStatus, SchemeType } from '../../../../contract/schemes.ts'
import type { WorkQueue } from '../../../../contract/work-queue.ts'
import type { Actor } from '../../../pipeline/access-scope.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import { type Clock, getTodayInDublin } from '../../../platform/clock.ts'
import { findApprovalRefusal, GAPS } from '../../schemes/schemes/index.ts'
import { type Facts, selectDashboardFacts } from './facts.ts'
import { listPortfolio } from './portfolio.ts'

export function createDashboardOperations({ clock }: { clock: Clock }): Operation[] {
  return [
    defineQuery({
      contract: getDashboard,
      owner: 'in-scope',
      select: (_input, scope, actor) => selectDashboardFacts(scope, actor),
      body: (rows, _input, _reach, actor) => {
        const facts = Object.assign({}, ...rows.map(([some]) => JSON.parse(some as string))) as Facts
        return JSON.stringify(buildDashboard(facts, actor, getTodayInDublin(clock)))
      },
    }),
    listPortfolio(() => getTodayInDublin(clock)),
  ]
}

function buildDashboard(facts: Facts, actor: Actor, today: string): Dashboard {
  const { firms, employers, schemes, members, contributions, awaiting, returned, lacking, ...others } = facts
  const { portfolio, portfolioTrend, queue, firstSteps, ...recent } = others
  const byStatus = countByKey(SchemeStatus.options, schemes, ({ status }) => status)
  return {
    asOfOn: today,
    portfolio,
    portfolioTrend: portfolio &&
      portfolioTrend && [...portfolioTrend, { month: today.slice(0, 7), ...portfolio }],
    firstSteps,
    queue: queue && toWorkQueue(queue),
    firms,
    employers,
    schemes: {
      total: calculateTotal(schemes),
      byStatus,
      byType: countByKey(SchemeType.options, schemes, ({ type }) => type),
    },
    members: {
      total: calculateTotal(members),
      byStatus: countByKey(MemberStatus.options, members, ({ status }) => status),
    },
    contributions,
    awaitingApproval: awaiting && {
      total: byStatus.PENDING_APPROVAL,
      items: awaiting.map(
        ({ schemeId, schemeName, employerName, submittedAt, submittedByName, gaps, ...rest }) => ({
          schemeId,
          schemeName,
          employerName,
          submittedAt,
          submittedByName,
          mayApprove: findApprovalRefusal(actor, { ...rest, status: 'PENDING_APPROVAL' }, rest) === null,
          gaps,
        }),
      ),
    },
    returned,
    gaps:
      lacking &&
      MissingForApproval.options
        .filter((missing) => lacking[missing] > 0)
        .map((missing) => {
          const { message, source } = GAPS[missing]
          return { missing, message, source, schemes: lacking[missing] }
        }),
    ...recent,
  }
}

const toWorkQueue = ({ waiting, ...queue }: NonNullable<Facts['queue']>): WorkQueue => ({
  ...queue,
  waitingForYou: waiting.yours,
  waitingForOthers: waiting.others,
})

const calculateTotal = (counts: readonly { count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0)

/** Includes keys with a count of zero. */
function countByKey<K extends string, C extends { count: number }>(
  keys: readonly K[],
  counts: readonly C[],
  keyOf: (one: C) => K,
): Record<K, number> {
  const sums = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>
  for (const one of counts) sums[keyOf(one)] += one.count
  return sums
}
