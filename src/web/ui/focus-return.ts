import { useRef } from 'react'

/** For a menu entry: the button that opened the menu, which remains after the menu closes. */
function findLastingElement(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : null
}

/** Moves the focus to the heading of the page: screen readers read it, and the next Tab continues from there. */
export function moveFocusToHeading(heading: HTMLElement | null): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * For overlays that a state opens instead of a trigger: returns the focus to the element that had it before. Pass the result to
 * `onCloseAutoFocus`.
 */
export function useFocusReturn(isOpen: boolean): (event: Event) => void {
  const before = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  // Read while rendering: by the time of an effect the focus is in the overlay.
  if (isOpen && !wasOpen.current) before.current = findLastingElement(document.activeElement)
  wasOpen.current = isOpen
  return (event) => {
    event.preventDefault()
    if (before.current?.isConnected && before.current !== document.body) before.current.focus()
    else moveFocusToHeading(document.querySelector('main h1'))
  }
}
