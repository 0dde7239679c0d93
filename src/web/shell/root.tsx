import { Outlet } from '@tanstack/react-router'
import { Toaster } from '../ui/toast.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** What stands around every page, signed in or not. */
export function Root() {
  return (
    <>
      <ProgressBar />
      <ConnectionBanner />
      <Outlet />
      <Toaster />
    </>
  )
}
