import { useBlocker } from '@tanstack/react-router'
import { confirmLeaveWithoutSaving } from '../confirm-leave.ts'

/** Asks before unsaved work of a page is lost. The address of the page keeps its choices; a change of these does not leave the page. */
export function useLeaveGuard(hasWork: boolean): void {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && hasWork && !(await confirmLeaveWithoutSaving()),
    enableBeforeUnload: () => hasWork,
  })
}
