/**
 * After going to another page the focus goes to its heading, which is thereby read aloud; going back, to the link that had led
 * away. Parts of a page that stay where they are (the tabs of a scheme) keep the focus, and so do a field that takes it and the
 * place in a text that the address names.
 */
import { type ParsedLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { moveFocusToHeading } from '../ui/focus-return.ts'
import { rememberVisit } from './recent.ts'

interface Departure {
  path: string
  heading: Element | null
  title: string
}

const CLOSING_MS = 60

const findHeading = (): HTMLElement | null => document.querySelector('main h1')

/** The link in a list that had led to the page one comes back from. */
const findBackLink = ({ path }: Departure): HTMLElement | null =>
  document.querySelector(`main :is(table, ul) a[href="${CSS.escape(path).replaceAll('\\/', '/')}"]`)

/** The place that the address leads to: `#article-28`. */
const isThePlace = ({ id }: Element): boolean =>
  id !== '' && [id, encodeURIComponent(id)].includes(window.location.hash.slice(1))

const isTaken = (): boolean =>
  document.activeElement instanceof HTMLElement &&
  (document.activeElement.matches('input, textarea, select, [role="dialog"] *') ||
    isThePlace(document.activeElement))

/** The heading of the page one goes to; null while the page before, or another part of it, is still there. */
function findArrivalElement(departure: Departure): HTMLElement | null {
  const current = findHeading()
  if (!current?.textContent) return null
  return current === departure.heading && current.textContent === departure.title ? null : current
}

function moveFocus(to: HTMLElement): void {
  if (isTaken()) return
  if (to.matches('h1')) moveFocusToHeading(to)
  else to.focus({ preventScroll: true })
}

export function useFocusOnNavigation(): void {
  const router = useRouter()
  useEffect(() => {
    let isBack = false
    let departure: Departure | null = null
    let again: ReturnType<typeof setTimeout> | undefined
    const observer = new MutationObserver(() => arrive())
    const stop = (): void => {
      departure = null
      observer.disconnect()
    }
    const arrive = (): void => {
      const current = departure && findArrivalElement(departure)
      if (!departure || !current) return
      rememberVisit(window.location.pathname, current.textContent ?? '')
      const target = (isBack && findBackLink(departure)) || current
      stop()
      moveFocus(target)
      // A menu or a drawer that closes on the way gives the focus back to its button a moment later.
      again = setTimeout(() => target.isConnected && moveFocus(target), CLOSING_MS)
    }
    // A user who has moved on stays where they are.
    const onOwnWay = (event: Event): void => {
      clearTimeout(again)
      if (event instanceof KeyboardEvent && event.key !== 'Tab') return
      if (departure && router.state.status === 'idle') stop()
    }
    const unsubscribe = [
      router.history.subscribe(({ action }) => {
        isBack = action.type === 'BACK'
      }),
      router.subscribe('onBeforeLoad', ({ fromLocation, pathChanged }) => {
        if (!pathChanged || !fromLocation) return
        const before = findHeading()
        departure = {
          path: (fromLocation as ParsedLocation).pathname,
          heading: before,
          title: before?.textContent ?? '',
        }
      }),
      router.subscribe('onRendered', () => {
        if (!departure) return
        observer.observe(document.body, { childList: true, subtree: true, characterData: true })
        arrive()
      }),
    ]
    window.addEventListener('pointerdown', onOwnWay, true)
    window.addEventListener('keydown', onOwnWay, true)
    return () => {
      clearTimeout(again)
      stop()
      for (const one of unsubscribe) one()
      window.removeEventListener('pointerdown', onOwnWay, true)
      window.removeEventListener('keydown', onOwnWay, true)
    }
  }, [router])
}
