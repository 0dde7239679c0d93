import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { joinClassNames } from './class-names.ts'

export interface Tab extends LinkProps {
  label: string
  count?: number | undefined
  /** A tab of several pages: one of them is open. */
  isOpen?: boolean
}

const FADES = {
  start: 'mask-l-from-[calc(100%-32px)]',
  end: 'mask-r-from-[calc(100%-32px)]',
}

/** Tabs that are addresses: they can be linked to, and the browser's back button knows them. */
export function Tabs({
  name,
  tabs,
  isSecondary = false,
}: {
  name: string
  tabs: readonly Tab[]
  /** The pages of one tab, in a row below. */
  isSecondary?: boolean
}) {
  const { box, hidden } = useScrolledTabs()
  return (
    <nav
      ref={box}
      aria-label={name}
      className={joinClassNames(
        'overflow-x-auto print:hidden',
        isSecondary ? 'mb-4' : 'mb-4 border-line border-b',
        hidden.start && FADES.start,
        hidden.end && FADES.end,
      )}
    >
      <ul className="flex gap-1">
        {tabs.map(({ label, count, isOpen, ...link }) => (
          <li key={label}>
            <Link
              {...link}
              {...(isOpen ? { 'aria-current': true } : {})}
              activeOptions={{ exact: true, includeSearch: false }}
              className={joinClassNames(
                'inline-flex min-h-9 items-center gap-1.5 whitespace-nowrap px-3 py-1.5 text-muted -outline-offset-2 hover:text-text [&[aria-current]]:font-semibold [&[aria-current]]:text-text',
                isSecondary
                  ? 'rounded-md [&[aria-current]]:bg-accent-soft'
                  : '-mb-px border-transparent border-b-2 [&[aria-current]]:border-accent',
              )}
            >
              {label}
              {count !== undefined && <span className="text-muted text-sm">{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const EDGE = 32

/** Scrolls the open tab into view, and tells on which sides tabs are hidden. */
function useScrolledTabs() {
  const box = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState({ start: false, end: false })
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is another open tab
  useEffect(() => {
    const nav = box.current
    const tab = nav?.querySelector<HTMLElement>('[aria-current]')
    if (!nav || !tab) return
    const [{ left, right }, { left: first, right: last }] = [
      tab.getBoundingClientRect(),
      nav.getBoundingClientRect(),
    ]
    if (left < first + EDGE) nav.scrollLeft -= first + EDGE - left
    else if (right > last - EDGE) nav.scrollLeft += right - last + EDGE
  }, [pathname])
  useEffect(() => {
    const nav = box.current
    if (!nav) return
    const measure = (): void => {
      const hasMoreAtEnd = nav.scrollWidth - nav.clientWidth - nav.scrollLeft > 1
      const hasMoreAtStart = nav.scrollLeft > 1
      setHidden((before) =>
        before.start === hasMoreAtStart && before.end === hasMoreAtEnd
          ? before
          : { start: hasMoreAtStart, end: hasMoreAtEnd },
      )
    }
    measure()
    nav.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    return () => {
      nav.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
    }
  }, [])
  return { box, hidden }
}
