/**
 * Which addresses the service may send requests to when a user chose the host name: public ones only. A request goes to the address that
 * was checked, because a name may resolve to another address a moment later.
 */
import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

/** All addresses of a host name. */
export type ResolveHost = (host: string) => Promise<readonly ResolvedAddress[]>

const resolveHost: ResolveHost = async (host) =>
  (await lookup(host, { all: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

/** Global unicast (RFC 4291 section 2.4). Addresses outside it can lead to IPv4 addresses, or are not assigned. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
/** Public by its range, but answered by the host of a virtual machine in Azure. */
const METADATA = '168.63.129.16'

/** False for each address that is not public: private, loopback, link-local, shared (CGNAT), multicast, reserved, mapped or tunnelled. */
export function isPublicAddress(text: string): boolean {
  if (!isAddress(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(GLOBAL_UNICAST) : address.toString() !== METADATA
}

/** Whether the address is one of this machine. */
export const isLoopbackAddress = (text: string): boolean =>
  isAddress(text) && ipaddr.parse(text).range() === 'loopback'

/** Four decimal parts or IPv6 without a zone: other notations are used to disguise addresses. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || (ipaddr.IPv6.isValid(text) && !text.includes('%'))

export interface OutboundAddresses {
  /**
   * The address to connect to for a URL. Null unless the scheme is HTTPS and every address of the host name is public; also where the name
   * has no address.
   */
  findAddress(url: URL): Promise<ResolvedAddress | null>
}

/** `allowsThisMachine`: also plain HTTP, and loopback addresses. For development and tests. */
export function createOutboundAddresses({
  resolve = resolveHost,
  allowsThisMachine = false,
}: {
  resolve?: ResolveHost
  allowsThisMachine?: boolean
} = {}): OutboundAddresses {
  const isAllowed = ({ address }: ResolvedAddress): boolean =>
    isPublicAddress(address) || (allowsThisMachine && isLoopbackAddress(address))
  return {
    async findAddress({ protocol, hostname }) {
      if (protocol !== 'https:' && !(allowsThisMachine && protocol === 'http:')) return null
      // The host of a URL has an IPv6 address in brackets.
      const found = await resolve(hostname.replace(/^\[|\]$/g, '')).catch(() => [])
      const [first] = found
      return first && found.every(isAllowed) ? first : null
    },
  }
}
