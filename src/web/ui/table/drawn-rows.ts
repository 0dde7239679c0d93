import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useMedia } from '../media.ts'

const DRAW_ALL_UP_TO = 200
const OVERSCAN = 20

export interface DrawnRows {
  indexes: readonly number[]
  /** Pixels that stand for the rows before, and after, those that are drawn. */
  above: number
  below: number
  /** Brings a row that is not drawn into sight. */
  scrollTo: (index: number) => void
  /** The `ref` of rows that are not all as high as was said; they have `data-index`. */
  measure: ((element: Element | null) => void) | undefined
}

/** Above 200 rows only those in sight are drawn; on paper everything is in sight. */
export function useDrawnRows({
  count,
  height,
  headHeight,
  box,
}: {
  count: number
  /** Of a row, in pixels. */
  height: number
  /** What stays at the top of the window, above the rows. */
  headHeight: number
  box: RefObject<HTMLElement | null>
}): DrawnRows {
  const isPaper = useMedia('print')
  const isCut = count > DRAW_ALL_UP_TO && !isPaper
  const [top, setTop] = useState(0)
  // After every drawing: what stands above the list, a chip or a notice, comes and goes.
  useLayoutEffect(() => {
    if (isCut && box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
  })
  const virtual = useWindowVirtualizer({
    count: isCut ? count : 0,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured before have the earlier height
  useLayoutEffect(() => virtual.measure(), [height])
  if (!isCut)
    return { indexes: [...Array(count).keys()], above: 0, below: 0, scrollTo: () => {}, measure: undefined }
  const drawn = virtual.getVirtualItems()
  return {
    indexes: drawn.map(({ index }) => index),
    above: (drawn[0]?.start ?? top) - top,
    below: virtual.getTotalSize() + top - (drawn.at(-1)?.end ?? top),
    scrollTo: virtual.scrollToIndex,
    measure: virtual.measureElement,
  }
}
