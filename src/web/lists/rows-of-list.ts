/**
 * The rows of the lists that were shown last, by their addresses, so that the page of a record leads to the next and the previous one.
 * Kept in memory until the page is loaded again: filters may contain a name.
 */

export interface RowsOfList {
  /** Noun of the rows: `Schemes`. */
  name: string
  /** The list with its filters. */
  href: string
  /** The addresses of the records, in the order of the list. */
  rows: readonly string[]
  /** More rows follow that were not loaded. */
  hasMore: boolean
}

export interface PlaceInList extends RowsOfList {
  /** From 0. */
  index: number
  /** The tab of the record: `/members`. Empty: the record itself. */
  tab: string
}

const MOST_LISTS = 5
/** By address, the one that was shown last at the end. */
let lists: readonly (readonly [address: string, read: () => RowsOfList])[] = []

/** Keeps how to read the rows of the list at an address, which only pages of records do; the lists that were shown longest ago are forgotten. */
export function rememberList(list: string, read: () => RowsOfList): void {
  lists = [...lists.filter(([other]) => other !== list), [list, read] as const].slice(-MOST_LISTS)
}

/** The list that was shown last and has the record at this address; null: none, or the page changes the record. */
export function findPlaceInList(pathname: string): PlaceInList | null {
  for (const [, read] of lists.toReversed()) {
    const list = read()
    // Rows of some lists open on the page of the list.
    if (getPath(list.href) === pathname) continue
    const index = list.rows.findIndex((row) => isRecordPage(getPath(row), pathname))
    const tab = pathname.slice(getPath(list.rows[index] ?? '').length)
    if (index >= 0 && !/^\/(new|edit)$|.\//.test(tab)) return { ...list, index, tab }
  }
  return null
}

/** The same page of the record that stands by so many rows further down; null at the ends. */
export const getNeighbourAddress = ({ rows, index, tab }: PlaceInList, by: 1 | -1): string | null => {
  const row = rows[index + by]
  return row === undefined ? null : `${getPath(row)}${tab}`
}

const getPath = (href: string): string => href.split(/[?#]/, 1)[0] as string
const isRecordPage = (record: string, pathname: string): boolean =>
  pathname === record || pathname.startsWith(`${record}/`)
