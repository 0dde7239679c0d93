/** Text of the steps of a due date calculation, for the server and the web application. It needs no schema. */

interface Step {
  /** Negative: before the start. */
  count: number
  unit: 'DAY' | 'MONTH'
}

/** ` + 9 months`, ` + 3 years − 1 day`. */
export const formatSteps = (steps: readonly Step[]): string => steps.map(formatStep).join('')

function formatStep({ count, unit }: Step): string {
  const size = Math.abs(count)
  const [number, noun] =
    unit === 'DAY' ? [size, 'day'] : size % 12 === 0 ? [size / 12, 'year'] : [size, 'month']
  return ` ${count < 0 ? '−' : '+'} ${number} ${noun}${number === 1 ? '' : 's'}`
}
