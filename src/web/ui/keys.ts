/** Keys as a first-class input: `useKeys({ c: () => create() })`. Silent while somebody types or a dialog is open. */
import { useEffect, useRef } from 'react'
import { useSetting } from './setting.ts'

type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Single keys can be turned off: speech input would press them by talking (WCAG 2.1.4). */
export const useSingleKeys = (): readonly [boolean, (isOn: boolean) => void] => {
  const [value, set] = useSetting('single-keys', 'on')
  return [value === 'on', (isOn) => set(isOn ? 'on' : 'off')]
}

export function useKeys(map: KeyMap): void {
  const latest = useRef(map)
  latest.current = map
  const [isOn] = useSingleKeys()
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || isCovered()) return
      const act = latest.current[event.key]
      if (!act) return
      event.preventDefault()
      act(event)
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
