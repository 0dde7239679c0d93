-- Append-only, chained per firm (Spec 2.6). The head row is locked by whoever appends, so that the sequence has no gap.
create table audit_chains (
  tenant_id text primary key references tenants (id),
  sequence bigint not null default 0,
  hash text not null
);

create table audit_log (
  tenant_id text not null references tenants (id),
  sequence bigint not null,
  id text not null,
  actor_id text not null,
  actor_type text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  previous_state jsonb,
  new_state jsonb,
  ip_address text,
  user_agent text,
  timestamp timestamptz not null,
  previous_hash text not null,
  hash text not null,
  primary key (tenant_id, sequence)
);
create index audit_log_by_entity on audit_log (tenant_id, entity_type, entity_id, sequence);
create index audit_log_by_time on audit_log (timestamp, id);
create index audit_log_by_actor on audit_log (tenant_id, actor_id, sequence);

create function app.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit log is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_is_append_only before update or delete on audit_log
  for each row execute function app.refuse_change();
create trigger audit_log_is_never_emptied before truncate on audit_log
  for each statement execute function app.refuse_change();

-- A head only moves forward, one entry at a time, and to an entry that exists. It looks as the owner, because who
-- appends need not be able to read the log.
create function app.advance_by_one() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.sequence <> old.sequence + 1 or new.tenant_id <> old.tenant_id
     or not exists (select from audit_log e where e.tenant_id = new.tenant_id and e.sequence = new.sequence and e.hash = new.hash) then
    raise exception 'An audit chain advances by one entry' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger audit_chain_advances before update on audit_chains
  for each row execute function app.advance_by_one();
create trigger audit_chains_are_kept before delete on audit_chains
  for each row execute function app.refuse_change();
create trigger audit_chains_are_never_emptied before truncate on audit_chains
  for each statement execute function app.refuse_change();

alter table audit_log enable row level security;
alter table audit_log force row level security;
alter table audit_chains enable row level security;
alter table audit_chains force row level security;

-- Spec 2.6 rule 4: SuperAdmin, and BrokerAdmin for their own firm.
create policy reads on audit_log for select to pcs_app
  using (app.reaches(tenant_id, null, null) and current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin'));
create policy definer_reads on audit_log for select to pcs_owner using (true);
create policy appends on audit_log for insert to pcs_app with check (app.writes_in(tenant_id));
create policy chain on audit_chains to pcs_app using (app.writes_in(tenant_id));

grant select, insert on audit_log to pcs_app;
grant select, insert on audit_chains to pcs_app;
grant update (sequence, hash) on audit_chains to pcs_app;
revoke all on function app.advance_by_one(), app.refuse_change() from public;
