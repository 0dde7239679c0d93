-- The compliance status counts obligations that cannot be decided because a record is missing.
drop index obligations_open;
create index obligations_open on obligations (tenant_id, scheme_id, due_on) where state in ('OPEN', 'DATA_GAP', 'CANNOT_TELL');
