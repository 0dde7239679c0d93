-- The service providers of a scheme. The name of the registered administrator stays, also for one that is not in the register.
alter table schemes
  add column registered_administrator_id text,
  add column auditor_id text,
  add column actuary_id text,
  add column depositary_id text,
  -- Providers are ended and never deleted, so that an array needs no foreign key.
  add column investment_manager_ids text[] not null default '{}',
  add foreign key (tenant_id, registered_administrator_id) references service_providers (tenant_id, id),
  add foreign key (tenant_id, auditor_id) references service_providers (tenant_id, id),
  add foreign key (tenant_id, actuary_id) references service_providers (tenant_id, id),
  add foreign key (tenant_id, depositary_id) references service_providers (tenant_id, id);
