import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLazyComponent, preloadLazyComponents } from './lazy-component.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a lazy component is loaded once, and waiting components are notified', async () => {
  const load = vi.fn(async () => 'a menu')
  const listener = vi.fn()
  const menu = createLazyComponent(load)
  menu.subscribe(listener)
  expect(menu.here()).toBeNull()
  await Promise.all([menu.bring(), menu.bring()])
  await menu.bring()
  expect(menu.here()).toBe('a menu')
  expect(load).toHaveBeenCalledOnce()
  expect(listener).toHaveBeenCalledOnce()
})

test('a component that no longer waits is not notified', async () => {
  const listener = vi.fn()
  const menu = createLazyComponent(async () => 'a menu')
  menu.subscribe(listener)()
  await menu.bring()
  expect(listener).not.toHaveBeenCalled()
})

test('a failed load is reported and retried the next time', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValueOnce('a menu')
  const menu = createLazyComponent(load)
  await expect(menu.bring()).rejects.toThrow('Failed to fetch')
  expect(menu.here()).toBeNull()
  await menu.bring()
  expect(menu.here()).toBe('a menu')
})

test('after the page is shown, all lazy components are preloaded, also later ones', async () => {
  const first = createLazyComponent(async () => 'a dialog')
  const lost = createLazyComponent(() => Promise.reject(new TypeError('Failed to fetch')))
  await vi.runAllTimersAsync()
  expect(first.here(), 'not before').toBeNull()
  preloadLazyComponents()
  await vi.runAllTimersAsync()
  expect(first.here()).toBe('a dialog')
  expect(lost.here(), 'nobody wanted it').toBeNull()
  const second = createLazyComponent(async () => 'a list')
  await vi.runAllTimersAsync()
  expect(second.here()).toBe('a list')
})
