import { Outlet } from '@tanstack/react-router'
import { Toaster } from '../ui/toast.tsx'
import { useArrival } from './arrival.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** What stands around every page, signed in or not. */
export function Root() {
  useArrival()
  return (
    <>
      <ProgressBar />
      <Outlet />
      {/* At the end of the page and at the foot of the window: what it covers can be scrolled to. */}
      <div className="pointer-events-none sticky bottom-0 z-50 print:hidden">
        <Toaster />
        <ConnectionBanner />
      </div>
    </>
  )
}
