/** Bodies that carry a file: what is refused, in which order, and that nothing but the file's own limit decides its size. */
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { importMembers } from '../src/contract/member-imports.ts'
import { createScheme } from '../src/contract/schemes.ts'
import { seedFirmWithEverything } from './harness/firm-fixture.ts'
import type { FirmFixture } from './harness/fixture-records.ts'
import { buildMultipart } from './harness/multipart.ts'
import { type Caller, createAnonymousCaller } from './harness/people.ts'
import { useService } from './harness/service.ts'

const service = useService()
let stand: FirmFixture
let broker: Caller
beforeAll(async () => {
  stand = await seedFirmWithEverything(service())
  broker = stand.people.BrokerUser
})

const ROUTE = '/api/members/import'
const CSV = 'works_number,first_name\nW1,Aoife\n'
const send = (payload: Buffer | string, contentType: string, caller = broker) =>
  caller.request({ method: 'POST', url: ROUTE, payload, headers: { 'content-type': contentType } })

describe('a body with a file', () => {
  test('is refused before it is read if the caller has no session, token or role', async () => {
    const { payload, contentType } = buildMultipart(
      { schemeId: stand.records.scheme },
      { name: 'a.csv', bytes: CSV },
    )
    expect(await send(payload, contentType, createAnonymousCaller(service()))).toMatchObject({ status: 401 })
    expect(await send(payload, contentType, stand.people.EmployerUser)).toMatchObject({ status: 403 })
    const withoutToken = await broker.request({
      method: 'POST',
      url: ROUTE,
      payload,
      headers: { 'content-type': contentType, 'x-csrf-token': '' },
    })
    expect(withoutToken).toMatchObject({ status: 403, body: { error: 'Invalid CSRF token' } })
  })

  test.each([
    ['JSON', '{}', 'application/json'],
    ['a plain form', 'a=b', 'application/x-www-form-urlencoded'],
    ['text', CSV, 'text/csv'],
  ])('%s instead of it is 415', async (_, payload, type) => {
    expect(await send(payload, type)).toMatchObject({ status: 415 })
  })

  test('a file where JSON is expected is 415', async () => {
    const { payload, contentType } = buildMultipart({}, { name: 'a.csv', bytes: CSV })
    const reply = await broker.request({
      method: 'POST',
      url: createScheme.route.split(' ')[1] as string,
      payload,
      headers: { 'content-type': contentType },
    })
    expect(reply.status).toBe(415)
  })

  test.each([
    ['no boundary', 'multipart/form-data', CSV],
    ['a boundary that never comes', 'multipart/form-data; boundary=xyz', CSV],
    [
      'an end in the middle of a part',
      'multipart/form-data; boundary=xyz',
      '--xyz\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc',
    ],
    ['nothing at all', 'multipart/form-data; boundary=xyz', ''],
    [
      'a hostile field name',
      'multipart/form-data; boundary=xyz',
      '--xyz\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--xyz--\r\n',
    ],
  ])('%s is 400', async (_, type, payload) => {
    const reply = await send(payload, type)
    expect(reply).toMatchObject({ status: 400, body: { error: 'Validation failed' } })
    expect(reply.body.issues.length).toBeGreaterThan(0)
  })

  test('without a file, with two, or with one of another name is 400', async () => {
    const fields = { schemeId: stand.records.scheme }
    const without = await broker.send(importMembers, fields)
    expect(without).toMatchObject({ status: 400, body: { issues: [{ path: ['file'] }] } })
    const part = (name: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"; filename="a.csv"\r\n\r\n${CSV}\r\n`
    const type = 'multipart/form-data; boundary=b'
    expect(await send(`${part('file')}${part('file')}--b--\r\n`, type)).toMatchObject({ status: 400 })
    expect(await send(`${part('attachment')}--b--\r\n`, type)).toMatchObject({
      status: 400,
      body: { issues: [{ path: ['attachment'] }] },
    })
  })

  test('a field sent twice is 400', async () => {
    const field = '--b\r\ncontent-disposition: form-data; name="schemeId"\r\n\r\nabc\r\n'
    const reply = await send(`${field}${field}--b--\r\n`, 'multipart/form-data; boundary=b')
    expect(reply).toMatchObject({ status: 400, body: { issues: [{ path: ['schemeId'] }] } })
  })

  test('a file above the limit is 413, however it is announced', async () => {
    const bytes = Buffer.alloc((importMembers.fileBytes as number) + 1, 'a')
    const reply = await broker.send(importMembers, {
      schemeId: stand.records.scheme,
      file: { name: 'large.csv', bytes },
    })
    expect(reply).toMatchObject({ status: 413, body: { details: { code: 'FILE_TOO_LARGE' } } })
  })

  test('an endless file is cut off at its limit and gets a response', async () => {
    const { http } = await service().open()
    await http.listen({ port: 0, host: '127.0.0.1' })
    const { port } = http.server.address() as AddressInfo
    const answer = await new Promise<{ status: number | undefined; sent: number }>((resolve, reject) => {
      let sent = 0
      const request = httpRequest(
        {
          port,
          path: ROUTE,
          method: 'POST',
          headers: {
            cookie: broker.cookie,
            'x-csrf-token': broker.csrfToken,
            'content-type': 'multipart/form-data; boundary=b',
          },
        },
        (response) => {
          isAnswered = true
          response.resume()
          request.destroy()
          resolve({ status: response.statusCode, sent })
        },
      )
      let isAnswered = false
      request.on('error', reject)
      request.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n')
      const chunk = Buffer.alloc(256 * 1024, 'a')
      const more = (): void => {
        if (isAnswered || sent > 60 * 1024 * 1024) return
        sent += chunk.length
        if (request.write(chunk)) setImmediate(more)
        else request.once('drain', more)
      }
      more()
    })
    expect(answer.status).toBe(413)
    expect(answer.sent).toBeLessThan(40 * 1024 * 1024)
  })
})
