import { useSetting } from './use-setting.ts'

export type RowHeight = 'compact' | 'comfortable'
export const ROW_HEIGHTS: readonly { value: RowHeight; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
]

/** How high the rows of lists are; kept in this browser. */
export function useRowHeight(): readonly [RowHeight, (height: RowHeight) => void] {
  const [height, setHeight] = useSetting('row-height', 'compact')
  return [height as RowHeight, setHeight]
}
