/** Server behaviour under overload, and with clients that stall or misbehave. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createAnonymousCaller, createFirm } from '../../../test/harness/people.ts'
import { useService } from '../../../test/harness/service.ts'
import { live, ready } from '../../contract/health.ts'
import { listSchemes } from '../../contract/schemes.ts'
import type { Parts } from '../app.ts'

const service = useService()

describe('an overloaded process', () => {
  test('refuses all requests except liveness with 503 and Retry-After, before any work', async () => {
    let isOverloaded = true
    const app = await service().open({ eventLoopLoad: { isOverloaded: () => isOverloaded } })
    const busy = { ...service(), app }
    expect(await createAnonymousCaller(busy).send(live)).toMatchObject({ status: 200 })
    for (const url of ['/api/schemes', '/api/health/ready', '/api/auth/session', '/docs', '/nowhere']) {
      const reply = await app.http.inject(url)
      expect([url, reply.statusCode, reply.headers['retry-after']]).toEqual([url, 503, '5'])
      expect(reply.json()).toEqual({ error: 'Service unavailable' })
    }
    const posted = await app.http.inject({ method: 'POST', url: '/api/auth/signin', payload: { email: 'x' } })
    expect(posted.statusCode).toBe(503)

    isOverloaded = false
    expect(await createAnonymousCaller(busy).send(ready)).toMatchObject({ status: 200 })
    const { broker } = await createFirm(service())
    expect(await broker.send(listSchemes)).toMatchObject({ status: 200 })
  })
})

describe('a slow or incorrect client', () => {
  const LIMITS = { restOfBodyMs: 300, unreadAnswerMs: 300 }

  async function open(limits: Parts['connectionLimits']) {
    const { http } = await service().open({ connectionLimits: limits ?? {} })
    await http.listen({ port: 0, host: '127.0.0.1' })
    const connected = once(http.server, 'connection') as Promise<[Socket]>
    const socket = connect((http.server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    // A connection closed by the other side may be reset.
    socket.on('error', () => {})
    const [served] = await connected
    return { socket, served }
  }
  const head = (line: string, ...more: string[]) =>
    `${[line, 'Host: localhost', ...more].join('\r\n')}\r\n\r\n`

  test('that sends the rest of a refused body is disconnected', async () => {
    const { socket } = await open(LIMITS)
    socket.write(head('POST /api/schemes HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 1000'))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /)
    await once(socket, 'close')
  })

  test('that sends the rest of the body in time keeps its connection', async () => {
    const { socket } = await open({ ...LIMITS, restOfBodyMs: 5_000 })
    socket.write(head('POST /api/schemes HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 2'))
    await once(socket, 'data')
    socket.write(`{}${head('GET /api/health/live HTTP/1.1')}`)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that does not read its responses is disconnected', async () => {
    const { socket, served } = await open(LIMITS)
    socket.pause()
    const ended = once(served, 'close')
    // More than the operating system's buffers hold.
    for (let request = 0; request < 30; request++) socket.write(head('GET /docs HTTP/1.1'))
    await ended
    expect(served.destroyed).toBe(true)
  })
})
