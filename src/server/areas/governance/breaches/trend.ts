/** Trend of the breach register: breaches recorded and closed in the last twelve months, and open breaches. */
import { BREACH_SEVERITIES, type BreachSeverity, type BreachTrend } from '../../../../contract/breaches.ts'
import { addMonthsToMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { AccessScope } from '../../../pipeline/access-scope.ts'
import type { Rows, Statement } from '../../../platform/batch.ts'
import { breaches, IS_CORRECTED } from './records.ts'

const MONTHS = 12

const listMonthsUntil = (today: string): string[] =>
  Array.from({ length: MONTHS }, (_, index) => addMonthsToMonth(toMonth(today), index - MONTHS + 1))

export function selectBreachTrend(
  { schemeId }: { schemeId?: string | undefined },
  scope: AccessScope,
  today: string,
): Statement {
  const values: unknown[] = [`${listMonthsUntil(today)[0]}-01`]
  const conditions = [breaches.visible(scope, values), `not ${IS_CORRECTED}`]
  if (schemeId) conditions.push(`r.scheme_id = $${values.push(schemeId)}`)
  return {
    text: `select r.category, r.severity, to_char(r.detected_on, 'YYYY-MM'), to_char(r.closed_on, 'YYYY-MM'), count(*)
      from breaches r
     where ${conditions.join(' and ')} and (r.closed_on is null or r.closed_on >= $1::date or r.detected_on >= $1::date)
     group by 1, 2, 3, 4 order by 1`,
    values,
  }
}

type Counted = [
  category: BreachTrend['rows'][number]['category'],
  severity: BreachSeverity,
  opened: string,
  closed: string | null,
  count: string,
]

export function buildBreachTrend(rows: Rows, today: string): string {
  const counted = rows as unknown as Counted[]
  const months = listMonthsUntil(today)
  const sum = (among: readonly Counted[], holds: (row: Counted) => boolean): number =>
    among.filter(holds).reduce((total, row) => total + Number(row[4]), 0)
  const isIn = (month: string | null): boolean => month !== null && months.includes(month)
  const isOpen = ([, , , closed]: Counted): boolean => closed === null
  const trend: BreachTrend = {
    asOfOn: today,
    months: months.map((month) => ({
      month,
      opened: sum(counted, (row) => row[2] === month),
      closed: sum(counted, (row) => row[3] === month),
    })),
    openBySeverity: BREACH_SEVERITIES.map((severity) => ({
      severity,
      open: sum(counted, (row) => row[1] === severity && isOpen(row)),
    })),
    rows: [...Map.groupBy(counted, ([category]) => category)].map(([category, own]) => ({
      category,
      opened: sum(own, (row) => isIn(row[2])),
      closed: sum(own, (row) => isIn(row[3])),
      open: sum(own, isOpen),
    })),
  }
  return JSON.stringify(trend)
}
