/** How dates that may be unknown, and year ends, read on paper. */
import { formatDate } from '../../../contract/value-format.ts'

const DAY_OF_YEAR = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'long', timeZone: 'UTC' })

export const formatDateOr = (day: string | null, otherwise: string): string =>
  day ? formatDate(day) : otherwise
/** 29 February stands for the last day of February. */
export const formatYearEnd = ({ month, day }: { month: number; day: number }): string =>
  month === 2 && day === 29
    ? 'the last day of February'
    : DAY_OF_YEAR.format(new Date(Date.UTC(2024, month - 1, day)))
