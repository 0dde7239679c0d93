/** Five by five places, and how each item moved between them: an open circle where it was, a numbered disc where it is. */

export interface Place {
  /** From 1 at the left. */
  column: number
  /** From 1 at the bottom. */
  row: number
}

export interface Move {
  /** The number of the item in the table that belongs to the picture. */
  number: number
  /** Null: new. */
  from: Place | null
  /** Null: no longer there. */
  to: Place | null
}

interface MatrixMovementProps {
  /** The picture in words. */
  summary: string
  columnName: string
  rowName: string
  moves: readonly Move[]
  /** The letter and the CSS colour of a place. */
  lookOf: (place: Place) => { mark: string; colour: string }
}

const GRADES = [1, 2, 3, 4, 5] as const
const [LEFT, SIDE, HEIGHT, GAP, FOOT] = [34, 78, 58, 2, 34]
const [WIDTH, BOTTOM] = [LEFT + GRADES.length * SIDE, GRADES.length * HEIGHT]
const RADIUS = 9
/** In a place of one row of three and one below it. */
const SPOTS = [
  { x: 0.24, y: 0.3 },
  { x: 0.5, y: 0.3 },
  { x: 0.76, y: 0.3 },
  { x: 0.37, y: 0.72 },
  { x: 0.63, y: 0.72 },
] as const

interface Point {
  x: number
  y: number
}

/** Where each item is drawn: those that share a place stand beside each other. */
export function placeMoves(
  moves: readonly Move[],
): { number: number; from: Point | null; to: Point | null }[] {
  const taken = new Map<string, number>()
  const pointOf = (place: Place | null): Point | null => {
    if (place === null) return null
    const key = `${place.column} ${place.row}`
    const index = taken.get(key) ?? 0
    taken.set(key, index + 1)
    const spot = SPOTS[index % SPOTS.length] ?? SPOTS[0]
    return {
      x: LEFT + (place.column - 1 + spot.x) * SIDE,
      y: BOTTOM - (place.row - spot.y) * HEIGHT,
    }
  }
  return moves.map(({ number, from, to }) => {
    const isMoved = from?.column !== to?.column || from?.row !== to?.row
    return { number, to: pointOf(to), from: isMoved ? pointOf(from) : null }
  })
}

export function MatrixMovement({ summary, columnName, rowName, moves, lookOf }: MatrixMovementProps) {
  const placed = placeMoves(moves)
  return (
    <svg
      role="img"
      aria-label={summary}
      viewBox={`0 0 ${WIDTH} ${BOTTOM + FOOT}`}
      className="w-full max-w-[560px] [forced-color-adjust:none] [print-color-adjust:exact]"
      fontSize="11"
    >
      {GRADES.flatMap((row) =>
        GRADES.map((column) => {
          const { mark, colour } = lookOf({ column, row })
          const [x, y] = [LEFT + (column - 1) * SIDE, BOTTOM - row * HEIGHT]
          return (
            <g key={`${column} ${row}`}>
              <rect
                x={x + GAP / 2}
                y={y + GAP / 2}
                width={SIDE - GAP}
                height={HEIGHT - GAP}
                rx="3"
                style={{ fill: colour }}
              />
              <text x={x + 5} y={y + HEIGHT - 7} fontSize="9" className="fill-muted">
                {mark}
              </text>
            </g>
          )
        }),
      )}
      {GRADES.map((grade) => (
        <g key={grade} className="fill-muted">
          <text x={LEFT - 8} y={BOTTOM - (grade - 0.5) * HEIGHT + 4} textAnchor="end">
            {grade}
          </text>
          <text x={LEFT + (grade - 0.5) * SIDE} y={BOTTOM + 14} textAnchor="middle">
            {grade}
          </text>
        </g>
      ))}
      <text x={LEFT + (GRADES.length * SIDE) / 2} y={BOTTOM + 29} textAnchor="middle" className="fill-muted">
        {columnName}
      </text>
      <text transform={`translate(10 ${BOTTOM / 2}) rotate(-90)`} textAnchor="middle" className="fill-muted">
        {rowName}
      </text>
      {placed.map(({ number, from, to }) => (
        <g key={number}>
          {from && (
            <circle
              cx={from.x}
              cy={from.y}
              r={RADIUS - 3}
              fill="none"
              strokeDasharray="2 2"
              className="stroke-text"
            />
          )}
          {from && to && <Arrow from={from} to={to} />}
          {to ? (
            <Numbered at={to} number={number} />
          ) : (
            from && (
              <text x={from.x} y={from.y + 3.5} textAnchor="middle" fontSize="9" className="fill-text">
                {number}
              </text>
            )
          )}
        </g>
      ))}
    </svg>
  )
}

const Numbered = ({ at, number }: { at: Point; number: number }) => (
  <>
    <circle cx={at.x} cy={at.y} r={RADIUS} className="fill-text" />
    <text x={at.x} y={at.y + 3.5} textAnchor="middle" fontSize="10" className="fill-surface">
      {number}
    </text>
  </>
)

/** From the edge of the open circle to the edge of the disc. */
function Arrow({ from, to }: { from: Point; to: Point }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy) || 1
  const [ux, uy] = [dx / length, dy / length]
  const start = { x: from.x + ux * (RADIUS - 3), y: from.y + uy * (RADIUS - 3) }
  const end = { x: to.x - ux * (RADIUS + 1), y: to.y - uy * (RADIUS + 1) }
  const [back, side] = [7, 3.5]
  const point = (along: number, across: number): string =>
    `${end.x - ux * along - uy * across},${end.y - uy * along + ux * across}`
  return (
    <>
      <line x1={start.x} y1={start.y} x2={end.x} y2={end.y} strokeWidth="1.5" className="stroke-text" />
      <polygon
        points={`${end.x},${end.y} ${point(back, side)} ${point(back, -side)}`}
        className="fill-text"
      />
    </>
  )
}
