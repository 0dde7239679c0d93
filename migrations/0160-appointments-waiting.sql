-- Appointments that wait for a decision: few of all. As the work queue of the dashboard.
create index trustees_waiting on trustees (tenant_id) where status = 'FIT_PROPER_OK';
create index key_function_holders_waiting on key_function_holders (tenant_id) where status in ('FIT_PROPER_OK', 'NOTIFIED');
