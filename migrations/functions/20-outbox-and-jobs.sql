-- Mails that were given up, the state of the outbox, and the runs of jobs: all of the platform, and for its scope only.

-- Empties the mail: its text may contain a link or a name.
create or replace function app.give_up_mail(p_id text, p_reason text) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set sealed = null, given_up_at = clock_timestamp(), reason = p_reason
     where m.id = p_id and m.given_up_at is null and current_setting('app.scope', true) = 'platform'
$$;

-- At the start of an installation with one process, whose predecessor has ended: its leases have ended too.
create or replace function app.release_mails() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.mail_outbox m set due_at = clock_timestamp()
     where m.given_up_at is null and m.attempts > 0 and current_setting('app.scope', true) = 'platform'
$$;

create or replace function app.expire_given_up_mails() returns integer
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    with expired as (
      delete from app.mail_outbox m where m.given_up_at < clock_timestamp() - interval '30 days' and current_setting('app.scope', true) = 'platform'
      returning 1)
    select count(*)::integer from expired
$$;

-- Mails that wait, those of them that were tried in vain, and those that were given up within the retention.
create or replace function app.summarise_mails() returns table (waiting integer, failing integer, oldest_at timestamptz, given_up integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select count(*) filter (where m.given_up_at is null)::integer,
           count(*) filter (where m.given_up_at is null and m.attempts > 0 and m.created_at < clock_timestamp() - interval '1 minute')::integer,
           min(m.created_at) filter (where m.given_up_at is null),
           count(*) filter (where m.given_up_at is not null)::integer
      from app.mail_outbox m where current_setting('app.scope', true) = 'platform'
$$;

create or replace function app.list_given_up_mails(p_limit integer)
  returns table (id text, firm text, reason text, attempts integer, created_at timestamptz, given_up_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select m.id, m.firm, m.reason, m.attempts, m.created_at, m.given_up_at
      from app.mail_outbox m where m.given_up_at is not null and current_setting('app.scope', true) = 'platform'
     order by m.given_up_at desc, m.id limit p_limit
$$;

-- The first slot of a new installation counts as done: the first run is at the next scheduled time.
create or replace function app.register_job(p_job text, p_slot timestamptz, p_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into app.job_states (job, since_at, slot_at)
      select p_job, p_now, p_slot where current_setting('app.scope', true) = 'platform'
      on conflict (job) do update set slot_at = excluded.slot_at where job_states.slot_at is null
$$;

-- 'RUN' if the job may begin, 'DONE' if the run of this slot is complete, 'WAIT' if it failed less than five minutes ago. Without
-- p_only_if_due it may always begin. A slot far in the future was stored before the clock was moved back, and does not count.
create or replace function app.begin_job(p_job text, p_slot timestamptz, p_now timestamptz, p_only_if_due boolean) returns text
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_state app.job_states;
begin
  if current_setting('app.scope', true) is distinct from 'platform' then
    raise exception 'Jobs belong to the platform' using errcode = 'insufficient_privilege';
  end if;
  insert into app.job_states (job, since_at) values (p_job, p_now) on conflict (job) do nothing;
  select * into v_state from app.job_states s where s.job = p_job for update;
  if p_only_if_due then
    if v_state.slot_at between p_slot and p_slot + interval '12 hours' then
      return 'DONE';
    end if;
    if v_state.failures > 0 and v_state.ended_at between p_now - interval '5 minutes' and p_now then
      return 'WAIT';
    end if;
  end if;
  update app.job_states s set started_at = p_now where s.job = p_job;
  delete from app.job_firms f where f.job = p_job and (not p_only_if_due or f.slot_at is distinct from p_slot);
  return 'RUN';
end $$;

-- A firm in which the run of this slot is done: a run that continues an interrupted one leaves it out.
create or replace function app.finish_job_firm(p_job text, p_slot timestamptz, p_tenant text, p_did jsonb) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    insert into app.job_firms (job, slot_at, tenant_id, did)
      select p_job, p_slot, p_tenant, p_did where current_setting('app.scope', true) = 'platform'
      on conflict (job, tenant_id) do update set slot_at = excluded.slot_at, did = excluded.did
$$;

create or replace function app.list_job_firms(p_job text) returns setof app.job_firms
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select * from app.job_firms f where f.job = p_job and current_setting('app.scope', true) = 'platform' order by f.tenant_id
$$;

create or replace function app.complete_job(p_job text, p_slot timestamptz, p_now timestamptz, p_did jsonb, p_failed_firms integer) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    delete from app.job_firms f where f.job = p_job and current_setting('app.scope', true) = 'platform';
    update app.job_states s set slot_at = coalesce(p_slot, s.slot_at), ended_at = p_now, completed_at = p_now, did = p_did, failed_firms = p_failed_firms,
           failures = 0
     where s.job = p_job and current_setting('app.scope', true) = 'platform'
$$;

create or replace function app.fail_job(p_job text, p_now timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
    update app.job_states s set ended_at = p_now, did = '{}', failed_firms = 0, failures = s.failures + 1
     where s.job = p_job and current_setting('app.scope', true) = 'platform'
$$;

create or replace function app.list_job_states() returns setof app.job_states
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
    select * from app.job_states s where current_setting('app.scope', true) = 'platform' order by s.job
$$;

revoke all on function app.give_up_mail(text, text), app.release_mails(), app.expire_given_up_mails(), app.summarise_mails(), app.list_given_up_mails(integer),
  app.register_job(text, timestamptz, timestamptz), app.begin_job(text, timestamptz, timestamptz, boolean),
  app.finish_job_firm(text, timestamptz, text, jsonb), app.list_job_firms(text),
  app.complete_job(text, timestamptz, timestamptz, jsonb, integer), app.fail_job(text, timestamptz), app.list_job_states() from public;
grant execute on function app.give_up_mail(text, text), app.release_mails(), app.expire_given_up_mails(), app.summarise_mails(), app.list_given_up_mails(integer),
  app.register_job(text, timestamptz, timestamptz), app.begin_job(text, timestamptz, timestamptz, boolean),
  app.finish_job_firm(text, timestamptz, text, jsonb), app.list_job_firms(text),
  app.complete_job(text, timestamptz, timestamptz, jsonb, integer), app.fail_job(text, timestamptz), app.list_job_states() to pcs_app;
