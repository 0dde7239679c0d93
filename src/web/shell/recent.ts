/** Records that were looked at, newest first; in memory only: names of people do not stay in a browser's storage. */
import { PAGES } from '../../contract/pages.ts'

export interface VisitedPage {
  path: string
  title: string
}

const KEPT = 20
let visited: readonly VisitedPage[] = []

const ADDRESSES: readonly string[] = Object.values(PAGES)
/** Addresses of one record each: `/schemes/$schemeId`, but not what is below it. */
const RECORDS = ADDRESSES.filter((address) => /^\/\w+\/\$\w+$/.test(address)).map(
  (address) => new RegExp(`^${address.replace(/\$\w+/, '[^/]+')}$`),
)
const isRecord = (path: string): boolean =>
  !ADDRESSES.includes(path) && RECORDS.some((address) => address.test(path))

export function rememberVisit(path: string, title: string): void {
  if (isRecord(path))
    visited = [{ path, title }, ...visited.filter((one) => one.path !== path)].slice(0, KEPT)
}

export const listRecentlyVisited = (): readonly VisitedPage[] => visited
