import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyComponent, preloadLazyComponents } from './lazy-component.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('it is fetched once, and waiting components are notified', async () => {
  const load = vi.fn(async () => 'a menu')
  const told = vi.fn()
  const menu = lazyComponent(load)
  menu.subscribe(told)
  expect(menu.here()).toBeNull()
  await Promise.all([menu.bring(), menu.bring()])
  await menu.bring()
  expect(menu.here()).toBe('a menu')
  expect(load).toHaveBeenCalledOnce()
  expect(told).toHaveBeenCalledOnce()
})

test('a component that no longer waits is not notified', async () => {
  const told = vi.fn()
  const menu = lazyComponent(async () => 'a menu')
  menu.subscribe(told)()
  await menu.bring()
  expect(told).not.toHaveBeenCalled()
})

test('what could not be fetched is said, and fetched the next time', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  load.mockResolvedValueOnce('a menu')
  const menu = lazyComponent(load)
  await expect(menu.bring()).rejects.toThrow('Failed to fetch')
  expect(menu.here()).toBeNull()
  await menu.bring()
  expect(menu.here()).toBe('a menu')
})

test('once the page is there, all are fetched, and those that are declared afterwards', async () => {
  const first = lazyComponent(async () => 'a dialog')
  const lost = lazyComponent(() => Promise.reject(new TypeError('Failed to fetch')))
  await vi.runAllTimersAsync()
  expect(first.here(), 'not before').toBeNull()
  preloadLazyComponents()
  await vi.runAllTimersAsync()
  expect(first.here()).toBe('a dialog')
  expect(lost.here(), 'nobody wanted it').toBeNull()
  const second = lazyComponent(async () => 'a list')
  await vi.runAllTimersAsync()
  expect(second.here()).toBe('a list')
})
