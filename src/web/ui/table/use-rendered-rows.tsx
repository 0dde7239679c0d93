import { type ReactNode, type RefObject, useState } from 'react'
import { createLazyComponent, useLazyComponent } from '../lazy-component.ts'
import { useMedia } from '../media.ts'
import { countRowsOfScreen, useRowsOfScreenFirst } from '../use-rows-of-screen-first.ts'
import type { RowRange } from './row-window.tsx'

const RENDER_ALL_UP_TO = 50

const rowWindow = createLazyComponent(() => import('./row-window.tsx'))

export interface RenderedRows extends Omit<RowRange, 'first' | 'last' | 'measure'> {
  indexes: readonly number[]
  measure: RowRange['measure'] | undefined
  /** To be rendered after the rows: it follows the scroll position. */
  follower: ReactNode
}

/** Above 50 rows, or above `renderAllUpTo`, only the visible ones are rendered; when printing, all of them. */
export function useRenderedRows({
  count,
  height,
  headHeight,
  renderAllUpTo = RENDER_ALL_UP_TO,
  box,
}: {
  count: number
  /** Of a row, in pixels. */
  height: number
  /** Height of the sticky header above the rows. */
  headHeight: number
  renderAllUpTo?: number
  box: RefObject<HTMLElement | null>
}): RenderedRows {
  const isPaper = useMedia('print')
  const isCut = count > renderAllUpTo && !isPaper
  const [range, setRange] = useState<RowRange | null>(null)
  const part = useLazyComponent(rowWindow, isCut, () => {})
  // Until the follower is there, a long list shows its first rows.
  const most = isCut ? (part ? countRowsOfScreen(height) : renderAllUpTo) : count
  const first = useRowsOfScreenFirst(Math.min(count, most), height)
  const follower = isCut && part && (
    <part.RowWindow count={count} height={height} headHeight={headHeight} box={box} onChange={setRange} />
  )
  if (isCut && range)
    return {
      ...range,
      indexes: Array.from({ length: range.last - range.first + 1 }, (_, place) => range.first + place),
      follower,
    }
  const shown = isPaper ? count : first
  return {
    indexes: [...Array(shown).keys()],
    above: 0,
    below: (count - shown) * height,
    scrollTo: () => {},
    measure: undefined,
    follower,
  }
}
