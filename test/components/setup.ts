/** Setup of each component test file: adds browser features that jsdom lacks, and resets the page after each test. */
import { cleanup, configure, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { forgetCsrfToken, setCurrentUser } from '../../src/web/client.ts'

/** Errors logged during the test. */
const errors: string[] = []

const WINDOW_WIDTH = 1280
const ELEMENT_WIDTH = 1024
const ELEMENT_HEIGHT = 600

/** Some parts of the application load on demand, which is slow on a busy machine. */
configure({ asyncUtilTimeout: 20_000 })

/** Answers width queries for a desktop window; print and preference queries do not match. */
function matchesDesktop(query: string): boolean {
  if (/print|prefers|pointer|hover/.test(query)) return false
  return Array.from(query.matchAll(/\((min|max)-width: (\d+)px\)/g)).every(([, bound, pixels]) =>
    bound === 'min' ? WINDOW_WIDTH >= Number(pixels) : WINDOW_WIDTH <= Number(pixels),
  )
}

window.matchMedia = (query) =>
  ({
    matches: matchesDesktop(query),
    media: query,
    addEventListener() {},
    removeEventListener() {},
  }) as unknown as MediaQueryList

// jsdom calculates no layout: without a height the virtualised grid draws no row.
Object.defineProperties(HTMLElement.prototype, {
  clientWidth: { configurable: true, get: () => ELEMENT_WIDTH },
  clientHeight: { configurable: true, get: () => ELEMENT_HEIGHT },
})
Element.prototype.scrollIntoView = () => {}
Element.prototype.scrollTo = () => {}
window.scrollTo = () => {}

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.IntersectionObserver ??= class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver
globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as typeof CSS

// jsdom does not know the <search> element.
const KNOWN_WARNING = /^The tag <%s> is unrecognized in this browser/

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...logged) => {
    if (!KNOWN_WARNING.test(String(logged[0]))) errors.push(logged.map(String).join(' '))
  })
})

afterEach(() => {
  // A module stores the messages, and the files of this project share their modules.
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button)
  cleanup()
  forgetCsrfToken()
  setCurrentUser(null)
  localStorage.clear()
  document.title = ''
  vi.restoreAllMocks()
  expect(errors.splice(0), 'console.error').toEqual([])
})
