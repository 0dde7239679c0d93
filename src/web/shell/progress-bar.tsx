import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const QUIET_MS = 600

/** A line at the top while the service works longer than one notices. */
export function ProgressBar() {
  const isWorking = useIsFetching() + useIsMutating() > 0
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isWorking) return setShown(false)
    const timer = setTimeout(() => setShown(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isWorking])
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 print:hidden">
      {isShown && (
        <>
          <div className="skeleton h-full bg-accent!" />
          <span className="sr-only">Working</span>
        </>
      )}
    </div>
  )
}
