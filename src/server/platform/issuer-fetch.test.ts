import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIssuerFetch, isPermittedAddress } from './issuer-fetch.ts'

const server = createServer((_request, response) => void response.end('{}'))
let port = 0
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:20.190.128.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('%s is no public address', (address) => {
  expect(isPermittedAddress(address, false)).toBe(false)
})

test.each(['20.190.128.1', '142.250.1.1', '2a00:1450:4001::1'])('%s is a public address', (address) => {
  expect(isPermittedAddress(address, false)).toBe(true)
})

test('loopback is permitted outside production only, and other private addresses never', () => {
  expect(isPermittedAddress('127.0.0.1', true)).toBe(true)
  expect(isPermittedAddress('::1', true)).toBe(true)
  expect(isPermittedAddress('10.0.0.1', true)).toBe(false)
  expect(isPermittedAddress('169.254.169.254', true)).toBe(false)
})

const resolveTo =
  (...addresses: LookupAddress[]) =>
  (_host: string, answer: (error: null, found: LookupAddress[]) => void) =>
    answer(null, addresses)

test('a name that resolves to a private address, alone or beside a public one, is not reached', async () => {
  const open = { address: '20.190.128.1', family: 4 }
  const internal = { address: '169.254.169.254', family: 4 }
  for (const found of [[internal], [open, internal]]) {
    const fetchFromIssuer = createIssuerFetch({ allowsLoopback: false, resolve: resolveTo(...found) })
    await expect(fetchFromIssuer('https://login.example.ie/keys')).rejects.toMatchObject({
      problem: 'ADDRESS_NOT_PUBLIC',
    })
  }
})

test.each([
  ['https://127.0.0.1:1/', 'ADDRESS_NOT_PUBLIC'],
  ['https://2130706433/', 'ADDRESS_NOT_PUBLIC'],
  ['https://0x7f.1/', 'ADDRESS_NOT_PUBLIC'],
  ['https://[::1]/', 'ADDRESS_NOT_PUBLIC'],
  ['https://[::ffff:7f00:1]/', 'ADDRESS_NOT_PUBLIC'],
  ['https://169.254.169.254/latest/meta-data', 'ADDRESS_NOT_PUBLIC'],
  ['http://login.example.ie/', 'NOT_HTTPS'],
  ['http://127.0.0.1/', 'NOT_HTTPS'],
  ['file:///etc/passwd', 'NOT_HTTPS'],
])('%s is refused in production', async (address, problem) => {
  await expect(createIssuerFetch({ allowsLoopback: false })(address)).rejects.toMatchObject({ problem })
})

test('the connection goes to the address that was checked', async () => {
  let times = 0
  const fetchFromIssuer = createIssuerFetch({
    allowsLoopback: true,
    // A second question would get another address.
    resolve: (_host, answer) =>
      answer(null, [{ address: times++ === 0 ? '127.0.0.1' : '169.254.169.254', family: 4 }]),
  })
  const response = await fetchFromIssuer(`http://localhost:${port}/`)
  expect(response.status).toBe(200)
  expect(times).toBe(1)
  await expect(fetchFromIssuer(`http://localhost:${port}/`)).rejects.toMatchObject({
    problem: 'ADDRESS_NOT_PUBLIC',
  })
})
