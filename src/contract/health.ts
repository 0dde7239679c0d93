import { z } from 'zod'
import { query } from './define.ts'
import { Nothing } from './values.ts'

const Status = z.object({ status: z.literal('ok') })
const disk = z
  .literal('nearly full')
  .optional()
  .describe('Only present while a disk that this instance writes to has less than 512 MiB free')

export const live = query('health.live', {
  route: 'GET /api/health/live',
  access: 'public',
  rateClass: 'unlimited',
  summary: 'Liveness: returns 200 while the process runs.',
  input: Nothing,
  output: Status,
})
export const ready = query('health.ready', {
  route: 'GET /api/health/ready',
  access: 'public',
  rateClass: 'unlimited',
  summary:
    'Readiness: checks that the required configuration variables are present and the database answers. The names of missing variables are only in the log.',
  input: Nothing,
  output: Status.extend({
    details: z
      .object({
        limits: z
          .literal('per instance')
          .optional()
          .describe('Only present while Redis is not reachable and each instance counts requests separately'),
        disk,
      })
      .optional(),
  }),
})
export const databaseHealth = query('health.db', {
  route: 'GET /api/health/db',
  access: 'public',
  rateClass: 'unlimited',
  summary: 'Checks that the database answers within two seconds.',
  input: Nothing,
  output: Status.extend({ details: z.object({ disk }).optional() }),
})
export const openApiDocument = query('meta.openapi', {
  route: 'GET /api/openapi.json',
  access: 'public',
  summary: 'Returns this OpenAPI document.',
  input: Nothing,
  output: z.record(z.string(), z.unknown()),
})
