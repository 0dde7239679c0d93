/** A running clock, where a period is counted in hours. */

import { useState } from 'react'
import { formatCount, formatInstant } from '../../contract/value-format.ts'
import { toServerTime } from '../now.ts'
import { useCountdown } from '../ui/countdown.ts'
import { Status } from '../ui/status.tsx'

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** `2 days 3 hours`, `59 minutes 5 seconds`: the two greatest units, so that it runs where it matters. */
export function formatTimeLeft(seconds: number): string {
  const first = UNITS.findIndex(([, length]) => seconds >= length)
  let rest = seconds
  return UNITS.slice(first, first + 2)
    .flatMap(([unit, length]) => {
      const count = Math.floor(rest / length)
      rest -= count * length
      return count > 0 ? [formatCount(count, unit)] : []
    })
    .join(' ')
}

const countSecondsUntil = (instant: string): number =>
  Math.ceil((Date.parse(instant) - toServerTime().getTime()) / 1000)

const DAY_SECONDS = 86_400

/** Set the `key` to the instant, so that another period starts another clock. */
export function TimeLeft({ until, over }: { until: string; over: string }) {
  const [seconds] = useState(() => countSecondsUntil(until))
  const [isOver, setOver] = useState(seconds <= 0)
  const left = useCountdown(isOver ? null : seconds, () => setOver(true))
  return (
    <span>
      <span role="timer">
        <Status tone={isOver || left < DAY_SECONDS ? 'late' : 'soon'}>
          {isOver ? over : `${formatTimeLeft(left)} left`}
        </Status>
      </span>
      <span className="block text-muted text-sm">until {formatInstant(until)}</span>
    </span>
  )
}
