import { describe, expect, test, vi } from 'vitest'
import { createOutboundAddresses, isPublicAddress, type ResolvedAddress } from './outbound-addresses.ts'

const REFUSED: readonly [range: string, ...addresses: string[]][] = [
  ['this network', '0.0.0.0', '0.1.2.3'],
  ['private', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ['shared by carriers', '100.64.0.1', '100.127.255.255', '100.100.100.200'],
  ['loopback', '127.0.0.1', '127.255.255.255', '::1'],
  [
    'link-local, with the metadata service of clouds',
    '169.254.0.1',
    '169.254.169.254',
    '169.254.170.2',
    'fe80::1',
    'febf::1',
  ],
  ['metadata of Azure', '168.63.129.16'],
  ['protocol assignments', '192.0.0.1', '192.0.0.192', '192.0.0.170'],
  ['documentation', '192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  ['relays from IPv6', '192.88.99.1'],
  ['benchmarks', '198.18.0.1', '198.19.255.255', '2001:2::1'],
  ['multicast', '224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  ['reserved', '240.0.0.1', '255.255.255.254'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['unique-local, with metadata', 'fc00::1', 'fdff::1', 'fd00:ec2::254'],
  ['site-local', 'fec0::1'],
  ['mapped IPv4', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
  ['compatible IPv4', '::127.0.0.1', '::7f00:1', '::a00:1'],
  ['translated IPv4', '64:ff9b::7f00:1', '64:ff9b:1::1', '::ffff:0:7f00:1'],
  ['tunnelled', '2002:7f00:1::', '2001::1', '2001:20::1'],
  ['discarded', '100::1'],
  ['not assigned', '4000::1', '5f00::1', 'e000::1'],
  ['with a zone', 'fe80::1%eth0', '2a00:1450::1%eth0'],
  ['in another notation', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '8.8.8', ''],
  ['a name', 'localhost', 'example.com'],
]

describe('an address that is not public', () => {
  test.each(REFUSED)('%s is refused', (_range, ...addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
  })
})

test.each([
  '8.8.8.8',
  '1.1.1.1',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '193.1.1.1',
  '2a00:1450:4009::1',
  '2606:4700::1111',
])('the public address %s is accepted', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

describe('the address of a URL', () => {
  const of = (...addresses: string[]): ResolvedAddress[] =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const find = (url: string, addresses: ResolvedAddress[], allowsThisMachine = false) =>
    createOutboundAddresses({ resolve: async () => addresses, allowsThisMachine }).findAddress(new URL(url))

  test('is the first address of the name', async () => {
    expect(await find('https://hooks.example.com', of('193.1.1.1', '193.1.1.2'))).toEqual(of('193.1.1.1')[0])
  })
  test('is refused if one of several addresses is not public', async () => {
    expect(await find('https://hooks.example.com', of('193.1.1.1', '127.0.0.1'))).toBeNull()
    expect(await find('https://hooks.example.com', of('193.1.1.1', '::1'))).toBeNull()
  })
  test('is refused if the name has none, or cannot be resolved', async () => {
    expect(await find('https://hooks.example.com', [])).toBeNull()
    const failing = createOutboundAddresses({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await failing.findAddress(new URL('https://hooks.example.com'))).toBeNull()
  })
  test('is refused without HTTPS', async () => {
    expect(await find('http://hooks.example.com', of('193.1.1.1'))).toBeNull()
  })
  test('of this machine is accepted only where the setting allows it; a private one never', async () => {
    expect(await find('http://localhost:4000', of('127.0.0.1'))).toBeNull()
    expect(await find('http://localhost:4000', of('127.0.0.1', '::1'), true)).toEqual(of('127.0.0.1')[0])
    for (const address of ['10.0.0.1', '169.254.169.254', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(await find('https://localhost', of(address), true), address).toBeNull()
  })
  test('of a literal IPv6 address is resolved without brackets', async () => {
    const resolve = vi.fn(async () => of('2a00:1450::1'))
    await createOutboundAddresses({ resolve }).findAddress(new URL('https://[2a00:1450::1]/hooks'))
    expect(resolve).toHaveBeenCalledWith('2a00:1450::1')
  })
  test.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://localhost',
  ])('without a fake: %s is refused', async (url) => {
    expect(await createOutboundAddresses().findAddress(new URL(url))).toBeNull()
  })
})
