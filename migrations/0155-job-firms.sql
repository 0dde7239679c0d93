-- Firms in which an interrupted run of a job is done, so that the next run of the same scheduled time continues with the others. A complete
-- run deletes its rows. The role of the service reads and writes it only by functions.
create table app.job_firms (
  job text not null,
  -- The scheduled time of the run.
  slot_at timestamptz not null,
  tenant_id text not null,
  did jsonb not null,
  primary key (job, tenant_id)
);
alter table app.job_firms enable row level security, force row level security;
create policy definer_only on app.job_firms to pcs_owner using (true) with check (true);
