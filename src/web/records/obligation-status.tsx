/** Where a duty of the statutory calendar stands, in words and by how near its day is. */
import { countDaysBetween } from '../../contract/civil-dates.ts'
import { getLastDay, type ObligationStatus } from '../../contract/obligation-status.ts'
import { formatCount, formatDate } from '../../contract/value-format.ts'
import { formatDays } from '../format.ts'
import { formatCode } from '../labels.ts'
import { OBLIGATION_TONES } from '../tones.ts'
import { Status } from '../ui/status.tsx'

interface ObligationState {
  status: ObligationStatus
  dueOn: string | null
  /** Where the law counts longer than the date that is shown. */
  legalEndOn?: string | null
}

/** `12 days overdue`, `Due in 9 days`, `Due today`; what is far off, done or without a date by its status. */
export function formatObligationStatus(
  { status, dueOn, legalEndOn = null }: ObligationState,
  today: string,
): string {
  if (dueOn === null) return formatCode(status)
  if (status === 'OVERDUE')
    return `${formatDays(countDaysBetween(getLastDay({ dueOn, legalEndOn }), today))} overdue`
  if (status !== 'DUE_SOON') return formatCode(status)
  if (dueOn < today) return `Due by ${formatDate(getLastDay({ dueOn, legalEndOn }))}`
  return dueOn === today ? 'Due today' : `Due in ${formatCount(countDaysBetween(today, dueOn), 'day')}`
}

export const ObligationStatusText = ({
  obligation,
  today,
}: {
  obligation: ObligationState
  today: string
}) => <Status tone={OBLIGATION_TONES[obligation.status]}>{formatObligationStatus(obligation, today)}</Status>
