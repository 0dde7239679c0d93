import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { FirmLogo } from '../records/firm-logo.tsx'
import { usePerson } from '../session.tsx'
import { IconButton } from '../ui/button.tsx'
import { dialogParts } from '../ui/dialog.tsx'
import { useLazyComponent } from '../ui/lazy-component.ts'
import { ProductMark } from '../ui/product-mark.tsx'
import { type Destination, listDestinations } from './destinations.ts'
import { formatCountWithLimit, useNavigationCounts } from './navigation-counts.ts'

/** Neighbours of one group together, in their order. */
function groupDestinations(
  destinations: readonly Destination[],
): { group: Destination['group']; entries: Destination[] }[] {
  const groups: { group: Destination['group']; entries: Destination[] }[] = []
  for (const entry of destinations) {
    const last = groups.at(-1)
    if (last && last.group === entry.group) last.entries.push(entry)
    else groups.push({ group: entry.group, entries: [entry] })
  }
  return groups
}

/** Where one can go; beside the page on a wide screen. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const person = usePerson()
  const counts = useNavigationCounts()
  return (
    <nav aria-label="Main" className="flex flex-col gap-3">
      <p className="flex min-h-7 flex-wrap items-start gap-x-2.5 gap-y-1.5 px-2.5 pt-1 font-semibold max-lg:pr-9">
        {person.tenantLogoVersion ? (
          <FirmLogo
            firmId={person.tenantId}
            version={person.tenantLogoVersion}
            className="max-h-8 max-w-40 p-0.5"
          />
        ) : (
          <ProductMark size={16} />
        )}
        <span className="line-clamp-3 min-w-24 flex-1">{person.tenantName}</span>
      </p>
      {groupDestinations(listDestinations(person)).map(({ group, entries }) => (
        <div key={entries[0]?.to}>
          {group && (
            <p id={`navigation-${group}`} className="px-2.5 pb-1 text-muted text-sm">
              {group}
            </p>
          )}
          <ul
            {...(group ? { 'aria-labelledby': `navigation-${group}` } : {})}
            className="flex flex-col gap-0.5"
          >
            {entries.map(({ label, to, icon: Icon }) => (
              <li key={to} className="relative">
                <Link
                  to={to}
                  activeOptions={{ exact: to === '/', includeSearch: false }}
                  onClick={onGo}
                  className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-text"
                >
                  <Icon aria-hidden="true" size={16} />
                  {label}
                </Link>
                <Waiting count={counts[to]} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Beside the link and not in it, so that the name of the link does not change. */
function Waiting({ count }: { count: { count: number; what: string } | undefined }) {
  if (!count || count.count === 0) return null
  return (
    <span className="pointer-events-none absolute top-2 right-2.5 text-muted text-sm tabular-nums">
      {formatCountWithLimit(count.count)} <span className="sr-only">{count.what}</span>
    </span>
  )
}

/** The same from the side on a narrow one: focus goes into it and comes back, Escape and any choice close it. */
export function NavigationDrawer() {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  const button = useRef<HTMLButtonElement>(null)
  const Radix = useLazyComponent(dialogParts, isOpen, close)
  return (
    <>
      <IconButton
        ref={button}
        name="Open the navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden="true" size={18} />
      </IconButton>
      {Radix && (
        <Radix.Root open={isOpen} onOpenChange={setOpen}>
          <Radix.Portal>
            <Radix.Overlay className="fixed inset-0 z-40 bg-overlay lg:hidden print:hidden" />
            <Radix.Content
              aria-describedby={undefined}
              onCloseAutoFocus={(event) => {
                event.preventDefault()
                button.current?.focus()
              }}
              className="fixed inset-y-0 left-0 z-40 flex w-[min(280px,calc(100vw-56px))] flex-col overflow-y-auto border-line border-r bg-surface px-2 py-2.5 shadow-overlay lg:hidden print:hidden"
            >
              <Radix.Title className="sr-only">Navigation</Radix.Title>
              <Navigation onGo={close} />
              <span className="absolute top-1.5 right-1.5">
                <IconButton name="Close the navigation" onClick={close}>
                  <X aria-hidden="true" size={18} />
                </IconButton>
              </span>
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  )
}
