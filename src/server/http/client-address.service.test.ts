import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { createFirm, nextUniqueText } from '../../../test/harness/people.ts'
import { useService } from '../../../test/harness/service.ts'
import { listAuditEntries } from '../../contract/audit.ts'
import { createClientAddress } from './client-address.ts'

const PROXIES = ['10.0.0.0/8', '192.0.2.7', 'fd00::/8']
const request = (peer: string | undefined, headers: Record<string, string> = {}, encrypted = false) =>
  ({
    socket: { remoteAddress: peer, ...(encrypted ? { encrypted } : {}) },
    headers,
  }) as unknown as IncomingMessage
const through = (peer: string, forwarded: string) => request(peer, { 'x-forwarded-for': forwarded })

test.each<[string, string, string, string]>([
  ['nobody forwards', '203.0.113.9', '', '203.0.113.9'],
  ['a stranger claims to forward', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a stranger claims to be a proxy', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
  ['a proxy forwards', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy named by its address forwards', '192.0.2.7', '198.51.100.1', '198.51.100.1'],
  ['a neighbour of it claims to forward', '192.0.2.8', '198.51.100.1', '192.0.2.8'],
  ['the client planted an address before', '10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['the client planted a trusted address before', '10.0.0.1', '10.9.9.9, 198.51.100.1', '198.51.100.1'],
  ['the client planted rubbish before', '10.0.0.1', '<script>, 198.51.100.1', '198.51.100.1'],
  ['two proxies forward', '10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['two proxies forward what was planted', '10.0.0.1', '1.1.1.1, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
  ['only proxies are named', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.1'],
  ['the last entry is rubbish', '10.0.0.1', '198.51.100.1, rubbish', '10.0.0.1'],
  ['the last entry is empty', '10.0.0.1', '198.51.100.1,', '10.0.0.1'],
  ['the last entry has a port', '10.0.0.1', '198.51.100.1:4711', '10.0.0.1'],
  ['the last entry is in brackets', '10.0.0.1', '[2001:db8::1]', '10.0.0.1'],
  ['the last entry is one number', '10.0.0.1', '3325256705', '10.0.0.1'],
  ['the last entry is octal', '10.0.0.1', '0306.063.0144.01', '10.0.0.1'],
  ['the last entry is hexadecimal', '10.0.0.1', '0xc6.0x33.0x64.0x1', '10.0.0.1'],
  ['the last entry is too large', '10.0.0.1', '198.51.100.256', '10.0.0.1'],
  ['the entries have spaces around them', '10.0.0.1', '  198.51.100.1 ,  10.0.0.2  ', '198.51.100.1'],
  ['IPv6 is forwarded', '10.0.0.1', '2001:DB8:0:0::1', '2001:db8::1'],
  ['a proxy comes by IPv6', 'fd00::1', '198.51.100.1', '198.51.100.1'],
  ['a stranger comes by IPv6', '2001:db8::5', '198.51.100.1', '2001:db8::5'],
  ['the socket maps IPv4 into IPv6', '::ffff:203.0.113.9', '', '203.0.113.9'],
  ['a proxy is mapped into IPv6', '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the forwarded address is mapped into IPv6', '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
])('when %s, the client address is correct', (_name, peer, forwarded, expected) => {
  expect(createClientAddress(PROXIES).of(through(peer, forwarded))).toBe(expected)
})

test('without trusted proxies the forwarded address is ignored', () => {
  expect(createClientAddress([]).of(through('127.0.0.1', '198.51.100.1'))).toBe('127.0.0.1')
})

test('a closed connection has a default address', () => {
  expect(createClientAddress(PROXIES).of(request(undefined))).toBe('0.0.0.0')
})

test.each<[string, IncomingMessage, boolean]>([
  ['a plain connection', request('203.0.113.9'), false],
  ['an encrypted connection', request('203.0.113.9', {}, true), true],
  ['a proxy that says https', request('10.0.0.1', { 'x-forwarded-proto': 'https' }), true],
  ['a proxy that says http', request('10.0.0.1', { 'x-forwarded-proto': 'http' }), false],
  ['a proxy that says nothing', request('10.0.0.1'), false],
  ['a stranger that says https', request('203.0.113.9', { 'x-forwarded-proto': 'https' }), false],
  ['a chain whose nearest hop was https', request('10.0.0.1', { 'x-forwarded-proto': 'http, https' }), true],
  ['a chain whose nearest hop was plain', request('10.0.0.1', { 'x-forwarded-proto': 'https, http' }), false],
])('%s is recognised as secure or not', (_name, given, expected) => {
  expect(createClientAddress(PROXIES).isSecure(given)).toBe(expected)
})

test('limits count IPv6 clients by /64 and IPv4 clients by address', () => {
  const { bucketOf } = createClientAddress([])
  expect(bucketOf('2001:db8:1:2::1')).toBe(bucketOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  expect(bucketOf('2001:db8:1:2::1')).not.toBe(bucketOf('2001:db8:1:3::1'))
  expect(bucketOf('198.51.100.1')).not.toBe(bucketOf('198.51.100.2'))
})

const service = useService({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } })

test.each([
  ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
])(
  'the audit log uses the same rule: from %s forwarding %j the address is %s',
  async (peer, forwarded, expected) => {
    const { admin } = await createFirm(service())
    const { body } = await admin.request({
      method: 'POST',
      url: '/api/employers',
      remoteAddress: peer,
      headers: { 'x-forwarded-for': forwarded, 'user-agent': 'A browser/1.0' },
      payload: { legalName: `Employer ${nextUniqueText()}` },
    })
    const { data } = await admin.call(listAuditEntries, { entityId: body.id })
    expect(data).toMatchObject([{ ipAddress: expected, userAgent: 'A browser/1.0' }])
  },
)
