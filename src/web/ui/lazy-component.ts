/**
 * Parts of the screen that are not needed to read a page: dialogs, menus, the search. They are fetched after the page when
 * the browser is idle, or as soon as one is needed, so that no page waits for them.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { showToast } from './toast.tsx'

export interface Later<T> {
  /** Fetches it, unless it is there or on its way; rejects when it cannot be got, and tries again the next time. */
  bring: () => Promise<unknown>
  /** Null until it was fetched. */
  here: () => T | null
  subscribe: (listener: () => void) => () => void
}

const FAILED = 'The dialog could not be opened. Check your connection and try again, or reload the page.'
const IDLE_WITHIN_MS = 2_000
const waiting = new Set<() => Promise<unknown>>()
let isPageThere = false

/** Once for each part, outside of components. */
export function createLazyComponent<T>(load: () => Promise<T>): Later<T> {
  let part: T | null = null
  let coming: Promise<unknown> | null = null
  const listeners = new Set<() => void>()
  const bring = (): Promise<unknown> => {
    coming ??= load().then(
      (loaded) => {
        part = loaded
        for (const listener of listeners) listener()
      },
      (error) => {
        // A lost connection comes back.
        coming = null
        throw error
      },
    )
    return coming
  }
  waiting.add(bring)
  if (isPageThere) preloadLazyComponents()
  return {
    bring,
    here: () => part,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Fetches, while the browser is idle, every part that was declared; those declared afterwards, too. */
export function preloadLazyComponents(): void {
  isPageThere = true
  const bringAll = (): void => {
    // A preload error is ignored; the component reports it when it is used.
    for (const bring of waiting) bring().catch(() => {})
    waiting.clear()
  }
  // Safari has no idle time to give.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(bringAll, { timeout: IDLE_WITHIN_MS })
  else setTimeout(bringAll, IDLE_WITHIN_MS)
}

/** The part, or null while it is fetched. Shows an error if loading fails, then calls `onFailed`. */
export function useLazyComponent<T>(wanted: Later<T>, isWanted: boolean, onFailed: () => void): T | null {
  const part = useSyncExternalStore(wanted.subscribe, wanted.here)
  const isMissing = isWanted && part === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is one wish, however often its owner is drawn meanwhile
  useEffect(() => {
    if (!isMissing) return
    wanted.bring().catch(() => {
      showToast('failed', FAILED)
      onFailed()
    })
  }, [wanted, isMissing])
  return part
}
