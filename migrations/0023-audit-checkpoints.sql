-- Signed checkpoints of the audit chains: which hash the chain of a firm had at a sequence number, when, and by which key that was
-- signed. The same is appended to a file outside the database (docs/decisions/0018). Checkpoints are added and never changed.
create table audit_checkpoints (
  tenant_id text not null references tenants (id),
  sequence bigint not null check (sequence > 0),
  hash text not null,
  sealed_at timestamptz not null,
  public_key text not null,
  signature text not null,
  primary key (tenant_id, sequence)
);

create function app.refuse_change_of_checkpoint() returns trigger language plpgsql as $$
begin
  raise exception 'Audit checkpoints are append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_checkpoints_are_append_only before update or delete on audit_checkpoints
  for each row execute function app.refuse_change_of_checkpoint();
create trigger audit_checkpoints_are_never_emptied before truncate on audit_checkpoints
  for each statement execute function app.refuse_change_of_checkpoint();
revoke all on function app.refuse_change_of_checkpoint() from public;

alter table audit_checkpoints enable row level security;
alter table audit_checkpoints force row level security;
-- Who reads the log reads its checkpoints; only the platform's job adds one.
create policy reads on audit_checkpoints for select to pcs_app
  using (app.reaches(tenant_id, null, null) and current_setting('app.role', true) in ('SuperAdmin', 'BrokerAdmin'));
create policy seals on audit_checkpoints for insert to pcs_app
  with check (app.reaches(tenant_id, null, null) and current_setting('app.scope', true) = 'platform');
grant select, insert on audit_checkpoints to pcs_app;
