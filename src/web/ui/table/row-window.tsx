import { useWindowVirtualizer, windowScroll } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react'

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
  /** Contains the rows. */
  box: RefObject<HTMLElement | null>
  onChange: (range: RowRange) => void
}

const OVERSCAN = 10

/** Follows the scroll position of the page and reports the visible rows. Shows nothing itself. */
export function RowWindow({ count, height, headHeight, box, onChange }: RowWindowProps) {
  /** Distance in pixels from the top of the page to the first row; null until it is measured. */
  const [measuredTop, setTop] = useState<number | null>(null)
  const top = measuredTop ?? 0
  const hasReported = useRef(false)
  const virtual = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: headHeight,
    // At its start the virtualizer scrolls to where the page is already, and the browser would calculate the layout for it.
    scrollToFn: (...scroll) => {
      if (hasReported.current) windowScroll(...scroll)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured before have the earlier height
  useLayoutEffect(() => virtual.measure(), [height])
  // After every render: content above the list, such as a chip or a notice, comes and goes.
  useLayoutEffect(() => {
    if (box.current) setTop(Math.round(box.current.getBoundingClientRect().top + window.scrollY))
  })
  const rendered = virtual.getVirtualItems()
  const first = rendered[0]?.index ?? 0
  const last = rendered.at(-1)?.index ?? -1
  const above = (rendered[0]?.start ?? top) - top
  const below = virtual.getTotalSize() + top - (rendered.at(-1)?.end ?? top)
  const isMeasured = measuredTop !== null
  // Before the browser paints: no frame has the rows of an earlier position.
  useLayoutEffect(() => {
    if (!isMeasured) return
    const report = (): void =>
      onChange({
        first,
        last,
        above,
        below,
        scrollTo: virtual.scrollToIndex,
        measure: virtual.measureElement,
      })
    // The rows of the screen are rendered already: the first frame need not wait for those below it.
    if (hasReported.current || first > 0) report()
    else startTransition(report)
    hasReported.current = true
  }, [virtual, onChange, first, last, above, below, isMeasured])
  return null
}
