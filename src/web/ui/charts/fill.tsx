/** Fills of chart parts: each has a pattern besides its colour, for print and for readers who do not see the colour. */

export type Pattern = 'solid' | 'hatched' | 'dotted' | 'crossed'

export interface Part {
  name: string
  /** A CSS colour. */
  colour: string
  /** Solid unless given. */
  pattern?: Pattern
}

/** In pixels: patterns keep their size in columns of any width. */
const TILE = 6

const LINES: Record<Exclude<Pattern, 'solid'>, string> = {
  hatched: `M-1,1 l2,-2 M0,${TILE} l${TILE},-${TILE} M${TILE - 1},${TILE + 1} l2,-2`,
  dotted: 'M1.5,1.5 h1.5 v1.5 h-1.5z M4.5,4.5 h1.5 v1.5 h-1.5z',
  crossed: `M0,3 h${TILE} M3,0 v${TILE}`,
}

/** The patterns of a chart; rectangles refer to them by `getFill`. */
export const Patterns = ({ id, parts }: { id: string; parts: readonly Part[] }) => (
  <defs>
    {parts.map(
      ({ name, colour, pattern = 'solid' }, index) =>
        pattern !== 'solid' && (
          <pattern
            key={name}
            id={`${id}-${index}`}
            width={TILE}
            height={TILE}
            patternUnits="userSpaceOnUse"
            style={{ color: colour }}
          >
            <rect width={TILE} height={TILE} fill="currentColor" opacity="0.25" />
            <path
              d={LINES[pattern]}
              stroke="currentColor"
              strokeWidth="1.5"
              fill={pattern === 'dotted' ? 'currentColor' : 'none'}
            />
          </pattern>
        ),
    )}
  </defs>
)

export const getFill = (id: string, { colour, pattern = 'solid' }: Part, index: number): string =>
  pattern === 'solid' ? colour : `url(#${id}-${index})`

/** Names the parts beside a sample of each. */
export const Key = ({ id, parts }: { id: string; parts: readonly Part[] }) => (
  <ul aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
    {parts.map((part, index) => (
      <li key={part.name} className="flex items-center gap-1.5">
        <svg width="12" height="12" className={CHART_INK}>
          <title>{part.name}</title>
          <rect
            width="12"
            height="12"
            rx="2"
            style={{ fill: getFill(id, part, index), stroke: part.colour }}
          />
        </svg>
        {part.name}
      </li>
    ))}
  </ul>
)

/** Colours that carry meaning are printed, and kept in high-contrast modes. */
export const CHART_INK = '[forced-color-adjust:none] [print-color-adjust:exact]'
