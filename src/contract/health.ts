import { z } from 'zod'
import { query } from './define.ts'
import { Nothing } from './values.ts'

const Status = z.object({ status: z.literal('ok') })
const disk = z
  .literal('nearly full')
  .optional()
  .describe('Present while a disk that this instance writes to has less than 512 MiB left')

export const live = query('health.live', {
  route: 'GET /api/health/live',
  access: 'public',
  rateClass: 'unlimited',
  summary: 'Is the process up?',
  input: Nothing,
  output: Status,
})
export const ready = query('health.ready', {
  route: 'GET /api/health/ready',
  access: 'public',
  rateClass: 'unlimited',
  summary:
    'Are the required configuration variables present, and does the database answer? Names are in the log only.',
  input: Nothing,
  output: Status.extend({
    details: z
      .object({
        limits: z
          .literal('per instance')
          .optional()
          .describe('Present while Redis is away and each instance counts for itself'),
        disk,
      })
      .optional(),
  }),
})
export const databaseHealth = query('health.db', {
  route: 'GET /api/health/db',
  access: 'public',
  rateClass: 'unlimited',
  summary: 'Does the database answer within two seconds?',
  input: Nothing,
  output: Status.extend({ details: z.object({ disk }).optional() }),
})
export const openApiDocument = query('meta.openapi', {
  route: 'GET /api/openapi.json',
  access: 'public',
  summary: 'This document.',
  input: Nothing,
  output: z.record(z.string(), z.unknown()),
})
