/** A month as a sheet: how much falls on each day, and the duties of the day that is chosen. */

import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { addMonthsToMonth, toLastDayOfMonth } from '../../../../contract/civil-dates.ts'
import { listObligations, type ObligationSummary } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { formatCount, formatDate, formatMonth } from '../../../../contract/value-format.ts'
import { getTodayInDublin } from '../../../format.ts'
import { getLabel } from '../../../labels.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { Failed } from '../../../shell/error-page.tsx'
import { FilterChips, SearchFilter, SelectFilter } from '../../../ui/filters.tsx'
import { EmptyState, Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { AgendaTable } from './agenda-table.tsx'
import {
  type CalendarSearch,
  formatCalendarChip,
  STATUS_FILTER,
  useCalendarSearch,
  useRuleFilter,
} from './calendar-filters.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { MonthSheet } from './month-sheet.tsx'
import { useCalendarNavigation } from './use-calendar-navigation.ts'

/** More than a firm has in a month; a sheet that counted only some of them would be wrong. */
const MAXIMUM_OBLIGATIONS = 3000

export default function CalendarMonth() {
  const { dueFrom, dueTo: _, sort: __, ...filters } = useCalendarSearch()
  const today = getTodayInDublin()
  const month = (dueFrom ?? today).slice(0, 7)
  const { query, rows, more } = useListQuery(
    listObligations,
    { dueFrom: `${month}-01`, dueTo: toLastDayOfMonth(month) },
    filters,
  )
  const isCut = more.has && rows.length >= MAXIMUM_OBLIGATIONS
  const goesOn = more.has && !more.isLoading && more.problem === null && !isCut
  useEffect(() => {
    if (goesOn) more.load()
  })
  const obligations =
    filters.status === undefined ? rows.filter(({ status }) => status !== 'NOT_APPLICABLE') : rows
  const isWhole = query.isSuccess && !query.isPlaceholderData && !more.has
  const isFirmEmpty = useIsFirmEmpty(
    isWhole && obligations.length === 0 && !Object.values(filters).some(Boolean),
  )
  if (isFirmEmpty)
    return (
      <CalendarFrame>
        <EmptyState title="No obligations yet" action={<AddSchemesLink />}>
          Add a scheme: its obligations are calculated at once, and each month shows when they are due.
        </EmptyState>
      </CalendarFrame>
    )
  return (
    <CalendarFrame>
      <div className="flex flex-col gap-4">
        <Filters search={filters} />
        <MonthSteps month={month} today={today} />
        {query.isError && !query.data ? (
          <Failed error={query.error} reset={() => void query.refetch()} />
        ) : (
          <>
            {more.problem !== null && <Notice look="late" title={more.problem} />}
            {isCut && (
              <Notice
                look="warn"
                title={`Only the first ${formatCount(rows.length, 'obligation')} are counted`}
              >
                Use the filters to count the others.
              </Notice>
            )}
            <p role="status" className="text-muted">
              {isWhole || isCut
                ? `${formatCount(obligations.length, 'obligation')} in ${formatMonth(month)}`
                : `Counting … ${obligations.length > 0 ? `${formatCount(obligations.length, 'obligation')} so far` : ''}`}
            </p>
            <MonthSheet month={month} today={today} obligations={obligations} />
            <ChosenDay obligations={obligations} month={month} />
          </>
        )}
      </div>
    </CalendarFrame>
  )
}

/** Whether the user sees no scheme; only looked up for a month without obligations. */
function useIsFirmEmpty(isMonthEmpty: boolean): boolean {
  const { data } = useQuery({ ...createQuery(operation('scheme.list'), { limit: 1 }), enabled: isMonthEmpty })
  return isMonthEmpty && data?.data.length === 0
}

function Filters({ search }: { search: CalendarSearch }) {
  const rule = useRuleFilter()
  const set = useCalendarNavigation(PAGES.calendarMonth)
  return (
    <>
      <search className="flex flex-wrap items-start gap-2 print:hidden">
        <SearchFilter
          label="Obligation or scheme"
          value={search.q ?? ''}
          onChange={(q) => set({ q })}
          onDone={(q) => set({ q })}
        />
        {[STATUS_FILTER, rule].map(({ name, options }) => (
          <SelectFilter
            key={name}
            label={getLabel(name)}
            value={search[name as 'status'] ?? ''}
            options={options === 'day' ? [] : options}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
      </search>
      <FilterChips
        chips={(['schemeId', 'employerId'] as const).flatMap((name) =>
          search[name] === undefined
            ? []
            : [
                {
                  key: name,
                  name: getLabel(name),
                  label: (
                    <>
                      {getLabel(name)}: {formatCalendarChip(name, search[name])}
                    </>
                  ),
                  onRemove: () => set({ [name]: '' }),
                },
              ],
        )}
      />
    </>
  )
}

const STEP = 'inline-flex min-h-9 items-center gap-1 rounded-md px-2.5 hover:bg-hover'

function MonthSteps({ month, today }: { month: string; today: string }) {
  const to = (target: string) => ({
    to: PAGES.calendarMonth,
    search: (before: object) => ({ ...before, dueFrom: `${target}-01`, dueTo: undefined }),
    resetScroll: false,
  })
  return (
    <nav aria-label="Month" className="flex flex-wrap items-center gap-1">
      <Link {...to(addMonthsToMonth(month, -1))} className={STEP}>
        <ChevronLeft aria-hidden="true" size={16} />
        <span className="max-sm:sr-only">{formatMonth(addMonthsToMonth(month, -1))}</span>
      </Link>
      <h2 aria-live="polite" className="min-w-24 px-2 text-center text-lg">
        {formatMonth(month)}
      </h2>
      <Link {...to(addMonthsToMonth(month, 1))} className={STEP}>
        <span className="max-sm:sr-only">{formatMonth(addMonthsToMonth(month, 1))}</span>
        <ChevronRight aria-hidden="true" size={16} />
      </Link>
      {month !== today.slice(0, 7) && (
        <Link {...to(today.slice(0, 7))} className={STEP}>
          This month
        </Link>
      )}
    </nav>
  )
}

/** The day stands at the end of the address, so that one comes back to it. */
function ChosenDay({ obligations, month }: { obligations: readonly ObligationSummary[]; month: string }) {
  const { hash } = useLocation()
  if (!hash.startsWith(month)) return null
  const own = obligations.filter(({ dueOn }) => dueOn === hash)
  return (
    <Section title={`Due on ${formatDate(hash)}`} id={hash}>
      {own.length === 0 ? (
        <p className="text-muted">No obligation that matches the filters is due on this day.</p>
      ) : (
        <AgendaTable name={`Due on ${formatDate(hash)}`} obligations={own} />
      )}
    </Section>
  )
}
