/**
 * Two processes on one database: each job runs once, and another process runs the job of a killed one. The test moves the clocks of the
 * processes instead of waiting for the night.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { buildDatabaseUrl, withClient } from './harness/test-database.ts'
import { type RunningProgram, startService } from './service-process.ts'

const postgres = inject('postgresqlUrl')
const DATABASE = `pcs_scheduler_${process.pid}`
/** Each process looks for due jobs every ten seconds. */
const PATIENCE = { timeout: 60_000, interval: 200 }
const JOBS = ['audit-seal', 'contributions', 'housekeeping', 'obligations', 'reminders']

async function moveTo({ url }: RunningProgram, daysAhead: number): Promise<void> {
  const answer = await fetch(`${url}/clock`, {
    method: 'POST',
    body: new URLSearchParams({ daysAhead: String(daysAhead) }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
}

// Only a process that has the embedded database can use it.
describe.runIf(postgres)('two processes on one database', () => {
  let folder: string
  const programs: RunningProgram[] = []
  const ask = <T>(text: string): Promise<T[]> =>
    withClient(buildDatabaseUrl(postgres ?? '', DATABASE), async (client: pg.Client) => {
      const { rows } = await client.query(text)
      return rows as T[]
    })
  const start = async (): Promise<RunningProgram> => {
    const program = await startService({
      NODE_ENV: 'development',
      // One folder for both: they have the same secrets.
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: buildDatabaseUrl(postgres ?? '', DATABASE),
      DEMO: '1',
      DEV_ACCOUNTS_PASSWORD: 'a few words of this test alone',
      SCHEDULER: 'on',
      LOG_LEVEL: 'error',
      TMPDIR: folder,
    })
    programs.push(program)
    return program
  }
  const listCompleted = async (): Promise<string[]> =>
    (
      await ask<{ job: string }>(
        "select job from app.job_states where completed_at > clock_timestamp() + interval '12 hours' order by job",
      )
    ).map(({ job }) => job)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduler-'))
    await withClient(postgres ?? '', (client) => client.query(`create database ${DATABASE}`).then(() => {}))
    await start()
    await start()
    await ask(`
      create table public.started (job text, at timestamptz);
      create function public.note_start() returns trigger language plpgsql security definer as $$
        begin if new.started_at is distinct from old.started_at then insert into public.started values (new.job, new.started_at); end if; return new; end $$;
      create trigger note_start before update on app.job_states for each row execute function public.note_start()`)
  }, 150_000)
  afterAll(async () => {
    for (const program of programs) await program.kill()
    await rm(folder, { recursive: true, force: true })
    await withClient(postgres ?? '', (client) =>
      client.query(`drop database if exists ${DATABASE} with (force)`).then(() => {}),
    )
  }, 60_000)

  test('run each job of a new day once', async () => {
    for (const program of programs) await moveTo(program, 1)
    const hour = new Date(Date.now()).getHours()
    // Reminders of a day are sent from seven o'clock.
    const expected = hour < 8 ? JOBS.filter((job) => job !== 'reminders') : JOBS
    await expect.poll(listCompleted, PATIENCE).toEqual(expect.arrayContaining(expected))
    // Both have looked again.
    await new Promise((resolve) => setTimeout(resolve, 21_000))
    const started = await ask<{ job: string; count: number }>(
      "select job, count(*)::int as count from public.started where job not in ('audit-seal') group by job",
    )
    expect(started.filter(({ count }) => count !== 1)).toEqual([])
  }, 120_000)

  test('the other process runs the job of a process that was killed', async () => {
    // Each firm takes three seconds, so that the job is running when its process is killed.
    await ask(`
      truncate public.started;
      create function public.slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return null; end $$;
      create trigger slow_down after insert on compliance_snapshots for each statement execute function public.slow_down()`)
    const [one, other] = programs as [RunningProgram, RunningProgram]
    await moveTo(one, 3)
    const isRunning = async () =>
      (
        await ask(
          `select 1 from app.job_states where job = 'obligations' and started_at > completed_at
             and started_at > clock_timestamp() + interval '2 days'`,
        )
      ).length
    await expect.poll(isRunning, PATIENCE).toBe(1)
    await one.kill()
    expect(await isRunning()).toBe(1)
    await ask('drop trigger slow_down on compliance_snapshots')
    await moveTo(other, 3)
    await expect.poll(isRunning, PATIENCE).toBe(0)
    const started = await ask("select 1 from public.started where job = 'obligations'")
    expect(started).toHaveLength(2)
    expect(await ask("select 1 from app.job_states where job = 'obligations' and failures = 0")).toHaveLength(
      1,
    )
  }, 150_000)
})
