/** Parts of a whole over time: a picture, its summary for screen readers, and the numbers in a table. */

import { useId } from 'react'
import { formatNumber } from '../../../contract/value-format.ts'
import { joinClassNames } from '../class-names.ts'
import { ChartTable } from './chart-table.tsx'
import { CHART_INK, getFill, Key, type Part, Patterns } from './fill.tsx'

interface StackedColumnsProps {
  /** Names the table. */
  name: string
  /** The picture in words. */
  summary: string
  /** The lowest part first. */
  parts: readonly Part[]
  columns: readonly Column[]
  /** Of the first column of the table, such as "Month". */
  heading: string
  /** A value in the table; a whole number unless given. */
  format?: (value: number) => string
  /** The total above a column, a few characters; none unless given. */
  formatTotal?: (value: number) => string
  /** Of the picture, in pixels. */
  height?: number
}

interface Column {
  label: string
  shortLabel: string
  /** Of each part. */
  values: readonly number[]
}

/** More columns than these fill the width; totals of four characters and more then need a wide chart. */
const MOST_WIDE_COLUMNS = 6
/** Wide totals of more columns than these would overlap on every screen. */
const MOST_WITH_WIDE_TOTALS = 12

export function StackedColumns({
  name,
  summary,
  parts,
  columns,
  heading,
  format = formatNumber,
  formatTotal,
  height = 96,
}: StackedColumnsProps) {
  const id = useId()
  const highest = Math.max(1, ...columns.map(({ values }) => sum(values)))
  const hasWideTotals = columns.some(({ values }) => (formatTotal?.(sum(values)).length ?? 0) > 3)
  return (
    <figure className="@container flex flex-col gap-2">
      <div role="img" aria-label={summary} className="flex items-end gap-1">
        <svg width="0" height="0" className="absolute" aria-hidden="true">
          <Patterns id={id} parts={parts} />
        </svg>
        {columns.map(({ label, shortLabel, values }) => (
          <div
            key={label}
            className={joinClassNames(
              'flex min-w-0 flex-1 flex-col items-center gap-0.5 text-xs',
              columns.length > MOST_WIDE_COLUMNS ? 'max-w-32' : 'max-w-16',
            )}
          >
            {formatTotal && (
              <span
                className={joinClassNames(
                  'whitespace-nowrap tabular-nums',
                  hasWideTotals && columns.length > MOST_WIDE_COLUMNS && '@max-xl:hidden',
                  hasWideTotals && columns.length > MOST_WITH_WIDE_TOTALS && 'hidden',
                )}
              >
                {sum(values) !== 0 && <Total text={formatTotal(sum(values))} />}
              </span>
            )}
            <svg
              width="100%"
              height={height}
              aria-hidden="true"
              className={joinClassNames('border-line border-b', CHART_INK)}
            >
              {placeSegments(values, highest).map(({ part, y, height: partHeight }) => {
                const { name: partName = '', colour = '' } = parts[part] ?? {}
                return (
                  <rect
                    key={partName}
                    x="8%"
                    width="84%"
                    y={`${y}%`}
                    height={`${partHeight}%`}
                    style={{
                      fill: getFill(id, parts[part] ?? { name: partName, colour }, part),
                      stroke: 'var(--surface)',
                    }}
                  >
                    <title>{`${label}, ${partName}: ${format(values[part] ?? 0)}`}</title>
                  </rect>
                )
              })}
            </svg>
            <span className="whitespace-nowrap text-muted">{shortLabel}</span>
          </div>
        ))}
      </div>
      <Key id={id} parts={parts} />
      <ChartTable
        name={name}
        heading={heading}
        columns={[...parts.map((part) => part.name), ...(formatTotal ? ['Total'] : [])]}
        rows={columns.map(({ label, values }) => ({
          label,
          cells: [...values, ...(formatTotal ? [sum(values)] : [])].map(format),
        }))}
      />
    </figure>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** A part with a small value stays visible. In per cent of the height. */
const LOWEST = 1.5

/** Rectangles from the bottom up, in per cent of the height; a part without a value, or with a negative one, has none. */
export function placeSegments(values: readonly number[], highest: number) {
  let bottom = 100
  return values.flatMap((value, part) => {
    if (value <= 0) return []
    const height = Math.max(LOWEST, (value / highest) * 100)
    bottom -= height
    return [{ part, y: bottom, height }]
  })
}

/** Twelve totals with a currency symbol run together in a chart of half a page: the symbol needs more room. */
function Total({ text }: { text: string }) {
  const [, symbol, amount] = /^(\p{Sc}?)(.*)$/u.exec(text) ?? []
  return (
    <>
      <span className="@max-2xl:hidden">{symbol}</span>
      {amount}
    </>
  )
}
