import { type ReactNode, useEffect, useRef } from 'react'
import { live } from '../../contract/health.ts'
import { PAGES } from '../../contract/pages.ts'
import { Refused, sendRequest, Unreachable } from '../client.ts'
import { formatLoadProblem } from '../problems.ts'
import { getTransientErrorKind } from '../transient-error.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ReleaseChanged } from './fetch-module.ts'
import { NotFound } from './not-found.tsx'
import { useTryAgain } from './use-try-again.ts'

const getStatus = (error: unknown): number => (error instanceof Refused ? error.status : 0)
const isOfService = (error: unknown): boolean => error instanceof Refused || error instanceof Unreachable
const isNotFound = (error: unknown): boolean => [400, 404].includes(getStatus(error))
const TITLES: Record<number, string> = {
  401: 'You are signed out',
  403: 'No access',
  429: 'Too many requests',
  500: 'The service failed',
  503: 'The service is busy',
}

const PROBE_MS = 3_000

/** Retries automatically once the service responds again. */
function useRecovery(isPassing: boolean, tryAgain: () => void): void {
  const latest = useRef(tryAgain)
  latest.current = tryAgain
  useEffect(() => {
    if (!isPassing) return
    const probe = (): void => {
      sendRequest(live, {}).then(
        () => latest.current(),
        () => {},
      )
    }
    const timer = setInterval(probe, PROBE_MS)
    window.addEventListener('online', probe)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', probe)
    }
  }, [isPassing])
}

function useWords(error: unknown, reset?: () => void): { title: string; text: string; action: ReactNode } {
  const tryAgain = useTryAgain()
  useRecovery(getTransientErrorKind(error) !== null, reset ?? tryAgain)
  if (error instanceof ReleaseChanged)
    return {
      title: 'New version available',
      text: 'The application was updated. Reload the page to continue.',
      action: <Button onClick={() => window.location.reload()}>Reload</Button>,
    }
  return {
    title:
      TITLES[getStatus(error)] ?? (isOfService(error) ? 'The page could not be loaded' : 'This page failed'),
    text: formatLoadProblem(error),
    // A retry does not change the user's rights.
    action:
      getStatus(error) === 403 ? (
        <ButtonLink to={PAGES.today}>Go home</ButtonLink>
      ) : (
        <Button onClick={reset ?? tryAgain}>Try again</Button>
      ),
  }
}

/** Error message in place of a part of a page that failed to load. */
export function Failed({ error, reset }: { error: unknown; reset?: () => void }) {
  const { title, text, action } = useWords(error, reset)
  const isGone = isNotFound(error)
  return (
    <div role="alert">
      <EmptyState isFailure title={isGone ? 'Not found' : title} action={isGone ? null : action}>
        {text}
      </EmptyState>
    </div>
  )
}

/** Error page inside the frame; the navigation keeps working. */
export function FailedPage({ error }: { error: unknown }) {
  const { title, text, action } = useWords(error)
  if (isNotFound(error)) return <NotFound />
  return (
    <div role="alert">
      <PageHeader title={title} />
      <p className="mb-4 max-w-[70ch]">{text}</p>
      {action}
    </div>
  )
}

/** The same without a frame. */
export function FailedApplication({ error }: { error: unknown }) {
  return (
    <main className="mx-auto max-w-2xl px-4 pt-[12vh]">
      <FailedPage error={error} />
    </main>
  )
}
