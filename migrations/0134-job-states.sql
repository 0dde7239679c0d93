-- The latest run of each job, for the scheduler and for administrators of the platform. The role of the service reads and writes it only by
-- functions. Times are those of the service's clock, which a development installation can move.
create table app.job_states (
  job text primary key,
  -- When the installation first knew the job.
  since_at timestamptz not null,
  -- The scheduled time of the latest complete run; null for a job without a schedule.
  slot_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- End of the latest run that reached its end, also if it failed in some firms.
  completed_at timestamptz,
  -- Of the latest run that ended.
  did jsonb not null default '{}',
  failed_firms integer not null default 0,
  -- Runs in a row that an error ended.
  failures integer not null default 0
);
alter table app.job_states enable row level security, force row level security;
create policy definer_only on app.job_states to pcs_owner using (true) with check (true);
