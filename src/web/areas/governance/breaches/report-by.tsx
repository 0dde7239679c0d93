import { useState } from 'react'
import type { Breach } from '../../../../contract/breaches.ts'
import { formatInstant } from '../../../format.ts'
import { toServerTime } from '../../../now.ts'
import { useCountdown } from '../../../ui/countdown.ts'
import { Status } from '../../../ui/status.tsx'
import { formatTimeLeft } from './breach.ts'

const secondsUntil = (instant: string): number =>
  Math.ceil((Date.parse(instant) - toServerTime().getTime()) / 1000)

/** By when the report is due, as long as none was made: a running clock where the law counts hours. */
export function ReportBy({
  breach: { reportByAt, reportability, suggestedReportability },
}: {
  breach: Breach
}) {
  if (reportByAt) return <Countdown until={reportByAt} key={reportByAt} />
  const asked = reportability === 'UNDECIDED' ? suggestedReportability : reportability
  if (asked === 'COMPULSORY_S83') return <Status tone="late">As soon as practicable</Status>
  return <Status tone="soon">No period in hours or days</Status>
}

function Countdown({ until }: { until: string }) {
  const [seconds] = useState(() => secondsUntil(until))
  const [isOver, setOver] = useState(seconds <= 0)
  const left = useCountdown(isOver ? null : seconds, () => setOver(true))
  return (
    <span>
      <span role="timer">
        <Status tone={isOver || left < 86_400 ? 'late' : 'soon'}>
          {isOver ? 'The 72 hours are over' : `${formatTimeLeft(left)} left`}
        </Status>
      </span>
      <span className="block text-muted text-sm">until {formatInstant(until)}</span>
    </span>
  )
}
