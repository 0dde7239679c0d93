/** The filters of the views of the calendar. */

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listObligations, ObligationStatus } from '../../../../contract/obligations.ts'
import { listCodeOptions } from '../../../labels.ts'
import type { ListFilter } from '../../../lists/list.tsx'
import { operation } from '../../../operation.ts'
import { createQuery } from '../../../queries.ts'
import { EmployerName, SchemeName } from '../../../records/names.tsx'
import { createSearchParser } from '../../../search.ts'

export type CalendarSearch = ReturnType<ReturnType<typeof createSearchParser<typeof listObligations>>>

export const useCalendarSearch = (): CalendarSearch =>
  createSearchParser(listObligations)(useSearch({ strict: false }))

/** The rules by name, once they are known; until then by what stands in the address. */
export function useRuleFilter(): ListFilter {
  const { data } = useQuery({
    ...createQuery(operation('obligation.rules'), {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
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
