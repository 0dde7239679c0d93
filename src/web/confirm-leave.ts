/** Leaving the application by a full load of another page, so that nothing of the person stays in memory. */
import { useRouter } from '@tanstack/react-router'

/** Whether some form on the page would ask before it is left. */
export const hasUnsavedWork = (): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}

/** The one question before anything that was typed is thrown away. */
export const confirmLeaveWithoutSaving = (): boolean =>
  window.confirm('Leave without saving? Your changes will be lost.')

/** False where the person would rather stay with what they entered. Asked before anything ends. */
export const mayLoseWork = (): boolean => !hasUnsavedWork() || confirmLeaveWithoutSaving()

/** Leaves without a question: the page would otherwise continue with another person's session, or with none. */
export function useLeave(): (address: string) => void {
  const { history } = useRouter()
  return (address) => {
    history.destroy()
    window.location.assign(address)
  }
}
