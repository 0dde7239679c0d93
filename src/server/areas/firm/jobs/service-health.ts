import * as contract from '../../../../contract/service-health.ts'
import { defineQuery, type Operation } from '../../../pipeline/define-operation.ts'
import type { Statement } from '../../../platform/batch.ts'
import type { Clock } from '../../../platform/clock.ts'
import { getNextSlot, isLate, LANES, type Plan, type Plans } from './job-plans.ts'

interface StoredState {
  job: string
  since_at: string
  started_at: string | null
  ended_at: string | null
  completed_at: string | null
  did: Record<string, number>
  failed_firms: number
  failures: number
}
interface StoredMail {
  id: string
  firm: string
  firm_name: string | null
  reason: 'REFUSED_BY_RELAY' | 'NOT_SENT_IN_TIME'
  attempts: number
  created_at: string
  given_up_at: string
}
interface Stored {
  jobs: StoredState[]
  mails: { waiting: number; failing: number; oldest_at: string | null; given_up: number }
  givenUp: StoredMail[]
}

const LATEST_MAILS = 20

/** All of it as JSON, in the platform's scope. */
export const selectServiceHealth = (): Statement => ({
  text: `select jsonb_build_object(
    'jobs', (select coalesce(jsonb_agg(to_jsonb(s)), '[]') from app.list_job_states() s),
    'mails', (select to_jsonb(m) from app.summarise_mails() m),
    'givenUp', (select coalesce(jsonb_agg(to_jsonb(g) || jsonb_build_object('firm_name', t.name) order by g.given_up_at desc, g.id), '[]')
       from app.list_given_up_mails($1::int) g left join tenants t on t.id = g.firm and t.id <> 'platform'))`,
  values: [LATEST_MAILS],
})

export interface ServiceHealthDependencies {
  version: string
  isSchedulerOn: boolean
  plans: Plans
  clock: Clock
}

export function buildServiceHealth(
  { jobs, mails, givenUp }: Stored,
  { version, isSchedulerOn, plans, clock }: ServiceHealthDependencies,
): contract.ServiceHealth {
  const byName = new Map(jobs.map((state) => [state.job, state]))
  const planned = LANES.flat()
  const others = jobs.map(({ job }) => job).filter((job) => !(planned as string[]).includes(job))
  return {
    version,
    isSchedulerOn,
    jobs: [
      ...planned.map((job) => buildJobHealth(job, plans[job], byName.get(job), clock.now())),
      ...others.map((job) => buildJobHealth(job, null, byName.get(job), clock.now())),
    ],
    mails: {
      waiting: mails.waiting,
      failing: mails.failing,
      oldestAt: toInstant(mails.oldest_at),
      givenUp: mails.given_up,
      latestGivenUp: givenUp.map((mail) => ({
        id: mail.id,
        tenantId: mail.firm_name === null ? null : mail.firm,
        firmName: mail.firm_name,
        givenUpReason: mail.reason,
        attempts: mail.attempts,
        createdAt: new Date(mail.created_at).toISOString(),
        givenUpAt: new Date(mail.given_up_at).toISOString(),
      })),
    },
  }
}

const toInstant = (text: string | null | undefined): string | null =>
  text ? new Date(text).toISOString() : null

function buildJobHealth(
  job: string,
  plan: Plan | null,
  state: StoredState | undefined,
  now: Date,
): contract.JobHealth {
  const lastDoneAt = state && new Date(state.completed_at ?? state.since_at)
  return {
    job,
    nextAt: plan && getNextSlot(plan, now).toISOString(),
    lastStartedAt: toInstant(state?.started_at),
    lastEndedAt: toInstant(state?.ended_at),
    lastCompletedAt: toInstant(state?.completed_at),
    isLate: plan !== null && lastDoneAt !== undefined && isLate(plan, lastDoneAt, now),
    failures: state?.failures ?? 0,
    failedFirms: state?.failed_firms ?? 0,
    did: state?.did ?? {},
  }
}

export const createServiceHealthOperations = (dependencies: ServiceHealthDependencies): Operation[] => [
  defineQuery({
    contract: contract.getServiceHealth,
    owner: 'in-scope',
    select: selectServiceHealth,
    body: (rows) => JSON.stringify(buildServiceHealth(readStored(rows), dependencies)),
  }),
]

/** The answer of `selectServiceHealth`. */
export function readStored(rows: readonly (readonly unknown[])[]): Stored {
  const [[value] = []] = rows
  return (typeof value === 'string' ? JSON.parse(value) : value) as Stored
}
