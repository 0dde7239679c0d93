import { createPipeline, type Pipeline, type PipelineOptions } from '../pipeline/pipeline.ts'
import { idempotencyKeys } from './idempotency.ts'
import { wrapInInspectionLog } from './inspection-log.ts'
import { deriveWebhookEvent } from './webhook-events.ts'

/** The request pipeline with kept answers, webhook events and the log of inspectors' reads. */
export function createCompletePipeline(
  options: Omit<PipelineOptions, 'idempotencyKeys' | 'deriveEvent'>,
): Pipeline {
  const pipeline = createPipeline({ ...options, idempotencyKeys, deriveEvent: deriveWebhookEvent })
  return { ...pipeline, query: wrapInInspectionLog(pipeline) }
}
