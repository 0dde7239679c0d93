import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Refused, Unreachable } from '../client.ts'
import { Notice } from '../ui/notice.tsx'

type Trouble = 'offline' | 'unreachable' | 'busy' | 'limited'

const subscribeOnline = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

function troubleOf(error: unknown): Trouble | null {
  if (error instanceof Unreachable) return 'unreachable'
  if (!(error instanceof Refused)) return null
  if (error.status === 503) return 'busy'
  return error.status === 429 ? 'limited' : null
}

const WORDS: Record<Trouble, readonly [title: string, text: string]> = {
  offline: [
    'You are offline',
    'What you see may be old, and nothing can be saved until the connection is back.',
  ],
  unreachable: ['The service cannot be reached', 'Trying again by itself. Nothing you do now is saved.'],
  busy: ['The service is busy or restarting', 'Trying again by itself, in a few seconds.'],
  limited: ['Too many requests at once', 'The page waits a moment and goes on by itself.'],
}

/** What is wrong between this page and the service, while it is wrong. */
export function ConnectionBanner() {
  const queries = useQueryClient()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  useEffect(
    () =>
      queries.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'updated') return
        const { fetchFailureReason, status, fetchStatus } = query.state
        // A try that failed and is made again counts as long as it lasts.
        if (fetchFailureReason && fetchStatus !== 'idle') setTrouble(troubleOf(fetchFailureReason))
        else if (status === 'success' && fetchStatus === 'idle') setTrouble(null)
      }),
    [queries],
  )
  const shown = isOnline ? trouble : 'offline'
  if (!shown) return <div role="status" />
  const [title, text] = WORDS[shown]
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-3 z-50 mx-auto w-fit max-w-[calc(100vw-24px)] rounded-md border border-line bg-raised shadow-overlay print:hidden"
    >
      <Notice look="warn" title={title}>
        {text}
      </Notice>
    </div>
  )
}
