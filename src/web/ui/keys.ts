/** Keyboard shortcuts, inactive in text fields and dialogs: `useKeys({ c: () => create() })`. */
import { useEffect, useRef, useState } from 'react'
import { useSetting } from './setting.ts'

/** A handler that answers false has nothing to do, and lets the key pass on to the part of the page around it. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Single keys can be turned off: speech input would press them by talking (WCAG 2.1.4). */
export const useSingleKeys = (): readonly [boolean, (isOn: boolean) => void] => {
  const [value, set] = useSetting('single-keys', 'on')
  return [value === 'on', (isOn) => set(isOn ? 'on' : 'off')]
}

interface Layer {
  /** What is inside another part of the page is first drawn after it, whichever of the two is mounted first. */
  drawn: number
  map: { readonly current: KeyMap }
}

let lastDrawn = 0
/** The innermost first: `e` is the marked row's before it is the record's whose page the list is on. */
let layers: readonly Layer[] = []

function onKeyDown(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (isTyping(event.target) || isCovered()) return
  if (handleKey(layers, event)) event.preventDefault()
}

/** Whether one of them took it. */
export const handleKey = (layers: readonly Pick<Layer, 'map'>[], event: KeyboardEvent): boolean =>
  layers.some(({ map }) => {
    const act = Object.hasOwn(map.current, event.key) ? map.current[event.key] : undefined
    return act !== undefined && act(event) !== false
  })

function enter(layer: Layer): () => void {
  if (layers.length === 0) window.addEventListener('keydown', onKeyDown)
  layers = [...layers, layer].sort((one, other) => other.drawn - one.drawn)
  return () => {
    layers = layers.filter((one) => one !== layer)
    if (layers.length === 0) window.removeEventListener('keydown', onKeyDown)
  }
}

export function useKeys(map: KeyMap): void {
  const latest = useRef(map)
  latest.current = map
  const [drawn] = useState(() => ++lastDrawn)
  const [isOn] = useSingleKeys()
  useEffect(() => (isOn ? enter({ drawn, map: latest }) : undefined), [isOn, drawn])
}
