import { Link, Outlet } from '@tanstack/react-router'
import { Menu as MenuIcon, Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { usePerson } from '../session.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useKeys } from '../ui/keys.ts'
import { PageSkeleton } from '../ui/skeleton.tsx'
import { AccountMenu } from './account-menu.tsx'
import { KeyMapDialog } from './key-map.tsx'
import { destinationsFor } from './navigation.ts'
import { Palette } from './palette.tsx'
import { SessionDialog } from './session-dialog.tsx'

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform)

/** The house: navigation at the side, who one is at the top, and the page. */
export function Shell() {
  const person = usePerson()
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isKeyMapOpen, setKeyMapOpen] = useState(false)
  const [isNavigationOpen, setNavigationOpen] = useState(false)
  useKeys({ '?': () => setKeyMapOpen(true) })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPaletteOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[208px_minmax(0,1fr)] print:block">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:p-2 focus:shadow-overlay"
      >
        Skip to the content
      </a>
      <nav
        aria-label="Main"
        id="navigation"
        className={`${isNavigationOpen ? 'block' : 'hidden'} border-line border-r bg-surface px-2 py-3 max-lg:border-b lg:sticky lg:top-0 lg:block lg:h-screen lg:overflow-y-auto print:hidden`}
      >
        <p className="mb-3 px-2.5 font-semibold [overflow-wrap:anywhere]">{person.tenantName}</p>
        <ul className="flex flex-col gap-0.5">
          {destinationsFor(person).map(({ label, to, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === '/', includeSearch: false }}
                onClick={() => setNavigationOpen(false)}
                className="flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-muted hover:bg-hover hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-text"
              >
                <Icon aria-hidden="true" size={16} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-line border-b bg-canvas px-3 sm:px-6 print:hidden">
          <div className="lg:hidden">
            <IconButton
              name={isNavigationOpen ? 'Close the navigation' : 'Open the navigation'}
              aria-expanded={isNavigationOpen}
              aria-controls="navigation"
              onClick={() => setNavigationOpen(!isNavigationOpen)}
            >
              <MenuIcon aria-hidden="true" size={18} />
            </IconButton>
          </div>
          <Button
            look="quiet"
            icon={<Search aria-hidden="true" size={16} />}
            onClick={() => setPaletteOpen(true)}
          >
            <span className="text-muted">Find</span>
            <kbd className="hidden rounded border border-line px-1 text-muted text-xs sm:inline">
              {IS_MAC ? '⌘ K' : 'Ctrl K'}
            </kbd>
          </Button>
          <div className="flex-1" />
          <AccountMenu onShowKeys={() => setKeyMapOpen(true)} />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1440px] flex-1 px-3 py-5 outline-none sm:px-6"
        >
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Palette isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <KeyMapDialog isOpen={isKeyMapOpen} onClose={() => setKeyMapOpen(false)} />
      <SessionDialog />
    </div>
  )
}
