/**
 * Where a request comes from. X-Forwarded-* is believed only from trusted peers: then the right-most entry that is not
 * itself trusted. Anything odd: the socket's address. The audit log takes the address by the same rule (Spec 2.6).
 */
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

export interface ClientAddress {
  of(request: IncomingMessage): string
  /** Whether a trusted proxy sent the request. */
  isFromProxy(request: IncomingMessage): boolean
  /** Whether the request reached the outermost trusted hop over HTTPS. */
  isSecure(request: IncomingMessage): boolean
  /** The host that the browser asked for: a trusted proxy may say it in X-Forwarded-Host. */
  hostOf(request: IncomingMessage): string | undefined
  /** The key of the address for limits: IPv6 by its /64, because one customer holds a whole one. */
  bucketOf(address: string): string
  /** The first part of the address, for the list of a user's sessions: 24 bits of IPv4, 48 of IPv6; null if it is no address. */
  describe(address: string): string | null
}

/** Accepts four decimal parts or IPv6 only; other notations are used to disguise addresses. */
const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const ranges = trustedProxies.map((text): Range => {
    if (text.includes('/')) return ipaddr.parseCIDR(text) as Range
    const address = ipaddr.process(text)
    return [address, address.kind() === 'ipv6' ? 128 : 32]
  })
  const isTrusted = (text: string): boolean => {
    if (!isAddress(text)) return false
    const address = ipaddr.process(text)
    return ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range as never, bits),
    )
  }
  const canonical = (text: string): string | null =>
    isAddress(text) ? ipaddr.process(text).toString() : null
  const peerOf = (request: IncomingMessage): string =>
    canonical(request.socket.remoteAddress ?? '') ?? '0.0.0.0'

  return {
    of(request) {
      const peer = peerOf(request)
      const forwarded = request.headers['x-forwarded-for']
      if (ranges.length === 0 || !forwarded || !isTrusted(peer)) return peer
      const hops = String(forwarded)
        .split(',')
        .map((hop) => hop.trim())
      for (const hop of hops.reverse()) {
        const address = canonical(hop)
        if (address === null) return peer
        if (!isTrusted(address)) return address
      }
      return peer
    },
    isFromProxy: (request) => isTrusted(peerOf(request)),
    isSecure(request) {
      if ('encrypted' in request.socket && request.socket.encrypted) return true
      return (
        isTrusted(peerOf(request)) &&
        String(request.headers['x-forwarded-proto'] ?? '')
          .split(',')
          .at(-1)
          ?.trim() === 'https'
      )
    },
    hostOf(request) {
      const forwarded = request.headers['x-forwarded-host']
      if (forwarded === undefined || !isTrusted(peerOf(request))) return request.headers.host
      return String(forwarded).split(',').at(-1)?.trim()
    },
    describe(address) {
      if (!isAddress(address)) return null
      const parsed = ipaddr.process(address)
      return parsed.kind() === 'ipv6'
        ? `${(parsed as ipaddr.IPv6).parts
            .slice(0, 3)
            .map((part) => part.toString(16))
            .join(':')}::`
        : `${parsed.toByteArray().slice(0, 3).join('.')}.x`
    },
    bucketOf(address) {
      if (!isAddress(address)) return address
      const parsed = ipaddr.parse(address)
      return parsed.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : address
    },
  }
}
