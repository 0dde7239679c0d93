/** Grid of employers by month: one statement reads the batches, and pure code calculates each cell for a date. */
import { addMonthsToMonth, toMonth } from '../../../../contract/civil-dates.ts'
import type { ContributionGrid, ContributionStatus } from '../../../../contract/contributions.ts'
import type { SchemeStatus, SchemeType } from '../../../../contract/schemes.ts'
import { type AccessScope, buildScopeConditions } from '../../../pipeline/access-scope.ts'
import { createInvalidFieldRefusal } from '../../../pipeline/refusal.ts'
import type { Statement } from '../../../platform/batch.ts'
import { calculateDueDate, calculatePaymentStatus } from './clock.ts'
import { buildLiveCondition } from './records.ts'

const MOST_MONTHS = 24
const MOST_ROWS = 500
const MONTHS_OF_RATE = 12

type Row = ContributionGrid['rows'][number]
type Cell = Row['cells'][number]

interface GridInput {
  from?: string | undefined
  to?: string | undefined
  schemeId?: string | undefined
  employerId?: string | undefined
  schemeIds?: readonly string[] | undefined
}

/** Months shown, the earliest first. 400 if they are out of order or too many. */
function listMonths({ from, to }: GridInput, today: string): string[] {
  const last = to ?? (from ? addMonthsToMonth(from, MONTHS_OF_RATE - 1) : toMonth(today))
  const first = from ?? addMonthsToMonth(last, 1 - MONTHS_OF_RATE)
  if (first > last) throw createInvalidFieldRefusal('from', 'The first month cannot be after the last month')
  const months: string[] = []
  for (let month = first; month <= last; month = addMonthsToMonth(month, 1)) {
    if (months.push(month) > MOST_MONTHS)
      throw createInvalidFieldRefusal('from', `Choose at most ${MOST_MONTHS} months`)
  }
  return months
}

/** The last twelve months whose due date has passed. */
function listMonthsOfRate(today: string): string[] {
  const last = [0, -1, -2]
    .map((back) => addMonthsToMonth(toMonth(today), back))
    .find((month) => calculateDueDate(month) < today)
  return Array.from({ length: MONTHS_OF_RATE }, (_, index) =>
    addMonthsToMonth(last as string, index - MONTHS_OF_RATE + 1),
  )
}

/** Columns of a batch. */
interface Batch {
  id: string
  month: string
  status: ContributionStatus
  dueOn: string
  totalCents: number
  receivedCents: number
  fundedOn: string | null
}

/** Schemes and employers with a batch, or with one expected. */
export interface Pair {
  schemeId: string
  schemeName: string
  schemeType: SchemeType
  schemeStatus: SchemeStatus
  /** The last month that ended before the scheme became paid up or its winding-up began. */
  lastMonthOfScheme: string | null
  employerId: string
  employerName: string
  firstMonth: string
  /** Month in which the employer ended its participation; null: it takes part. */
  lastMonth: string | null
  batches: Batch[]
}

/**
 * Employers with the schemes that they take part in, or (a scheme without a recorded participation) that are theirs. They are read in the order of
 * the rows, so that a large firm reads those that are shown only.
 */
const joinSchemes = (
  ofEmployers: string,
): string => `(select e.* from employers e where ${ofEmployers} order by e.search_key offset 0) e
  cross join lateral (
    select t.scheme_id from scheme_participations t where t.tenant_id = e.tenant_id and t.employer_id = e.id
    union select o.id from schemes o where o.tenant_id = e.tenant_id and o.employer_id = e.id) t
  join schemes s on s.tenant_id = e.tenant_id and s.id = t.scheme_id`

/** The same of some schemes. */
const joinEmployers = (ofSchemes: string): string => `schemes s cross join lateral (
    select t.employer_id from scheme_participations t where t.tenant_id = s.tenant_id and t.scheme_id = s.id union select s.employer_id) t
  join employers e on e.tenant_id = s.tenant_id and e.id = t.employer_id and ${ofSchemes}`

const OF_PAIR = 'r.tenant_id = e.tenant_id and r.scheme_id = s.id and r.employer_id = e.id'

/** First payroll month up to $2 with a batch. */
const FIRST_UPLOADED = `(select min(r.payroll_month) from contribution_batches r
    where ${OF_PAIR} and ${buildLiveCondition('r')} and r.payroll_month <= $2)`

/** Of an employer that takes part and never sent a file: expected from the month in which the scheme was approved here, or it joined. */
const FIRST_AWAITED = `(select to_char(min(greatest((coalesce(s.approved_at, s.created_at) at time zone 'Europe/Dublin')::date, r.from_on)) - interval '1 month',
      'YYYY-MM')
    from scheme_participations r
   where ${OF_PAIR} and s.status in ('ACTIVE', 'CLOSED_TO_NEW') and e.status = 'ACTIVE' and s.legal_form <> 'RAC_CONTRACT'
     and exists (select from members m where m.tenant_id = e.tenant_id and m.scheme_id = s.id and m.employer_id = e.id and m.status = 'ACTIVE'))`

/** One row more than is shown tells that there are more. All callers are users of the firm and can see the scheme. */
export function selectContributionGrid(input: GridInput, scope: AccessScope, today: string): Statement {
  const months = [...listMonths(input, today), ...listMonthsOfRate(today)].sort()
  const values: unknown[] = [months[0], months.at(-1)]
  const conditions = buildScopeConditions(
    scope,
    { tenant: 'e.tenant_id', employer: 'e.id', member: null },
    values,
  )
  if (input.employerId) conditions.push(`e.id = $${values.push(input.employerId)}`)
  const ofEmployers = conditions.join(' and ') || 'true'
  const ofSchemes = input.schemeId
    ? `s.id = $${values.push(input.schemeId)}`
    : input.schemeIds && `s.id = any($${values.push([...input.schemeIds])})`
  return {
    text: `
select json_build_object('schemeId', s.id, 'schemeName', s.name, 'schemeType', s.type, 'schemeStatus', s.status,
         'lastMonthOfScheme', to_char(least(s.paid_up_on, s.wind_up_started_on, s.wound_up_on) + 1 - interval '1 month', 'YYYY-MM'),
         'employerId', e.id, 'employerName', e.legal_name, 'firstMonth', p.first_month,
         'lastMonth', (select case when not bool_or(r.until_on is null) then to_char(max(r.until_on), 'YYYY-MM') end
                         from scheme_participations r where ${OF_PAIR}),
         'batches', (select coalesce(json_agg(json_build_object('id', r.id, 'month', r.payroll_month, 'status', r.status, 'dueOn', r.due_on,
                       'totalCents', r.total_cents, 'receivedCents', r.received_cents, 'fundedOn', r.funded_on)), '[]')
                       from contribution_batches r where ${OF_PAIR} and ${buildLiveCondition('r')} and r.payroll_month between $1 and $2))::text
  from ${ofSchemes ? joinEmployers(`${ofEmployers} and ${ofSchemes}`) : joinSchemes(ofEmployers)}
  cross join lateral (select ${FIRST_UPLOADED} as uploaded offset 0) u
  cross join lateral (select coalesce(u.uploaded, case when a.awaited < $2 then a.awaited end) as first_month
    from (select case when u.uploaded is null then ${FIRST_AWAITED} end as awaited offset 0) a) p
 where p.first_month is not null
 order by e.search_key, s.search_key, e.id, s.id${input.schemeIds ? '' : ` limit ${MOST_ROWS + 1}`}`,
    values,
  }
}

/** Worst first: a month of several employers is shown by the one that needs attention most. */
const WORST_FIRST: readonly Cell['state'][] = [
  'OVERDUE',
  'PART_FUNDED',
  'AWAITING_FUNDS',
  'EXPECTED',
  'LATE',
  'ON_TIME',
  'NONE',
]

/** Twelve months up to the current one, over all employers of one scheme. */
export function listWorstStates(
  pairs: readonly Pair[],
  today: string,
): { month: string; state: Cell['state'] }[] {
  const months = listMonths({}, today)
  const rows = pairs.map((pair) => buildRow(pair, months, today).row.cells)
  return months.map((month, index) => ({
    month,
    state: WORST_FIRST.find((state) => rows.some((cells) => cells[index]?.state === state)) ?? 'NONE',
  }))
}

/** Builds the grid from the statement's rows. */
export function buildContributionGrid(
  pairs: readonly Pair[],
  input: GridInput,
  today: string,
): ContributionGrid {
  const months = listMonths(input, today)
  const rated = pairs.slice(0, MOST_ROWS).map((pair) => buildRow(pair, months, today))
  const rows = rated.map(({ row }) => row)
  const cells = rows.flatMap((row) => row.cells)
  return {
    asOfOn: today,
    months,
    rows,
    onTimePercent: calculatePercent(
      rated.reduce((sum, { onTime }) => sum + onTime, 0),
      rated.reduce((sum, { row }) => sum + row.monthsDue, 0),
    ),
    overdueCents: cells
      .filter(({ state }) => state === 'OVERDUE')
      .reduce((sum, { varianceCents }) => sum - (varianceCents ?? 0), 0),
    truncated: pairs.length > MOST_ROWS,
  }
}

function buildRow(pair: Pair, months: readonly string[], today: string): { row: Row; onTime: number } {
  const { schemeId, schemeName, schemeType, employerId, employerName } = pair
  const byMonth = new Map(pair.batches.map((batch) => [batch.month, batch]))
  const cellOf = (month: string): Cell => buildCell(pair, month, byMonth.get(month), today)
  const due = listMonthsOfRate(today)
    .map(cellOf)
    .filter(({ state }) => state !== 'NONE')
  const onTime = due.filter(({ state }) => state === 'ON_TIME').length
  return {
    row: {
      schemeId,
      schemeName,
      schemeType,
      employerId,
      employerName,
      cells: months.map(cellOf),
      onTimePercent: calculatePercent(onTime, due.length),
      monthsDue: due.length,
    },
    onTime,
  }
}

const calculatePercent = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1000) / 10

function buildCell(pair: Pair, month: string, batch: Batch | undefined, today: string): Cell {
  const dueOn = batch?.dueOn ?? calculateDueDate(month)
  if (!batch || batch.status === 'EXPECTED') {
    const state = !batch && !isExpected(pair, month, today) ? 'NONE' : today > dueOn ? 'OVERDUE' : 'EXPECTED'
    return {
      month,
      state,
      batchId: batch?.id ?? null,
      dueOn,
      totalCents: null,
      receivedCents: null,
      varianceCents: null,
      daysLate:
        state === 'OVERDUE'
          ? calculatePaymentStatus({ ...UNKNOWN, dueOn, status: 'EXPECTED' }, today).daysLate
          : 0,
    }
  }
  const { daysLate, flags } = calculatePaymentStatus({ ...UNKNOWN, ...batch, dueOn }, today)
  const isShort = batch.receivedCents < batch.totalCents
  return {
    month,
    state: flags.includes('OVERDUE')
      ? 'OVERDUE'
      : isShort
        ? batch.receivedCents > 0
          ? 'PART_FUNDED'
          : 'AWAITING_FUNDS'
        : flags.includes('LATE')
          ? 'LATE'
          : 'ON_TIME',
    batchId: batch.id,
    dueOn,
    totalCents: batch.totalCents,
    receivedCents: batch.receivedCents,
    varianceCents: batch.receivedCents - batch.totalCents,
    daysLate,
  }
}
const UNKNOWN = {
  totalCents: 0,
  receivedCents: 0,
  fundedOn: null,
  investedOn: null,
  investByOn: null,
}

/**
 * Whether a batch is expected: from an employer that has contributed, or whose scheme is approved, in every month that has begun, until it
 * ends participation or the scheme takes no contributions.
 */
const isExpected = (
  { schemeStatus, lastMonthOfScheme, firstMonth, lastMonth }: Pair,
  month: string,
  today: string,
): boolean =>
  (schemeStatus === 'ACTIVE' ||
    schemeStatus === 'CLOSED_TO_NEW' ||
    (lastMonthOfScheme !== null && month <= lastMonthOfScheme)) &&
  month > firstMonth &&
  (lastMonth === null || month <= lastMonth) &&
  month <= toMonth(today)
