/** Goes through a page by Tab: every control has to be reached and to show its focus. */
import type { CDPSession, Page } from 'playwright-core'

/**
 * Numbers the elements of the page that can take the focus, and returns how many there are. A radio group counts once.
 * The button "Show more" is left out: a list loads its next rows when the focus comes near its end, and they stand before it.
 * A listener then records each numbered element that has the focus when the Tab key comes up, and whether the focus is visible.
 */
const NUMBER_CONTROLS = `(() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
  const groups = new Set()
  let count = 0
  for (const element of all) {
    const isShown = element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    if (!isShown || element.disabled || element.tabIndex < 0 || element.closest('[inert], [aria-hidden=true]')) continue
    if (element.textContent === 'Show more') continue
    if (element.type === 'radio') {
      if (groups.has(element.name)) continue
      groups.add(element.name)
      if (document.querySelector('input[type=radio][name="' + element.name + '"]:checked') !== element) continue
    }
    element.dataset.stop = String(count++)
  }
  const reached = new Map()
  window.tabStops = reached
  addEventListener('keyup', ({ key }) => {
    const element = document.activeElement
    if (key !== 'Tab' || !element?.dataset.stop) return
    const style = getComputedStyle(element)
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const isInView = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    const isSeen = isInView && style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2
    reached.set(element.dataset.stop, { isSeen, html: element.outerHTML.slice(0, 160) })
  }, true)
  return count
})()`

const UNSEEN = `[...tabStops.values()].filter(({ isSeen }) => !isSeen).map(({ html }) => html)`
const MISSED = `[...document.querySelectorAll('[data-stop]')]
  .filter((element) => !tabStops.has(element.dataset.stop))
  .map((element) => element.outerHTML.slice(0, 160))`

const TAB = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
const AT_ONCE = 25

/** Sends the keys without waiting for each: Chromium handles them in order and paints once instead of after each. */
async function pressTab(session: CDPSession, times: number): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (let i = 0; i < times; i++)
    for (const type of ['rawKeyDown', 'keyUp'] as const)
      sent.push(session.send('Input.dispatchKeyEvent', { type, ...TAB }))
  await Promise.all(sent)
}

export async function listTabFaults(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const count = await page.evaluate<number>(NUMBER_CONTROLS)
  let missed = await page.evaluate<string[]>(MISSED)
  // A list that is gone through loads more rows, which stand before the controls that follow it.
  for (let left = count * 4 + 8; missed.length > 0 && left > 0; ) {
    const presses = Math.min(missed.length, left, AT_ONCE)
    await pressTab(session, presses)
    left -= presses
    missed = await page.evaluate<string[]>(MISSED)
  }
  await session.detach()
  const unseen = await page.evaluate<string[]>(UNSEEN)
  return [
    ...unseen.map((html) => `by Tab: the focus cannot be seen on ${html}`),
    ...missed.map((html) => `by Tab: not reached: ${html}`),
  ]
}
