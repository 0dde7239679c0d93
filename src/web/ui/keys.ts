/** Keyboard shortcuts, inactive in text fields and dialogs: `useKeys({ c: () => create() })`. */
import { useEffect, useRef, useState } from 'react'
import { useSetting } from './use-setting.ts'

/** A handler that returns false has not handled the key, and passes it on to the surrounding part of the page. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Users can switch single keys off: speech input would trigger them (WCAG 2.1.4). */
export const useSingleKeys = (): readonly [boolean, (isOn: boolean) => void] => {
  const [value, set] = useSetting('single-keys', 'on')
  return [value === 'on', (isOn) => set(isOn ? 'on' : 'off')]
}

interface Layer {
  /** Render order: a nested part of the page renders after the part around it, in any order of mounting. */
  drawn: number
  map: { readonly current: KeyMap }
}

let lastDrawn = 0
/** The innermost first: `e` applies to the marked row before it applies to the record of the page. */
let layers: readonly Layer[] = []

function handleKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTyping(event.target) || isCovered()) return
  if (handleKey(layers, event)) event.preventDefault()
}

/** Whether one of them handled the key. */
export const handleKey = (layers: readonly Pick<Layer, 'map'>[], event: KeyboardEvent): boolean =>
  layers.some(({ map }) => {
    const act = Object.hasOwn(map.current, event.key) ? map.current[event.key] : undefined
    return act !== undefined && act(event) !== false
  })

function enter(layer: Layer): () => void {
  if (layers.length === 0) window.addEventListener('keydown', handleKeyDown)
  layers = [...layers, layer].sort((one, other) => other.drawn - one.drawn)
  return () => {
    layers = layers.filter((one) => one !== layer)
    if (layers.length === 0) window.removeEventListener('keydown', handleKeyDown)
  }
}

export function useKeys(map: KeyMap): void {
  const latest = useRef(map)
  latest.current = map
  const [drawn] = useState(() => ++lastDrawn)
  const [isOn] = useSingleKeys()
  useEffect(() => (isOn ? enter({ drawn, map: latest }) : undefined), [isOn, drawn])
}
