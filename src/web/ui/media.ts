import { useSyncExternalStore } from 'react'

/** One for each query: every cell of a table may ask for the same one. */
const lists = new Map<string, MediaQueryList>()

function getMedia(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known) return known
  const list = window.matchMedia(query)
  lists.set(query, list)
  return list
}

/** Whether a media query holds: `useMedia('(max-width: 719px)')`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = getMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => getMedia(query).matches,
  )
}

/** Tables are cards there. Not on paper, however small the window was. */
export const PHONE = 'screen and (max-width: 719px)'
