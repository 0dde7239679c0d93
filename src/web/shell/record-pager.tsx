import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { findPlaceInList, getNeighbourAddress } from '../lists/rows-of-list.ts'
import { IconButton } from '../ui/button.tsx'
import { useKeys } from '../ui/keys.ts'

const ICON = { 'aria-hidden': true, size: 16 } as const

/** On the page of a record that was in a list: the way back, and to the previous and the next record. */
export default function RecordPager() {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const place = findPlaceInList(pathname)
  const [previous, next] = place
    ? [getNeighbourAddress(place, -1), getNeighbourAddress(place, 1)]
    : [null, null]
  const go = (address: string | null): unknown => address !== null && navigate({ to: address })
  useKeys({ '[': () => go(previous), ']': () => go(next) })
  if (!place) return null
  const { name, href, rows, index, hasMore } = place
  return (
    <nav aria-label="Place in the list" className="hidden items-center gap-1 text-muted text-sm md:flex">
      <Link to={href} className="rounded-sm px-1 hover:text-text hover:underline">
        {name}
      </Link>
      <span className="tabular-nums">
        {index + 1} of {rows.length}
        {hasMore && ' or more'}
      </span>
      <IconButton
        name="Previous in the list"
        aria-keyshortcuts="["
        disabled={previous === null}
        onClick={() => go(previous)}
      >
        <ChevronLeft {...ICON} />
      </IconButton>
      <IconButton
        name="Next in the list"
        aria-keyshortcuts="]"
        disabled={next === null}
        onClick={() => go(next)}
      >
        <ChevronRight {...ICON} />
      </IconButton>
    </nav>
  )
}
