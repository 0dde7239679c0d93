/** A year of all schemes: how many obligations fall due in each month, and the status that needs attention most. */

import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { listYear } from '../../../../contract/obligation-years.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { getTodayInDublin } from '../../../format.ts'
import { useListQuery } from '../../../lists/list-query.ts'
import { AddSchemesLink } from '../../../records/add-schemes-link.tsx'
import { createSearchParser } from '../../../search.ts'
import { Failed } from '../../../shell/error-page.tsx'
import { SearchFilter, SelectFilter } from '../../../ui/filters.tsx'
import { EmptyState } from '../../../ui/notice.tsx'
import { ShowMore, useMoreOnScroll } from '../../../ui/show-more.tsx'
import { TableSkeleton } from '../../../ui/skeleton.tsx'
import { useRuleFilter } from './calendar-filters.tsx'
import { CalendarFrame } from './calendar-frame.tsx'
import { useCalendarNavigation } from './use-calendar-navigation.ts'
import { YearSheet } from './year-sheet.tsx'

const MONTHS_OF_A_PHONE = 3
const PARTS = [
  { value: '0', label: 'Jan to Mar' },
  { value: '1', label: 'Apr to Jun' },
  { value: '2', label: 'Jul to Sep' },
  { value: '3', label: 'Oct to Dec' },
]

export default function CalendarYear() {
  const {
    sort: _,
    year: requestedYear,
    ...filters
  } = createSearchParser(listYear)(useSearch({ strict: false }))
  const today = getTodayInDublin()
  const year = requestedYear ?? today.slice(0, 4)
  const set = useCalendarNavigation(PAGES.calendarYear)
  const rule = useRuleFilter()
  const [part, setPart] = useState(String(Math.floor((Number(today.slice(5, 7)) - 1) / MONTHS_OF_A_PHONE)))
  const { query, rows, more } = useListQuery(listYear, { year }, filters)
  useMoreOnScroll(more)
  const isFiltered = Object.values(filters).some(Boolean)
  const isEmpty = query.isSuccess && !query.isPlaceholderData && rows.length === 0 && !isFiltered
  const first = Number(part) * MONTHS_OF_A_PHONE
  return (
    <CalendarFrame>
      <div className="flex flex-col gap-4">
        {!isEmpty && (
          <>
            <search className="flex flex-wrap items-start gap-2 print:hidden">
              <SearchFilter
                label="Search by scheme"
                value={filters.q ?? ''}
                onChange={(q) => set({ q })}
                onDone={(q) => set({ q })}
              />
              <SelectFilter
                label="Rule"
                value={filters.ruleId ?? ''}
                options={rule.options === 'day' ? [] : rule.options}
                onChange={(ruleId) => set({ ruleId })}
              />
              <span className="sm:hidden">
                <SelectFilter label="Months" value={part} options={PARTS} isRequired onChange={setPart} />
              </span>
            </search>
            <YearSteps year={year} today={today} />
          </>
        )}
        {query.isError && !query.data ? (
          <Failed error={query.error} reset={() => void query.refetch()} />
        ) : query.isPending ? (
          <TableSkeleton />
        ) : rows.length === 0 && isFiltered ? (
          <EmptyState title="No results match these filters" />
        ) : rows.length === 0 ? (
          <EmptyState title="No schemes to show" action={<AddSchemesLink />}>
            Approved schemes appear here with their obligations of the year.
          </EmptyState>
        ) : (
          <YearSheet
            year={year}
            schemes={rows}
            today={today}
            ruleId={filters.ruleId}
            onPhone={{ first, last: first + MONTHS_OF_A_PHONE - 1 }}
          />
        )}
        <ShowMore more={more} />
      </div>
    </CalendarFrame>
  )
}

const STEP = 'inline-flex min-h-9 items-center gap-1 rounded-md px-2.5 hover:bg-hover'

function YearSteps({ year, today }: { year: string; today: string }) {
  const to = (target: number) => ({
    to: PAGES.calendarYear,
    search: (before: object) => ({ ...before, year: String(target) }),
    resetScroll: false,
  })
  return (
    <nav aria-label="Year" className="flex flex-wrap items-center gap-1">
      <Link {...to(Number(year) - 1)} className={STEP}>
        <ChevronLeft aria-hidden="true" size={16} />
        {Number(year) - 1}
      </Link>
      <h2 aria-live="polite" className="min-w-16 px-2 text-center text-lg">
        {year}
      </h2>
      <Link {...to(Number(year) + 1)} className={STEP}>
        {Number(year) + 1}
        <ChevronRight aria-hidden="true" size={16} />
      </Link>
      {year !== today.slice(0, 4) && (
        <Link {...to(Number(today.slice(0, 4)))} className={STEP}>
          This year
        </Link>
      )}
    </nav>
  )
}
