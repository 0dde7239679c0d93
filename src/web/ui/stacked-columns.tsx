/** Parts of a whole over time: a picture, its summary for screen readers, and the numbers in a table. */
import { countWords } from '../format.ts'
import { Folded } from './details.tsx'

export interface Part {
  name: string
  /** A CSS colour. */
  colour: string
}
interface StackedColumnsProps {
  /** Names the table. */
  name: string
  /** The picture in words. */
  summary: string
  /** The lowest part first. */
  parts: readonly Part[]
  columns: readonly { label: string; shortLabel: string; counts: readonly number[] }[]
}

const [WIDTH, HEIGHT, GAP, LABEL] = [288, 96, 4, 14]
/** Between the parts of a column: the boundary is visible without colour. */
const SEAM = 1

export function StackedColumns({ name, summary, parts, columns }: StackedColumnsProps) {
  const highest = Math.max(1, ...columns.map(({ counts }) => sum(counts)))
  const step = WIDTH / columns.length
  const width = Math.min(step - GAP, 28)
  return (
    <figure className="flex flex-col gap-2">
      <svg
        role="img"
        aria-label={summary}
        viewBox={`0 0 ${WIDTH} ${HEIGHT + LABEL}`}
        className="w-full [forced-color-adjust:none] [print-color-adjust:exact]"
      >
        {columns.map(({ label, shortLabel, counts }, index) => (
          <g key={label}>
            {placeParts(counts, highest).map(({ part, y, height }) => (
              <rect
                key={parts[part]?.name}
                x={index * step + (step - width) / 2}
                y={y}
                width={width}
                height={height}
                style={{ fill: parts[part]?.colour }}
              />
            ))}
            <text
              x={(index + 0.5) * step}
              y={HEIGHT + LABEL - 3}
              textAnchor="middle"
              fontSize="10"
              className="fill-muted"
            >
              {shortLabel}
            </text>
          </g>
        ))}
      </svg>
      <Folded name="Show as table">
        <table aria-label={name} className="w-full text-sm">
          <thead>
            <tr>
              <th scope="col" className="py-1 text-left font-medium text-muted">
                Month
              </th>
              {parts.map((part) => (
                <th key={part.name} scope="col" className="py-1 text-right font-medium text-muted">
                  {part.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {columns.map(({ label, counts }) => (
              <tr key={label} className="border-line border-t">
                <th scope="row" className="py-1 text-left font-normal">
                  {label}
                </th>
                {counts.map((count, index) => (
                  <td key={parts[index]?.name} className="py-1 text-right">
                    {countWords(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Folded>
    </figure>
  )
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** Rectangles from the bottom up; a part without a count has none. */
export function placeParts(counts: readonly number[], highest: number) {
  let bottom = HEIGHT
  return counts.flatMap((count, part) => {
    if (count === 0) return []
    const height = (count / highest) * HEIGHT
    bottom -= height
    return [{ part, y: bottom, height: Math.max(1, height - SEAM) }]
  })
}
