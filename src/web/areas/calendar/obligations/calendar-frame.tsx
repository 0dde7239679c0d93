/** The three views of the calendar: the same filters, which go along from one to the other. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listObligations, listRules, ObligationStatus } from '../../../../contract/obligations.ts'
import { PAGES } from '../../../../contract/pages.ts'
import { listCodeOptions } from '../../../labels.ts'
import type { ListFilter } from '../../../lists/list.tsx'
import { queryFor } from '../../../queries.ts'
import { EmployerName, SchemeName } from '../../../records/names.tsx'
import { searchOf } from '../../../search.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Subscription } from './subscription.tsx'

export type CalendarSearch = ReturnType<ReturnType<typeof searchOf<typeof listObligations>>>

export const useCalendarSearch = (): CalendarSearch => searchOf(listObligations)(useSearch({ strict: false }))

/** Days are another question in each view. */
const GO_ALONG = ['schemeId', 'employerId', 'ruleId', 'q'] as const

export function CalendarFrame({ children }: { children: ReactNode }) {
  const asked = useCalendarSearch()
  const search: CalendarSearch = Object.fromEntries(
    GO_ALONG.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])),
  )
  return (
    <>
      <PageHeader title="Calendar" actions={<Subscription />} />
      <Tabs
        name="Views of the calendar"
        tabs={[
          { label: 'Agenda', to: PAGES.calendar, search },
          { label: 'Month', to: PAGES.calendarMonth, search },
          { label: 'Year', to: PAGES.calendarYear, search },
          { label: 'All obligations', to: PAGES.calendarList, search },
          { label: 'Confirm past obligations', to: PAGES.obligationsToConfirm, search },
        ]}
      />
      {children}
    </>
  )
}

/** The rules by name, once they are known; until then by what stands in the address. */
export function useRuleFilter(): ListFilter {
  const { data } = useQuery({ ...queryFor(listRules, {}), staleTime: Number.POSITIVE_INFINITY })
  return {
    name: 'ruleId',
    options: (data?.data ?? []).map(({ id, title }) => ({ value: id, label: `${id} ${title}` })),
  }
}

export const STATUS_FILTER: ListFilter = {
  name: 'status',
  options: listCodeOptions(ObligationStatus.options),
}
export const DAY_FILTERS: readonly ListFilter[] = [
  { name: 'dueFrom', options: 'day' },
  { name: 'dueTo', options: 'day' },
]

export const formatCalendarChip = (name: string, value: string): ReactNode => {
  if (name === 'schemeId') return <SchemeName id={value} />
  if (name === 'employerId') return <EmployerName id={value} />
  if (name === 'isOpen') return value === 'true' ? 'yes' : 'no'
  return undefined
}
