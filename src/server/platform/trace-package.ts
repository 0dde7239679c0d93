/** Loads the package of deploy/tracing, which has the OpenTelemetry SDK. `npm ci` of the service does not install it. */

import type { TracingSettings } from './trace-settings.ts'
import type { Tracing } from './traces.ts'

export const TRACING_NOT_INSTALLED =
  'OTEL_EXPORTER_OTLP_ENDPOINT needs the package in deploy/tracing: run npm ci --prefix deploy/tracing, or remove the variable'

type CreateTracing = (
  settings: TracingSettings,
  build: { version: string; commit: string | null },
  onLoss: () => void,
) => Tracing

const MODULE = new URL('../../../deploy/tracing/tracer.js', import.meta.url)

/** Null: the package is not installed. `onLoss` is called when the collector does not accept spans, at most once a minute. */
export async function loadTracing(...given: Parameters<CreateTracing>): Promise<Tracing | null> {
  try {
    // Not a literal: where the package is not installed, its types are not known.
    const { createTracing } = (await import(MODULE.href)) as { createTracing: CreateTracing }
    return createTracing(...given)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return null
    throw error
  }
}
