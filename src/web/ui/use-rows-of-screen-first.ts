import { useDeferredValue } from 'react'

/** In pixels: no list begins higher on a page. */
const LEAST_TOP = 160

export const countRowsOfScreen = (rowHeight: number): number =>
  Math.ceil(Math.max(0, window.innerHeight - LEAST_TOP) / rowHeight)

/** Number of rows to render: in the first frame those that fit on the screen, and then all of them. */
export function useRowsOfScreenFirst(count: number, rowHeight: number): number {
  const first = countRowsOfScreen(rowHeight)
  return Math.min(count, Math.max(first, useDeferredValue(count, first)))
}
