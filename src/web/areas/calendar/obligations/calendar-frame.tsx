/** The three views of the calendar: the same filters, which go along from one to the other. */
import type { ReactNode } from 'react'
import { PAGES } from '../../../../contract/pages.ts'
import { TermHint } from '../../../records/term-hint.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type CalendarSearch, useCalendarSearch } from './calendar-filters.tsx'
import { Subscription } from './subscription.tsx'

/** Days are another question in each view. */
const GO_ALONG = ['schemeId', 'employerId', 'ruleId', 'q'] as const

export function CalendarFrame({ children }: { children: ReactNode }) {
  const calendarSearch = useCalendarSearch()
  const search: CalendarSearch = Object.fromEntries(
    GO_ALONG.flatMap((name) => (calendarSearch[name] === undefined ? [] : [[name, calendarSearch[name]]])),
  )
  return (
    <>
      <PageHeader title="Calendar" hint={<TermHint term="Obligation" />} actions={<Subscription />} />
      <Tabs
        name="Views of the calendar"
        tabs={[
          { label: 'Agenda', to: PAGES.calendar, search },
          { label: 'Month', to: PAGES.calendarMonth, search },
          { label: 'Year', to: PAGES.calendarYear, search },
          // Closed obligations of the past would come first: a user removes the filter to see them.
          { label: 'All obligations', to: PAGES.calendarList, search: { ...search, isOpen: 'true' } },
          { label: 'Confirm past obligations', to: PAGES.obligationsToConfirm, search },
        ]}
      />
      {children}
    </>
  )
}
