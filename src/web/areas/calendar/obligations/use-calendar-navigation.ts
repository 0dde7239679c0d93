import { useNavigate } from '@tanstack/react-router'
import type { PAGES } from '../../../../contract/pages.ts'

/** Changes filters in the address of a view of the calendar. */
export function useCalendarNavigation(
  to: typeof PAGES.calendarMonth | typeof PAGES.calendarYear,
): (changes: Record<string, string>) => void {
  const navigate = useNavigate()
  return (changes) =>
    void navigate({ to, search: (before: object) => ({ ...before, ...changes }), replace: true })
}
