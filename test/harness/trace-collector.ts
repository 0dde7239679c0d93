/** A collector of OpenTelemetry traces (OTLP over HTTP, protobuf), which keeps the spans and every byte that it receives. */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PACKAGE = new URL('../../deploy/tracing/node_modules/@opentelemetry/sdk-trace', import.meta.url)
/** Tests that need the package skip where it is not installed; on CI its absence is an error. */
export const isTracingInstalled = existsSync(PACKAGE)
if (!isTracingInstalled && process.env.CI === 'true')
  throw new Error('deploy/tracing is not installed: run npm ci --prefix deploy/tracing')

export type Attributes = Record<string, string | number | boolean>

export interface CollectedSpan {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentId: string
  name: string
  kind: number
  attributes: Attributes
  isFailed: boolean
  resource: Attributes
}

export interface TraceCollector {
  url: string
  /** Spans of exports that were accepted. */
  spans: CollectedSpan[]
  /** Everything that was received, accepted or not. */
  bytes(): Buffer
  /** Exports are received and not answered. */
  fallSilent(): void
  answerAgain(): void
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const received: Buffer[] = []
  const held = new Set<ServerResponse>()
  let isSilent = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('error', () => {})
    request.on('end', () => {
      const body = Buffer.concat(parts)
      // Names and headers of the request are exported as well.
      received.push(Buffer.from(`${request.url}\n${JSON.stringify(request.headers)}\n`), body)
      if (isSilent) return void held.add(response)
      spans.push(...readExport(body))
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bytes: () => Buffer.concat(received),
    fallSilent() {
      isSilent = true
    },
    answerAgain() {
      isSilent = false
      for (const response of held) response.destroy()
      held.clear()
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Fields of a protobuf message by number. Nested messages are read where their type is known. */
type Fields = Map<number, (Buffer | bigint)[]>

const FIXED_64 = 1
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

function readFields(message: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const readVarint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    at += length
    return message.subarray(at - length, at)
  }
  while (at < message.length) {
    const tag = Number(readVarint())
    const type = tag & 7
    const value =
      type === LENGTH_DELIMITED
        ? take(Number(readVarint()))
        : type === FIXED_64
          ? take(8)
          : type === FIXED_32
            ? take(4)
            : readVarint()
    const number = tag >> 3
    fields.set(number, [...(fields.get(number) ?? []), value])
  }
  return fields
}

const messages = (fields: Fields, number: number): Fields[] =>
  (fields.get(number) ?? []).map((value) => readFields(value as Buffer))
const bufferOf = (fields: Fields, number: number): Buffer =>
  (fields.get(number)?.[0] as Buffer | undefined) ?? Buffer.alloc(0)
const numberOf = (fields: Fields, number: number): number => Number(fields.get(number)?.[0] ?? 0)

function readAttributes(owner: Fields, number: number): Attributes {
  return Object.fromEntries(
    messages(owner, number).map((pair) => {
      const [value = new Map()] = messages(pair, 2)
      const read = value.has(1)
        ? bufferOf(value, 1).toString()
        : value.has(4)
          ? bufferOf(value, 4).readDoubleLE()
          : numberOf(value, value.has(3) ? 3 : 2)
      return [bufferOf(pair, 1).toString(), read]
    }),
  )
}

const STATUS_ERROR = 2

/** Field numbers of opentelemetry/proto/trace/v1/trace.proto. */
function readExport(body: Buffer): CollectedSpan[] {
  return messages(readFields(body), 1).flatMap((resourceSpans) => {
    const [resource] = messages(resourceSpans, 1)
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span) => ({
        traceId: bufferOf(span, 1).toString('hex'),
        spanId: bufferOf(span, 2).toString('hex'),
        parentId: bufferOf(span, 4).toString('hex'),
        name: bufferOf(span, 5).toString(),
        kind: numberOf(span, 6),
        attributes: readAttributes(span, 9),
        isFailed: messages(span, 15).some((status) => numberOf(status, 3) === STATUS_ERROR),
        resource: resource ? readAttributes(resource, 1) : {},
      })),
    )
  })
}
