import { useRef } from 'react'

/** What stands behind a menu's entry once the menu is gone: the button that opened it. */
function lasting(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement ? opener : null
}

/** Focus goes to the heading of the page: it is read, and the next Tab goes on from there. */
export function moveFocusToHeading(heading: HTMLElement | null): void {
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * For overlays that are opened by a state instead of a trigger of their own: what had the focus gets it back. Give the result to
 * `onCloseAutoFocus`.
 */
export function useFocusReturn(isOpen: boolean): (event: Event) => void {
  const before = useRef<HTMLElement | null>(null)
  const wasOpen = useRef(false)
  // Read while rendering: by the time of an effect the focus is in the overlay.
  if (isOpen && !wasOpen.current) before.current = lasting(document.activeElement)
  wasOpen.current = isOpen
  return (event) => {
    event.preventDefault()
    if (before.current?.isConnected && before.current !== document.body) before.current.focus()
    else moveFocusToHeading(document.querySelector('main h1'))
  }
}
