import { useEffect, useRef, useState } from 'react'

/** Whole seconds until `seconds` are over, then calls back; null: nothing runs. By the clock: a tab that slept is not late. */
export function useCountdown(seconds: number | null, onEnd: () => void): number {
  const [left, setLeft] = useState<number | null>(null)
  const latest = useRef(onEnd)
  latest.current = onEnd
  useEffect(() => {
    if (seconds === null) return
    const endsAt = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const next = Math.ceil((endsAt - Date.now()) / 1000)
      if (next > 0) return setLeft(next)
      clearInterval(timer)
      latest.current()
    }, 250)
    return () => {
      clearInterval(timer)
      setLeft(null)
    }
  }, [seconds])
  return left ?? seconds ?? 0
}
