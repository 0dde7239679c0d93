import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect } from 'react'

/** The rows that are rendered of a long list, and the room for the others. */
export interface RowRange {
  first: number
  /** -1 while none is rendered. */
  last: number
  /** Height in pixels of the rows before, and after, the rendered ones. */
  above: number
  below: number
  /** Scrolls to a row that is not rendered. */
  scrollTo: (index: number) => void
  /** The `ref` of rows whose height differs from the given one; they have `data-index`. */
  measure: (element: Element | null) => void
}

interface RowWindowProps {
  count: number
  /** Of a row, in pixels. */
  height: number
  /** Height of the sticky header above the rows. */
  headHeight: number
  /** Distance in pixels from the top of the page to the first row. */
  top: number
  onChange: (range: RowRange) => void
}

const OVERSCAN = 10

/** Follows the scroll position of the page and reports the visible rows. Shows nothing itself. */
export function RowWindow({ count, height, headHeight, top, onChange }: RowWindowProps) {
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: headHeight,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured before have the earlier height
  useLayoutEffect(() => virtual.measure(), [height])
  const rendered = virtual.getVirtualItems()
  const first = rendered[0]?.index ?? 0
  const last = rendered.at(-1)?.index ?? -1
  const above = (rendered[0]?.start ?? top) - top
  const below = virtual.getTotalSize() + top - (rendered.at(-1)?.end ?? top)
  // Before the browser paints: no frame has the rows of an earlier position.
  useLayoutEffect(
    () =>
      onChange({
        first,
        last,
        above,
        below,
        scrollTo: virtual.scrollToIndex,
        measure: virtual.measureElement,
      }),
    [virtual, onChange, first, last, above, below],
  )
  return null
}
