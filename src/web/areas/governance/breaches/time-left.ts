import { formatCount } from '../../../format.ts'

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
