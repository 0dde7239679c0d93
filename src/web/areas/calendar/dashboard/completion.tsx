/** One dialog for all rows: it stays open while the list behind it is loaded again. */
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Completable } from '../../../records/complete-obligation.tsx'
import { LoadingDialog } from '../../../ui/dialog.tsx'
import { moveFocusToHeading } from '../../../ui/focus-return.ts'
import { createLazyComponent, useLazyComponent } from '../../../ui/lazy-component.ts'

const dialogPart = createLazyComponent(() => import('../../../records/complete-obligation.tsx'))

const Completion = createContext<(obligation: Completable) => void>(() => {})
export const useCompletion = () => useContext(Completion)

export function CompletionProvider({ loadedAt, children }: { loadedAt: number; children: ReactNode }) {
  const [obligation, setObligation] = useState<Completable | null>(null)
  const close = (): void => setObligation(null)
  const part = useLazyComponent(dialogPart, obligation !== null, close)
  const isDone = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row of a completed obligation is gone once the list is loaded again
  useEffect(() => {
    if (!isDone.current) return
    isDone.current = false
    if (document.activeElement === document.body) moveFocusToHeading(document.querySelector('main h1'))
  }, [loadedAt])
  return (
    <Completion value={setObligation}>
      {children}
      {obligation !== null &&
        (part ? (
          <part.CompleteObligation
            obligation={obligation}
            onClose={close}
            onDone={() => {
              isDone.current = true
              close()
            }}
          />
        ) : (
          <LoadingDialog name="Mark complete" />
        ))}
    </Completion>
  )
}
