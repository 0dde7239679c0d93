import * as Radix from '@radix-ui/react-dialog'
import { Link } from '@tanstack/react-router'
import { Menu as MenuIcon, X } from 'lucide-react'
import { useState } from 'react'
import { usePerson } from '../session.tsx'
import { IconButton } from '../ui/button.tsx'
import { ProductMark } from '../ui/product-mark.tsx'
import { destinationsFor } from './destinations.ts'

/** Where one can go; beside the page on a wide screen. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const person = usePerson()
  return (
    <nav aria-label="Main" className="flex flex-col gap-3">
      <p className="flex min-h-7 items-start gap-2.5 px-2.5 pt-1 font-semibold max-lg:pr-9">
        <ProductMark size={16} />
        <span className="line-clamp-3">{person.tenantName}</span>
      </p>
      <ul className="flex flex-col gap-0.5">
        {destinationsFor(person).map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              onClick={onGo}
              className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              <Icon aria-hidden="true" size={16} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The same from the side on a narrow one: focus goes into it and comes back, Escape and any choice close it. */
export function NavigationDrawer() {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>
        <IconButton name="Open the navigation">
          <MenuIcon aria-hidden="true" size={18} />
        </IconButton>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay lg:hidden print:hidden" />
        <Radix.Content
          aria-describedby={undefined}
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
  )
}
