import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { joinClassNames } from './class-names.ts'

const WIDTH = 352
const GAP = 6
/** Shorter than this below the button, the hint opens above it. */
const MIN_ROOM = 220

/** A button whose explanation opens on hover and focus. Escape closes it, and the pointer can move onto it. */
export function Hint({ trigger, children }: { trigger: ReactNode; children: ReactNode }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [place, setPlace] = useState<{ left: number; top?: number; bottom?: number } | null>(null)
  const open = (): void => {
    const box = button.current?.getBoundingClientRect()
    if (!box) return
    // Without the scrollbar, which would cover the hint.
    const { clientWidth } = document.documentElement
    const left = Math.max(8, Math.min(box.left, clientWidth - WIDTH - 8))
    const isLow = window.innerHeight - box.bottom < MIN_ROOM
    setPlace(isLow ? { left, bottom: window.innerHeight - box.top + GAP } : { left, top: box.bottom + GAP })
  }
  const isOpen = place !== null
  useEffect(() => {
    if (!isOpen) return
    const close = (): void => setPlace(null)
    const closeByKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') close()
    }
    // It has a fixed place, which would be wrong after the page has moved.
    window.addEventListener('scroll', close, true)
    window.addEventListener('keydown', closeByKey)
    return () => {
      window.removeEventListener('scroll', close, true)
      window.removeEventListener('keydown', closeByKey)
    }
  }, [isOpen])
  return (
    // An empty title: the browser would show that of the cell besides.
    <span title="" onPointerEnter={open} onPointerLeave={() => setPlace(null)}>
      <button
        ref={button}
        type="button"
        aria-describedby={id}
        className="-mx-1 cursor-help rounded-sm px-1 py-0.5 -outline-offset-2"
        onFocus={open}
        onBlur={() => setPlace(null)}
        onClick={open}
      >
        {trigger}
      </button>
      <span
        id={id}
        role="tooltip"
        style={{ ...place, width: WIDTH, maxWidth: 'calc(100vw - 16px)' }}
        className={joinClassNames(
          'fixed z-40 whitespace-normal rounded-md border border-line bg-raised p-3 text-left font-normal text-text shadow-overlay before:absolute before:-inset-2 before:-z-10 print:hidden',
          !isOpen && 'hidden',
        )}
      >
        {children}
      </span>
    </span>
  )
}
