/** Leaving a form with unsaved values, and leaving the application by a full load of another page. */
import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** Whether some form on the page would ask before it is left. */
export const hasUnsavedWork = (): boolean => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}

/** Answers the open question; null while none is open. */
let answerOpenQuestion: ((isAgreed: boolean) => void) | null = null
const listeners = new Set<() => void>()

function setQuestion(answer: typeof answerOpenQuestion): void {
  answerOpenQuestion?.(false)
  answerOpenQuestion = answer
  for (const listener of listeners) listener()
}

/**
 * Asks the user in a dialog whether unsaved values may be lost; resolves to the answer. A second request while the question is open (the
 * Back button) answers the first with no.
 */
export const confirmLeaveWithoutSaving = (): Promise<boolean> => new Promise(setQuestion)

export function answerLeaveQuestion(isAgreed: boolean): void {
  answerOpenQuestion?.(isAgreed)
  setQuestion(null)
}

export const useIsLeaveQuestionOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => answerOpenQuestion !== null,
  )

/** False if the user keeps the unsaved values. Called before the session ends. */
export const mayLoseWork = async (): Promise<boolean> =>
  !hasUnsavedWork() || (await confirmLeaveWithoutSaving())

/** Leaves without a question: the page would otherwise continue with another person's session, or with none. */
export function useLeaveUnasked(): (address: string) => void {
  const { history } = useRouter()
  return (address) => {
    history.destroy()
    window.location.assign(address)
  }
}
