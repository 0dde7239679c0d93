/**
 * Spans of the service to OpenTelemetry: implements `Tracing` of src/server/platform/traces.ts. The service loads this module if a
 * collector is configured. Only the fields that are listed here become attributes. No instrumentation is used: those export addresses,
 * headers and names of files.
 */
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

/** Names of the semantic conventions; those of the service begin with pcs. */
const ATTRIBUTES = {
  method: 'http.request.method',
  route: 'http.route',
  status: 'http.response.status_code',
  operation: 'pcs.operation',
  requestId: 'pcs.request_id',
  databaseSystem: 'db.system.name',
  statement: 'db.query.text',
  statements: 'db.operation.batch.size',
  host: 'server.address',
  failedFirms: 'pcs.failed_firms',
}
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
/** The service ends without the spans that a collector has not taken by then. */
const CLOSE_WITHIN_MS = 2_000
const REPORT_AGAIN_AFTER_MS = 60_000

const attributesOf = (fields) =>
  Object.fromEntries(
    Object.entries(ATTRIBUTES).flatMap(([field, attribute]) =>
      fields[field] === undefined ? [] : [[attribute, fields[field]]],
    ),
  )

function createSampler({ sampler, ratio }) {
  const root = sampler.endsWith('always_off')
    ? new AlwaysOffSampler()
    : sampler.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler()
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root
}

/** Reports at most once a minute that spans are lost. The reasons of the SDK may quote addresses with passwords, and are not reported. */
function reportLosses(onLoss) {
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    if (performance.now() - reportedAt < REPORT_AGAIN_AFTER_MS) return
    reportedAt = performance.now()
    onLoss()
  }
  const ignore = () => {}
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
}

/** `settings` is TracingSettings; `onLoss` is called when the collector does not take spans. */
export function createTracing(settings, build, onLoss) {
  reportLosses(onLoss)
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: settings.timeoutMs,
    compression: settings.isCompressed ? 'gzip' : 'none',
  })
  const provider = new TracerProvider({
    sampler: createSampler(settings),
    resource: resourceFromAttributes({
      ...settings.resourceAttributes,
      'service.name': settings.serviceName,
      'service.version': build.version,
      ...(build.commit ? { 'vcs.ref.head.revision': build.commit } : {}),
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: settings.maxQueueSize,
        maxExportBatchSize: settings.maxBatchSize,
        scheduledDelayMillis: settings.exportEveryMs,
        exportTimeoutMillis: settings.timeoutMs,
      }),
    ],
  })
  const tracer = provider.getTracer('pension-compliance-service', build.version)

  const start = ({ name, kind, ...fields }, context) =>
    tracer.startSpan(name, { kind: KINDS[kind], attributes: attributesOf(fields) }, context)

  const wrap = (span) => ({
    traceId: span.spanContext().traceId,
    startChild: (description) => wrap(start(description, trace.setSpan(ROOT_CONTEXT, span))),
    set: (fields) => void span.setAttributes(attributesOf(fields)),
    end(failure) {
      if (failure) {
        span.setStatus({ code: SpanStatusCode.ERROR })
        span.setAttribute('error.type', failure.code ?? failure.type)
      }
      span.end()
    },
  })

  return {
    startTrace(description, parent = null) {
      const context = parent
        ? trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
            isRemote: true,
          })
        : ROOT_CONTEXT
      const span = start(description, context)
      return span.isRecording() ? wrap(span) : null
    },
    async close() {
      const late = new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS))
      await Promise.race([provider.shutdown().catch(() => {}), late])
    },
  }
}
