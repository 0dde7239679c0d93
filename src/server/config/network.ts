/** How the service is reached: addresses, proxies, TLS, rate limits and metrics. */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { flag, parseUrl, parseWhole, splitList } from '../platform/variable-formats.ts'

const isAddressOrRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  (ipaddr.isValidCIDR(text) && /[.:]/.test(text.split('/', 1)[0] ?? ''))
const LOOPBACK = ['127.0.0.0/8', '::1']
/** Private address ranges with the fewest fixed bits, by kind of address: 10.0.0.0/8 and fc00::/7. */
const FEWEST_BITS = { ipv4: 8, ipv6: 7 }
const isWideRange = (text: string): boolean => {
  if (!text.includes('/')) return false
  const [address, bits] = ipaddr.parseCIDR(text)
  return bits < FEWEST_BITS[address.kind()]
}
const REDIRECT_PORT = 80
const DRAIN_SECONDS = 5

export const networkVariables = {
  PORT: parseWhole(0, 65_535).default(3000).describe('Port that the service listens on. Default: 3000'),
  HOST: z
    .string()
    .optional()
    .describe('Address that the service listens on. Default: 0.0.0.0 in production, otherwise 127.0.0.1'),
  APP_URL: parseUrl('http:', 'https:')
    .optional()
    .describe(
      'Public address of the service, such as https://pensions.example.ie. Links in mails begin with it',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default(LOOPBACK.join(','))
    .refine(
      (text) => splitList(text).every(isAddressOrRange),
      'must be addresses or CIDR ranges, separated by commas',
    )
    .describe(
      `Addresses or CIDR ranges of the proxies, separated by commas. The service trusts X-Forwarded-* headers only from them. Default: ${LOOPBACK.join(',')}. An empty value trusts none`,
    ),
  TLS_CERT_FILE: z
    .string()
    .optional()
    .describe(
      'File with the TLS certificate. Needs TLS_KEY_FILE. The service then serves HTTPS itself, with TLS 1.3 only',
    ),
  TLS_KEY_FILE: z.string().optional().describe('File with the private key of TLS_CERT_FILE'),
  HTTP_REDIRECT_PORT: parseWhole(0, 65_535)
    .optional()
    .describe(
      `With TLS: port for plain HTTP, which redirects to HTTPS (301). Default: ${REDIRECT_PORT} in production`,
    ),
  EDGE_LIMITS: flag
    .optional()
    .describe(
      '1: the service limits requests of each address (Spec 8). Set 0 if the proxy does this. Default: on in production',
    ),
  DRAIN_SECONDS: parseWhole(0, 300)
    .optional()
    .describe(
      'Seconds after SIGTERM in which the service still accepts requests and is not ready, so that the load balancer can choose another instance. Default: 5 in production, otherwise 0',
    ),
  METRICS_PORT: parseWhole(0, 65_535)
    .optional()
    .describe('Port of the metrics for Prometheus (/metrics). If not set, there are none'),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that METRICS_PORT listens on. The metrics have no access control. Default: 127.0.0.1'),
}

type NetworkVariables = z.infer<z.ZodObject<typeof networkVariables>>

export interface NetworkSettings {
  port: number
  host: string
  appUrl: string
  trustedProxies: string[]
  /** `isRedirectRequired`: the port was named, so a start without it fails. */
  tls: {
    certFile: string
    keyFile: string
    redirectPort: number | null
    isRedirectRequired: boolean
  } | null
  hasEdgeLimits: boolean
  /** Time between SIGTERM and the end of accepting requests. */
  drainMs: number
  /** Null: no metrics. */
  metrics: { port: number; host: string } | null
}

export const getHost = ({ HOST }: NetworkVariables, isProduction: boolean): string =>
  HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1')

export const readNetworkSettings = (variables: NetworkVariables, isProduction: boolean): NetworkSettings => ({
  port: variables.PORT,
  host: getHost(variables, isProduction),
  appUrl: (
    variables.APP_URL ?? `${variables.TLS_CERT_FILE ? 'https' : 'http'}://localhost:${variables.PORT}`
  ).replace(/\/$/, ''),
  trustedProxies: splitList(variables.TRUSTED_PROXIES),
  tls:
    variables.TLS_CERT_FILE && variables.TLS_KEY_FILE
      ? {
          certFile: variables.TLS_CERT_FILE,
          keyFile: variables.TLS_KEY_FILE,
          redirectPort: variables.HTTP_REDIRECT_PORT ?? (isProduction ? REDIRECT_PORT : null),
          isRedirectRequired: variables.HTTP_REDIRECT_PORT !== undefined,
        }
      : null,
  hasEdgeLimits: variables.EDGE_LIMITS ?? isProduction,
  drainMs: (variables.DRAIN_SECONDS ?? (isProduction ? DRAIN_SECONDS : 0)) * 1_000,
  metrics:
    variables.METRICS_PORT === undefined
      ? null
      : { port: variables.METRICS_PORT, host: variables.METRICS_HOST },
})

/** Well-formed settings that production refuses. */
export const listUnsafeNetworkSettings = ({ APP_URL, TRUSTED_PROXIES }: NetworkVariables): string[] => [
  ...(APP_URL && !APP_URL.startsWith('https:') ? ['APP_URL must begin with https://'] : []),
  ...(splitList(TRUSTED_PROXIES).some(isWideRange)
    ? ['TRUSTED_PROXIES must name the proxies: such a wide range trusts any client']
    : []),
]
