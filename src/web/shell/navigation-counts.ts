import { useQuery } from '@tanstack/react-query'
import type { NavigationCounts } from '../../contract/inbox.ts'
import { PAGES } from '../../contract/pages.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'
import { useMay } from '../session.tsx'

const countForNavigation = operation('inbox.counts')
const EVERY_MS = 60_000

/** The entries of the navigation with a count, and what is counted. */
const COUNTED: Record<keyof NavigationCounts, { to: string; what: string }> = {
  inbox: { to: PAGES.inbox, what: 'unread' },
  approvals: { to: PAGES.today, what: 'waiting for your decision' },
  overdue: { to: PAGES.calendar, what: 'overdue' },
  lawChanges: { to: PAGES.corpusReviews, what: 'to review' },
}

/** By the address of the entry; empty until the counts are loaded. */
export function useNavigationCounts(): Record<string, { count: number; what: string }> {
  const { data } = useQuery({
    ...createQuery(countForNavigation, {}),
    enabled: useMay()(countForNavigation),
    refetchInterval: EVERY_MS,
  })
  if (!data) return {}
  const names = Object.keys(COUNTED) as (keyof NavigationCounts)[]
  return Object.fromEntries(
    names.map((name) => [COUNTED[name].to, { count: data[name], what: COUNTED[name].what }]),
  )
}

/** The service counts to 1000. */
export const formatCountWithLimit = (count: number): string => (count < 1000 ? String(count) : '999+')
