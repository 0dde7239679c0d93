import { useSyncExternalStore } from 'react'

/** Whether a media query holds: `useMedia('(max-width: 719px)')`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Tables are cards there. Not on paper, however small the window was. */
export const PHONE = 'screen and (max-width: 719px)'
