import { z } from 'zod'
import { query } from './define.ts'
import { Id, Instant, NoParameters } from './values.ts'

export const JobHealth = z.object({
  job: z.string().describe('Name of the job, as in its address `/api/cron/…`'),
  nextAt: Instant.nullable().describe('Next scheduled time; null for a job that runs on request only'),
  lastStartedAt: Instant.nullable(),
  lastEndedAt: Instant.nullable(),
  lastCompletedAt: Instant.nullable().describe('End of the latest run that no error ended'),
  isLate: z.boolean().describe('The job has missed a scheduled run'),
  failures: z.int().describe('Runs in a row that an error ended'),
  failedFirms: z.int().describe('Firms for which the latest run failed'),
  did: z.record(z.string(), z.int()).describe('Counts of the latest run'),
})
export type JobHealth = z.infer<typeof JobHealth>

export const GivenUpMail = z.object({
  id: z.string().describe('Id of the mail in the log'),
  tenantId: Id.nullable(),
  firmName: z.string().nullable().describe('Firm of the change that caused the mail; null if it has none'),
  givenUpReason: z
    .enum(['REFUSED_BY_RELAY', 'NOT_SENT_IN_TIME'])
    .describe(
      'REFUSED_BY_RELAY: the mail relay refused it permanently. NOT_SENT_IN_TIME: it could not be sent in time',
    ),
  attempts: z.int(),
  createdAt: Instant,
  givenUpAt: Instant,
})

export const ServiceHealth = z.object({
  version: z.string(),
  isSchedulerOn: z.boolean().describe('False: another program calls `/api/cron/…` (`SCHEDULER=off`)'),
  jobs: z.array(JobHealth),
  mails: z.object({
    waiting: z.int().describe('Mails that are to be sent'),
    failing: z.int().describe('Waiting mails older than a minute that could not be sent so far'),
    oldestAt: Instant.nullable().describe('When the oldest waiting mail was stored'),
    givenUp: z.int().describe('Mails of the last 30 days that were not sent and will not be sent'),
    latestGivenUp: z.array(GivenUpMail).max(20),
  }),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

export const PAGES = { serviceHealth: '/service-health' }

export const getServiceHealth = query('service-health.get', {
  route: 'GET /api/service-health',
  access: 'SuperAdmin',
  summary: 'Returns the latest run of each job and the state of the mail outbox.',
  input: NoParameters,
  output: ServiceHealth,
})
