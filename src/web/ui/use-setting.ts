/** Settings of the user for this browser only: the theme, single keys, the columns of a table. Never data of the firm. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  // Another tab of the same browser may change the setting, too.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useSetting(name: string, otherwise: string): readonly [string, (value: string) => void] {
  const value = useSyncExternalStore(subscribe, () => localStorage.getItem(name) ?? otherwise)
  const set = (next: string): void => {
    localStorage.setItem(name, next)
    for (const listener of listeners) listener()
  }
  return [value, set]
}
