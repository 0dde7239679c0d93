-- The id of the last scheme that is recalculated after a change of the firm's settings: empty before the first scheme, null when no
-- recalculation is pending. Only a firm with many schemes has one; elsewhere the transaction of the change recalculates.
alter table tenants add column recalculated_up_to text;
create index tenants_to_recalculate on tenants (id) where recalculated_up_to is not null;
