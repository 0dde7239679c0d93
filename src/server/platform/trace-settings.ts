/** Variables of the traces. They have the standard names of OpenTelemetry, so that its documentation applies. */
import { z } from 'zod'
import { flag, parseUrl, parseWhole } from './variable-formats.ts'

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof SAMPLERS)[number]

export interface TracingSettings {
  /** Address that spans are posted to. */
  url: string
  headers: Record<string, string>
  timeoutMs: number
  isCompressed: boolean
  serviceName: string
  resourceAttributes: Record<string, string>
  sampler: SamplerName
  /** Part of the traces that is sampled, for the samplers by ratio. */
  ratio: number
  /** Spans that may wait; further ones are dropped. */
  maxQueueSize: number
  maxBatchSize: number
  exportEveryMs: number
  /** The header `traceparent` of a request from a trusted proxy is used. */
  trustsTraceparent: boolean
}

/** NAME=VALUE pairs, separated by commas and percent-encoded; null if they are malformed. */
function parsePairs(text: string): Record<string, string> | null {
  const pairs = text
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()] as const
    })
  try {
    if (pairs.some(([name]) => !/^[\w.!#$%&'*+^`|~-]+$/.test(name))) return null
    return Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    return null
  }
}
const pairs = z
  .string()
  .refine(
    (text) => parsePairs(text) !== null,
    'must be NAME=VALUE pairs, separated by commas and percent-encoded',
  )

const SERVICE_NAME = 'pension-compliance-service'

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: parseUrl('http:', 'https:')
    .optional()
    .describe(
      'Base address of the OpenTelemetry collector that receives traces (OTLP over HTTP, usually port 4318). Needs npm ci --prefix deploy/tracing. If not set, there are no traces',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: parseUrl('http:', 'https:')
    .optional()
    .describe('Whole address for traces, instead of OTEL_EXPORTER_OTLP_ENDPOINT with /v1/traces'),
  OTEL_EXPORTER_OTLP_HEADERS: pairs
    .optional()
    .describe(
      'Headers for the collector, such as a token: NAME=VALUE pairs, separated by commas and percent-encoded',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf'], 'must be http/protobuf: no other protocol is supported')
    .default('http/protobuf')
    .describe('Protocol of the collector. Only http/protobuf is supported'),
  OTEL_EXPORTER_OTLP_TIMEOUT: parseWhole(1, 60_000)
    .default(10_000)
    .describe('Time limit of an export in milliseconds. Default: 10000'),
  OTEL_EXPORTER_OTLP_COMPRESSION: z
    .enum(['none', 'gzip'])
    .default('none')
    .describe('Compression of exports: none or gzip. Default: none'),
  OTEL_SERVICE_NAME: z
    .string()
    .default(SERVICE_NAME)
    .describe(`Name of the service in traces. Default: ${SERVICE_NAME}`),
  OTEL_RESOURCE_ATTRIBUTES: pairs
    .optional()
    .describe('Further attributes of the service in traces: NAME=VALUE pairs, separated by commas'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe(`Sampler of traces: ${SAMPLERS.join(', ')}. Default: parentbased_always_on`),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of the traces that a sampler by ratio keeps, from 0 to 1. Default: 1'),
  OTEL_BSP_MAX_QUEUE_SIZE: parseWhole(1, 100_000)
    .default(2_048)
    .describe('Number of spans that can wait for the collector; further ones are dropped. Default: 2048'),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: parseWhole(1, 100_000)
    .default(512)
    .describe('Largest number of spans in an export. Default: 512'),
  OTEL_BSP_SCHEDULE_DELAY: parseWhole(1, 600_000)
    .default(5_000)
    .describe('Milliseconds between two exports. Default: 5000'),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true')
    .describe('true: no traces, also with a collector. Default: false'),
  TRUST_TRACEPARENT: flag
    .default(false)
    .describe(
      '1: a request from TRUSTED_PROXIES continues the trace of its header traceparent, with the decision to sample it. The proxy must set or remove the header. Default: 0',
    ),
}

type TracingVariables = z.infer<z.ZodObject<typeof tracingVariables>>

const TRACES_PATH = 'v1/traces'

/** Null: no traces. */
export function readTracingSettings(variables: TracingVariables): TracingSettings | null {
  const base = variables.OTEL_EXPORTER_OTLP_ENDPOINT
  const url =
    variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/$/, '')}/${TRACES_PATH}`)
  if (!url || variables.OTEL_SDK_DISABLED) return null
  return {
    url,
    headers: parsePairs(variables.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {},
    timeoutMs: variables.OTEL_EXPORTER_OTLP_TIMEOUT,
    isCompressed: variables.OTEL_EXPORTER_OTLP_COMPRESSION === 'gzip',
    serviceName: variables.OTEL_SERVICE_NAME,
    resourceAttributes: parsePairs(variables.OTEL_RESOURCE_ATTRIBUTES ?? '') ?? {},
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
    maxQueueSize: variables.OTEL_BSP_MAX_QUEUE_SIZE,
    maxBatchSize: Math.min(variables.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, variables.OTEL_BSP_MAX_QUEUE_SIZE),
    exportEveryMs: variables.OTEL_BSP_SCHEDULE_DELAY,
    trustsTraceparent: variables.TRUST_TRACEPARENT,
  }
}

/** Variables that do nothing without a collector. */
export const NEEDS_COLLECTOR = [
  'OTEL_EXPORTER_OTLP_HEADERS',
  'TRUST_TRACEPARENT',
] as const satisfies (keyof typeof tracingVariables)[]
