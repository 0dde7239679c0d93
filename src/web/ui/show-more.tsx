/** The next page of a list: loaded when the user scrolls near its end, or by a button. */
import { useEffect, useRef } from 'react'
import { Button } from './button.tsx'

export interface NextPage {
  has: boolean
  isLoading: boolean
  /** Reason why loading failed, in words. */
  problem: string | null
  load: () => void
}

/** Only the user retries a failed page, after reading the error; scrolling does not retry it. */
export const isNextPageFree = ({ has, isLoading, problem }: NextPage): boolean =>
  has && !isLoading && problem === null

const NEAR_PX = 600

/** Loads the next page when the end of this one comes near. */
export function useMoreOnScroll(more: NextPage): void {
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    const onScroll = (): void => {
      const left = document.documentElement.scrollHeight - window.scrollY - window.innerHeight
      if (left < NEAR_PX && isNextPageFree(latest.current)) latest.current.load()
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
}

export function ShowMore({ more: { has, isLoading, problem, load } }: { more: NextPage }) {
  if (!has) return null
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 py-2 print:hidden">
      <p role="alert" className="empty:hidden">
        {problem}
      </p>
      <Button isBusy={isLoading} onClick={load}>
        {problem === null ? 'Show more' : 'Try again'}
      </Button>
    </div>
  )
}
