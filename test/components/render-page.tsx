/** Renders a component as a page of the application, with router, query client, messages and a second page as a link target. */
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { createQueryClient } from '../../src/web/queries.ts'
import { formatSearch, parseSearch } from '../../src/web/search.ts'
import { findPerson } from '../../src/web/session.tsx'
import { LeaveDialog } from '../../src/web/shell/leave-dialog.tsx'
import { Toaster } from '../../src/web/ui/toast.tsx'

interface PageOptions {
  /** The address of the page. */
  at?: string
  /** The route of the page, for a page that reads ids in its path; by default the path of `at`. */
  path?: string
  /** Renders the page with `<Outlet />`. */
  frame?: () => ReactNode
}

const Main = () => (
  <main>
    <Outlet />
  </main>
)

/** The page at any other address; its heading is its path. */
const OtherPage = () => <h1>{useLocation().pathname}</h1>

export async function renderPage(
  page: ReactNode,
  { at = '/page', path, frame: Frame = Main }: PageOptions = {},
) {
  window.history.replaceState(null, '', at)
  const queries = createQueryClient()
  const root = createRootRoute({
    component: () => (
      <>
        <Frame />
        <LeaveDialog />
        <Toaster />
      </>
    ),
  })
  const { pathname } = new URL(at, window.location.origin)
  const history = createBrowserHistory()
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path: path ?? pathname, component: () => page }),
      createRoute({ getParentRoute: () => root, path: '$', component: OtherPage }),
    ]),
    history,
    parseSearch,
    stringifySearch: formatSearch,
  })
  onTestFinished(() => {
    history.destroy()
    queries.clear()
  })
  // The application loads the session before it shows a page.
  await findPerson(queries)
  // Without stylesheets, checking `pointer-events` only costs time.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { user, goTo: (address: string) => router.navigate({ to: address }) }
}

/** Keyboard and mouse. */
export type User = Awaited<ReturnType<typeof renderPage>>['user']

const LEAVE_QUESTION = 'Leave without saving?'

/** Waits for the dialog that asks before unsaved values are lost, and answers it. */
export async function answerLeaveQuestion(
  user: User,
  answer: 'Leave without saving' | 'Keep editing',
): Promise<void> {
  const dialog = await findDialog(LEAVE_QUESTION)
  await user.click(within(dialog).getByRole('button', { name: answer }))
  await waitFor(() => expect(isLeaveQuestionOpen()).toBe(false))
}

export const isLeaveQuestionOpen = (): boolean =>
  screen.queryByRole('dialog', { name: LEAVE_QUESTION }) !== null

/** Captures downloads; the returned function reads their names and contents. */
export function catchDownloads(): () => Promise<{ name: string; content: string }[]> {
  const files: { name: string; blob: Blob }[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    const address = `blob:download-${blobs.size}`
    blobs.set(address, blob as Blob)
    return address
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) files.push({ name: this.download, blob })
  })
  return () => Promise.all(files.map(async ({ name, blob }) => ({ name, content: await blob.text() })))
}

/** Finds a dialog after its code has loaded; until then a busy placeholder has its name. */
export const findDialog = (name?: string): Promise<HTMLElement> =>
  screen.findByRole('dialog', { busy: false, ...(name === undefined ? {} : { name }) })

/** The text that describes an element to a screen reader: the help of a field and its error. */
export const getDescription = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean)
    .join(' ')
