import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { getTransientErrorKind, type TransientErrorKind } from '../transient-error.ts'
import { Notice } from '../ui/notice.tsx'

type Trouble = TransientErrorKind | 'offline'

const subscribeOnline = (listener: () => void): (() => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** A failed query that is being retried counts until it succeeds. */
const findTrouble = (cache: QueryCache): TransientErrorKind | null => {
  const troubles = cache
    .getAll()
    .filter(({ state }) => state.fetchStatus !== 'idle')
    .map(({ state }) => getTransientErrorKind(state.fetchFailureReason))
  return (['unreachable', 'busy', 'limited'] as const).find((one) => troubles.includes(one)) ?? null
}

const WORDS: Record<Trouble, readonly [title: string, text: string]> = {
  offline: ['You are offline', 'The page may be out of date. You cannot save until the connection is back.'],
  unreachable: [
    'The service cannot be reached',
    'This page retries automatically. You cannot save until the connection is back.',
  ],
  busy: ['The service is busy or restarting', 'This page retries automatically every few seconds.'],
  limited: ['Too many requests at once', 'This page retries automatically in a moment.'],
}

/** Connection problem between this page and the service, while it lasts. */
export function ConnectionBanner() {
  const cache = useQueryClient().getQueryCache()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const trouble = useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    () => findTrouble(cache),
  )
  const shown = isOnline ? trouble : 'offline'
  return (
    <div role="status" aria-live="polite">
      {shown && (
        <div
          data-toast="connection"
          className="pointer-events-auto flex justify-center border-line border-t bg-warn-soft px-1 sm:px-4"
        >
          <Notice look="warn" title={WORDS[shown][0]}>
            {WORDS[shown][1]}
          </Notice>
        </div>
      )}
    </div>
  )
}
