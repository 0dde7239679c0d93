import { Outlet, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { setIdentityQuestion } from '../client.ts'
import { usePerson } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import { LoadingDialog } from '../ui/dialog.tsx'
import { useFocusReturn } from '../ui/focus-return.ts'
import { useKeys } from '../ui/keys.ts'
import { createLazyComponent, preloadLazyComponents, useLazyComponent } from '../ui/lazy-component.ts'
import { useMedia } from '../ui/media.ts'
import { AccountMenu } from './account-menu.tsx'
import { Navigation, NavigationDrawer } from './navigation.tsx'
import { PagePlaceholder } from './page-placeholder.tsx'
import { SessionDialog } from './session-dialog.tsx'

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform)
const ConfirmIdentity = lazy(() => import('./confirm-identity.tsx'))
const BesideInList = lazy(() => import('./record-pager.tsx'))
const Bell = lazy(() => import('./bell.tsx'))
const GoKeys = lazy(() => import('./go-keys.tsx'))
const Watermark = lazy(() => import('./watermark.tsx'))
const FactorRequirement = lazy(() => import('./factor-requirement.tsx'))
const WIDE = '(min-width: 1024px)'
const palette = createLazyComponent(() => import('./palette.tsx'))
const keyMap = createLazyComponent(() => import('./key-map.tsx'))

/** The house: navigation at the side, who one is at the top, and the page. */
export function Shell() {
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const [isKeyMapOpen, setKeyMapOpen] = useState(false)
  const isWide = useMedia(WIDE)
  const isPageThere = useRouterState({ select: ({ status }) => status === 'idle' })
  useEffect(() => {
    if (isPageThere) preloadLazyComponents()
  }, [isPageThere])
  useKeys({ '?': () => setKeyMapOpen(true) })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      // Above a dialog it would leave the dialog's question open behind itself.
      if (!document.querySelector('[role="dialog"]')) setPaletteOpen(true)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])

  const { grant, name } = usePerson()
  return (
    <div className="min-h-screen lg:grid lg:grid-cols-[208px_minmax(0,1fr)] print:block">
      <button
        type="button"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-raised focus:p-2 focus:shadow-overlay print:hidden"
        // Not a link: it would be one more step back.
        onClick={() => document.getElementById('content')?.focus()}
      >
        Skip to content
      </button>
      {isWide && (
        <div className="sticky top-0 h-screen overflow-y-auto border-line border-r bg-surface px-2 py-2.5 print:hidden">
          <Navigation />
        </div>
      )}
      <div className="flex min-w-0 flex-col">
        <header className="page-header sticky top-0 z-20 flex h-12 items-center gap-2 border-line border-b bg-canvas px-3 sm:px-6 print:hidden">
          {!isWide && <NavigationDrawer />}
          <Button
            look="quiet"
            icon={<Search aria-hidden="true" size={16} />}
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => setPaletteOpen(true)}
          >
            <span className="text-muted">Find</span>
            <span aria-hidden="true" className="hidden sm:inline">
              <kbd className="rounded border border-line px-1 text-muted text-xs">
                {IS_MAC ? '⌘ K' : 'Ctrl K'}
              </kbd>
            </span>
          </Button>
          <div className="flex-1" />
          <Suspense>
            <BesideInList />
          </Suspense>
          <Suspense>
            <Bell />
            <GoKeys />
          </Suspense>
          <AccountMenu onShowKeys={() => setKeyMapOpen(true)} />
        </header>
        <Suspense>
          <FactorRequirement />
        </Suspense>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1440px] flex-1 px-3 py-5 outline-none sm:px-6"
        >
          <Suspense fallback={<PagePlaceholder />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {grant?.capability === 'INSPECTOR' && (
        <Suspense>
          <Watermark name={name} />
        </Suspense>
      )}
      <PaletteWhenOpen isOpen={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
      <KeyMapWhenOpen isOpen={isKeyMapOpen} onClose={() => setKeyMapOpen(false)} />
      <SessionDialog />
      <IdentityQuestion />
    </div>
  )
}

/** Asked by a request that needs a recent sign-in, which is then sent again. */
function IdentityQuestion() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)
  useEffect(() => setIdentityQuestion(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  return (
    answer && (
      <Suspense>
        <ConfirmIdentity
          onAnswer={(isConfirmed) => {
            setAnswer(null)
            answer(isConfirmed)
          }}
        />
      </Suspense>
    )
  )
}

function PaletteWhenOpen({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const returnFocus = useFocusReturn(isOpen)
  const part = useLazyComponent(palette, isOpen, onClose)
  if (!part) return isOpen && <LoadingDialog name="Find" />
  return <part.Palette isOpen={isOpen} onClose={onClose} returnFocus={returnFocus} />
}

function KeyMapWhenOpen({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const part = useLazyComponent(keyMap, isOpen, onClose)
  if (!part) return isOpen && <LoadingDialog name="Keyboard shortcuts" />
  return <part.KeyMapDialog isOpen={isOpen} onClose={onClose} />
}
