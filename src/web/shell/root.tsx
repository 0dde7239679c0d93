import { Outlet } from '@tanstack/react-router'
import { Toaster } from '../ui/toast.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { LeaveDialog } from './leave-dialog.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

/** Frame of every page, signed in or not. */
export function Root() {
  useFocusOnNavigation()
  return (
    <>
      <ProgressBar />
      <Outlet />
      <LeaveDialog />
      {/* At the end of the page and the bottom of the window: users can scroll to content that it covers. */}
      <div className="pointer-events-none sticky bottom-0 z-50 print:hidden">
        <Toaster />
        <ConnectionBanner />
      </div>
    </>
  )
}
