/** A list as a table, and as cards on a phone: rows by keyboard, sorting, columns to choose, more rows as one goes on. */
import { PHONE, useMedia } from '../media.ts'
import { ShowMore } from '../show-more.tsx'
import { Cards } from './cards.tsx'
import { Grid } from './grid.tsx'
import type { TableProps } from './table-props.ts'

export function DataTable<Row extends { id: string }>(props: TableProps<Row>) {
  const isPhone = useMedia(PHONE)
  return (
    <>
      {isPhone ? <Cards {...props} /> : <Grid {...props} />}
      {props.more && <ShowMore more={props.more} />}
    </>
  )
}
