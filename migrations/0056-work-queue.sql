-- Indexes of the work queue on the dashboard: overdue obligations by rule, obligations with a period in hours, and the compliance status of
-- a firm at the end of a day.
create index obligations_open_by_rule on obligations (tenant_id, rule_id, due_on, id) where state = 'OPEN';
create index obligations_in_hours on obligations (tenant_id, due_at) where state = 'OPEN' and due_at is not null;
create index compliance_snapshots_by_day on compliance_snapshots (tenant_id, taken_on, rating);
