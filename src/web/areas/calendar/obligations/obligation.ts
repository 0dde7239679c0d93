/** Main facts of an obligation: its due date, and how late it is. */

import { countDaysBetween } from '../../../../contract/civil-dates.ts'
import { getLastDay } from '../../../../contract/obligation-status.ts'
import type { Obligation } from '../../../../contract/obligations.ts'
import { formatDate } from '../../../../contract/value-format.ts'
import { formatDays } from '../../../format.ts'

type DatedObligation = Pick<Obligation, 'status' | 'dueOn' | 'completedOn'> &
  Partial<Pick<Obligation, 'legalEndOn' | 'confirmation'>>
type Look = 'info' | 'done' | 'warn' | 'late'

const formatDaysBetween = (from: string, to: string): string => formatDays(countDaysBetween(from, to))

export function presentObligationStatus(
  { status, dueOn, completedOn, legalEndOn = null, confirmation = null }: DatedObligation,
  today: string,
): { look: Look; title: string } {
  const lastOn = dueOn && getLastDay({ dueOn, legalEndOn })
  const done = completedOn ? `Completed on ${formatDate(completedOn)}` : 'Completed'
  switch (status) {
    case 'OVERDUE':
      return {
        look: 'late',
        title: lastOn
          ? `${formatDaysBetween(lastOn, today)} overdue: due on ${formatDate(lastOn)}`
          : 'Overdue',
      }
    case 'DUE_SOON':
      return {
        look: 'warn',
        title:
          dueOn === today
            ? `Due today, ${formatDate(today)}`
            : lastOn && dueOn && dueOn < today
              ? `Due on ${formatDate(dueOn)}; the last day by law is ${formatDate(lastOn)}`
              : `Due on ${dueOn ? `${formatDate(dueOn)}, in ${formatDaysBetween(today, dueOn)}` : 'an unknown date'}`,
      }
    case 'UPCOMING':
      return {
        look: 'info',
        title: dueOn ? `Due on ${formatDate(dueOn)}, in ${formatDaysBetween(today, dueOn)}` : 'Upcoming',
      }
    case 'DONE':
      return { look: 'done', title: dueOn ? `${done}, due on ${formatDate(dueOn)}` : done }
    case 'DONE_LATE':
      return {
        look: 'done',
        title:
          lastOn && completedOn
            ? `${done}, ${formatDaysBetween(lastOn, completedOn)} late: due on ${formatDate(lastOn)}`
            : `${done}, late`,
      }
    case 'WAIVED':
      return { look: 'info', title: 'Waived. The legal obligation remains' }
    case 'NOT_APPLICABLE':
      return {
        look: 'info',
        title: confirmation === 'NOT_APPLICABLE' ? 'Not applicable' : 'No longer applicable',
      }
    case 'TO_CONFIRM':
      return {
        look: 'info',
        title: `Not recorded yet: due${dueOn ? ` on ${formatDate(dueOn)}` : ''}, before the scheme was added`,
      }
    case 'CHECK':
      return {
        look: 'info',
        title: `Check${dueOn ? ` for ${formatDate(dueOn)}` : ''}: not an obligation, never overdue`,
      }
    case 'DATA_GAP':
      return { look: 'warn', title: 'No date: a fact is missing' }
    case 'CANNOT_TELL':
      return { look: 'info', title: 'Due date not known' }
  }
}
