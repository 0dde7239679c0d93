/** A button whose menu or list is fetched later (lazy-component.ts). */
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Later, useLazyComponent } from './lazy-component.ts'

export type Trigger = ReactElement<ComponentProps<'button'>>

interface Opener<T> {
  /** Null until the button was pressed and it is fetched: until then `waiting` is drawn, which costs a table less. */
  part: T | null
  waiting: ReactElement
  /** For the button that takes its place. */
  button: RefObject<HTMLButtonElement | null>
  /** True if the part is open from the beginning. */
  isPressed: boolean
}

/** Takes the press at once, keeps the focus where it is, and opens as soon as there is something to open. */
export function useOpener<T>(wanted: Later<T>, trigger: Trigger, opens: 'menu' | 'dialog'): Opener<T> {
  const [isPressed, setPressed] = useState(false)
  const fetched = useLazyComponent(wanted, isPressed, () => setPressed(false))
  const part = isPressed ? fetched : null
  const before = useRef<HTMLButtonElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  // Read while rendering: by the time of an effect the button that waited is gone.
  if (part && before.current) hadFocus.current = before.current === document.activeElement
  useLayoutEffect(() => {
    if (part && hadFocus.current) button.current?.focus()
  }, [part])
  const press = (): void => setPressed(true)
  const waiting = cloneElement(trigger, {
    ref: before,
    'aria-haspopup': opens,
    'aria-expanded': false,
    onClick: press,
    // While it is fetched, a press that begins on this button may end on the one that takes its place, and would be a click on neither.
    onPointerDown: (event: PointerEvent) => !fetched && event.button === 0 && !event.ctrlKey && press(),
    onKeyDown: ({ key }: KeyboardEvent) => opens === 'menu' && key === 'ArrowDown' && press(),
  })
  return { part, waiting, button, isPressed }
}
