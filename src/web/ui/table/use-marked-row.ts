import { type RefObject, useState } from 'react'
import { useKeys } from '../keys.ts'
import { isNextPageFree, type NextPage } from '../show-more.tsx'
import type { RenderedRows } from './use-rendered-rows.tsx'

/** The row's own acts, by key: `{ e: (row) => … }`. */
export type RowKeys<Row> = Readonly<Record<string, (row: Row) => void>>

const MORE_FROM_ROWS_LEFT = 5

/**
 * The row that `j` and `k` go to and that the row's own keys act on. It is held by its id: sorting and loading put another row
 * in its place.
 */
export function useMarkedRow<Row extends { id: string }>({
  rows,
  keys,
  more,
  box,
  scrollTo,
}: {
  rows: readonly Row[]
  keys: RowKeys<Row>
  more: NextPage | undefined
  box: RefObject<HTMLElement | null>
  scrollTo: RenderedRows['scrollTo']
}): { markedId: string | null; mark: (id: string) => void } {
  const [markedId, mark] = useState<string | null>(null)
  const index = rows.findIndex(({ id }) => id === markedId)
  const marked = rows[index]

  const goTo = (wanted: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, wanted))
    const row = rows[next]
    if (!row) return
    mark(row.id)
    const find = (): HTMLElement | null | undefined =>
      box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row.id)}"]`)
    // Its link takes the focus, so that Enter opens it and readers say it.
    const focus = (): void => (find()?.querySelector('a') ?? find())?.focus()
    if (find()) focus()
    else {
      scrollTo(next)
      // Once it has been scrolled into being.
      requestAnimationFrame(() => requestAnimationFrame(focus))
    }
    if (more && isNextPageFree(more) && next >= rows.length - MORE_FROM_ROWS_LEFT) more.load()
  }
  // While a row is marked its keys are its own, even where nothing may be done to it: `e` must not reach another record.
  const ofRow = Object.entries(keys).map(([key, act]) => [key, () => (marked ? void act(marked) : false)])
  useKeys({ j: () => goTo(index + 1), k: () => goTo(index - 1), ...Object.fromEntries(ofRow) })
  return { markedId, mark }
}
