-- Webhooks: the service sends identifiers and statuses of changed records to an address of the firm.

create table webhooks (
  tenant_id text not null,
  id text not null,
  name text not null check (length(name) between 1 and 100),
  url text not null,
  host text not null,
  event_types text[] not null check (cardinality(event_types) > 0),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED')),
  pause_reason text check (pause_reason in ('USER', 'GONE')),
  sealed_secret text not null,
  -- Signs too until this time, after a rotation.
  previous_sealed_secret text,
  previous_secret_until timestamptz,
  -- Statuses of obligations that follow from the date were compared up to this day.
  followed_on date not null,
  -- The instance that sends to the webhook now, and until when it alone may do so.
  claim text,
  busy_until timestamptz,
  served_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants (id),
  check ((status = 'PAUSED') = (pause_reason is not null)),
  check ((previous_sealed_secret is null) = (previous_secret_until is null))
);
create index webhooks_by_id on webhooks (id);
alter table webhooks enable row level security, force row level security;
create policy reach on webhooks to pcs_app using (app.reaches(tenant_id, null, null));
create policy within_schemes on webhooks as restrictive to pcs_app using (app.in_schemes(null));
create policy definer_reads on webhooks for select to pcs_owner using (true);
create policy definer_follows on webhooks for update to pcs_owner using (true);
grant select, insert, update, delete on webhooks to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('webhook', 'webhooks');

-- One row for each event and webhook: what is sent, and what became of it.
create table webhook_deliveries (
  tenant_id text not null,
  id text not null,
  webhook_id text not null,
  event_type text not null,
  entity_type text not null,
  entity_id text not null,
  scheme_id text,
  entity_status text,
  previous_entity_status text,
  status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  http_status integer,
  failure text check (failure in ('ADDRESS', 'CONNECTION', 'TIMEOUT', 'STATUS')),
  last_attempt_at timestamptz,
  -- Null while no attempt was made: as soon as possible.
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade
);
create index webhook_deliveries_by_id on webhook_deliveries (id);
create index webhook_deliveries_by_age on webhook_deliveries (tenant_id, webhook_id, created_at desc, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (tenant_id, webhook_id, created_at, id) where status = 'PENDING';
create index webhook_deliveries_expiring on webhook_deliveries (created_at);
alter table webhook_deliveries enable row level security, force row level security;
create policy reach on webhook_deliveries to pcs_app using (app.reaches(tenant_id, null, null));
create policy within_schemes on webhook_deliveries as restrictive to pcs_app using (app.in_schemes(null));
create policy definer_adds on webhook_deliveries for insert to pcs_owner with check (true);
create policy definer_reads on webhook_deliveries for select to pcs_owner using (true);
create policy definer_expires on webhook_deliveries for delete to pcs_owner using (true);
grant select, insert, update on webhook_deliveries to pcs_app;
insert into app.kinds_of_firms (kind, relation) values ('webhookDelivery', 'webhook_deliveries');

-- The triggers call this function.
\ir functions/19-webhooks.sql

create trigger note_created after insert on obligations
  referencing new table as new_rows for each statement execute function app.note_obligation_events();
create trigger note_changed after update on obligations
  referencing old table as old_rows new table as new_rows for each statement execute function app.note_obligation_events();
