import { Columns3 } from 'lucide-react'
import { Choices } from '../choices.tsx'
import { PHONE, useMedia } from '../media.ts'
import { useSetting } from '../use-setting.ts'
import type { Column } from './column.ts'
import { listFittingColumns, useTableWidth } from './column-widths.ts'

/** Columns that the user chose to see, or those that fit; the first one is always shown. */
export function useColumnChoice<Row>(
  name: string,
  columns: readonly Column<Row>[],
): { shown: Column<Row>[]; choose: (keys: readonly string[]) => void } {
  const room = useTableWidth()
  // Cards have their fields below each other: all of them fit.
  const isPhone = useMedia(PHONE)
  const usual = columns.filter(({ isExtra }) => !isExtra)
  const fitting = isPhone ? usual : listFittingColumns(usual, room)
  const others = columns.filter((column) => !fitting.includes(column)).map(({ key }) => key)
  const [hidden, setHidden] = useSetting(`columns:${name}`, others.join(' '))
  return {
    shown: columns.filter(({ key }, index) => index === 0 || !hidden.split(' ').includes(key)),
    choose: (chosen) =>
      setHidden(
        columns
          .slice(1)
          .map(({ key }) => key)
          .filter((key) => !chosen.includes(key))
          .join(' '),
      ),
  }
}

/** Cards have no columns to choose. */
export function ColumnChoice<Row>({
  columns,
  shown,
  choose,
}: { columns: readonly Column<Row>[] } & ReturnType<typeof useColumnChoice<Row>>) {
  const isPhone = useMedia(PHONE)
  if (isPhone) return null
  return (
    <Choices
      name="Columns"
      icon={<Columns3 aria-hidden="true" size={16} />}
      options={columns.slice(1).map(({ key, label }) => ({ value: key, label }))}
      chosen={shown.map(({ key }) => key)}
      onChange={choose}
    />
  )
}
