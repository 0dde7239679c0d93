import { afterEach, describe, expect, test } from 'vitest'
import { getTodayInDublin } from './format.ts'
import { setServerTime, toServerTime } from './now.ts'

const AT = Date.parse('2026-11-22T12:00:00Z')

describe("the service's clock", () => {
  afterEach(() => setServerTime(new Date().toUTCString()))

  test.each([
    ['Sun, 22 Nov 2026 12:00:00 GMT', '2026-11-22T12:00:00.000Z'],
    ['Sun, 22 Nov 2026 12:01:59 GMT', '2026-11-22T12:00:00.000Z'],
    ['Sun, 29 Nov 2026 12:00:03 GMT', '2026-11-29T12:00:03.000Z'],
    ['Sat, 21 Nov 2026 12:00:00 GMT', '2026-11-21T12:00:00.000Z'],
  ])('with a response date of %s, noon in the browser is %s', (date, now) => {
    setServerTime(date, AT)
    expect(toServerTime(AT).toISOString()).toBe(now)
  })

  test('a response without a time has no effect', () => {
    setServerTime('Sun, 29 Nov 2026 12:00:00 GMT', AT)
    setServerTime(null, AT)
    setServerTime('soon', AT)
    expect(toServerTime(AT).toISOString()).toBe('2026-11-29T12:00:00.000Z')
  })

  test('today is the date of the service', () => {
    const later = new Date(Date.now() + 40 * 86_400_000)
    setServerTime(later.toUTCString())
    expect(getTodayInDublin()).toBe(getTodayInDublin(later))
  })
})
