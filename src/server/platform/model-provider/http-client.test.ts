import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ModelServer, startModelServer } from '../../../../test/harness/model-server.ts'
import { systemClock } from '../clock.ts'
import { createHttpClient } from './http-client.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const buildExit = () =>
  createHttpClient({
    origin: server.origin,
    mediaType: 'text/event-stream',
    idleMs: 1_000,
    answerBytes: 100_000,
    signal: new AbortController().signal,
    clock: systemClock,
    beforeLeaving: async () => {},
  })
const POST = { method: 'POST', body: '{}' }

test.each([
  'https://api.example.com/v1/chat/completions',
  'http://127.0.0.1/v1/chat/completions',
  'http://localhost:1/',
  'http://127.0.0.1.example.com/',
])('refuses a request to %s', async (url) => {
  const exit = buildExit()
  await expect(exit.fetch(url, POST)).rejects.toThrow('another host')
  await expect(exit.fetch(new URL(url), POST)).rejects.toThrow('another host')
  await expect(exit.fetch(new Request(url, POST), POST)).rejects.toThrow('another host')
  expect(exit.sent()).toBeUndefined()
})

test('refuses another port or scheme of the host, and an address with a password', async () => {
  const { port } = new URL(server.origin)
  for (const url of [
    `http://127.0.0.1:${Number(port) === 65_535 ? 1 : Number(port) + 1}/`,
    `https://127.0.0.1:${port}/`,
    `http://127.0.0.1:${port}@example.com/`,
  ])
    await expect(buildExit().fetch(url, POST)).rejects.toThrow('another host')
  expect(server.requests).toEqual([])
})

test.each([undefined, new Blob(['{}']), new FormData(), new Uint8Array(2)])(
  'refuses a body whose bytes it cannot record: %s',
  async (body) => {
    const exit = buildExit()
    const request = { method: 'POST', ...(body === undefined ? {} : { body }) }
    await expect(exit.fetch(`${server.origin}/v1/chat/completions`, request)).rejects.toThrow('not known')
    expect(server.requests).toEqual([])
  },
)

test('allows one request only', async () => {
  const exit = buildExit()
  const url = `${server.origin}/v1/chat/completions`
  await (await exit.fetch(url, POST)).text()
  await expect(exit.fetch(url, POST)).rejects.toThrow('second request')
  expect(server.requests).toHaveLength(1)
})
