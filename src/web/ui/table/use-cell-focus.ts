import { type KeyboardEvent, type RefObject, type SyntheticEvent, useState } from 'react'

interface Place {
  row: number
  column: number
}

/**
 * A table of links is one stop of the Tab key; arrows, Home and End go on inside, over the cells that lead somewhere. Each of
 * them has `data-place="row column"`.
 */
export function useCellFocus(box: RefObject<HTMLElement | null>) {
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 })
  const at = ({ row, column }: Place): HTMLElement | null =>
    box.current?.querySelector<HTMLElement>(`[data-place="${row} ${column}"]`) ?? null
  const findCell = (element: Element): Place | null => {
    const [row, column] = (element.closest<HTMLElement>('[data-place]')?.dataset.place ?? '')
      .split(' ')
      .map(Number)
    return row === undefined || column === undefined ? null : { row, column }
  }
  const step = (from: Place, rows: number, columns: number): HTMLElement | null => {
    const last = { row: from.row, column: from.column }
    // A row or a column has no more cells than this; those without a link are passed over.
    for (let tries = 0; tries < 40; tries++) {
      last.row += rows
      last.column += columns
      if (last.row < 0 || last.column < 0) return null
      const found = at(last)
      if (found) return found
    }
    return null
  }
  const endOf = (row: number, which: 'first' | 'last'): HTMLElement | null => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>(`[data-place^="${row} "]`) ?? [])]
    return (which === 'first' ? all[0] : all.at(-1)) ?? null
  }
  return {
    place,
    onFocus: ({ target }: SyntheticEvent) => {
      const found = findCell(target as Element)
      if (found) setPlace(found)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const here = findCell(event.target as Element)
      if (!here || event.ctrlKey || event.metaKey || event.altKey) return
      const next = {
        ArrowLeft: () => step(here, 0, -1),
        ArrowRight: () => step(here, 0, 1),
        ArrowUp: () => step(here, -1, 0),
        ArrowDown: () => step(here, 1, 0),
        Home: () => endOf(here.row, 'first'),
        End: () => endOf(here.row, 'last'),
      }[event.key]
      if (!next) return
      event.preventDefault()
      next()?.focus()
    },
  }
}
