import type { LightMyRequestResponse as Reply } from 'fastify'
import { expect, test } from 'vitest'
import { useService } from '../../../test/harness/service.ts'
import { createMovableClock, toDublinDate } from '../platform/clock.ts'

const clock = createMovableClock()
const service = useService({ parts: { clock, movableClock: clock } })

const WEEK_MS = 7 * 86_400_000

const move = (daysAhead: string, headers: Record<string, string> = {}): Promise<Reply> =>
  service().app.http.inject({
    method: 'POST',
    url: '/clock',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `daysAhead=${daysAhead}`,
  })
/** How far ahead of this machine an answer says that it is, in milliseconds. */
async function aheadByAnswer(url: string): Promise<number> {
  const { headers } = await service().app.http.inject({ url })
  return Date.parse(String(headers.date ?? new Date().toUTCString())) - Date.now()
}

test('the clock can be moved ahead and back, and every response has its time', async () => {
  expect(await move('7')).toMatchObject({ statusCode: 303, headers: { location: '/clock' } })
  const { body } = await service().app.http.inject({ url: '/clock' })
  expect(body).toContain(`It is ${toDublinDate(new Date(Date.now() + WEEK_MS))}`)
  for (const url of ['/api/health/live', '/api/me', '/clock'])
    expect(Math.abs((await aheadByAnswer(url)) - WEEK_MS), url).toBeLessThan(10_000)
  await move('0')
  expect(Math.abs(await aheadByAnswer('/api/health/live'))).toBeLessThan(10_000)
})

test.each([
  ['-1', {}],
  ['soon', {}],
  ['99999', {}],
  ['7', { origin: 'https://elsewhere.example' }],
])('%s with %j does not move it', async (days, headers) => {
  await move(days, headers)
  expect(clock.daysAhead).toBe(0)
})
